"""Decides what is deleted and what is made again when messages or a person are forgotten. Pure."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from graph.derived.reached import Reached, Statement, entity_names, says
from graph.store.verbs import DropEdge, DropNode, Edge, Kind, Label, Op, PutEdge, PutNode
from graph.text.analysis import name_key, words_in
from graph.text.search_terms import WHOLE_MARK, query_terms
from graph.values.items import (
    Author,
    Conversation,
    ConversationStatus,
    Entity,
    Fact,
    FactKind,
    FactStatus,
    IntakeRule,
    Message,
    SignificantMemory,
    Stored,
    Summary,
)
from graph.values.puts import put_changed
from graph.values.summary_parts import told_of
from languages.folding import fold

EVIDENCE_FORGOTTEN = "its evidence was forgotten"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What a forgetting does to a space."""

    gone: Mapping[Label, Sequence[str]]  # deleted nodes
    rebuilt: Mapping[Label, Sequence[str]]  # nodes that lose their texts, which rounds write anew
    again: Sequence[str]  # messages that rounds read again, since they may also make a deleted statement
    names: Sequence[str]  # names that must stand nowhere any more
    words: Sequence[str]  # folded; no message or text that stays has them
    messages: Sequence[Message]  # deleted ones, without their texts
    ops: Sequence[Op]

    @property
    def ids(self) -> tuple[str, ...]:
        """The nodes that are deleted, sorted."""
        return tuple(sorted(id for ids in self.gone.values() for id in ids))

    @property
    def rebuilt_ids(self) -> tuple[str, ...]:
        """The nodes that are made again, sorted."""
        return tuple(sorted(id for ids in self.rebuilt.values() for id in ids))


def decide(reached: Reached, rule: IntakeRule) -> Decision:
    """What is deleted, and what is written anew from what is left; until then it has no text and is shown nowhere."""
    return _Deciding(reached, rule).decide()


class _Deciding:
    """A decision while it is made."""

    def __init__(self, reached: Reached, rule: IntakeRule) -> None:
        self._reached, self._rule = reached, rule
        self._ops: list[Op] = []
        self._gone: dict[str, Label] = dict.fromkeys(reached.messages, Label.MESSAGE)
        self._rebuilt: dict[str, Label] = {}
        self._kept = reached.selected.replaced | reached.selected.edited
        self._turned: dict[str, FactStatus] = {}  # facts that stay and hold again or no longer, with what they are now
        self._names = dict.fromkeys(reached.selected.names)
        self._from: defaultdict[tuple[Kind, str], list[Edge]] = defaultdict(list)
        self._to: defaultdict[tuple[Kind, str], list[Edge]] = defaultdict(list)
        for edge in reached.edges:
            self._from[edge.kind, edge.source].append(edge)
            self._to[edge.kind, edge.target].append(edge)

    def decide(self) -> Decision:
        """Decide on statements first, since texts about entities are made from them."""
        reached = self._reached
        again = self._decide_statements()
        self._decide_summaries()
        self._decide_entities()
        self._decide_conversations()
        self._decide_key_info()
        for id in self._reached.reflections:
            self._gone[id] = Label.REFLECTION
        for before in self._reached.thoughts_before.values():
            self._change(before, replace(before, status=FactStatus.CURRENT))
        for id, followed in self._reached.branches.items():
            self._follow(id, followed)
        gone = {id: label for id, label in self._gone.items() if id not in self._kept}
        self._keep_messages(gone)
        # Final, so that other writers do not wait for all the rows; an alias may get the same id again.
        self._ops += [DropNode(id, is_final=label is not Label.ALIAS) for id, label in gone.items()]
        return Decision(
            gone=_by_label(gone),
            rebuilt=_by_label(self._rebuilt),
            again=sorted(((again | reached.silenced) - self._gone.keys()) | reached.selected.edited),
            names=tuple(self._names),
            messages=[message for id, message in reached.messages.items() if id in gone],
            words=sorted({fold(term[1:]) for term in self._reached.selected.words if term.startswith(WHOLE_MARK)}),
            ops=self._ops,
        )

    def _keep_messages(self, gone: Collection[str]) -> None:
        """Let nothing that stays refer to a message that is kept but no longer told; an edited one is read again."""
        selected = self._reached.selected
        for edge in self._reached.edges:
            is_cited = edge.kind is Kind.STATED_IN and edge.target in self._kept
            is_held = edge.kind is Kind.SUMMARIZES and edge.target in selected.replaced
            is_naming = edge.kind is Kind.MENTIONS and edge.source in selected.edited
            if (is_cited or is_held or is_naming) and edge.source not in gone and edge.target not in gone:
                self._ops.append(_dropped(edge))

    def _decide_statements(self) -> set[str]:
        """Delete statements that nothing left says in the same words; returns the messages to read again.

        Those are the other sources of what is deleted, and of facts that hold again: key info may lack their lines.
        """
        reached = self._reached
        gone: set[str] = set()
        changed = True
        while changed:
            more = {id for id in reached.statements.keys() - gone if self._goes(id, gone)}
            changed, gone = bool(more), gone | more
        self._gone |= {id: reached.statements[id].label for id in gone}
        for id, each in reached.statements.items():
            if id not in gone and isinstance(each, Fact):
                self._change_fact(each, gone)
        anew = gone | {id for id, status in self._turned.items() if status is FactStatus.CURRENT}
        anew -= reached.selected.expired
        return {edge.target for id in anew for edge in self._from[Kind.STATED_IN, id]} & reached.sources.keys()

    def _goes(self, id: str, gone: Collection[str]) -> bool:
        """Whether the statement is about the person, or comes from what is deleted and is in no message that stays."""
        selected = self._reached.selected
        if id in selected.texts or any(edge.target in selected.persons for edge in self._from[Kind.ABOUT, id]):
            return True
        sources = [edge.target for edge in self._from[Kind.STATED_IN, id]]
        evidence = [edge.target for edge in self._from[Kind.EVIDENCE, id]]
        if not (self._reached.messages.keys() & sources or set(gone) & set(evidence)):
            return False
        left = [self._reached.sources[source] for source in sources if source in self._reached.sources]
        return not any(_is_said_in(self._reached.statements[id], message) for message in left)

    def _change_fact(self, fact: Fact, gone: Collection[str]) -> None:
        """Let a fact that stays hold again if only what is deleted has ended, answered or contradicted it."""
        after = fact
        for kind, status in (
            (Kind.SUPERSEDED_BY, FactStatus.SUPERSEDED),
            (Kind.ANSWERED_BY, FactStatus.CLOSED),
            (Kind.CONTRADICTS, FactStatus.DISPUTED),
        ):
            others = [edge.target for edge in self._from[kind, fact.id]]
            if kind is Kind.CONTRADICTS:
                others += [edge.source for edge in self._to[kind, fact.id]]
            if not set(others) & set(gone):
                continue
            after = replace(after, reason=None)
            if fact.status is status and set(others) <= set(gone):
                after = replace(after, status=FactStatus.CURRENT, valid_to=None)
        after = self._weighed(after, gone)
        sources = [edge.target for edge in self._from[Kind.STATED_IN, fact.id]]
        left = [self._reached.sources[source] for source in sources if source in self._reached.sources]
        if len(left) < len(sources) and left and all(source.role is not fact.stated_by for source in left):
            after = replace(after, stated_by=left[0].role)
        if after.status is not fact.status:
            self._turned[fact.id] = after.status
        self._change(fact, after)

    def _weighed(self, fact: Fact, gone: Collection[str]) -> Fact:
        """A theory loses the share of its evidence that is deleted."""
        supports = [
            edge.target for edge in self._from[Kind.EVIDENCE, fact.id] if edge.properties.get("is_support", True)
        ]
        lost = len(set(supports) & set(gone))
        if fact.kind is not FactKind.THEORY or not lost:
            return fact
        confidence = fact.confidence * (len(supports) - lost) / len(supports)
        if confidence:
            return replace(fact, confidence=confidence)
        return replace(fact, confidence=0.0, status=FactStatus.CLOSED, reason=EVIDENCE_FORGOTTEN)

    def _decide_summaries(self) -> None:
        """Empty summaries of what is deleted, but keep them over what stays; delete those with nothing left."""
        reached = self._reached
        out = self._gone.keys() - reached.selected.edited
        now: dict[str, Message | Summary] = {id: each for id, each in reached.members.items() if id not in out}
        for summary in sorted(reached.summaries.values(), key=lambda each: (each.level, each.id)):
            ids = [edge.target for edge in self._from[Kind.SUMMARIZES, summary.id]]
            parts = [now[id] for id in ids if id in now]
            if not parts:
                self._gone[summary.id] = Label.SUMMARY
                now.pop(summary.id, None)
                continue
            parts.sort(key=lambda part: (part.position if isinstance(part, Message) else part.first_position, part.id))
            now[summary.id] = after = _without_text(summary, parts, self._rule)
            self._change(summary, after)
            self._ops += [_dropped(edge) for edge in self._from[Kind.MENTIONS, summary.id]]
            self._rebuilt[summary.id] = Label.SUMMARY

    def _decide_entities(self) -> None:
        reached = self._reached
        for id, entity in reached.entities.items():
            if id in reached.selected.persons or not self._is_left(entity):
                self._drop_entity(entity)
                continue
            after = self._renamed(entity)
            if self._is_touched(id) and (entity.brief or entity.dossier):
                after = replace(after, brief=None, dossier=None, is_stale=True, author=Author.RULES)
                self._ops += [_dropped(edge) for edge in self._from[Kind.COVERS, id] if edge.target not in self._gone]
                self._rebuilt[id] = Label.ENTITY
            self._change(entity, after)

    def _is_touched(self, id: str) -> bool:
        """Whether anything deleted or rewritten is about the entity."""
        if id in self._reached.selected.texts:
            return True
        ends = [edge.target for edge in self._from[Kind.COVERS, id]]
        for kind in (Kind.SAID_BY, Kind.MENTIONS, Kind.ABOUT):
            ends += [edge.source for edge in self._to[kind, id]]
        return any(end in self._gone or end in self._rebuilt or end in self._turned for end in ends)

    def _is_left(self, entity: Entity) -> bool:
        """Whether a message that stays names it, or its name stays and something that stays is linked with it."""
        if self._reached.still_named[entity.id]:
            return True
        if self._is_lost(entity.name) and "name" not in entity.fixed:
            return False
        kinds = (Kind.SAID_BY, Kind.MENTIONS, Kind.ABOUT)
        ends = [edge.source for kind in kinds for edge in self._to[kind, entity.id]]
        return any(end not in self._gone and end not in self._rebuilt for end in ends) or not ends

    def _renamed(self, entity: Entity) -> Entity:
        """The entity without names that no message has any more, if deleted messages have them or are linked to it."""
        linked = [edge.source for kind in (Kind.SAID_BY, Kind.MENTIONS) for edge in self._to[kind, entity.id]]
        is_linked = not self._reached.messages.keys().isdisjoint(linked)
        standing = self._reached.still_named[entity.id]
        names = entity_names(entity)
        lost = [name for name in names if name not in standing and (is_linked or self._is_lost(name))]
        kept = [name for name in names if name not in lost] or [entity.name]
        lost = [name for name in lost if name not in kept]
        if not lost:
            return entity
        self._names |= dict.fromkeys(lost)
        self._drop_aliases(entity, lost)
        return replace(entity, name=kept[0], key=name_key(kept[0]), aliases=tuple(kept[1:]))

    def _is_lost(self, text: str) -> bool:
        """Whether the text has a word that is in no message or text that stays."""
        return not self._reached.selected.words.isdisjoint(query_terms(text))

    def _drop_entity(self, entity: Entity) -> None:
        self._gone[entity.id] = Label.ENTITY
        self._names |= dict.fromkeys(entity_names(entity))
        self._drop_aliases(entity, entity.aliases)

    def _drop_aliases(self, entity: Entity, names: Collection[str]) -> None:
        """Delete the alias nodes. They are for people who look at the graph, and are made again with the next alias."""
        if names:
            for edge in self._from[Kind.ALSO_KNOWN_AS, entity.id]:
                self._gone[edge.target] = Label.ALIAS

    def _decide_conversations(self) -> None:
        for id, conversation in self._reached.conversations.items():
            staying = self._reached.staying[id]
            if not staying:
                self._gone[id] = Label.CONVERSATION
                continue
            self._change(conversation, self._shortened(conversation, staying))
            if conversation.title or conversation.topics:
                self._rebuilt[id] = Label.CONVERSATION
            speaking = {message.sender for message in staying}
            silent = {
                edge.target
                for message in self._reached.messages.values()
                if message.conversation == id and message.sender not in speaking
                for edge in self._from[Kind.SAID_BY, message.id]
            }
            for edge in self._to[Kind.TOOK_PART_IN, id]:
                if edge.source in silent and edge.source not in self._gone:
                    self._ops.append(_dropped(edge))

    def _shortened(self, conversation: Conversation, staying: Sequence[Message]) -> Conversation:
        """The conversation of the messages that stay; a round that writes its summary anew gives it a title again."""
        summary = conversation.summary if conversation.summary not in self._gone else None
        is_open = conversation.status is ConversationStatus.COMPLETE and summary is None
        return replace(
            conversation,
            status=ConversationStatus.ACTIVE if is_open else conversation.status,
            started_at=min(message.sent_at for message in staying),
            last_at=max(message.sent_at for message in staying),
            first_position=staying[0].position,
            last_position=staying[-1].position,
            message_count=len(staying),
            participants=self._rule.participants(staying),
            title=None,
            topics=(),
            summary=summary,
        )

    def _decide_key_info(self) -> None:
        info, selected = self._reached.key_info, self._reached.selected
        if info is None:
            return
        places = [
            place
            for place, (line, source) in enumerate(zip(info.lines, info.sources, strict=True))
            if source not in self._gone
            and not any(says(line, name) for name in selected.names)
            and (place < info.pinned or not self._is_lost(line))
        ]
        if len(places) == len(info.lines):
            return
        sources = tuple(info.sources[place] for place in places)
        pinned = sum(place < info.pinned for place in places)
        self._change(
            info, replace(info, lines=tuple(info.lines[place] for place in places), sources=sources, pinned=pinned)
        )
        self._rebuilt[info.id] = Label.KEY_INFO
        for edge in self._from[Kind.STATED_IN, info.id]:
            if edge.target not in sources and edge.target not in self._gone:
                self._ops.append(_dropped(edge))

    def _follow(self, id: str, followed: str | None) -> None:
        self._ops.append(PutNode(Label.MESSAGE, id, {"branch_of": followed}))
        if followed is not None:
            self._ops.append(PutEdge(id, Kind.BRANCHES_FROM, followed))

    def _change(self, before: Stored, after: Stored) -> None:
        if before != after:
            self._ops.append(put_changed(before, after))


def _without_text(summary: Summary, parts: Sequence[Message | Summary], rule: IntakeRule) -> Summary:
    return replace(
        summary,
        body="",
        is_stale=True,
        author=Author.RULES,
        tokens=0,
        **told_of(parts, rule),
    )


def _is_said_in(statement: Statement, message: Message) -> bool:
    """Whether every word of the statement is in the message or in its sender's name."""
    words = {fold(word) for word in words_in(f"{message.sender} {message.body}")}
    text = statement.body
    if isinstance(statement, SignificantMemory):
        text = " ".join((text, *statement.triggers, *statement.participants, *statement.places, *statement.items))
    return words.issuperset(fold(word) for word in words_in(text))


def _dropped(edge: Edge) -> DropEdge:
    return DropEdge(edge.source, edge.kind, edge.target)


def _by_label(labels: Mapping[str, Label]) -> dict[Label, list[str]]:
    by_label: defaultdict[Label, list[str]] = defaultdict(list)
    for id, label in sorted(labels.items()):
        by_label[label].append(id)
    return dict(by_label)
