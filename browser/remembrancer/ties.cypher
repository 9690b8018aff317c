// 14 Ties: entities with the facts that tie them to each other
MATCH (f:Fact)
WHERE f.space = $space AND f.id IS NOT NULL AND f.status IN ["current", "disputed"]
MATCH p = (a:Entity)<-[:ABOUT]-(f)-[:ABOUT]->(b:Entity)
WHERE a.id < b.id
RETURN p
ORDER BY f.importance DESC, f.updated_at DESC
LIMIT 50
