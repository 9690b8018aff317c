"""The state of a game as one document: the last interactions and all significant memories, saved and loaded.

The names are those of the document that the profile comes from. Saved, loaded into an empty space and saved again, a
state is the same bytes.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Annotated, Any

import yaml
from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, PlainSerializer, ValidationError
from pydantic.alias_generators import to_camel

from api.wiring import Service
from context.select.preparing import NEWEST_PER_SHOWN
from context.wording.item_lines import SCENE_TEXTS
from graph.changing.apply import apply_changes
from graph.errors import BadInput, Conflict
from graph.intake.recognise import Line
from graph.store.verbs import Label, ReadDepth
from graph.values.changes import Change, NewMemory
from graph.values.interactions import Importance, Interaction, interactions_of, scene_of
from graph.values.items import Author, MemoryType, Message, Role, SignificantMemory

INTERACTIONS_MAX = 100
"""In a state that is loaded: the most that a space can keep."""

MEMORIES_MAX = 10_000
PAGE = 1_000

Text = Annotated[str, Field(min_length=1, max_length=20_000)]
Names = Annotated[list[Annotated[str, Field(min_length=1, max_length=200)]], Field(max_length=100)]


Time = Annotated[AwareDatetime, PlainSerializer(lambda at: _told(at))]


class _Part(BaseModel):
    """A part of the document. Ours are the names of the graph; by their aliases they are those of the document."""

    model_config = ConfigDict(extra="forbid", alias_generator=to_camel)

    @classmethod
    def of(cls, held: object) -> dict[str, object]:
        """A value of the graph as the document has it, without what is empty. What is kept is not checked again."""
        kept = cls.model_construct(**{name: getattr(held, name) for name in cls.model_fields})
        told = kept.model_dump(mode="json", by_alias=True, warnings=False)
        return {name: value for name, value in told.items() if value not in ([], None)}


class SavedInteraction(_Part):
    """What the player said, and what the story answered."""

    said: Text = Field(alias="playerInput")
    response: Text = Field(alias="llmResponse")
    at: Time = Field(alias="timestamp")
    importance: Importance | None = None


class SavedContext(_Part):
    """The last interactions, oldest first, and the scene."""

    recent_interactions: list[SavedInteraction] = Field(default=[], max_length=INTERACTIONS_MAX)
    current_scene: str | None = None
    emotional_context: str | None = None
    active_conversation: str | None = None


class MemoryBody(_Part):
    """A significant memory."""

    key: Annotated[str, Field(min_length=1, max_length=200)] | None = Field(default=None, alias="id")
    type: MemoryType
    body: Text = Field(alias="summary")
    participants: Names = []
    items: Names = Field(default=[], alias="relatedItems")
    places: Names = Field(default=[], alias="relatedLocations")
    importance: int = Field(default=5, ge=1, le=10)
    triggers: Names = Field(default=[], alias="contextTriggers")
    accessed_at: Time | None = Field(default=None, alias="lastAccessed")
    expires_at: Time | None = Field(default=None, alias="expiresAt", description="When it is forgotten.")

    @property
    def change(self) -> NewMemory:
        """The change that adds it to a space."""
        given: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in self}
        return NewMemory(author=Author.CALLER, ref="new:memory", **given | {"key": self.key or ""})


class SavedMemory(_Part):
    """What a game remembers."""

    immediate_context: SavedContext = SavedContext()
    significant_memories: list[MemoryBody] = Field(default=[], max_length=MEMORIES_MAX)
    set_aside_count: int = Field(
        default=0,
        ge=0,
        description="Memories that rounds have set aside, the least important above 50 first; left out if there are "
        "none. Undoing their change `DropMemory` brings them back. Loading ignores it.",
    )


class StoryState(_Part):
    """The document."""

    conversation_memory: SavedMemory


def interactions_in(service: Service, space: str, chat: str = "") -> list[Interaction]:
    """The last interactions of a chat, as many as a state keeps, oldest first. One read."""
    return _kept(service, space, chat)[0]


def read_state(service: Service, space: str, chat: str = "") -> Mapping[str, object]:
    """The state as the document has it; missing parts are left out. Raises NotFound."""
    kept, newest = _kept(service, space, chat)
    context: dict[str, object] = {"recentInteractions": [SavedInteraction.of(each) for each in kept]}
    scene = next((scene for message in reversed(newest) if (scene := scene_of(message))), {})
    context |= {to_camel(name): scene[name] for name in SCENE_TEXTS if scene.get(name)}
    memories = [MemoryBody.of(replace(each, key=each.key or each.id)) for each in memories_in(service, space)]
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
    ids = [each.entry.id for each in service.knowledge.index(space).moments()]
    found = service.knowledge.get(space, ids).values()
    return [item for item in found if isinstance(item, SignificantMemory)]


def write_state(service: Service, space: str, state: StoryState, chat: str = "") -> None:
    """Put the state into the space. Raises Conflict unless the space is empty.

    Its interactions count as read: its memories already have what they told.
    """
    knowledge = service.knowledge
    if any(knowledge.store.find(space, label, limit=1) for label in (Label.MESSAGE, Label.MEMORY)):
        raise Conflict(f"space {space!r} is not empty; reset it first, or load the state into a new space")
    saved = state.conversation_memory
    lines = _lines(saved.immediate_context)
    if lines:
        appended = knowledge.append(space, lines, chat=chat, now=service.now())
        knowledge.change_space(space, lambda held: replace(held, rounded_to=max(held.rounded_to, appended.tip or "")))
    changes = [each.change for each in saved.significant_memories]
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
    except RecursionError as error:
        raise BadInput("the state has too many levels, expected those of a saved state") from error
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


def _kept(service: Service, space: str, chat: str) -> tuple[list[Interaction], Sequence[Message]]:
    """The last interactions, as many as a state of the space keeps, and the messages in which they were found."""
    knowledge, index = service.knowledge, service.knowledge.index(space)
    count = index.sizes.applied(service.profile_of(space).block.policy).interactions_kept
    ids = index.newest_messages(chat, NEWEST_PER_SHOWN * count)
    newest = [item for item in knowledge.get(space, ids).values() if isinstance(item, Message)]
    return interactions_of(newest)[-count:], newest


def _lines(context: SavedContext) -> list[Line]:
    texts = {name: text for name in SCENE_TEXTS if (text := getattr(context, name))}
    lines: list[Line] = []
    for number, each in enumerate(context.recent_interactions, start=1):
        is_last = number == len(context.recent_interactions)
        extra = {"importance": each.importance} | ({"scene": texts} if is_last and texts else {})
        said = json.dumps({name: value for name, value in extra.items() if value}, ensure_ascii=False)
        lines.append(Line(role=Role.USER, body=each.said, sent_at=each.at, extra=said))
        lines.append(Line(role=Role.ASSISTANT, body=each.response, sent_at=each.at))
    return lines


def _told(at: datetime) -> str:
    plain = at.astimezone(UTC).replace(tzinfo=None)
    return f"{plain.isoformat(timespec='milliseconds' if plain.microsecond else 'seconds')}Z"
