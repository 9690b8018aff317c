"""Finds new significant memories in a story, and adds to known ones that the story continues."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from archivists.compare.statement_likeness import Outcome, compare
from archivists.keeping.archivist import MOMENTS_QUESTION, Archivist
from archivists.questions.moments_question import NEW_MAX, StatedMemory, Telling, told_in_window
from archivists.statements.clauses import is_generic, prose
from archivists.statements.quotes import closed, in_whole_marks, quoted
from archivists.window.window import Window
from graph.text.analysis import name_key, word_spans
from graph.text.identification import readers_of, stop_words
from graph.text.search_terms import stem
from graph.text.story_cues import Importance, moment_type
from graph.values.changes import Change, NewMemory, ReviseMemory
from graph.values.interactions import Interaction, Scene, interactions_of, scene_of
from graph.values.items import Entity, EntityType, MemoryType, Message, Role, SignificantMemory
from languages.folding import fold
from languages.language import Language
from languages.registry import NEUTRAL

WORTH = {"promise": 7, "character_bond": 7, "revelation": 8, "discovery": 7, "goal": 6}
"""The importance of a moment by its type; one more if the interaction is very important."""

TRIGGERS_MAX = 8
TRIGGER_CHARS_MIN = 3
"""Shorter words occur inside too many others."""

OF_INTERACTION_MAX = 2


def find_moments(window: Window) -> list[Change]:
    """Memories from a story's sentences that tell a moment; a repetition becomes a source of the known one. Pure."""
    again: list[ReviseMemory] = []
    new: list[NewMemory] = []
    for interaction in interactions_of(told_in_window(window)):
        for memory in _moments_in(interaction, window.entities):
            same = _same(memory.body, memory.type, window.moments)
            if same is not None:
                again.append(_added_to(same, memory))
            elif not any(_says_same(each.body, memory.body) for each in new):
                new.append(memory)
    best = sorted(range(len(new)), key=lambda i: (-new[i].importance, i))[:NEW_MAX]
    return [*_with_entities([*(new[i] for i in sorted(best)), *again])]


def take_moments(window: Window, telling: Telling) -> list[Change]:
    """The answer's new memories of a known type, and what it adds to known memories. Pure."""
    question, answer = telling.question, telling.answer
    changes: list[NewMemory | ReviseMemory] = []
    for stated in answer.memories[:NEW_MAX]:
        if stated.type not in {*MemoryType}:
            continue
        memory = new_memory_of(stated, sources=question.sources(stated))
        same = _same(memory.body, memory.type, window.moments)
        if same is not None:
            changes.append(_added_to(same, memory))
        elif not any(isinstance(each, NewMemory) and _says_same(each.body, memory.body) for each in changes):
            changes.append(memory)
    for update in answer.updates:
        known = question.memory(update.id)
        if known is not None:
            changes.append(
                ReviseMemory(
                    memory=known.id,
                    body=update.summary,
                    importance=update.importance,
                    participants=update.participants,
                    places=update.relatedLocations,
                    items=update.relatedItems,
                    triggers=update.contextTriggers,
                    sources=question.sources(update),
                )
            )
    return [telling.signed(change) for change in _with_entities(changes)]


def new_memory_of(stated: StatedMemory, *, sources: tuple[str, ...] = ()) -> NewMemory:
    """The new memory for what was stated. Its type must be known."""
    return NewMemory(
        type=MemoryType(stated.type),
        body=stated.summary,
        importance=stated.importance,
        participants=stated.participants,
        places=stated.relatedLocations,
        items=stated.relatedItems,
        triggers=stated.contextTriggers,
        sources=sources,
    )


def _moments_in(interaction: Interaction, entities: Sequence[Entity]) -> list[NewMemory]:
    scene = next((told for each in (interaction.line, *interaction.replies) if (told := scene_of(each))), {})
    more = 1 if interaction.importance is Importance.HIGH else 0
    found: list[NewMemory] = []
    for message in (interaction.line, *interaction.replies):
        for sentence in prose(message.body, with_speech=message.role is not Role.USER):
            type = moment_type(sentence.text)
            if type is None:
                continue
            text = in_whole_marks(closed(sentence.text))
            found.append(
                NewMemory(
                    type=MemoryType(type),
                    body=_told(message, text),
                    importance=min(10, WORTH[type] + more),
                    participants=_participants(message, text, entities, scene),
                    places=_texts(scene.get("place")) if type in ("discovery", "revelation") else (),
                    items=tuple(item for item in _texts(scene.get("inventory")) if _is_in(item, text)),
                    triggers=_triggers(text),
                    sources=(message.id,),
                )
            )
    best = sorted(range(len(found)), key=lambda i: (-found[i].importance, i))[:OF_INTERACTION_MAX]
    return [found[i] for i in sorted(best)]


def _told(message: Message, text: str) -> str:
    """The text with its speaker, if the player or a character says it; narration stands alone."""
    if message.role is Role.USER:
        languages = readers_of(text)
        player = (languages[0] if languages else NEUTRAL).phrases.story.player
        return quoted(player if message.sender == Role.USER.value else message.sender, text)
    return text if is_generic(message) or message.role is Role.NARRATOR else quoted(message.sender, text)


def _participants(message: Message, text: str, entities: Sequence[Entity], scene: Scene) -> tuple[str, ...]:
    """The speaker if it is a character or the player, those present, and the people named in the text."""
    speaker = "player" if message.role is Role.USER and message.sender == Role.USER.value else message.sender
    names = [] if is_generic(message) or message.role is Role.NARRATOR else [speaker]
    names += _texts(scene.get("present"))
    names += [each.name for each in entities if each.type is EntityType.PERSON and _is_in(each.name, text)]
    return tuple({name_key(name): name for name in reversed(names)}.values())[::-1]


def _triggers(text: str) -> tuple[str, ...]:
    """The longest words in text order, without their endings: triggers are looked for inside words."""
    languages = readers_of(text)
    stops = stop_words(*languages)
    words = dict.fromkeys(
        _without_ending(word, languages[:1])
        for word, _, _ in word_spans(text)
        if len(word) >= TRIGGER_CHARS_MIN and word not in stops
    )
    longest = sorted(words, key=lambda word: -len(word))[:TRIGGERS_MAX]
    return tuple(word for word in words if word in longest)


def _without_ending(word: str, languages: Sequence[Language]) -> str:
    stems = (stem(word, language) for language in languages)
    return next((each for each in stems if len(each) >= TRIGGER_CHARS_MIN and word.startswith(each)), word)


def _is_in(name: str, text: str) -> bool:
    """Whether the text contains all words of a name or of an id such as car_keys."""
    return all(word in fold(text) for word in fold(name).replace("_", " ").split())


def _texts(value: object) -> tuple[str, ...]:
    listed = [value] if isinstance(value, str) else value if isinstance(value, list | tuple) else []
    return tuple(str(text) for text in listed if str(text).strip())


def _same(body: str, type: MemoryType, known: Iterable[SignificantMemory]) -> SignificantMemory | None:
    return next((each for each in known if each.type is type and _says_same(each.body, body)), None)


def _says_same(known: str, body: str) -> bool:
    return compare(known, body).outcome in (Outcome.SAME, Outcome.ENTAILS)


def _added_to(same: SignificantMemory, memory: NewMemory) -> ReviseMemory:
    return ReviseMemory(
        memory=same.id,
        participants=memory.participants,
        places=memory.places,
        items=memory.items,
        triggers=memory.triggers,
        sources=memory.sources,
    )


def _with_entities(changes: Iterable[NewMemory | ReviseMemory]) -> Iterator[Change]:
    for number, change in enumerate(changes, start=1):
        yield from change.entities
        yield replace(change, ref=f"new:moment-{number}") if isinstance(change, NewMemory) else change


MOMENTS: Archivist[Telling] = Archivist(
    name="moments",
    by_rules=lambda proposal, policy: proposal.plus(find_moments(proposal.window)),
    question=MOMENTS_QUESTION,
    fields=("memories", "updates"),
    from_answer=lambda proposal, telling, policy: proposal.plus(take_moments(proposal.window, telling)),
)
