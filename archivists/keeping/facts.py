"""Facts, theories, questions, objectives and lines of key info that a model has read and that somebody said.

Without a model there are none. What they have to do with known facts is found in `archivists.keeping.linking`.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

from archivists.compare.citations import has_same_words
from archivists.compare.claims import living
from archivists.keeping.archivist import READ, Archivist, NotedLine, Proposal
from archivists.questions.read import FoundWords, KeyLine, Reading, StatedFact, ref_of
from graph.text.analysis import name_key
from graph.values.changes import NewFact, RestateFact
from graph.values.items import GENERIC_SENDERS, FactKind, FactStatus, Role

ABOUT_MAX = 8
"""The most entities that one fact is about."""


def take_facts(proposal: Proposal, reading: Reading) -> Proposal:
    """The proposal with the answer's claims that somebody made in the window. Pure.

    Messages that repeat a known fact become its sources; what somebody has withdrawn is not noted again. What only an
    assistant said after a block had shown it is not new.
    """
    window = proposal.window
    withdrawn = (fact for fact in window.facts if fact.status is FactStatus.WITHDRAWN)
    stored = {fact.id: fact.body for fact in (*living(window), *withdrawn)}
    said = {message.id for message in (*window.context, *window.messages)}
    shown = [
        text
        for block in window.shown_blocks
        for id, text in block.texts.items()
        if id not in said and id not in block.past
    ]
    names = {name_key(name): new.name for new in proposal.entities for name in (new.name, *new.aliases)}
    names |= {name_key(name): entity.name for entity in window.entities for name in (entity.name, *entity.aliases)}
    facts: dict[str, NewFact] = {}
    again: list[RestateFact] = []
    quoted = dict(proposal.quoted)
    checked = [(claim, reading.question.kept(claim)) for claim in reading.answer.claims]
    lost = [f"“{claim.text}”: {why}" for claim, why in checked if isinstance(why, str)]
    lines: list[NotedLine] = []
    for number, (stated, found) in enumerate(checked, start=1):
        if isinstance(found, str):
            continue
        if isinstance(stated, KeyLine):
            lines.append(NotedLine(text=stated.text, message=found.messages[-1], quotation=found.quotation))
            continue
        if not stated.confidence:
            continue
        new = _stated(stated, found, ref_of(number), names)
        same = next((id for id, text in stored.items() if has_same_words(new.body, text)), None)
        if same is not None:
            again.append(reading.signed(RestateFact(fact=same, sources=new.sources, stated_by=new.stated_by)))
            quoted[same] = found.quotation
        elif any(has_same_words(new.body, fact.body) for fact in facts.values()):
            continue
        elif new.stated_by is Role.USER or not any(has_same_words(new.body, text) for text in shown):
            facts[new.ref] = reading.signed(new)
            quoted[new.ref] = found.quotation
    told = proposal.plus((*facts.values(), *again))
    return replace(told, quoted=quoted, key_lines=tuple(lines), lost=(*proposal.lost, *lost))


def _stated(stated: StatedFact, found: FoundWords, ref: str, names: Mapping[str, str]) -> NewFact:
    roles = [source.role for source in found.messages]
    about = stated.about or [source.sender for source in found.messages]
    named = dict.fromkeys(names.get(name_key(name), name) for name in about if name_key(name) not in GENERIC_SENDERS)
    since, until = _day(stated.since), _day(stated.until)
    is_order = since is None or until is None or since <= until
    return NewFact(
        ref=ref,
        body=stated.text,
        kind=stated.kind,
        importance=stated.importance,
        salience=stated.salience,
        confidence=stated.confidence if stated.kind is FactKind.THEORY else 1.0,
        stated_by=Role.USER if Role.USER in roles else roles[0],
        about=tuple(named)[:ABOUT_MAX],
        sources=tuple(source.id for source in found.messages),
        valid_from=since if is_order else None,
        valid_to=until if is_order else None,
        expires_at=None if (last := _day(stated.keep_until)) is None else last + timedelta(days=1),
    )


def _day(text: str | None) -> datetime | None:
    return None if text is None else datetime.combine(date.fromisoformat(text), time(), UTC)


FACTS: Archivist[Reading] = Archivist(
    name="facts",
    question=READ,
    from_answer=lambda proposal, reading, policy: take_facts(proposal, reading),
)
