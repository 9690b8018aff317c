"""The reference names every route, command, option and setting, and none that does not exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict, fields
from typing import Any, get_args

import pytest

from api.app import create_app
from api.cli import COMMANDS, load_command
from api.profiles import ASSISTANT, CHARACTER, GAME, RECALL
from api.settings import PREFIX, SETTINGS_FILE, Settings
from api.wiring import build
from graph.changing.apply import APPLY
from graph.changing.taking_back import TAKE_BACK
from graph.changing.undoing import UNDO
from graph.store.neo4j_cypher import BEHIND, OWN_NAMES
from graph.store.verbs import Kind, Label
from graph.values.codec import types_of
from graph.values.items import Stored
from graph.values.presented import Presented
from graph.values.score_terms import Weights
from graph.values.sizes import Sizes
from languages.registry import LANGUAGES
from tests.house.source import ROOT, text_of

FEATURES = [
    *(f"0.{n}" for n in range(1, 12)),
    *(f"1.{n}" for n in range(1, 14)),
    *(f"2.{n}" for n in range(1, 16)),
    *(f"3.{n}" for n in range(1, 30)),
    *(f"4.{n}" for n in range(1, 12)),
    *(f"B.{n}" for n in range(1, 29)),
]


def test_reference_names_every_route() -> None:
    """docs/reference/http.md has a heading or a row for each route, and no other."""
    service = build(Settings(store=":memory:"))
    schema = create_app(service).openapi()
    service.close()
    routes = {f"{method.upper()} {path}" for path, methods in schema["paths"].items() for method in methods}

    assert set(_headings("docs/reference/http.md", r"(?:GET|POST|PUT|PATCH|DELETE) .+")) == routes


def test_reference_names_every_command() -> None:
    """docs/reference/cli.md has a row for each command, in the order of the help, and no other."""
    assert list(_headings("docs/reference/cli.md", r"remembrancer (\w+)")) == list(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_explains_every_option(name: str) -> None:
    """`--help` says of each option what it does, so that no page has to."""
    assert [parameter.name for parameter in _parameters(name) if not getattr(parameter, "help", None)] == []


def test_no_page_names_an_option_that_is_not_there() -> None:
    """Each option behind `remembrancer COMMAND` in a page, and in the reference beside it, is one of that command's."""
    typed = r"remembrancer (?!-)(\w+)\b([^`|;\n]*)"
    rows = re.findall(r"^\| `remembrancer (\w+)` \| (.*) \|$", text_of("docs/reference/cli.md"), re.MULTILINE)
    for page in _pages():
        lines = re.findall(typed, text_of(page).replace("\\\n", " "))
        for name, rest in [line for line in lines if line[0] in COMMANDS] + (rows if page.endswith("cli.md") else []):
            assert set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", rest)) <= _options(name), (page, name, rest)


def test_reference_names_every_setting() -> None:
    """docs/reference/settings.md has a row for each setting, in the order and with the words of the code."""
    rows = re.findall(rf"^\| `{PREFIX}(\w+)` \| .* \| (.*) \|$", text_of("docs/reference/settings.md"), re.MULTILINE)

    assert rows == [(name.upper(), field.description) for name, field in Settings.model_fields.items()]


def test_reference_has_every_size() -> None:
    """docs/reference/settings.md has a row for each size of a space, with its bounds, and each profile's number."""
    numbers = [profile.sizes(Sizes()) for profile in (ASSISTANT, RECALL, GAME, CHARACTER)]
    rows = [
        [
            f"`{each.name}`",
            "{least} to {most}".format(**each.metadata),
            *(str(profile[each.name]) for profile in numbers),
            each.metadata["told"],
        ]
        for each in fields(Sizes)
    ]

    section = _section("docs/reference/settings.md", "Sizes of a space", "")
    assert [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| `")] == rows


def test_reference_has_every_weight() -> None:
    """docs/reference/relevance.md has each term of a score with its weight, in the order of the code."""
    rows = re.findall(r"^\| `(\w+)` \| ([\d.]+) \|", text_of("docs/reference/relevance.md"), re.MULTILINE)

    assert {name: float(weight) for name, weight in rows} == asdict(Weights())


def test_reference_has_every_section_of_a_block() -> None:
    """docs/reference/block.md has each section with its heading in each language, in the order of the block."""
    page = text_of("docs/reference/block.md")
    headings = [language.phrases.headings for language in LANGUAGES]
    table = [["Section", *(language.name for language in LANGUAGES)]]
    sections = [section.name for section in ASSISTANT.block.sections]
    table += [[section, *(each[section] for each in headings)] for section in sections]

    assert re.findall(r"^\| ([a-z ]+) \| [^|]+ \| [^|]+ \|$", page.partition("## Headings")[0], re.M) == sections
    assert _section("docs/reference/block.md", "Headings", "").count("\n|") == len(table) + 1
    for row in table:
        assert f"| {' | '.join(row)} |\n" in page


def test_reference_has_every_label_edge_and_change() -> None:
    """docs/reference/graph.md has a row for each label, kind of edge and kind of change, in the order of the code."""
    rows = re.findall(r"^\| `(\w+)` \|", text_of("docs/reference/graph.md"), re.MULTILINE)

    assert rows == [*Label, *Kind, *(kind.__name__ for kind in APPLY), UNDO, TAKE_BACK]


def test_reference_has_every_property() -> None:
    """Whatever a node on a server shows to people is in the row of its label, or in the words below the table."""
    nodes = _section("docs/reference/graph.md", "Nodes", "")
    rows = dict(re.findall(r"^\| `(\w+)` \|(.*)$", nodes, re.MULTILINE))
    everywhere = {*re.findall(r"`(\w+)`", nodes.rpartition("|\n")[2]), *BEHIND, *OWN_NAMES}
    properties = {kind.label: {*types_of(kind)} - everywhere for kind in get_args(Stored)}

    assert [
        f"{label}.{name}"
        for label, names in properties.items()
        for name in sorted(names)
        if not re.search(rf"\b{name}\b", rows[label])
    ] == []
    shown = [field.name for field in fields(Presented) if field.name not in ("item", "terms")]
    assert [name for name in shown if not re.search(rf"\b{name}\b", _row_of("PRESENTED"))] == []


def _row_of(kind: str) -> str:
    return next(line for line in text_of("docs/reference/graph.md").splitlines() if line.startswith(f"| `{kind}` |"))


def test_no_page_names_a_setting_that_is_not_there() -> None:
    """A mistyped variable would be refused at start, so no page may teach one."""
    known = {SETTINGS_FILE, *(PREFIX + name.upper() for name in Settings.model_fields)}
    named = {name for page in _pages() for name in re.findall(rf"\b{PREFIX}\w+", text_of(page))}

    assert named - known == set()


def test_no_page_names_a_command_that_is_not_there() -> None:
    """`remembrancer something` in a page is a command of ours."""
    named = {name for page in _pages() for name in re.findall(r"(?:`|^|/)remembrancer ([a-z]+)", text_of(page), re.M)}

    assert named - {*COMMANDS} == set()


def test_features_have_every_row_of_the_checklist() -> None:
    """docs/features.md has each id once, in order."""
    rows = re.findall(r"^\| ([0-4B]\.\d+) \|", text_of("docs/features.md"), re.MULTILINE)

    assert rows == FEATURES


def _headings(page: str, pattern: str) -> Iterator[str]:
    """What the headings of a page name, and the first cells of its tables that look like them."""
    for line in text_of(page).splitlines():
        first = re.match(r"##+ (.*)|\| ((?:`[^`]*`(?:<br>)?)+) \|", line)
        for cell in (first[1] or first[2]).split("<br>") if first else ():
            if found := re.fullmatch(rf"`({pattern})`", cell):
                yield found[found.re.groups]


def _section(page: str, heading: str, quote: str = "`") -> str:
    found = re.search(rf"^##+ {quote}{heading}{quote}$(.*?)(?=^## |\Z)", text_of(page), re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


def _parameters(name: str) -> list[Any]:
    """The options and arguments of a command, and of those below it."""
    command = load_command(name)
    below = getattr(command, "commands", {}).values()
    return [parameter for each in (below or [command]) for parameter in each.params]


def _options(name: str) -> set[str]:
    """How the options of a command, and of those below it, are typed."""
    opts = (opt for parameter in _parameters(name) for opt in (*parameter.opts, *parameter.secondary_opts))
    return {"--help", "-h", *opts}


def _pages() -> list[str]:
    return ["README.md", *(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md"))]
