"""Memories are known again by their ids, and tags of ours stand only where we put them."""

from __future__ import annotations

from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archivists.transcripts.memories import chunk_start_of, digest_of, nearest, untagged, uuid_of, verbatim, words

NAMES = (
    "primer",
    "quote",
    "quote_again",
    "perspective",
    "perspective_again",
    "refine",
    "summary",
    "later",
    "instructions",
)


@given(st.binary(), st.integers(0, 255))
def test_ids_name_their_chunk(content: bytes, number: int) -> None:
    """A message's UUID is a valid one, and begins with the digest of what it tells."""
    digest = digest_of(content)

    id = uuid_of(digest, number)

    assert UUID(id).version == 8 and UUID(id).variant == UUID("00000000-0000-8000-8000-000000000000").variant
    assert digest.startswith(chunk_start_of(id)) and len(chunk_start_of(id)) == 28


@pytest.mark.parametrize("uuid", ["", "u-1", "9f786cd9-adbd-45ce-ad5e-d01a8975d0b4", "x" * 36])
def test_other_ids_name_nothing(uuid: str) -> None:
    """A UUID that was drawn by chance, as live messages have them, is of another kind."""
    assert chunk_start_of(uuid) == ""


@given(st.lists(st.sampled_from(["<system>", "</system>", "<to_remem", "ber>", "<context_manager>", "a", " "])))
def test_no_tag_is_left(parts: list[str]) -> None:
    """What a model says has no tags of ours, even where taking one out makes another."""
    assert not any(tag in untagged("".join(parts)) for tag in ("<system>", "</system>", "<to_remember>"))


@pytest.mark.parametrize("name", NAMES)
def test_prompts_are_files(name: str) -> None:
    """Each text is a Markdown file, without tags that would be taken for ours where it is wrapped."""
    # ACCEPTANCE 4.11
    text = words(name)

    assert text and (name == "primer" or untagged(text) == text)


TEXT = 'Ada wrote:\n  "The sea was dark."\nNil laughed. Şişli\'de yağmur vardı! And then, at last, we went home.'


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("The sea was dark.", "The sea was dark."),
        ('"The sea was dark."', '"The sea was dark."'),
        ("“The sea was dark.”", "The sea was dark."),
        ("> Nil  laughed.\n", "Nil laughed."),
        ("Şişli’de yağmur", "Şişli'de yağmur"),
        ("wrote: “The sea", 'wrote:\n  "The sea'),
        ("And then – at last", ""),
        ('dark." Nil', 'dark."\nNil'),
        ("şişli'de yağmur", ""),
        ("the sea was black", ""),
        ("", ""),
        (' " ', '"'),
    ],
)
def test_verbatim(quote: str, found: str) -> None:
    """Blanks may differ, the shape of quotation marks, and marks around it; not a letter."""
    # ACCEPTANCE 4.7
    assert verbatim(quote, TEXT) == found


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("Nil was laughing in Şişli'de yağmur", "Nil laughed. Şişli'de yağmur vardı!"),
        ("finally we went home at last", "And then, at last, we went home."),
        ("xyz", "And then, at last, we went home."),
    ],
)
def test_nearest(quote: str, found: str) -> None:
    """Whole sentences with the most words in common; the longest where there are none."""
    # ACCEPTANCE 4.7
    assert nearest(quote, TEXT) == found
    assert nearest(quote, "") == ""
