"""The types of the TypeScript client, made from the service's own description of its routes (`make client`)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from api.app import create_app
from tests.api.serving import serving
from tests.house.source import ROOT

CLIENT = ROOT / "clients" / "typescript" / "remembrancer.ts"
BEGIN, END = "// Made by `make client` from the service's OpenAPI document.\n", "// The end of what is made.\n"
REF = "#/components/schemas/"
KINDS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
Schema = Mapping[str, Any]


def described() -> dict[str, Any]:
    """What the service says about its routes."""
    with serving() as (_, service):
        document: dict[str, Any] = create_app(service).openapi()
        return document


def types_for(schemas: Mapping[str, Schema], names: set[str]) -> str:
    """These types, and those that they need, as TypeScript."""
    wanted, done = sorted(names), dict[str, str]()
    while wanted:
        name = wanted.pop()
        if name not in done:
            done[name] = _declared(name, schemas[name])
            wanted += re.findall(rf'"{REF}(\w+)"', json.dumps(schemas[name]))
    return "\n".join(done[name] for name in sorted(done))


def _declared(name: str, schema: Schema) -> str:
    if "properties" not in schema:
        return f"{_comment(schema, '')}export type {name} = {_type(schema)};\n"
    return f"{_comment(schema, '')}export interface {name} {{\n{''.join(_fields(schema))}}}\n"


def _fields(schema: Schema) -> Iterator[str]:
    for name, field in schema["properties"].items():
        mark = "" if name in schema.get("required", []) else "?"
        yield f"{_comment(field, '  ')}  {name}{mark}: {_type(field)};\n"


def _comment(schema: Schema, indent: str) -> str:
    told = " ".join(str(schema.get("description", "")).split()).replace("*/", "")
    return f"{indent}/** {told} */\n" if told else ""


def _type(schema: Schema) -> str:
    match schema:
        case {"$ref": str(ref)}:
            return ref.removeprefix(REF)
        case {"enum": values}:
            return " | ".join(map(json.dumps, values))
        case {"const": value}:
            return json.dumps(value)
        case {"anyOf": options} | {"oneOf": options} | {"allOf": options}:
            return " | ".join(dict.fromkeys(map(_type, options)))
        case {"type": "array", "items": items}:
            return f"Array<{_type(items)}>"
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"Record<string, {_type(values)}>"
        case {"type": "object"}:
            return "Record<string, unknown>"
        case {"type": str(kind)}:
            return KINDS[kind]
    return "unknown"


def renewed(text: str, schemas: Mapping[str, Schema]) -> str:
    """The client with its types made anew: those that its other part imports from nowhere."""
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    used = {name for name in re.findall(r"\b[A-Z]\w+", before + after) if name in schemas}
    return f"{before}{BEGIN}{types_for(schemas, used)}{END}{after}"


if __name__ == "__main__":
    CLIENT.write_text(
        renewed(CLIENT.read_text(encoding="utf-8"), described()["components"]["schemas"]), encoding="utf-8"
    )
