"""What each picture of the docs was made of, so that a test can tell when one is older than what it shows."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import blake2b

from tests.house.source import ROOT

BROWSER = ROOT / "browser"
PICTURES = ROOT / "docs" / "pictures"
RECORD = PICTURES / "made_of.json"
CURVES_PAGE = ROOT / "docs" / "benchmarks" / "curves.md"
STYLE = BROWSER / "style.grass"
INSPECTOR = ROOT / "api" / "http" / "inspector"

SHOWN = ("kinds", "block", "entity", "superseded", "pyramid")
"""The saved queries of which the docs have a picture, `browser-NAME.png`."""

STYLES = ("inspector.css", "parts.css")

INSPECTED = {
    "inspector-memory": ("memory.js", "names.js", "lines.js", "knowledge.js"),
    "inspector-block": ("block.js", "block_lines.js", "block_cover.js", "scores.js"),
    "inspector-graph": ("graph.js", "graph_model.js", "graph_picture.js", "forces.js"),
}
"""The pictures of the inspector, each with the scripts of its part."""

PARAMETERS = dict(
    re.findall(r'(\w+): "([^"]*)"', (BROWSER / "remembrancer" / "parameters.cypher").read_text(encoding="utf-8"))
)
"""What the queries are asked for: the space of the demo."""


@dataclass(frozen=True, slots=True)
class MadeOf:
    """The digest of a picture's sources, and the part of the demo's graph that is in it."""

    digest: str
    nodes: Sequence[str] = ()
    edges: Sequence[Sequence[str]] = ()  # each with its source, its kind and its target


def query(name: str) -> str:
    """A saved query with the demo's values in it."""
    text = (BROWSER / "remembrancer" / f"{name}.cypher").read_text(encoding="utf-8")
    return re.sub(r"\$(\w+)", lambda found: json.dumps(PARAMETERS[found[1]]), text)


def curves_table() -> str:
    """The table that the curves are drawn from."""
    text = CURVES_PAGE.read_text(encoding="utf-8").partition("SQLite -->")[2]
    return "\n".join(re.findall(r"^\|.*$", text.partition("<!--")[0], re.MULTILINE))


def digest_of(name: str) -> str:
    """The digest of what a picture is made of, besides the demo's graph."""
    if name in SHOWN:
        sources = [query(name), STYLE.read_text(encoding="utf-8")]
    elif name in INSPECTED:
        sources = [(INSPECTOR / each).read_text(encoding="utf-8") for each in (*STYLES, *INSPECTED[name])]
    else:
        sources = [curves_table()]
    return blake2b("\0".join(sources).encode(), digest_size=8).hexdigest()


def caption(label: str, name: str) -> str:
    """A node as a person would name it. Blocks have no name that lasts."""
    return label if label == "Block" else f"{label} {name}"


def recorded() -> Mapping[str, MadeOf]:
    """What is known of the pictures that there are, by the file's name."""
    return {name: MadeOf(**made) for name, made in json.loads(RECORD.read_text(encoding="utf-8")).items()}


def record(made: Mapping[str, MadeOf]) -> None:
    """Pictures have been made of this."""
    text = json.dumps({name: asdict(each) for name, each in sorted(made.items())}, ensure_ascii=False, indent=1)
    RECORD.write_text(f"{text}\n", encoding="utf-8")
