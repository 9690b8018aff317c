// 06 One entity: its other names, its facts, the latest texts that mention it ($entity, in small letters)
MATCH (e:Entity)
USING INDEX SEEK e:Entity(space, key, id)
WHERE e.space = $space AND e.key = $entity AND e.id IS NOT NULL
CALL (e) {
  MATCH p = (e)-[:ALSO_KNOWN_AS]->(:Alias)
  RETURN p
  UNION
  MATCH p = (e)<-[:ABOUT]-(f:Fact)
  RETURN p ORDER BY f.importance DESC, f.id DESC LIMIT 30
  UNION
  MATCH p = (e)<-[:MENTIONS]-(m:Message)
  RETURN p ORDER BY m.sent_at DESC, m.id DESC LIMIT 30
}
RETURN p
LIMIT 100
