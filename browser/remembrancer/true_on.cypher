// 16 What was true on a day ($day), newest first
MATCH (f:Fact)
WHERE f.space = $space AND f.id IS NOT NULL AND f.kind = "fact" AND f.status <> "withdrawn"
  AND f.valid_from < toString(date($day) + duration("P1D"))
  AND (f.valid_to IS NULL OR f.valid_to > toString(date($day)))
RETURN f.body AS body, f.valid_from AS since, f.valid_to AS until, f.status AS status, f.id AS id
ORDER BY since DESC, id DESC
LIMIT 100
