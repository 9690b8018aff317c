"""Pictures, recordings and files of a message: what is said of them, and where they are. They are never fetched."""

import re
from collections.abc import Mapping
from hashlib import sha256

from graph.text.analysis import storable

KINDS = {"image": "picture", "picture": "picture", "audio": "recording", "voice": "recording", "video": "film"}
"""What the type of a part, or of its file, contains, and what people call it. All else is a file."""

TYPES = ("type", "content_type", "mimeType", "mime_type", "mediaType", "media_type", "contentType", "file_type")
INNER = (
    "image_url",
    "input_audio",
    "video_url",
    "file",
    "source",
    "inlineData",
    "inline_data",
    "fileData",
    "file_data",
)
MARKS = frozenset({*INNER, "asset_pointer", "file_name", "filename", "mimeType", "mediaType", "contentType"})
"""Fields of pictures, recordings and files only."""

_FENCE = re.compile(r"`{3,}|~{3,}")
CAPTIONS = ("caption", "alt", "alt_text", "description", "transcription", "prompt", "title")
NAMES = ("filename", "file_name", "fileName", "name", "displayName", "display_name")
PLACES = ("url", "uri", "fileUri", "file_uri", "file_id", "fileId", "asset_pointer", "image_url", "file_url", "id")
CONTENTS = ("data", "file_data", "base64", "image", "audio")


def attachment_of(part: object, *, is_listed: bool = False) -> dict[str, str] | None:
    """Its `kind`, `words`, `text` and `reference`, those that it has; None if it is no picture, recording or file.

    The reference is an address, an id, or the hash of what was sent. What a message lists as its files is one.
    """
    if not isinstance(part, Mapping):
        return None
    inner = [each for name in INNER if isinstance(each := part.get(name), Mapping)]
    about = part.get("metadata")  # ChatGPT keeps there what its pictures were made from.
    if isinstance(about, Mapping):
        inner += [each for each in about.values() if isinstance(each, Mapping)]
    fields: dict[str, object] = {name: value for each in (*inner, part) for name, value in each.items() if value}
    types = " ".join(str(each[name]).casefold() for each in (part, *inner) for name in TYPES if name in each)
    kind = next((kind for word, kind in KINDS.items() if word in types), "file")
    is_file = kind != "file" or "file" in types or "document" in types or not MARKS.isdisjoint(part)
    if not is_file and not is_listed:
        return None
    name = _first(fields, NAMES)
    said = [*(_first(fields, [caption]) for caption in CAPTIONS), name]
    words = " ".join(", ".join(dict.fromkeys(filter(None, said))).translate({ord("["): "(", ord("]"): ")"}).split())
    is_text = "text" in types or name.casefold().endswith((".txt", ".md", ".csv"))
    text = _first(fields, ["extracted_content", *(["data"] if is_text else [])])
    place = _first(fields, PLACES)
    if not place or place.startswith("data:"):
        content = place or _first(fields, CONTENTS)
        place = f"sha256:{sha256(content.encode('utf-8', 'surrogatepass')).hexdigest()}" if content else ""
    found = {"kind": kind, "words": words, "text": text, "reference": place}
    return {name: storable(value) for name, value in found.items() if value}


def line_of(attachment: Mapping[str, str]) -> str:
    """What a message says of it: [picture: a red bicycle], and the text of a document; empty if nothing is said.

    The text stands as a quotation, since a document is not the sender's own words.
    """
    words, text = attachment.get("words"), attachment.get("text")
    head = f"[{attachment['kind']}{': ' if words else ''}{words or ''}]"
    return f"{head}\n{as_quotation(text.strip())}" if text else head if words else ""


def as_quotation(text: str) -> str:
    """Somebody else's words in a message. Fences in them become quotation marks: they would end it."""
    quoted = _FENCE.sub("'''", text)
    return f"```\n{quoted}\n```"


def _first(fields: Mapping[str, object], names: list[str] | tuple[str, ...]) -> str:
    return next((value for name in names if isinstance(value := fields.get(name), str)), "")
