"""Each public set's format, in small samples of our own, becomes folders that can be measured."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmarks.retrieval.convert import CONVERTERS, Set
from benchmarks.retrieval.convert.locomo import corrected
from benchmarks.retrieval.folder import Folder
from graph.errors import BadInput

LOCOMO = [
    {
        "sample_id": "conv-1",
        "conversation": {
            "speaker_a": "Ada",
            "speaker_b": "Nil",
            "session_2_date_time": "9:00 am on 2 June, 2026",
            "session_2": [{"speaker": "Nil", "dia_id": "D2:1", "text": "", "blip_caption": "a red boat"}],
            "session_1_date_time": "1:56 pm on 8 May, 2026",
            "session_1": [
                {"speaker": "Ada", "dia_id": "D1:1", "text": "I sail."},
                {"speaker": "Nil", "dia_id": "D1:2", "text": "Me too."},
            ],
        },
        "qa": [
            {"question": "Who sails?", "answer": "both", "evidence": ["D1:1; D1:2"], "category": 1},
            {"question": "What boat?", "answer": 1, "evidence": ["D2:1"], "category": 4},
            {"question": "What car?", "adversarial_answer": "red", "evidence": ["D2:1"], "category": 5},
        ],
    }
]
REALTALK = {
    "session_1": [
        {"clean_text": "Hi!", "speaker": "Ada", "date_time": "29.12.2025, 10:00:00", "dia_id": "D1:1"},
        {"clean_text": "Hello.", "speaker": "Nil", "date_time": "29.12.2025, 10:00:00", "dia_id": "D1:2"},
        {
            "clean_text": "",
            "speaker": "Nil",
            "date_time": "29.12.2025, 10:01:00",
            "dia_id": "D1:3",
            "blip_caption": "a boat",
        },
    ],
    "qa": [
        {"question": "Who said hello?", "answer": "Nil", "evidence": ["D1:2"], "category": 1},
        {"question": "What was said?", "answer": "hi", "evidence": ["D1:1-D1:3. D9:1"], "category": 1},
    ],
}
BEAM = [
    {"turns": [[
        {"role": "user", "id": 0, "time_anchor": "March-15-2026", "content": "Plan my week. ->-> 1,1"},
        {"role": "assistant", "id": 1, "content": "Monday first. ->-> 2,N/A"},
    ]]}
]  # fmt: skip
PROBING = {
    "abstention": [{"question": "What car?", "ideal_response": "Unknown."}],
    "knowledge_update": [{"question": "Which day?", "answer": "Monday", "source_chat_ids": {"old": [0], "new": [1]}}],
}
HAYSTACK = {
    "question_id": "h1",
    "question_type": "knowledge-update",
    "question": "Which loan?",
    "answer": "40,000 lira",
    "question_date": "2026/03/18 (Wed) 04:17",
    "answer_session_ids": ["s1"],
    "haystack_dates": ["2026/03/01 (Sun) 10:00"],
    "haystack_session_ids": ["s1"],
    "haystack_sessions": [
        [{"role": "user", "content": "A loan?"}, {"role": "assistant", "content": "You have 40,000 lira."}]
    ],
}
XQUAD = {
    "data": [
        {
            "paragraphs": [
                {"context": "\ufeffNil Ankara'da.", "qas": [{"question": "Nerede?", "answers": [{"text": "Ankara"}]}]}
            ]
        }
    ]
}
DIALOGUE = {
    "dialogue": ["<BOD>\n", '<Ada>: "I may sing again."\n', '<Assistant>: "As in May?"\n', "<EOD>\n"],
    "test-turn": [2],
    "relevant-id": [3],
    "user-id": 1,
}
MEMORY = {"3": {"time": "2025-05-02", "event": "Ada sang at school."}}


def dump(path: Path, *documents: object) -> Path:
    """One JSON document in a file, or several as lines."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(json.dumps(document) for document in documents))
    return path


def converted(set: Set, path: Path) -> Folder:
    """The one folder that comes of it."""
    (folder,) = CONVERTERS[set](path)
    return folder


def told(folder: Folder) -> Sequence[tuple[str, str, str, str, str]]:
    """Id, role, sender, time and text of each message."""
    return [
        (one.id, str(one.line.role), one.line.sender, f"{one.line.sent_at:%Y-%m-%d %H:%M:%S}", one.line.body)
        for one in folder.messages
    ]


def asked(folder: Folder) -> Sequence[tuple[str, tuple[str, ...], str, str | None]]:
    """Text, evidence, category and answer of each question."""
    return [(one.question, one.evidence, one.category, one.answer) for one in folder.questions]


def test_locomo(tmp_path: Path) -> None:
    """Sessions by number, captions behind the line, joined evidence taken apart; what was never said is not asked."""
    folder = converted(Set.LOCOMO, dump(tmp_path / "locomo1.json", LOCOMO))

    assert told(folder) == [
        ("D1:1", "user", "Ada", "2026-05-08 13:56:00", "I sail."),
        ("D1:2", "assistant", "Nil", "2026-05-08 13:56:20", "Me too."),
        ("D2:1", "assistant", "Nil", "2026-06-02 09:00:00", "[image: a red boat]"),
    ]
    assert asked(folder) == [
        ("Who sails?", ("D1:1", "D1:2"), "multi-hop", "both"),
        ("What boat?", ("D2:1",), "single-hop", "1"),
    ]


def test_locomo_corrected(tmp_path: Path) -> None:
    """Corrections replace evidence and answer of the questions that they name."""
    folders = CONVERTERS[Set.LOCOMO](dump(tmp_path / "locomo1.json", LOCOMO))
    labels = [{"question": "What boat?", "correct_evidence": ["D1:2", "D9:9"], "correct_answer": "a red one"}]

    (folder,) = corrected(folders, dump(tmp_path / "errors.json", labels))

    assert asked(folder)[1] == ("What boat?", ("D1:2",), "single-hop", "a red one")


def test_realtalk(tmp_path: Path) -> None:
    """Lines of one moment keep their order, captions stand behind the line, ranges of evidence are told one by one."""
    folder = converted(Set.REALTALK, dump(tmp_path / "Chat_1_Ada_Nil.json", REALTALK).parent)

    assert folder.name == "Chat_1_Ada_Nil"
    assert told(folder) == [
        ("D1:1", "user", "Ada", "2025-12-29 10:00:00", "Hi!"),
        ("D1:2", "assistant", "Nil", "2025-12-29 10:00:01", "Hello."),
        ("D1:3", "assistant", "Nil", "2025-12-29 10:01:00", "[image: a boat]"),
    ]
    assert asked(folder) == [
        ("Who said hello?", ("D1:2",), "multi-hop", "Nil"),
        ("What was said?", ("D1:1", "D1:2", "D1:3"), "multi-hop", "hi"),
    ]


def test_beam(tmp_path: Path) -> None:
    """Marks are cut off, dates carried on, evidence found however deep, and abstention left out."""
    dump(tmp_path / "7" / "chat.json", BEAM)
    dump(tmp_path / "7" / "probing_questions.json", PROBING)

    folder = converted(Set.BEAM, tmp_path)

    assert told(folder) == [
        ("0", "user", "", "2026-03-15 00:00:00", "Plan my week."),
        ("1", "assistant", "", "2026-03-15 00:01:00", "Monday first."),
    ]
    assert asked(folder) == [("Which day?", ("0", "1"), "knowledge_update", "Monday")]


def test_longmemeval(tmp_path: Path) -> None:
    """Without a mark, evidence is the turn that says the answer."""
    folder = converted(Set.LONGMEMEVAL, dump(tmp_path / "longmemeval_s.json", [HAYSTACK]))

    assert [one.conversation for one in folder.messages] == ["s1", "s1"]
    assert asked(folder) == [("Which loan?", ("s1:1",), "knowledge-update", "40,000 lira")]
    assert f"{folder.questions[0].at:%Y-%m-%d %H:%M}" == "2026-03-18 04:17"


def test_xquad(tmp_path: Path) -> None:
    """A passage is a message, and the answer of its questions."""
    folder = converted(Set.XQUAD, dump(tmp_path / "xquad.tr.json", XQUAD))

    assert told(folder) == [("p0", "user", "", "2024-01-01 00:00:00", "Nil Ankara'da.")]
    assert asked(folder) == [("Nerede?", ("p0",), "passage", "Ankara")]


def test_madial(tmp_path: Path) -> None:
    """A question is the chat before the assistant draws on memory."""
    dump(tmp_path / "dialogue1.jsonl", DIALOGUE)
    dump(tmp_path / "memory.jsonl", MEMORY)

    folder = converted(Set.MADIAL, tmp_path)

    assert folder.name == "Ada"
    assert told(folder) == [("3", "user", "Ada", "2025-05-02 00:00:03", "Ada sang at school.")]
    assert asked(folder) == [("I may sing again.", ("3",), "proactive", None)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "locomo1.json, line 1: found"),
        ("{}", "locomo1.json, document: found {}; expected a list"),
        ('[{"sample_id": "c"}]', 'document[0]: found ["sample_id"]; expected an object with “conversation”'),
        (
            '[{"sample_id": "c", "qa": [], "conversation": {"speaker_a": "A", "session_1": [{}], '
            '"session_1_date_time": "soon"}}]',
            "document[0].conversation.session_1_date_time: found soon; expected a time like",
        ),
    ],
)
def test_what_does_not_fit(tmp_path: Path, text: str, told: str) -> None:
    """The error names the file, the place in it, what was found and what was expected."""
    (tmp_path / "locomo1.json").write_text(text)

    with pytest.raises(BadInput) as caught:
        list(CONVERTERS[Set.LOCOMO](tmp_path))

    assert told in str(caught.value)


def test_a_folder_without_the_set(tmp_path: Path) -> None:
    """A folder that holds something else says so."""
    with pytest.raises(BadInput, match="found no file like Chat_"):
        list(CONVERTERS[Set.REALTALK](tmp_path))
