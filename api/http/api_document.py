"""The OpenAPI document: explains every field and error, has an example of every answer, and says how to send a key."""

import json
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from importlib.resources import files
from typing import Any, NamedTuple

from fastapi import FastAPI
from fastapi.routing import APIRoute

from api.http.problems import MEDIA_TYPE, PHRASES
from api.http.route_scopes import OPEN_PATHS

PATHS: Mapping[str, str] = {
    "blocks": "The id of a block, as a turn gives it.",
    "conversations": "The id of a conversation.",
    "messages": "The id of a message.",
    "items": "The id of an item.",
    "facts": "The id of a fact.",
    "entities": "The id of an entity.",
    "changes": "The id of a change, as the change log lists it.",
    "jobs": "The id of a job.",
    "keys": "The id of a key, not the key itself.",
}
"""What `id` is in a path, by the part before it."""

MEANINGS: Mapping[str, str] = {
    "accessed_at": "When a block last showed it.",
    "activeConversation": "The conversation that is under way.",
    "aliases": "Other names, as people wrote them.",
    "author": "rules, model or caller.",
    "block": "The block for this turn.",
    "body": "Its text.",
    "branch_of": "The message that it follows, if that was not the chat's last one.",
    "brief": "The entity in about two sentences; null if there are none.",
    "budget_tokens": "The most tokens that it may have.",
    "calls": "How many model calls.",
    "calls_max": "The limit of calls in an hour.",
    "calls_per_100_messages": "Calls for each hundred messages.",
    "changes": "Entries of the change log.",
    "chat": "The caller's name of the chat; empty if there is only one.",
    "clock": "What gaps are measured on: wall, or world.",
    "compared_with": "Ids of similar items that were found to be different.",
    "confidence": "Of a theory: 0 to 1.",
    "container": "The summary that it is in; null for none.",
    "contextTriggers": "Words that bring it back.",
    "conversation": "The id of its conversation.",
    "conversationMemory": "All that is saved.",
    "created_at": "When it was made.",
    "currentScene": "The last known situation of the speakers.",
    "digest": "A hash of its role, sender and text.",
    "dossier": "The entity in full, once it has many facts; null if there is none.",
    "duration_ms": "How long it took.",
    "emotionalContext": "The mood.",
    "ends_at": "When it ends; null: never.",
    "error": "What went wrong; null if nothing did.",
    "expires_at": "When it is forgotten; null: never.",
    "external_id": "The caller's own id.",
    "extra": "The scene of its turn, or fields of an imported line, as JSON.",
    "first_at": "When its first message was sent.",
    "first_position": "Where its first message stands on the space's clock.",
    "fixed": "Which of name, type and aliases a caller has set. Archivists do not change these.",
    "history": "Where it comes from, and what has changed it.",
    "id": "The id.",
    "immediateContext": "What happened last.",
    "importance": "How much it matters, 1 to 10.",
    "is_alone": "Whether it serves only its own chat.",
    "is_closed": "Whether it takes no more messages, however soon they come.",
    "is_stale": "Whether something that it tells of has changed since it was written.",
    "is_timed": "Whether the caller gave its time; if not, it is the time of arrival.",
    "item": "The item itself.",
    "items": "The items, in their order.",
    "key": "The folded name of an entity, or the caller's id of a memory.",
    "keys": "The keys.",
    "kind": "What kind it is.",
    "label": "What sort of node it is.",
    "language": "ISO 639-1; null if it is not known.",
    "lastAccessed": "When a block last showed it.",
    "last_at": "When its last message was sent.",
    "last_position": "Where its last message stands on the space's clock.",
    "left_out": "How many lines had no room; their messages are still found.",
    "level": "1 for a summary of messages, 2 for one of such summaries, and so on.",
    "lines": "One line each.",
    "lines_left_out": "How many lines had no room.",
    "llmResponse": "What was answered.",
    "message": "The message.",
    "message_count": "How many messages.",
    "messages": "The messages, oldest first.",
    "model": "The model's name.",
    "name": "The name.",
    "offset_minutes": "How many minutes the clock of its speaker is ahead of UTC.",
    "owner": "Whose it is, if somebody introduced it with “my …”; empty: nobody’s.",
    "participant": "Who thinks so.",
    "participants": "Names, in the order in which they came.",
    "past": "The past conversation.",
    "pinned": "How many of the first lines somebody has pinned.",
    "places": "Names of places.",
    "playerInput": "What the player said.",
    "position": "Where it stands on the space's clock: milliseconds, or the game's own time.",
    "prompt_version": "The version of the prompt; empty for rules.",
    "properties": "The edge's properties.",
    "purpose": "What the calls were for.",
    "reason": "Why, in words; null or empty if nothing is noted.",
    "recalls": "Ids of earlier conversations that were recalled in it.",
    "receipts": "The receipts.",
    "present": "Who hears it and what follows, as the caller says; empty if the caller does not say.",
    "recentInteractions": "The last interactions, oldest first.",
    "reflection": "What the participant has come to think; null if nothing is noted.",
    "relatedItems": "Names of things.",
    "relatedLocations": "Names of places.",
    "replaced_by": "Of a message that no longer counts as said: the one that is said in its place; else null.",
    "role": "user, assistant, tool or narrator.",
    "round": "The state of its rounds.",
    "rounds": "How many rounds.",
    "salience": "How much feeling is in it, 1 to 10.",
    "scope": "What the key may do.",
    "score": "How relevant it is to the question.",
    "section": "The part of the block that it stands in.",
    "sender": "The name of who said it.",
    "sent_at": "When it was sent.",
    "significantMemories": "The significant memories.",
    "sources": 'Ids of the messages that it comes from; "" where there is none.',
    "space": "The name of the space.",
    "speaks_of": "Days that its text names, such as 2023-10-03 or 2023-10-01/2023-10-31.",
    "started_at": "When its first message was sent.",
    "state": "The state of the job.",
    "stated_by": "Whose statement it is.",
    "status": "What state it is in.",
    "summary": "The id of its summary, or the text of a memory.",
    "superseded_by": "Ids of the facts that hold in its place.",
    "text": "The text.",
    "tier": "How thoroughly.",
    "timestamp": "When it happened.",
    "title": "The title; null if there is none.",
    "tokens": "How long it is, in tokens.",
    "tokens_in": "Tokens that were sent.",
    "tokens_max": "The limit of tokens in an hour.",
    "tokens_out": "Tokens that were received.",
    "topics": "What it is about, in a few words each.",
    "triggers": "Words that bring it back.",
    "type": "What it is.",
    "unlinked": "0; or 1 while no model has judged it, and 1 more for each time that one was asked in vain.",
    "updated_at": "When it was changed last.",
    "usefulness": "The sum of its verdicts.",
    "valid_from": "When it became true.",
    "valid_to": "When it stopped being true; null: it is true.",
    "version": "The version of the service, or how often an item was written.",
    "visible_from": "Where the history that the assistant itself sees begins; null if it sees none.",
    "world_time": "The time on the game's own clock.",
}
"""What a field is, by its name."""


Schema = dict[str, Any]


class ErrorExample(NamedTuple):
    """What the document says about an error."""

    when: str
    detail: str  # for example


ERRORS: dict[int, ErrorExample] = {
    400: ErrorExample("The body is not JSON.", "the body is not JSON: Expecting value at character 0"),
    401: ErrorExample(
        "The key is missing, wrong, revoked or expired.",
        "header Authorization is nothing, expected 'Bearer' and a key of this service",
    ),
    403: ErrorExample("The key may not do this.", "the key has the scope read, expected write; use another key"),
    404: ErrorExample(
        "It does not exist, or the key does not open the space.", "space 'ada' does not exist; create it first"
    ),
    408: ErrorExample("The body did not arrive in time.", "the body did not arrive within 60 seconds; send it again"),
    409: ErrorExample(
        "Something stands in the way: `detail` names it.",
        "something stands in the way; it is named here, with what to do",
    ),
    413: ErrorExample(
        "The body is too large.",
        "the body has 9000000 bytes or more, expected at most 8388608; send fewer messages at a time",
    ),
    415: ErrorExample("The Content-Type is not JSON.", "header Content-Type is text/plain, expected application/json"),
    421: ErrorExample(
        "The service has no keys, and the Host header does not name this machine.",
        "header Host is memory.example.org, expected localhost or 127.0.0.1, since the service has no keys",
    ),
    422: ErrorExample("A field is invalid or unknown.", "limit is 0, expected greater than or equal to 1"),
    502: ErrorExample(
        "The upstream cannot be reached, or does not answer as it should.",
        "the upstream does not answer as it should; its own words are here",
    ),
    503: ErrorExample(
        "The store or a model cannot work now; try again after `Retry-After`.",
        "The store's server does not answer. Try again; the service's log has the details.",
    ),
}


BODIES: dict[str, object] = {
    "change_space": {"paused": True},
    "check_turn": {"draft": "Walnut bread would be lovely for Nil."},
    "write_story_state": {
        "conversationMemory": {"immediateContext": {"recentInteractions": []}, "significantMemories": []}
    },
    "create_memory": {"type": "promise", "summary": "Mirela promised Dragos to meet him at the Salt Gate."},
    "create_prompt": {"biography": "You are Mirela, who runs the ferry.", "request": "What does Mirela say?"},
    "undo": {"why": "It was right before.", "by": "Ada"},
    "switch_learning": {"learn": False},
    "forget": {"chat": "holiday plans", "dry_run": True},
    "start_space_import": "Ada: My sister Nil moved to Izmir.",
}
"""Examples of bodies by operation, where the fields of the schema have none."""


PROXIED = ("/v1/chat/", "/v1/responses", "/v1/messages", "/proxy/")
"""Routes of others' APIs stand behind our own."""

ANSWERS = "answers.json"
"""A real answer of each operation, by its media type; `make examples` records them again."""


def operation_id(route: APIRoute) -> str:
    """The name of an operation in generated clients: the name of our function."""
    return route.name


class Api(FastAPI):
    """FastAPI whose OpenAPI document has all that client generators and readers need."""

    def openapi(self) -> Schema:  # noqa: D102
        if self.openapi_schema is None:
            schema = super().openapi()
            schema["paths"] = dict(sorted(schema["paths"].items(), key=lambda each: each[0].startswith(PROXIED)))
            parts = schema["components"]
            parts["securitySchemes"] = {
                "key": {"type": "http", "scheme": "bearer", "description": "A key of the service, if it has keys."}
            }
            schema["security"] = [{"key": []}]
            answers = json.loads((files("api.samples") / ANSWERS).read_text(encoding="utf-8"))
            for each in parts["schemas"].values():
                _tell_fields(each)
            for path, operation in _operations(schema):
                if path in OPEN_PATHS:
                    operation["security"] = []
                _tell_parameters(path, operation)
                if (example := BODIES.get(operation["operationId"])) is not None:
                    next(iter(operation["requestBody"]["content"].values()))["example"] = example
                for status, response in operation["responses"].items():
                    if int(status) >= HTTPStatus.BAD_REQUEST:
                        _tell_error(int(status), response)
                        continue
                    for media_type, example in answers.get(operation["operationId"], {}).items():
                        if media_type in response.get("content", {}):
                            response["content"][media_type]["example"] = example
        return self.openapi_schema or {}


def _operations(schema: Schema) -> Iterator[tuple[str, Schema]]:
    for path, operations in schema["paths"].items():
        for operation in operations.values():
            yield path, operation


def _tell_fields(schema: Schema) -> None:
    for name, field in schema.get("properties", {}).items():
        if "description" not in field and name in MEANINGS:
            field["description"] = MEANINGS[name]


def _tell_parameters(path: str, operation: Schema) -> None:
    for parameter in operation.get("parameters", ()):
        if parameter["name"] == "id" and parameter["in"] == "path":
            parameter["description"] = PATHS[path.split("/{id}")[0].rsplit("/", 1)[1]]
        elif "description" not in parameter and parameter["name"] in MEANINGS:
            parameter["description"] = MEANINGS[parameter["name"]]


def _tell_error(status: int, response: Schema) -> None:
    title = PHRASES.get(status) or HTTPStatus(status).phrase
    example = {
        "type": f"urn:remembrancer:{title.lower().replace(' ', '-')}",
        "title": title,
        "status": status,
        "detail": ERRORS[status].detail,
        "errors": [],
    }
    (told,) = response["content"].values()
    response["content"] = {MEDIA_TYPE: {**told, "example": example}}
    response["description"] = ERRORS[status].when
