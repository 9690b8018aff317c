// 15 What is known: the most important facts that hold, with what they are about
MATCH (f:Fact)
WHERE f.space = $space AND f.id IS NOT NULL AND f.status IN ["current", "disputed"]
MATCH p = (f)-[:ABOUT]->(:Entity)
RETURN p
ORDER BY f.importance DESC, f.updated_at DESC
LIMIT 50
