"""Every language is complete, and all that is asked of one is asked of all."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from languages.language import Language
from languages.registry import BY_CODE, FOLDERS, LANGUAGES, NEUTRAL, READ_AS
from tests.house.source import ROOT
from tests.languages.examples import FOLDER, examples_of

FILES = {path.name for path in (ROOT / "languages" / "english").glob("*.py")}
BASICS = ("tells", "finds", "sentences", "dates", "block")


def test_every_folder_is_registered() -> None:
    """A folder that nobody lists would be read by nobody."""
    folders = {path.parent.name for path in (ROOT / "languages").glob("*/phrases.py")}

    assert folders == {*FOLDERS}
    assert [language.code for language in LANGUAGES] == list(BY_CODE)


@pytest.mark.parametrize("folder", FOLDERS)
def test_folders_have_the_same_files(folder: str) -> None:
    """Who knows one language finds any rule of another."""
    names = {path.name for path in (ROOT / "languages" / folder).glob("*.py")}

    assert names <= FILES
    assert {"__init__.py", "analysis.py", "phrases.py", "dates.py"} <= names


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_every_language_has_examples_of_what_it_knows(language: Language) -> None:
    """What has a table is tried."""
    needed = {*BASICS}
    needed |= {"names", "no_names"} if language.names.not_names else set()

    assert {part for part in needed if not examples_of(language.code).get(part)} == set()


def test_examples_are_of_languages() -> None:
    """A file of examples that no language reads tells of a code that was mistyped."""
    assert {path.stem for path in FOLDER.glob("*.toml")} == set(BY_CODE)


def test_no_test_of_all_languages_names_one() -> None:
    """A new language is tried as all others are, without a change to any of these tests."""
    codes = re.compile(rf"['\"](?:{'|'.join(BY_CODE)})['\"]|\b(?:ENGLISH|TURKISH)\b")
    tests = [path for path in FOLDER.glob("*.py") if path.name != Path(__file__).name]

    assert [path.name for path in tests if codes.search(path.read_text(encoding="utf-8"))] == []


def test_what_tells_no_language_is_read_as_languages_that_are_there() -> None:
    """And not as the neutral value, which knows no words."""
    assert READ_AS and set(READ_AS) <= set(LANGUAGES)
    assert NEUTRAL.code not in BY_CODE
