"""A selection from made-up items, for the tests of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from context.block_profile import ASSISTANT
from context.gather.question import Question
from context.rendering import fit
from context.score.formula import Scored
from context.select.block_policy import BlockPolicy
from context.select.history_cover import HistoryCover
from context.select.preparing import best_line
from context.select.section import Material, Section
from context.select.selection import Selection, select
from context.wording.reasons import in_words
from graph.index.entries import Entry
from graph.text.tokens import count_tokens
from graph.values.codec import id_of, to_ms
from graph.values.items import KEY_INFO_ID, Author, Entity, Fact, Item, Message, Role, Summary
from languages.english.phrases import PHRASES as ENGLISH

NOW = datetime(2026, 3, 9, 18, tzinfo=UTC)
POLICY = BlockPolicy()


def message(number: int, body: str) -> Message:
    """A message of one minute after the other."""
    at = NOW + timedelta(minutes=number)
    return Message(
        id=f"m{number:08d}", conversation="c1", chat="", sender="Ada", role=Role.USER, body=body, sent_at=at,
        position=float(to_ms(at)), digest="", tokens=count_tokens(body),
    )  # fmt: skip


def fact(number: int, body: str, **changed: object) -> Fact:
    """A fact that a model has written."""
    whole: dict[str, object] = {"author": Author.MODEL, "created_at": NOW, "updated_at": NOW}
    whole |= {"tokens": count_tokens(body)}
    return Fact(id=f"f{number:08d}", body=body, **whole | changed)  # type: ignore[arg-type]


def entity(number: int, brief: str | None, dossier: str | None = None) -> Entity:
    """An entity with these texts."""
    return Entity(
        id=f"e{number:08d}", name=f"Name{number}", key=f"name{number}", brief=brief, dossier=dossier,
        author=Author.MODEL, created_at=NOW, updated_at=NOW,
    )  # fmt: skip


def summary(number: int, body: str, count: int = 5) -> Summary:
    """A summary of some messages."""
    return Summary(
        id=f"s{number:08d}", level=1, body=body, conversation=None, first_at=NOW, last_at=NOW,
        first_position=float(to_ms(NOW) + number), last_position=float(to_ms(NOW)), message_count=count,
        tokens=count_tokens(body),
    )  # fmt: skip


def scored(item: Item, score: float, container: str | None = None) -> Scored:
    """The item with a score that the question accounts for; below 0, what it is otherwise takes more away."""
    return Scored(id_of(item), entry_of(item, container), score, abs(score), abs(score), (), (), None)


def entry_of(item: Item, container: str | None = None) -> Entry:
    """What the index would know of it."""
    status, kind = (str(item.status), str(item.kind)) if isinstance(item, Fact) else ("", "")
    at_ms = to_ms(item.sent_at) if isinstance(item, Message) else 0
    return Entry(
        id=id_of(item), label=item.label, kind=kind, at_ms=at_ms, position=0.0, importance=0, salience=0,
        usefulness=0.0,
        tokens=getattr(item, "tokens", 0), chat="", conversation=None, container=container, status=status, sender="",
    )  # fmt: skip


@dataclass
class Trees:
    """A forest that is spelled out."""

    entries: Mapping[str, Entry]
    holders: Mapping[str, str] = field(default_factory=dict)  # node -> the summary right above it

    def entry(self, id: str) -> Entry | None:
        """As Forest."""
        return self.entries.get(id)

    def above(self, id: str) -> list[str]:
        """As Forest."""
        holder = self.holders.get(id)
        return [] if holder is None else [holder, *self.above(holder)]

    def tops(self) -> list[str]:
        """As Forest."""
        raise AssertionError("The cover is given.")

    def children(self, id: str) -> list[str]:
        """As Forest."""
        return sorted(child for child, holder in self.holders.items() if holder == id)

    def stale(self) -> list[str]:
        """None."""
        return []

    def loose_messages(self, limit: int) -> list[str]:
        """As Forest."""
        raise AssertionError("The cover is given.")

    def last_messages(self, limit: int) -> list[str]:
        """As Forest."""
        raise AssertionError("The cover is given.")


NO_COVER = HistoryCover(summaries=(), messages=(), lines=())


def sections(**shares: float) -> Sequence[Section]:
    """Those of an assistant's block, some with another share."""
    return [replace(each, share=shares.get(each.name.split()[0], each.share)) for each in ASSISTANT.sections]


def choose(
    ranked: Sequence[tuple[Item, float]],
    others: Sequence[Item] = (),
    *,
    budget: int = 2000,
    policy: BlockPolicy = POLICY,
    cover: HistoryCover = NO_COVER,
    sections: Sequence[Section] = ASSISTANT.sections,
    container: str | None = None,
    holders: Mapping[str, str] | None = None,
    stems: Mapping[str, float] | None = None,
    **more: Mapping[str, Sequence[str]] | Mapping[str, Entry] | frozenset[str] | str,
) -> Selection:
    """A selection from these items."""
    items = [*others, *(item for item, _ in ranked)]
    found = [scored(item, score, container) for item, score in ranked]
    held = {one.id: container for one in found if container} | dict(holders or {})
    material = Material(
        policy=policy, question=Question("", (), "", {}, None, (), stems or {}, asked_at=NOW), phrases=ENGLISH,
        budget_tokens=budget, chat="", asked=None, visible=frozenset(), history_count=50,
        forest=Trees({id_of(item): entry_of(item) for item in items}, held), cover=cover,
        tokens_max={each.name: each.tokens_max(budget, 0, policy.small_block_tokens) for each in sections},
        ranked=found, scored={one.id: one for one in found}, best_line=0.0,
        rows={id_of(item): item for item in items},
    )  # fmt: skip
    material = replace(material, **more)  # type: ignore[arg-type]
    first: dict[str, Sequence[str]] = {}
    material = replace(material, best_line=best_line(found, material.visible), first=first)
    for each in sections:
        first[each.name] = each.first(material, material.tokens_max[each.name])
    last = {each.name: each.last(material, material.tokens_max[each.name]) for each in sections}
    return select(replace(material, last=last), sections)


def shown(selection: Selection) -> list[tuple[str, str]]:
    """What is shown, and where."""
    return [(piece.id, piece.section) for piece in selection.pieces]


def missed(selection: Selection) -> dict[str, str]:
    """What is not, and why. Key info is no candidate, where a space has none."""
    return {id: in_words(reason) for id, reason in selection.why.items() if id != KEY_INFO_ID}


def left_out(selection: Selection) -> int:
    """How many messages of the history nothing in the block stands for."""
    return fit(selection.pieces, ASSISTANT.sections, 50, 2000, ENGLISH).left_out_count
