"""Removes the words of something forgotten from scenes, blocks, the change log, the ledger and kept answers.

Every step is a small write that may be repeated, so that an interrupted forgetting can go on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace

from graph.changing.caller_verdicts import SHOWN_MAX
from graph.derived.reached import says
from graph.errors import Conflict
from graph.forgetting.targets import without
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import DropNode, Kind, Label, Node, Op, PutNode, Value
from graph.text.analysis import words_in
from graph.values.call_outcome import CallOutcome
from graph.values.items import Receipt
from graph.values.write_plan import label_of
from languages.folding import fold

PAGE = 50
"""Nodes of one read and one write: a block may have a hundred edges, which are deleted with it."""

FORGOTTEN = "forgotten"

_ID = re.compile(r'"([a-z][0-9a-f]{8,24}|key-info)"')
_TEXTS = ('"brief":"', '"dossier":"', '"terms":"')


@dataclass(frozen=True, slots=True)
class Trace:
    """What is looked for: the ids of what is deleted and of texts that are written anew, names, and words."""

    gone: frozenset[str]
    rebuilt: frozenset[str]
    names: tuple[str, ...]
    words: frozenset[str] = frozenset()  # folded; no message or text that stays has them
    written: frozenset[str] = frozenset()  # texts and blocks written by changes that tell of what is deleted
    is_person: bool = False  # whether a person is forgotten: then no message may name them as a listener any more

    @classmethod
    def of(cls, receipt: Receipt) -> Trace:
        """What a forgetting has to look for."""
        is_person = receipt.asked == "person"
        gone, rebuilt, words = (frozenset(each) for each in (receipt.ids, receipt.rebuilt, receipt.words))
        return cls(gone, rebuilt, receipt.names, words, is_person=is_person)

    def names_any(self, text: str) -> bool:
        """Whether the text has one of the names."""
        folded = fold(text) if self.names else ""
        return any(fold(name) in folded and says(text, name) for name in self.names)

    def says_any(self, text: str) -> bool:
        """Whether the text has one of the names or words."""
        return self.names_any(text) or not self.words.isdisjoint(map(fold, words_in(text) if self.words else ()))


def remove_traces(knowledge: KnowledgeGraph, space: str, trace: Trace) -> int:
    """Remove the words from everything that is kept about the past; returns how many blocks were deleted."""
    trace = _with_written(knowledge, space, trace)
    blocks = 0
    for label, op_of in _STEPS if trace.is_person else _STEPS[1:]:
        after: tuple[None, str] | None = None
        while nodes := _page(knowledge, space, trace, label, after):
            ops = [op for node in nodes if (op := op_of(node, trace)) is not None]
            try:
                if ops:
                    knowledge.store.write(space, ops)
            except Conflict:
                continue  # Somebody has changed one of them meanwhile: look again.
            blocks += len(ops) if label is Label.BLOCK else 0
            after = (None, nodes[-1].id)
    return blocks


def traces(knowledge: KnowledgeGraph, space: str, trace: Trace, label: Label) -> Iterator[str]:
    """The nodes of a label that `remove_traces` would touch."""
    if label is Label.BLOCK:
        trace = _with_written(knowledge, space, trace)
    yield from (node.id for node, _ in _touched(knowledge, space, trace, label))


def _touched(knowledge: KnowledgeGraph, space: str, trace: Trace, label: Label) -> Iterator[tuple[Node, Op]]:
    op_of = dict(_STEPS)[label]
    after: tuple[None, str] | None = None
    while nodes := _page(knowledge, space, trace, label, after):
        yield from ((node, op) for node in nodes if (op := op_of(node, trace)) is not None)
        after = (None, nodes[-1].id)


def _page(
    knowledge: KnowledgeGraph, space: str, trace: Trace, label: Label, after: tuple[None, str] | None
) -> list[Node]:
    """The next nodes of a label; blocks with the reasons on their edges, since reasons may have names."""
    nodes = knowledge.store.find(space, label, after=after, limit=PAGE)
    if label is not Label.BLOCK or not (trace.names or trace.words):
        return nodes
    reasons: dict[str, list[str]] = {node.id: [] for node in nodes}
    for edge in knowledge.store.edges(space, [*reasons], [Kind.PRESENTED], SHOWN_MAX):
        reasons[edge.source].append(str(edge.properties["reason"]))
    return [replace(node, properties={**node.properties, "reasons": tuple(reasons[node.id])}) for node in nodes]


def _with_written(knowledge: KnowledgeGraph, space: str, trace: Trace) -> Trace:
    """What is looked for, with the texts written by changes that tell of it: a block may show an earlier state."""
    changes = (node for node, _ in _touched(knowledge, space, trace, Label.CHANGE))
    touched = {id for node in changes for id in _texts(node.properties.get("touched"))}
    return replace(trace, written=frozenset(id for id in touched if label_of(id) not in (Label.ENTITY, Label.MESSAGE)))


def _message_op(node: Node, trace: Trace) -> Op | None:
    """Keep what others said, but remove the person from its list of listeners and from its scene."""
    present, extra = node.properties.get("present"), _text(node.properties.get("extra"))
    left: dict[str, Value] = {}
    if (there := without(_texts(present), trace.names)) != _texts(present):
        left["present"] = there
    if extra and (fields := _without_names(extra, trace)) != extra:
        left["extra"] = fields
    return PutNode(Label.MESSAGE, node.id, left, expect=node.version) if left else None


def _without_names(extra: str, trace: Trace) -> str | None:
    """The fields without texts that have a name; None if a name is in them and they are not JSON."""
    try:
        fields = json.loads(extra)
    except ValueError:
        return None if trace.names_any(extra) else extra
    left = _unnamed(fields, trace)
    return extra if left == fields else json.dumps(left, ensure_ascii=False)


def _unnamed(field: object, trace: Trace) -> object:
    if isinstance(field, str):
        return None if trace.names_any(field) else field
    if isinstance(field, list):
        return [kept for each in field if (kept := _unnamed(each, trace)) is not None]
    if isinstance(field, dict):
        named = {name: _unnamed(each, trace) for name, each in field.items() if not trace.names_any(name)}
        return {name: each for name, each in named.items() if each is not None}
    return field


def _block_op(node: Node, trace: Trace) -> Op | None:
    """Delete a block if it shows, answers or nearly showed something forgotten."""
    properties = node.properties
    ids = {*_texts(properties.get("shown")), *_texts(properties.get("quotes"))}
    near, body, question = (str(properties.get(name) or "") for name in ("near_misses", "body", "question"))
    ids |= {node.id, _text(properties.get("query")), *_ID.findall(near)}
    is_one = any(not wanted.isdisjoint(ids) for wanted in (trace.gone, trace.rebuilt, trace.written))
    is_one = is_one or trace.names_any(f"{body}\n{near}\n{question}")
    is_one = is_one or trace.says_any("\n".join((question, *_texts(properties.get("reasons")))))
    return DropNode(node.id, is_final=True) if is_one else None


def _change_op(node: Node, trace: Trace) -> Op | None:
    """Empty the change, but keep who made it and when."""
    properties = node.properties
    if properties.get("is_forgotten"):
        return None
    body = str(properties.get("body") or "")
    named = {*_ID.findall(body), *_texts(properties.get("evidence"))}
    touched = {*_texts(properties.get("touched"))}
    texts = {id for id in trace.rebuilt if label_of(id) is not Label.ENTITY}
    is_one = (
        not trace.gone.isdisjoint(named | touched)
        or not texts.isdisjoint(named)
        or (not trace.rebuilt.isdisjoint(touched) and any(text in body for text in _TEXTS))
        or trace.says_any(f"{_text(properties.get('what'))} {_text(properties.get('why'))} {body}")
    )
    if not is_one:
        return None
    emptied: dict[str, Value] = {
        "name": FORGOTTEN,
        "what": FORGOTTEN,
        "why": "",
        "evidence": (),
        "body": None,
        "is_forgotten": True,
    }
    return PutNode(Label.CHANGE, node.id, emptied, expect=node.version)


def _call_op(node: Node, trace: Trace) -> Op | None:
    """Empty the call, but keep its cost. A call that is under way will not keep its reply."""
    properties = node.properties
    is_open = properties.get("outcome") == CallOutcome.UNDER_WAY and not properties.get("is_forgotten")
    if not (properties.get("body") or properties.get("error") or is_open):
        return None
    emptied: dict[str, Value] = {"body": None, "error": None, "is_forgotten": True}
    return PutNode(Label.CALL, node.id, emptied, expect=node.version)


def _request_op(node: Node, trace: Trace) -> Op | None:
    """Drop the answer, but keep the key, so that a repeated request stores nothing twice and gets a new answer."""
    if "body" not in node.properties and trace.gone.isdisjoint(_texts(node.properties.get("messages"))):
        return None
    return PutNode(Label.REQUEST, node.id, {"body": None}, expect=node.version)


def _dropped(node: Node, trace: Trace) -> Op | None:
    return DropNode(node.id)


def _text(value: Value) -> str:
    return value if isinstance(value, str) else ""


def _texts(value: Value) -> Collection[str]:
    return value if isinstance(value, tuple) else ()


_STEPS: tuple[tuple[Label, Callable[[Node, Trace], Op | None]], ...] = (
    (Label.MESSAGE, _message_op),
    (Label.REQUEST, _request_op),
    (Label.CALL, _call_op),
    (Label.BLOCK, _block_op),
    (Label.CHANGE, _change_op),  # after the blocks, for which the changes are read
    (Label.OFFER, _dropped),  # uncompared: it has a message's words, and the user can ask again
    (Label.LEARNED, _dropped),  # comes from blocks that are deleted now; a round learns anew from the others
)
