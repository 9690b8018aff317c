// 10 What holds no longer, or is in dispute, and what stands against it
MATCH p = (f:Fact)-[:SUPERSEDED_BY|CONTRADICTS]->(:Fact)
WHERE f.space = $space AND f.id IS NOT NULL
RETURN p
LIMIT 50
