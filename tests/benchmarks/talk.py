"""A talk of two sessions in LoCoMo's format, made up, with what a set like it tells of its lines."""

from __future__ import annotations

import json
from pathlib import Path

FIRST = [
    ("Ada", "Hello Bo, how was the week?"),
    ("Bo", "Busy! I sold the old lighthouse lamp to the museum in Ghent."),
    ("Ada", "The brass one? You polished it for years."),
    ("Bo", "That one. They will hang it in the hall of ships."),
    ("Ada", "I adopted a parrot. His name is Quill, and he swears in Dutch."),
    ("Bo", "Who taught him that?"),
    ("Ada", "His sailor, before me."),
    ("Bo", "Poor neighbours."),
    ("Ada", "They bring him nuts."),
    ("Bo", "Then all is well."),
]
SECOND = [
    ("Bo", "The museum has hung the lamp. There was cake."),
    ("Ada", "Quill flew away on Monday, and came back on Tuesday with a ring."),
]
OBSERVED = {
    "session_1_observation": {
        "Ada": [["Ada has a parrot called Quill who swears in Dutch.", "D1:5"]],
        "Bo": [["Bo sold a brass lighthouse lamp to a museum.", ["D1:2", "D1:3"]], ["Bo is kind.", []]],
    },
    "session_2_observation": {"Ada": [["Ada's parrot came back with a ring.", "D2:2"]], "Bo": []},
}
SUMMARIES = {
    "session_1_summary": "Bo sold his lamp. Ada has a parrot.",
    "session_2_summary": "The lamp hangs, and the parrot is back.",
}
ASKED = [
    {"question": "What did Bo sell?", "answer": "a brass lamp", "evidence": ["D1:2"], "category": 4},
    {"question": "What did the parrot bring?", "answer": "a ring", "evidence": ["D2:2"], "category": 4},
]


def write(folder: Path) -> Path:
    """The file of this one talk."""
    conversation: dict[str, object] = {"speaker_a": "Ada", "speaker_b": "Bo"}
    for number, (lines, day) in enumerate([(FIRST, "8 May, 2026"), (SECOND, "20 May, 2026")], start=1):
        conversation[f"session_{number}_date_time"] = f"1:56 pm on {day}"
        conversation[f"session_{number}"] = [
            {"speaker": speaker, "dia_id": f"D{number}:{at}", "text": text}
            for at, (speaker, text) in enumerate(lines, start=1)
        ]
    talk = {
        "sample_id": "conv-0", "conversation": conversation, "qa": ASKED, "observation": OBSERVED,
        "session_summary": SUMMARIES,
    }  # fmt: skip
    path = folder / "locomo.json"
    path.write_text(json.dumps([talk]), encoding="utf-8")
    return path
