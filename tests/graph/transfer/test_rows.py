"""A line says exactly one row, and a line that says none is refused with what was found and expected."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.errors import BadInput
from graph.store.verbs import Dropped, Edge, Kind, Label, Node, Value
from graph.transfer.rows import End, Header, check_readable, decode, encode, is_header, order, parse
from graph.values.items import Stored
from tests.contract.test_differential import free_values
from tests.graph.values.test_codec import SAMPLES, node_of

LINES = [
    (Header("ada"), '{"format":"remembrancer-space","version":1,"schema":1,"space":"ada"}'),
    (
        Node(Label.FACT, "f1", {"z": True, "body": "Işık \u2028 \n", "vector": b"\0\xff", "n": 3.0, "a": ("x",)}, 2, 7),
        '{"node":"f1","label":"Fact","version":2,"seq":7,"properties":'
        '{"a":["x"],"body":"Işık \u2028 \\n","n":3.0,"vector":"AP8=","z":true}}',
    ),
    (
        Edge("f1", Kind.ABOUT, "e1", {"rank": 1}, 8),
        '{"edge":["f1","ABOUT","e1"],"seq":8,"properties":{"rank":1}}',
    ),
    (Dropped("f2", None, None, 9), '{"dropped":"f2","seq":9}'),
    (Dropped("f1", Kind.ABOUT, "e2", 9), '{"dropped":["f1","ABOUT","e2"],"seq":9}'),
    (End(9, 1, 1, 2, "ab"), '{"end":9,"nodes":1,"edges":1,"dropped":2,"sha256":"ab"}'),
]
NODE = '{"node":"m1","label":"Message","version":1,"seq":1,"properties":%s}'


@pytest.mark.parametrize(("line", "text"), LINES, ids=lambda value: type(value).__name__)
def test_each_line_has_one_form(line: Header | Node | End, text: str) -> None:
    """The form is compact, without escapes that UTF-8 does not need, and properties are sorted by name."""
    assert encode(line) == text + "\n"
    assert decode(text) == line


@given(st.dictionaries(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=4), free_values))
def test_values_come_back(values: dict) -> None:
    """Every value that a store keeps is read back as it was, to its type."""
    properties = {f"p{name}".replace("\0", ""): value for name, value in values.items() if value is not None}
    node = Node(Label.MESSAGE, "m1", properties, 1, 1)

    back = decode(encode(node))

    assert back == node
    assert isinstance(back, Node)
    assert {name: type(value) for name, value in back.properties.items()} == {
        name: type(value) for name, value in properties.items()
    }


@pytest.mark.parametrize(
    ("text", "found", "expected"),
    [
        ("", "found nothing", "a line of an export: Expecting value"),
        ("{", "found {;", "a line of an export"),
        ("[1]", "found [1]", "a header, a node, an edge, a tombstone or an end"),
        ("[" * 5_000, "found [[[", "a line of an export"),
        ("{}", "found {}", "a header, a node, an edge, a tombstone or an end"),
        ('{"seq":1,"node":"m1"}', 'found {"seq":1', "a node"),
        ('{"format":"gpx","version":1,"schema":1,"space":"a"}', 'found {"format":"gpx"', "remembrancer-space"),
        (
            LINES[0][1].replace('"version":1', '"version":2'),
            "found",
            "of version 2 and schema 1 is not",
        ),
        ('{"format":"remembrancer-space","version":1,"schema":1}', 'found {"format"', "a header"),
        ('{"node":"m1"}', "found", "a node"),
        ('{"node":"m1","label":"Pilot","version":1,"seq":1,"properties":{}}', "found", "'Pilot' is not a valid Label"),
        ('{"node":["m1"],"label":"Fact","version":1,"seq":1,"properties":{}}', "found", "a node"),
        ('{"node":"m1","label":"Fact","version":1,"seq":"1","properties":{}}', "found", "a node"),
        ('{"node":"m1","label":"Fact","version":0,"seq":1,"properties":{}}', "version of m1 is 0", "at least 1"),
        (NODE % "[]", "found", "a node"),
        (NODE % '{"a":null}', "found", "a is None, no number, text, bool or list of texts"),
        (NODE % '{"a":{"b":1}}', "found", "a is {'b': 1}, no number, text, bool or list of texts"),
        (NODE % '{"a":[1]}', "holds int", "text only"),
        (NODE % '{"a":NaN}', 'found {"node":"m1"', "NaN is no JSON"),
        (NODE % '{"a":1e999}', "inf", "a finite number"),
        (NODE % '{"vector":"%"}', "found", "a line of an export"),
        (NODE % '{"vector":"ışık"}', "found", "a line of an export"),
        (NODE % '{"vector":7}', "found", "a line of an export"),
        (NODE % '{"chat":true}', "chat of m1 is bool", "a number or a text"),
        (NODE % '{"seq":1}', "'seq' cannot be a property", "are reserved"),
        ('{"edge":"m1","seq":1,"properties":{}}', "found", "an edge"),
        ('{"edge":["m1","LIKES","m2"],"seq":1,"properties":{}}', "found", "'LIKES' is not a valid Kind"),
        ('{"edge":["m1","IN",2],"seq":1,"properties":{}}', 'found {"edge":["m1","IN",2]', "an edge"),
        ('{"dropped":1,"seq":1}', "found", "a tombstone"),
        ('{"dropped":"","seq":1}', "node id ''", "empty"),
        ('{"end":1,"nodes":1,"edges":1,"dropped":1,"sha256":5}', "found", "an end"),
        ('{"node":"' + "x" * 900, 'found {"node":"xxxx', "…; expected a line of an export"),
    ],
)
def test_bad_line_is_refused(text: str, found: str, expected: str) -> None:
    """The message has what was found, shortened, and what was expected."""
    with pytest.raises(BadInput) as caught:
        decode(text)

    assert found in str(caught.value)
    assert expected in str(caught.value)
    assert len(str(caught.value)) < 300


def test_header_is_known_by_its_beginning() -> None:
    """A file of another version is still an export of a space; lines of chats are not."""
    assert is_header(encode(Header("ada")))
    assert is_header(encode(Header("ada", version=9)))
    assert not is_header('{"role":"user","content":"remembrancer-space"}')


def test_rows_have_an_order() -> None:
    """By seq, then nodes, edges and tombstones, then by name."""
    rows = [
        Node(Label.FACT, "f2", {}, 1, 1),
        Edge("a", Kind.IN, "b", {}, 1),
        Edge("a", Kind.MENTIONS, "a", {}, 1),
        Dropped("a", None, None, 1),
        Dropped("a", Kind.IN, "b", 1),
        Node(Label.FACT, "f1", {}, 1, 2),
    ]

    mixed = rows[3:] + rows[:3]

    assert sorted(mixed, key=order) == rows


@pytest.mark.parametrize("end", ["\n", "", " \n", "\r\n"])
@pytest.mark.parametrize("source", ["m1", "ışık 😀", 'a"b', "a\\b", "a\tb", "\x7f", ""])
@pytest.mark.parametrize("seq", [1, 0, 10**17, 2**63])
def test_edge_without_properties_is_read_as_any_other(source: str, seq: int, end: str) -> None:
    """The short way that most lines of a file take gives what the long way gives."""
    edge = Edge(source, Kind.IN, "c1", {}, seq)
    line = encode(edge)

    assert parse(line.removesuffix("\n") + end) == parse(" " + line) == edge
    for wrong in (line.replace('"IN"', '"INTO"'), line.replace(f'"seq":{seq}', f'"seq":0{seq}'), line + line):
        with pytest.raises(BadInput):
            parse(wrong)


PRESENTED = {"rank": 1, "score": 0.5, "section": "facts", "reason": "newest", "tokens": 3}


def is_readable(node: Node) -> bool:
    """Whether a node passes."""
    try:
        check_readable(node)
    except BadInput:
        return False
    return True


@pytest.mark.parametrize("item", SAMPLES, ids=lambda item: item.label.value)
def test_what_was_written_is_readable(item: Stored) -> None:
    """Whatever the service writes passes."""
    assert is_readable(node_of(item))


@pytest.mark.parametrize("item", SAMPLES, ids=lambda item: item.label.value)
@pytest.mark.parametrize("wrong", [True, -(2**62), 1e300, "\x00?", ("?",), b"?"])
def test_any_wrong_value_is_refused_or_read(item: Stored, wrong: Value) -> None:
    """Whichever property gets a value of another type, the row is refused, unless the type is right."""
    node = node_of(item)
    for name in node.properties:
        changed = replace(node, properties={**node.properties, name: wrong})
        try:
            check_readable(changed)
        except BadInput:
            continue
        right = node.properties[name]
        assert type(wrong) is type(right) or isinstance(wrong, int | float) or name in ("name", "tokens")


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("rank", "1", "rank of b1 PRESENTED f1 is '1', expected a whole number"),
        ("reason", None, "reason of b1 PRESENTED f1 is None, expected a text"),
    ],
)
def test_wrong_presentation_is_refused(name: str, value: Value, message: str) -> None:
    """A block is read with the edges of its items."""
    check_readable(Edge("b1", Kind.PRESENTED, "f1", PRESENTED))

    with pytest.raises(BadInput, match=message):
        check_readable(Edge("b1", Kind.PRESENTED, "f1", PRESENTED | {name: value}))


def test_other_rows_pass() -> None:
    """Labels that hold no item are read by nobody as one."""
    assert is_readable(Node(Label.METER, "meter", {"hour": "x"}, 1, 1))
