"""Texts on one line. Apart from what draws in terminals, which a service does not load."""


def shortened(text: str, length: int) -> str:
    """The text on one line, at most `length` characters."""
    line = " ".join(text.split())
    return line if len(line) <= length else line[: length - 1].rstrip() + "…"
