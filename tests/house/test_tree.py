"""What may not stand in any file of the project, and links that must lead somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.house.source import ROOT

PASSED_OVER = {"__pycache__", "build", "dist", "node_modules", "secrets"}
HIDDEN_BUT_OURS = {".ci", ".dockerignore", ".gitignore"}
MACHINE = re.compile(
    r"/(?:home|Users)/(?!ada\b)\w|/(?:opt|root|work|mnt)/\w|/tmp/\w+/"  # a path of the machine it was written on
    r"|files\.pythonhosted\.org|pypi\.org|--(?:extra-)?index-url|--find-links|--trusted-host"  # where packages are
)
NAMED = re.compile(r"(?<![\w/.(])(?:graph|context|archivists|api|benchmarks|tests)/[\w/]+\.(?:py|txt)")
LINK = re.compile(r"\[[^\]]*\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#([^)\s]+))?\)")


def test_no_trace_of_one_machine() -> None:
    """No file names a path of somebody's machine or a package index: a clone works anywhere."""
    found = [
        f"{path.relative_to(ROOT)}:{number} {hit.group()}"
        for path in _files()
        if path != Path(__file__)
        for number, line in enumerate(_lines(path), start=1)
        if (hit := MACHINE.search(line))
    ]

    assert found == []


def test_links_lead_to_files() -> None:
    """Each relative link of a page leads to a file that is there, and to a heading of it if it names one."""
    found = [
        f"{page.relative_to(ROOT)} -> {target}"
        for page in _files()
        if page.suffix == ".md"
        for target, heading in LINK.findall(page.read_text(encoding="utf-8"))
        if not _leads_somewhere((page.parent / target).resolve(), heading)
    ]

    assert found == []


def test_files_that_pages_name_are_there() -> None:
    """A page that names a file of ours by its path names one that exists: moves leave no page behind."""
    found = [
        f"{page.relative_to(ROOT)} names {path}"
        for page in _files()
        if page.suffix == ".md" and page.name != "CHANGELOG.md"
        for path in NAMED.findall(page.read_text(encoding="utf-8"))
        if not (ROOT / path).exists()
    ]

    assert found == []


def test_every_page_can_be_found() -> None:
    """Each page of docs/ is linked from another page."""
    pages = [path for path in _files() if path.suffix == ".md"]
    linked = {
        (page.parent / target).resolve()
        for page in pages
        for target, _ in LINK.findall(page.read_text(encoding="utf-8"))
    }

    lonely = [
        str(page.relative_to(ROOT)) for page in pages if "docs" in page.relative_to(ROOT).parts and page not in linked
    ]

    assert lonely == []


def test_decisions_are_short() -> None:
    """A decision is told in 40 lines: situation, decision, cost."""
    for page in (ROOT / "docs" / "decisions").glob("[0-9]*.md"):
        lines = _lines(page)

        assert len(lines) <= 40, page.name
        assert [line for line in lines if line.startswith("## ")] == ["## Situation", "## Decision", "## Cost"], (
            page.name
        )


def _leads_somewhere(path: Path, heading: str) -> bool:
    return path.exists() and (not heading or heading in map(_anchor, _lines(path)))


def _anchor(line: str) -> str:
    """The name under which a heading can be linked to."""
    if not line.startswith("#"):
        return ""
    return re.sub(r"[^\w\- ]", "", line.lstrip("# ").lower()).strip().replace(" ", "-")


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8", errors="replace").splitlines()


def _files(folder: Path = ROOT) -> Iterator[Path]:
    """Every file that belongs to the project: not what tools have left."""
    for path in sorted(folder.iterdir()):
        is_hidden = path.name.startswith(".") and path.name not in HIDDEN_BUT_OURS
        if is_hidden or path.name in PASSED_OVER or path.suffix in (".egg-info", ".db"):
            continue
        if path.is_dir():
            yield from _files(path)
        else:
            yield path
