"""Messages of a chat: as they stand in a file, and what of them a prompt can show."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from archivists.transcripts.json_spans import JsonText, Span
from graph.text.tokens import count_tokens

MESSAGE_TOKENS = 4
"""What a provider adds to each message."""


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message."""

    raw: str  # as it stands in the file
    role: str  # user, assistant, system, tool; "" where it has none
    text: str  # what can be read of its content, with a placeholder for what cannot
    uuid: str = ""
    created_at: str = ""

    @property
    def tokens(self) -> int:
        """What it takes in a prompt, about."""
        return count_tokens(self.text) + MESSAGE_TOKENS


@dataclass(frozen=True, slots=True)
class MessageList:
    """The messages of a chat, and the blanks around them: writing them again gives the same text."""

    messages: tuple[ChatMessage, ...]
    before: str = ""
    between: str = ","
    after: str = ""

    def written(self, raws: Sequence[str]) -> str:
        """A JSON list of other messages, laid out as this one."""
        return f"[{self.before}{self.between.join(raws)}{self.after}]"


def read_messages(text: JsonText, span: Span, path: str = "") -> MessageList:
    """The messages of the list at `span`. Raises BadInput with the path of an entry that is no object."""
    spans = list(text.parts(span))
    messages = tuple(_checked(text, each, f"{path}.messages[{number}]") for number, each in enumerate(spans))
    if not spans:
        return MessageList(())
    between = text.raw(Span(spans[0].end, spans[1].start)) if len(spans) > 1 else ","
    before, after = Span(span.start + 1, spans[0].start), Span(spans[-1].end, span.end - 1)
    return MessageList(messages, text.raw(before), between, text.raw(after))


def message_of(raw: str) -> ChatMessage:
    """The message of this text, which was read as one before."""
    text = JsonText("a message", raw.encode())
    return _checked(text, text.root, "")


def text_of(content: object) -> str:
    """What can be read of a content: text, the texts of a list's parts, and a word in brackets for anything else."""
    match content:
        case str():
            return content
        case None:
            return ""
        case list():
            return "\n".join(_part(part) for part in content)
        case _:
            return _part(content)


def _checked(text: JsonText, span: Span, path: str) -> ChatMessage:
    value = text.value(span)
    if not isinstance(value, Mapping):
        text.wrong(span.start, f"a message at {path.lstrip('.')}: an object")
    return ChatMessage(
        text.raw(span),
        _string(value, "role"),
        "\n".join(part for part in (text_of(value.get("content")), *_calls(value)) if part),
        _string(value, "uuid"),
        _string(value, "createdAt"),
    )


def _calls(message: Mapping[str, object]) -> Iterator[str]:
    calls = message.get("tool_calls")
    for call in calls if isinstance(calls, list) else []:
        function = call.get("function") if isinstance(call, Mapping) else None
        name = function.get("name") if isinstance(function, Mapping) else None
        yield f"[calls {name}]" if isinstance(name, str) else "[calls a tool]"


def _part(part: object) -> str:
    match part:
        case str():
            return part
        case {"type": "text", "text": str(text)}:
            return text
        case {"type": str(kind)}:
            return f"[{kind.removeprefix('tm_').replace('_', ' ')}]"  # "tm_image_file" is an image file.
        case _:
            return "[something that is no text]"


def _string(value: Mapping[str, object], name: str) -> str:
    found = value.get(name)
    return found if isinstance(found, str) else ""
