"""The OpenAPI document tells all of every field, parameter and error, in a way that code generators like."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from jsonschema_rs import Draft202012Validator

from api.app import create_app
from api.http.api_document import BODIES, ERRORS
from api.http.route_scopes import OPEN_PATHS
from api.settings import Settings
from api.wiring import build
from tests.api.http.answer_walk import FILE, walk


@pytest.fixture(scope="module")
def document() -> Iterator[dict[str, Any]]:
    """The document as callers get it; to make it takes half a second."""
    service = build(Settings(store=":memory:", rounds_enabled=False))
    yield TestClient(create_app(service), base_url="http://127.0.0.1").get("/openapi.json").json()
    service.close()


def operations(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """All operations, by method and path."""
    paths = document["paths"].items()
    return {f"{method.upper()} {path}": each for path, found in paths for method, each in found.items()}


def successes(operation: dict[str, Any]) -> list[dict[str, Any]]:
    """Its answers that are no errors."""
    return [told for status, told in operation["responses"].items() if int(status) < 400]


def test_every_property_is_described(document: dict[str, Any]) -> None:
    """No field of any schema is left to guess."""
    schemas = document["components"]["schemas"].items()
    bare = [
        f"{name}.{field}"
        for name, each in schemas
        for field, told in each.get("properties", {}).items()
        if "description" not in told
    ]

    assert bare == []


def test_every_operation_and_parameter_is_described(document: dict[str, Any]) -> None:
    """Each has a summary, a description and described parameters."""
    for name, each in operations(document).items():
        assert each["summary"] and each["description"], name
        assert [p["name"] for p in each.get("parameters", ()) if not p.get("description")] == [], name


def test_operation_ids_are_names(document: dict[str, Any]) -> None:
    """A generated client has one method for each, called in short words."""
    ids = [each["operationId"] for each in operations(document).values()]

    assert [id for id, count in Counter(ids).items() if count > 1] == []
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", id) for id in ids)


def test_every_error_has_an_example(document: dict[str, Any]) -> None:
    """Each status says when it comes and shows a problem of that status; a body can always be wrong."""
    for name, each in operations(document).items():
        errors = {int(status): told for status, told in each["responses"].items() if int(status) >= 400}
        assert errors.keys() <= ERRORS.keys()
        for status, told in errors.items():
            ((media_type, content),) = told["content"].items()
            assert media_type == "application/problem+json"
            assert content["example"]["status"] == status
            assert told["description"].endswith(".")
        if "{space}" in name:
            assert {401, 403, 404, 422, 503} <= errors.keys(), name


def test_every_body_has_an_example(document: dict[str, Any]) -> None:
    """Of the whole, or of one of its fields."""
    schemas = document["components"]["schemas"]

    def shows(schema: dict[str, Any]) -> bool:
        found = schemas[schema["$ref"].rsplit("/", 1)[1]] if "$ref" in schema else schema
        return "examples" in found or any(shows(each) for each in found.get("properties", {}).values())

    bodies = {
        name: each["requestBody"]["content"] for name, each in operations(document).items() if "requestBody" in each
    }
    bare = [
        name
        for name, content in bodies.items()
        if not any("example" in each or shows(each.get("schema", {})) for each in content.values())
    ]

    assert bare == []


def test_examples_can_be_sent(client: TestClient, document: dict[str, Any]) -> None:
    """Whatever stands in the way of it, it is not the shape of the body."""
    for name, each in operations(document).items():
        if (example := BODIES.get(each["operationId"])) is not None:
            method, path = name.split()
            url = (
                path.replace("{space}", "ada").replace("{name}", "Mirela").replace("{id}", "x").replace("{block}", "x")
            )
            sent = {"content": example} if isinstance(example, str) else {"json": example}
            assert client.request(method, url, **sent).status_code < 500, name
            assert client.request(method, url, **sent).status_code not in (400, 415, 422), name


def test_every_answer_has_an_example(document: dict[str, Any]) -> None:
    """Of each of its media types, but for what an upstream answers; none is left of an operation that is gone."""
    contents = {
        each["operationId"]: dict(pair for told in successes(each) for pair in told.get("content", {}).items())
        for each in operations(document).values()
    }

    assert [id for id, content in contents.items() if any("example" not in held for held in content.values())] == []
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    assert {id: {*answers} for id, answers in kept.items()} == {id: {*each} for id, each in contents.items() if each}


@pytest.mark.parametrize("made", ["kept", "now"])
def test_examples_are_what_is_answered(document: dict[str, Any], made: str) -> None:
    """Those that are kept, and those that the same requests get now, have all fields of their schema and no others."""
    answers = walk() if made == "now" else json.loads(FILE.read_text(encoding="utf-8"))
    for schema in document["components"]["schemas"].values():
        if "properties" in schema:
            schema.setdefault("additionalProperties", False)

    for each in operations(document).values():
        for media, held in (pair for told in successes(each) for pair in told.get("content", {}).items()):
            schema = held.get("schema") or {"type": "string"}
            found = Draft202012Validator({**schema, "components": document["components"]})
            example = answers[each["operationId"]][media]
            assert [*map(str, found.iter_errors(example))] == [], f"{each['operationId']}: `make examples`"


def test_keys_are_told(document: dict[str, Any]) -> None:
    """A bearer key opens all but the paths that are open."""
    assert document["components"]["securitySchemes"]["key"]["scheme"] == "bearer"
    assert document["security"] == [{"key": []}]
    for name, each in operations(document).items():
        assert (each.get("security") == []) == (name.split()[1] in OPEN_PATHS), name


@pytest.mark.parametrize(
    "path", ["/health", "/v1/spaces", "/v1/spaces/ada/items", "/v1/spaces/no/items", "/openapi.json"]
)
def test_head_is_get_without_a_body(client: TestClient, path: str) -> None:
    """The status and the headers are those of a GET."""
    asked, got = client.head(path), client.get(path)

    assert (asked.status_code, asked.content) == (got.status_code, b"")
    assert asked.headers["content-length"] == got.headers["content-length"]
    assert asked.headers["content-type"] == got.headers["content-type"]


def test_document_follows_a_newcomers_day(document: dict[str, Any]) -> None:
    """It opens with turns and messages; keys, health and the APIs of others come last."""
    paths = [path.removeprefix("/v1/spaces/{space}") for path in document["paths"]]
    order = ["/turns", "/messages", "/v1/spaces", "/items", "/facts", "/recall", "/import", "/forget", "/v1/keys"]

    assert paths[0] == "/turns"
    assert sorted(order, key=paths.index) == order
    assert paths[-1].startswith("/proxy/") and paths.index("/health") > paths.index("/v1/keys")
