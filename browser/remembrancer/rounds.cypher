// 12 The state of rounds in all spaces: those that fail first
MATCH (s:Space)
WHERE s.space IS NOT NULL AND s.id IS NOT NULL
RETURN s.name AS space, s.attempts AS attempts, s.last_error AS error,
       s.retry_at AS again,
       s.lease_owner AS owner,
       s.lease_until AS until,
       s.message_count AS messages, s.rounded_to AS read_to
ORDER BY attempts DESC, space
LIMIT 100
