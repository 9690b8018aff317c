"""The OpenAPI document: explains every field and error, has an example of every answer, and says how to send a key."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http import HTTPStatus
from importlib.resources import files
from typing import Any, NamedTuple

from fastapi import FastAPI
from fastapi.routing import APIRoute

from api.http.field_meanings import MEANINGS, PATHS
from api.http.problems import MEDIA_TYPE, PHRASES
from api.http.route_scopes import OPEN_PATHS

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
