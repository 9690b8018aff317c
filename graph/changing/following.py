"""Lets what was made of facts follow them: the step that ends or rewords a fact also changes what says it.

Lines of key info go, or say the new text. Briefs and dossiers become stale, and blocks hide stale ones. Summaries and
reflections lose the sentences that say it, and titles that say it go; rounds write them anew.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from graph.changing.apply_summaries import KeyInfoEntry, key_info_parts, set_key_info_lines, stored_key_info
from graph.changing.graph_draft import GraphDraft, mark_stale, shortened
from graph.store.verbs import Kind, Label
from graph.text.analysis import without_speaker
from graph.text.dangers import is_negated
from graph.text.search_terms import WHOLE_MARK, query_terms, telling_words, terms
from graph.text.sentences import sentences
from graph.values.codec import item_of
from graph.values.items import (
    KEY_INFO_ID,
    NOT_SO,
    Conversation,
    Entity,
    Fact,
    FactStatus,
    Message,
    Reflection,
    Stored,
    Summary,
)
from graph.values.puts import searchable_text

MOST = 0.5
"""A line that stays is named in the log if more than this share of its words is the fact's."""

OF_FACTS = (Kind.COVERS, Kind.ABOUT, Kind.STATED_IN, Kind.SUPERSEDED_BY)


@dataclass(frozen=True, slots=True)
class _Former:
    """What a fact said that no longer holds, or now says something else."""

    bodies: tuple[str, ...]  # its text, and those of its duplicates
    sources: frozenset[str]
    text: str | None  # what it says now; None if it has ended
    successors: tuple[str, ...] = ()  # texts of the facts that stand in its place

    def share(self, line: str) -> float:
        """The share of the line's words that are the fact's, at most 1."""
        return max(_share(body, without_speaker(line)) for body in self.bodies)

    def is_said_by(self, sentence: str) -> bool:
        """Whether the sentence says this, perhaps with more, and nothing that stands in its place says it too."""
        said = without_speaker(sentence)
        is_told = any(
            1 in (_share(body, said), _share(said, without_speaker(body))) and is_negated(body) is is_negated(said)
            for body in self.bodies
        )
        return is_told and not _is_said_in((self.text, *self.successors), sentence)

    def in_place_of(self, line: str) -> str | None:
        """The new text, after the line's speaker unless it names them; None if the line goes."""
        speaker = line.removesuffix(without_speaker(line))
        text = self.text and without_speaker(self.text)
        return f"{speaker}{text}" if text and _share(text, speaker) < 1 else text


def follow(draft: GraphDraft, now: datetime, *, restored: Collection[str] = ()) -> str:
    """Change what says a fact that this step has ended or reworded, except nodes that an undo has `restored`.

    A line of key info says it if all of its words are the fact's, and not those of the fact in its place, and both
    come from the same message. Pinned lines stay. A brief or dossier says it if it covers the fact, or is of an entity
    that the fact is about and has all of its words. Returns a sentence about lines that stay, "" for none. A read or
    two for each fact.
    """
    pairs = [
        (item_of(before, Fact), None if after is None else item_of(after, Fact))
        for before, after in draft.edited(Label.FACT).values()
        if before is not None
    ]
    changed = {before.id: (before, after) for before, after in pairs if _is_other(before, after)}
    draft.edges_of_step(changed, OF_FACTS)  # One read for all.
    told = {id: _former(draft, *pair) for id, pair in changed.items()}
    _mark_texts(draft, told, restored)
    former = [told[id] for id, pair in changed.items() if _is_corrected(*pair, now)]
    _cut_texts(draft, former, restored)
    if KEY_INFO_ID in restored:
        return ""
    if draft.edited(Label.KEY_INFO):
        former += _over_in_messages_of(draft, now)
    return _change_key_info(draft, former, now) if former else ""


def returned_lines(draft: GraphDraft, lines: Iterable[KeyInfoEntry], now: datetime) -> None:
    """Put back those of the lines that say a fact which holds again since this step."""
    facts = [item_of(after, Fact) for _, after in draft.edited(Label.FACT).values() if after is not None]
    held = [_former(draft, fact, fact) for fact in facts if not _is_over(fact, now)]
    pinned, others = key_info_parts(stored_key_info(draft))
    known = {line for line, _ in (*pinned, *others)}
    back = [entry for entry in lines if entry[0] not in known and any(_says(each, *entry) for each in held)]
    if back:
        set_key_info_lines(draft, pinned, [*others, *back], now)


def _is_other(before: Fact, after: Fact | None) -> bool:
    """Whether a text that states the fact as it was may be wrong now; what a duplicate said still holds."""
    if after is None:
        return True
    is_told_else = (before.body, before.valid_to) != (after.body, after.valid_to)
    is_in_doubt = before.status is not after.status is not FactStatus.CURRENT
    return (is_told_else or is_in_doubt) and not _is_duplicate(after)


def _is_corrected(before: Fact, after: Fact | None, now: datetime) -> bool:
    """Whether the fact has ended or says something else. Of a disputed fact nobody knows: its line stays."""
    has_ended = not _is_over(before, now) and (after is None or _is_over(after, now))
    return has_ended or (after is not None and after.body != before.body)


def _is_over(fact: Fact, now: datetime) -> bool:
    has_ended = fact.valid_to is not None and fact.valid_to <= now
    return has_ended or fact.status is FactStatus.CLOSED or (fact.status in NOT_SO and not _is_duplicate(fact))


def _is_duplicate(fact: Fact) -> bool:
    """Whether it was merged into another fact, which says the same: only what really ended has an end."""
    return fact.status is FactStatus.SUPERSEDED and fact.valid_to is None


def _mark_texts(draft: GraphDraft, told: Mapping[str, _Former], restored: Collection[str]) -> None:
    edges = draft.edges_of_step(told, OF_FACTS)
    stale = {source for source, kind, target in edges if kind is Kind.COVERS and target in told}
    about = [(source, target) for source, kind, target in edges if kind is Kind.ABOUT and source in told]
    draft.read(entity for _, entity in about)
    for fact, id in about:
        entity = item_of(node, Entity) if (node := draft.node(id)) is not None else None
        text = searchable_text(entity) if entity and (entity.brief or entity.dossier) else None
        if text and any(_share(text, without_speaker(body)) == 1 for body in told[fact].bodies):
            stale.add(id)
    mark_stale(draft, sorted(id for id in stale - {*restored} if draft.node(id) is not None))


def _cut_texts(draft: GraphDraft, former: Sequence[_Former], restored: Collection[str]) -> None:
    """Take the sentences that say it from the texts over the messages that state it. A read for each level of them."""
    below = draft.items(sorted({source for each in former for source in each.sources}))
    talks = {each.conversation for each in below.values() if isinstance(each, Message)}
    texts: dict[str, Stored] = {}
    while parts := [each for each in below.values() if isinstance(each, Message | Summary)]:
        below = draft.items(sorted({each.container for each in parts if each.container is not None}))
        texts |= below
    covering = [edge.source for edge in draft.edges(talks, [Kind.COVERS])] if talks else []
    texts |= draft.items([*covering, *sorted(talks)])
    for item in (item for id, item in texts.items() if id not in restored):
        match item:
            case Summary() if (body := _without(former, item.body)) != item.body:
                draft.change(item, replace(item, body=body, is_stale=True))
            case Reflection():
                draft.change(item, replace(item, body=_without(former, item.body)))
            case Conversation() if item.title and not _without(former, item.title):
                draft.change(item, replace(item, title=None))


def _without(former: Sequence[_Former], text: str) -> str:
    """The text without the sentences that say it; a speaker's name goes over to the next sentence."""
    kept: list[str] = []
    speaker = ""
    spans = sentences(text)
    for start, end in spans:
        sentence = text[start:end]
        said = without_speaker(sentence.lstrip())
        speaker = sentence[: len(sentence) - len(said)].lstrip() or speaker
        if any(each.is_said_by(sentence) for each in former):
            continue
        kept.append(f"{speaker}{said}")
        speaker = ""
    return " ".join(map(str.strip, kept)) if len(kept) < len(spans) else text


def _former(draft: GraphDraft, before: Fact, after: Fact | None) -> _Former:
    bodies, newest = {before.id: before.body}, [before.id]
    while newest:
        edges = draft.edges_of_step(newest, [Kind.SUPERSEDED_BY])
        ids = [source for source, _, target in edges if target in newest and source not in bodies]
        items = [each for each in draft.items([id for id in ids if draft.node(id)]).values() if isinstance(each, Fact)]
        newest = [each.id for each in items if _is_duplicate(each)]
        bodies |= {each.id: each.body for each in items if _is_duplicate(each)}
    stated = draft.edges_of_step([before.id], [Kind.STATED_IN])
    text = None if after is None or after.body == before.body else after.body
    ends = draft.edges_of_step([before.id], [Kind.SUPERSEDED_BY])
    later = draft.items([target for source, _, target in ends if source == before.id]).values()
    successors = tuple(each.body for each in later if isinstance(each, Fact))
    return _Former(tuple(bodies.values()), frozenset(target for source, _, target in stated), text, successors)


def _over_in_messages_of(draft: GraphDraft, now: datetime) -> list[_Former]:
    """The facts that are over and come from the messages of key info: a round may have read it before they ended."""
    _, others = key_info_parts(stored_key_info(draft))
    sources = {source for _, source in others if source}
    ids = dict.fromkeys(edge.source for edge in draft.edges(sources, [Kind.STATED_IN]) if edge.target in sources)
    facts = [item for item in draft.items([*ids]).values() if isinstance(item, Fact)]
    return [_former(draft, fact, fact) for fact in facts if _is_over(fact, now)]


def _change_key_info(draft: GraphDraft, former: Sequence[_Former], now: datetime) -> str:
    pinned, others = key_info_parts(stored_key_info(draft))
    kept: list[KeyInfoEntry] = []
    for line, source in others:
        found = next((each for each in former if _says(each, line, source)), None)
        text = line if found is None else found.in_place_of(line)
        if text and text not in (known for known, _ in (*pinned, *kept)):
            kept.append((text, source))
    if kept != others:
        set_key_info_lines(draft, pinned, kept, now)
    left = [line for line, _ in pinned] + [
        line for line, source in kept if (line, source) in others and any(source in each.sources for each in former)
    ]
    left = [line for line in left if any(each.share(line) > MOST and not _is_still_so(each, line) for each in former)]
    return f"Key info keeps: {shortened('; '.join(left))}" if left else ""


def _says(former: _Former, line: str, source: str) -> bool:
    is_said_again = _is_said_in(former.successors, line)
    return source in former.sources and former.share(line) == 1 and not is_said_again


def _is_still_so(former: _Former, line: str) -> bool:
    return _is_said_in((former.text, *former.successors), line)


def _is_said_in(texts: Iterable[str | None], line: str) -> bool:
    said = without_speaker(line)
    return any(text and _share(text, said) == 1 and is_negated(text) is is_negated(said) for text in texts)


def _share(text: str, said: str) -> float:
    """The share of the words of `said` that `text` has, in any form; words that only join do not count."""
    held, words = {*terms(text)}, telling_words(said)
    return sum(_has_word(held, word) for word in words) / len(words) if words else 0.0


def _has_word(held: Collection[str], word: str) -> bool:
    found = query_terms(word)
    is_spaced = any(term.startswith(WHOLE_MARK) for term in found)
    return any(term in held for term in found) if is_spaced else all(term in held for term in found)
