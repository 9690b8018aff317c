// 03 The newest block and what it presented; on the edges, how it ranked
MATCH (b:Block)
USING INDEX SEEK b:Block(space, created_at, id)
WHERE b.space = $space AND b.created_at IS NOT NULL AND b.id IS NOT NULL
WITH b ORDER BY b.space DESC, b.created_at DESC, b.id DESC LIMIT 1
MATCH p = (b)-[:PRESENTED]->(:ContextItem)
RETURN p
LIMIT 200
