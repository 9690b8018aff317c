// 09 Facts that were shown five times or more and never judged useful
MATCH (f:Fact)
WHERE f.space = $space AND f.id IS NOT NULL AND f.usefulness <= 0
WITH f, COUNT { (f)<-[:PRESENTED]-() } AS shown
WHERE shown >= 5
RETURN f.body AS body, shown, f.usefulness AS usefulness, f.id AS id
ORDER BY shown DESC
LIMIT 50
