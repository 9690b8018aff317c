// 05 Where this item comes from and what it touches ($item)
MATCH (i:Remembered {space: $space, id: $item})
MATCH p = (i)-[:STATED_IN|ABOUT|EVIDENCE|PART_OF|SUPERSEDED_BY|CONTRADICTS|ANSWERED_BY|SUMMARIZES|COVERS|CHANGED]-()
RETURN p
LIMIT 100
