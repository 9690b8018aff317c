// 13 Hubs: the nodes with the most edges
MATCH (n:Remembered)
WHERE n.space = $space AND n.id IS NOT NULL
WITH n, COUNT { (n)--() } AS edges
ORDER BY edges DESC
LIMIT 20
RETURN [l IN labels(n) WHERE NOT l IN ["Remembered", "ContextItem"]][0] AS label, n.name AS name, edges, n.id AS id
