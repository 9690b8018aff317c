"""The prompts of every language ask for the same: in four parts, by every field, with an example that we can read."""

from __future__ import annotations

import json
import re

import pytest

from archivists.models.provider import Purpose
from archivists.questions.confirm import FRAME, ConfirmAnswer
from archivists.questions.drift_question import DriftAnswer
from archivists.questions.filter import FilterAnswer
from archivists.questions.link import LinkAnswer
from archivists.questions.moments_question import MomentsAnswer
from archivists.questions.prompt import frame_of
from archivists.questions.read import ReadAnswer
from archivists.questions.reflect import ReflectAnswer
from archivists.questions.write import WriteAnswer
from languages.registry import LANGUAGES, READ_AS
from tests.house.source import ROOT

FRAMES = [(name, language.code) for name in (*Purpose, FRAME) for language in LANGUAGES if language.prompts]
ANSWERS = {
    Purpose.READ: ReadAnswer,
    Purpose.LINK: LinkAnswer,
    Purpose.WRITE: WriteAnswer,
    Purpose.DRIFT: DriftAnswer,
    Purpose.FILTER: FilterAnswer,
    Purpose.MOMENTS: MomentsAnswer,
    Purpose.REFLECT: ReflectAnswer,
    FRAME: ConfirmAnswer,
}


def headings_of(name: str, language: str) -> list[str]:
    """Role, input, answer and example, as the language calls them."""
    return re.findall(r"^# (.*)$", frame_of(name, language).text, re.MULTILINE)


def test_languages_have_all_prompts_or_none() -> None:
    """One without is asked about in the first that texts of no told language are read as."""
    assert READ_AS[0].prompts
    for language in LANGUAGES:
        files = (ROOT / "languages" / language.prompts).glob("*.md") if language.prompts else ()
        assert {path.stem for path in files} in ({*Purpose, FRAME}, set())


@pytest.mark.parametrize(("name", "language"), FRAMES)
def test_frame_says_role_input_answer_and_example(name: str, language: str) -> None:
    """Four parts in this order, called alike in every prompt of a language."""
    assert len(headings_of(name, language)) == 4
    assert headings_of(name, language) == headings_of(Purpose.READ, language)


@pytest.mark.parametrize(("name", "language"), FRAMES)
def test_frame_names_every_field_of_the_answer(name: str, language: str) -> None:
    """Whatever the shape has, the frame explains: many servers know of no schema."""
    shape = ANSWERS[name].model_json_schema()
    fields = {name for part in (shape, *shape.get("$defs", {}).values()) for name in part.get("properties", {})}

    named = set(re.findall(r"`(\w+)`", frame_of(name, language).text))

    assert fields - named == set()


@pytest.mark.parametrize(("name", "language"), FRAMES)
def test_frames_of_all_languages_name_the_same_fields(name: str, language: str) -> None:
    """No prompt asks for more than another, nor tells less of its input: each field has an entry of its list."""
    named, first = (
        re.findall(r"^ *- `(\w+)`", frame_of(name, code).text, re.MULTILINE) for code in (language, READ_AS[0].code)
    )

    assert named == first


@pytest.mark.parametrize(("name", "language"), FRAMES)
def test_example_is_an_answer_of_the_right_shape(name: str, language: str) -> None:
    """What models copy is what we can read, and nothing of it is mended or lost."""
    example = frame_of(name, language).text.rpartition(f"{headings_of(name, language)[2]}: ")[2]

    answer = ANSWERS[name].model_validate_json(example)

    assert json.loads(answer.model_dump_json(exclude_unset=True)) == json.loads(example)
