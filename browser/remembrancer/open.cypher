// 08 Open questions and objectives, the most important first
MATCH (f:Fact)
WHERE f.space = $space AND f.id IS NOT NULL AND f.kind IN ["question", "objective"] AND f.status = "current"
RETURN f.kind AS kind, f.body AS body, f.importance AS importance,
       f.updated_at AS updated, f.id AS id
ORDER BY importance DESC, updated DESC
LIMIT 50
