// 02 How much there is: edges by kind and ends, among the first 10,000
MATCH (n:Remembered)-[r]->(m)
WHERE n.space = $space AND n.id IS NOT NULL
WITH n, r, m LIMIT 10000
WITH [l IN labels(n) WHERE NOT l IN ["Remembered", "ContextItem"]][0] AS source,
     type(r) AS kind,
     [l IN labels(m) WHERE NOT l IN ["Remembered", "ContextItem"]][0] AS target
RETURN source, kind, target, count(*) AS edges
ORDER BY edges DESC
LIMIT 100
