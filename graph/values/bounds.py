"""Bounds of the values of items, checked when a value is made."""

from graph.errors import BadInput


def check_scale(name: str, value: int) -> None:
    """Raises BadInput for a value that is not on the scale of importance and salience."""
    if not 1 <= value <= 10:
        raise BadInput(f"{name} {value} is outside 1..10")


def check_text(thing: str, text: str) -> None:
    """Raises BadInput for a text without a word."""
    if not text.strip():
        raise BadInput(f"{thing} has an empty text")


def check_item_name(thing: str, name: str, length_max: int) -> None:
    """Raises BadInput for a name that is empty or too long."""
    if not name.strip():
        raise BadInput(f"{thing} name is empty")
    if len(name) > length_max:
        raise BadInput(f"{thing} name has {len(name)} characters, expected at most {length_max}")
