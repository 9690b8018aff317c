// 01 What there is: one example of each kind of edge, changes left out
MATCH (n:Remembered)-[r]->(m)
WHERE n.space = $space AND n.id IS NOT NULL AND NOT n:Change
WITH n, r, m LIMIT 10000
WITH labels(n) + labels(m) + type(r) AS kind, collect([n, r, m])[0] AS example
RETURN example
LIMIT 50
