"""The state of a game as one document: the last interactions and all significant memories, saved and loaded.

The names are those of the document that the profile comes from. Saved, loaded into an empty space and saved again, a
state is the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Annotated

import yaml
from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from api.wiring import Service
from context.wording.story_lines import SCENE_TEXTS
from graph.changing.apply import apply_changes
from graph.errors import BadInput, Conflict
from graph.intake.recognise import Line
from graph.store.verbs import Label, ReadDepth
from graph.text.story_cues import Importance
from graph.values.changes import Change, NewMemory
from graph.values.interactions import KEPT, Interaction, interactions_of, scene_of
from graph.values.items import Author, MemoryType, Message, Role, SignificantMemory

MESSAGES_MAX = 8 * KEPT
"""Messages in which the interactions of the state are looked for: a story may answer one line with several."""

MEMORIES_MAX = 10_000
PAGE = 1_000

Text = Annotated[str, Field(min_length=1, max_length=20_000)]
Names = Annotated[list[Annotated[str, Field(min_length=1, max_length=200)]], Field(max_length=100)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SavedInteraction(_Part):
    """What the player said, and what the story answered."""

    playerInput: Text  # noqa: N815 - The names of the document.
    llmResponse: Text  # noqa: N815
    timestamp: AwareDatetime
    importance: Importance | None = None


class SavedContext(_Part):
    """The last interactions, oldest first, and the scene."""

    recentInteractions: list[SavedInteraction] = Field(default=[], max_length=KEPT)  # noqa: N815
    currentScene: str | None = None  # noqa: N815
    emotionalContext: str | None = None  # noqa: N815
    activeConversation: str | None = None  # noqa: N815


class MemoryBody(_Part):
    """A significant memory."""

    id: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    type: MemoryType
    summary: Text
    participants: Names = []
    relatedItems: Names = []  # noqa: N815
    relatedLocations: Names = []  # noqa: N815
    importance: int = Field(default=5, ge=1, le=10)
    contextTriggers: Names = []  # noqa: N815
    lastAccessed: AwareDatetime | None = None  # noqa: N815

    @property
    def change(self) -> NewMemory:
        """The change that adds it to a space."""
        return NewMemory(
            author=Author.CALLER,
            ref="new:memory",
            key=self.id or "",
            type=self.type,
            body=self.summary,
            participants=tuple(self.participants),
            items=tuple(self.relatedItems),
            places=tuple(self.relatedLocations),
            importance=self.importance,
            triggers=tuple(self.contextTriggers),
            accessed_at=self.lastAccessed,
        )


class SavedMemory(_Part):
    """What a game remembers."""

    immediateContext: SavedContext = SavedContext()  # noqa: N815
    significantMemories: list[MemoryBody] = Field(default=[], max_length=MEMORIES_MAX)  # noqa: N815
    setAsideCount: int = Field(  # noqa: N815
        default=0,
        ge=0,
        description="Memories that rounds have set aside, the least important above 50 first; left out if there are "
        "none. Undoing their change `DropMemory` brings them back. Loading ignores it.",
    )


class StoryState(_Part):
    """The document."""

    conversationMemory: SavedMemory  # noqa: N815


def interactions_in(service: Service, space: str, chat: str = "") -> list[Interaction]:
    """The last interactions of a chat, as many as a state keeps, oldest first. One read."""
    return interactions_of(_newest(service, space, chat))[-KEPT:]


def read_state(service: Service, space: str, chat: str = "") -> Mapping[str, object]:
    """The state as the document has it; missing parts are left out. Raises NotFound."""
    newest = _newest(service, space, chat)
    context: dict[str, object] = {
        "recentInteractions": [
            {
                "playerInput": each.said,
                "llmResponse": each.response,
                "timestamp": _told(each.at),
                "importance": str(each.importance),
            }
            for each in interactions_of(newest)[-KEPT:]
        ]
    }
    scene = next((scene for message in reversed(newest) if (scene := scene_of(message))), {})
    context |= {_camel(name): scene[name] for name in SCENE_TEXTS if scene.get(name)}
    memories = [_saved(each) for each in memories_in(service, space)]
    told: dict[str, object] = {"immediateContext": context, "significantMemories": memories}
    if aside_count := set_aside_count(service, space):
        told["setAsideCount"] = aside_count
    return {"conversationMemory": told}


def set_aside_count(service: Service, space: str) -> int:
    """How many memories rounds have set aside that nobody has brought back. Reads the log page by page."""
    count, after = 0, None
    while True:
        page = service.knowledge.store.find(
            space, Label.CHANGE, order="created_at", after=after, limit=PAGE, reading=ReadDepth.HEAD
        )
        count += sum(each.properties["kind"] == "DropMemory" and not each.properties.get("undone_by") for each in page)
        if len(page) < PAGE:
            return count
        after = (page[-1].properties["created_at"], page[-1].id)


def memories_in(service: Service, space: str) -> list[SignificantMemory]:
    """All significant memories, in the order in which they were made. One read."""
    ids = [entry.id for entry in service.knowledge.index(space).moments().entries]
    found = service.knowledge.get(space, ids).values()
    return [item for item in found if isinstance(item, SignificantMemory)]


def write_state(service: Service, space: str, state: StoryState, chat: str = "") -> None:
    """Put the state into the space. Raises Conflict unless the space is empty.

    Its interactions count as read: its memories already have what they told.
    """
    knowledge = service.knowledge
    if any(knowledge.store.find(space, label, limit=1) for label in (Label.MESSAGE, Label.MEMORY)):
        raise Conflict(f"space {space!r} is not empty; reset it first, or load the state into a new space")
    saved = state.conversationMemory
    lines = _lines(saved.immediateContext)
    if lines:
        appended = knowledge.append(space, lines, chat=chat, now=service.now())
        knowledge.change_space(space, lambda held: replace(held, rounded_to=max(held.rounded_to, appended.tip or "")))
    changes = [each.change for each in saved.significantMemories]
    entities: list[Change] = list(
        {(each.name, each.type): each for change in changes for each in change.entities}.values()
    )
    apply_changes(knowledge, space, [*entities, *changes], now=service.now())


def add_memory(service: Service, space: str, body: MemoryBody) -> str:
    """Add the memory to the space; return its id. One write."""
    change = body.change
    return apply_changes(service.knowledge, space, [*change.entities, change], now=service.now()).ids[change.ref]


def parsed(text: bytes) -> StoryState:
    """The document, in JSON or YAML. Raises BadInput that says what is wrong where."""
    try:
        found = yaml.load(text, Loader=_PlainLoader)
        return StoryState.model_validate(found)
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise BadInput(f"the state is neither JSON nor YAML: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise BadInput(f"the state is not as expected at {place or 'its root'}: {first['msg']}") from error


def as_yaml(state: Mapping[str, object]) -> str:
    """The document in YAML."""
    return str(yaml.dump(state, Dumper=yaml.SafeDumper, sort_keys=False, allow_unicode=True, width=10_000))


class _PlainLoader(yaml.SafeLoader):  # type: ignore[misc]
    """Leaves times as texts, so that they are read with their zones."""


_PlainLoader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in found if tag != "tag:yaml.org,2002:timestamp"]
    for first, found in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def _newest(service: Service, space: str, chat: str) -> Sequence[Message]:
    knowledge = service.knowledge
    ids = knowledge.index(space).newest_messages(chat, MESSAGES_MAX)
    return [item for item in knowledge.get(space, ids).values() if isinstance(item, Message)]


def _lines(context: SavedContext) -> list[Line]:
    texts = {name: text for name in SCENE_TEXTS if (text := getattr(context, _camel(name)))}
    lines: list[Line] = []
    for number, each in enumerate(context.recentInteractions, start=1):
        is_last = number == len(context.recentInteractions)
        extra = {"importance": each.importance} | ({"scene": texts} if is_last and texts else {})
        said = json.dumps({name: value for name, value in extra.items() if value}, ensure_ascii=False)
        lines.append(Line(role=Role.USER, body=each.playerInput, sent_at=each.timestamp, extra=said))
        lines.append(Line(role=Role.ASSISTANT, body=each.llmResponse, sent_at=each.timestamp))
    return lines


def _saved(memory: SignificantMemory) -> dict[str, object]:
    fields: dict[str, object] = {
        "id": memory.key or memory.id,
        "type": str(memory.type),
        "summary": memory.body,
        "participants": list(memory.participants),
        "relatedItems": list(memory.items),
        "relatedLocations": list(memory.places),
        "importance": memory.importance,
        "contextTriggers": list(memory.triggers),
        "lastAccessed": _told(memory.accessed_at),
    }
    return {name: value for name, value in fields.items() if value != []}


def _told(at: datetime) -> str:
    plain = at.astimezone(UTC).replace(tzinfo=None)
    return f"{plain.isoformat(timespec='milliseconds' if plain.microsecond else 'seconds')}Z"


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)
