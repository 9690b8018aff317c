// 04 Why this item was shown: its latest blocks, with score and reason ($item)
MATCH (i:Remembered {space: $space, id: $item})<-[x:PRESENTED]-(b:Block)
RETURN i.name AS item, b.id AS block, b.created_at AS at, x.section AS section,
       x.rank AS rank, x.score AS score, x.reason AS reason, x.verdict AS verdict
ORDER BY b.created_at DESC
LIMIT 25
