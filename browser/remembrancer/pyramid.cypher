// 07 The summaries of a conversation, down to its messages ($conversation)
MATCH (c:Remembered {space: $space, id: $conversation})
MATCH (s:Remembered {space: $space, id: c.summary})
MATCH p = (s)-[:SUMMARIZES*1..4]->(:ContextItem)
RETURN c, p
LIMIT 300
