"""How long things may be. A file is read in one sitting, a function on one screen."""

from __future__ import annotations

from api.settings import Settings
from tests.house.source import Function, files, functions, text_of

FILE_LINES_MAX = 500
FUNCTION_LINES_MAX = 70
PARAMETERS_MAX = 7
SETTINGS_MAX = 40

DOORS = ("api/commands/", "api/routes/")
"""Their functions' parameters are options that a framework reads from the signature: a user's, not a caller's."""


def test_files_are_short() -> None:
    """No file is longer than 500 lines, tests and benchmarks included."""
    lengths = {file: len(text_of(file).splitlines()) for file in [*files(), *files("benchmarks", "tests")]}

    assert {file: length for file, length in lengths.items() if length > FILE_LINES_MAX} == {}


def test_functions_are_short() -> None:
    """No function is longer than 70 lines, its docstring included."""
    lengths = {f"{file}:{each.lineno} {each.name}": _length(each) for file in files() for each in functions(file)}

    assert {name: length for name, length in lengths.items() if length > FUNCTION_LINES_MAX} == {}


def test_functions_take_few_parameters() -> None:
    """No function takes more than 7 parameters besides self: more of them are a value that has no name yet."""
    counts = {
        f"{file}:{each.lineno} {each.name}": _parameters(each)
        for file in files()
        if not file.startswith(DOORS)
        for each in functions(file)
    }

    assert {name: count for name, count in counts.items() if count > PARAMETERS_MAX} == {}


def test_settings_are_few() -> None:
    """There are at most 40 settings: each is a question that everyone who runs the service must answer or skip."""
    assert len(Settings.model_fields) <= SETTINGS_MAX


def _length(function: Function) -> int:
    assert function.end_lineno is not None
    return function.end_lineno - function.lineno + 1


def _parameters(function: Function) -> int:
    given = function.args
    names = [each.arg for each in [*given.posonlyargs, *given.args, *given.kwonlyargs]]
    return len([name for name in names if name not in ("self", "cls")])
