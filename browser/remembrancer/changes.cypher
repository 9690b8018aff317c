// 11 What changed latest, by whom and why; `remembrancer undo` takes a change back
MATCH (h:Change)
USING INDEX SEEK h:Change(space, created_at, id)
WHERE h.space = $space AND h.created_at IS NOT NULL AND h.id IS NOT NULL
WITH h ORDER BY h.space DESC, h.created_at DESC, h.id DESC LIMIT 50
RETURN h.created_at AS at, h.kind AS kind, h.what AS what, h.why AS why,
       h.archivist AS archivist, h.author AS author, h.undone_by AS undone_by, h.id AS id
