"""The TypeScript client: its types are the service's, it compiles, and does what it says in Node."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.api.serving import serving
from tests.clients.api_types import CLIENT, described, renewed
from tests.house.source import ROOT

FOLDER = CLIENT.parent


def npm(*words: str) -> str:
    """What npm prints. Without Node or the compiler (`npm ci` in the folder) the test is skipped; in CI it fails."""
    if not (FOLDER / "node_modules" / "typescript").is_dir() or shutil.which("npm") is None:
        assert not os.environ.get("CI"), "run `npm ci` in clients/typescript"
        pytest.skip("needs Node, and `npm ci` in clients/typescript")
    done = subprocess.run(["npm", *words], cwd=FOLDER, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_types_are_the_services() -> None:
    """What the client says about requests and answers is what the service says: run `make client` after a change."""
    text = CLIENT.read_text(encoding="utf-8")

    assert renewed(text, described()["components"]["schemas"]) == text


def test_package_has_the_client_alone(tmp_path: Path) -> None:
    """It compiles without a complaint; what is packed is the file, its JavaScript and its types, and it works."""
    (packed,) = json.loads(npm("pack", "--json", "--silent", "--pack-destination", str(tmp_path)))
    names = sorted(file["path"] for file in packed["files"])
    with serving() as (url, _):
        use = [shutil.which("node") or "node", str(ROOT / "tests/clients/use_typescript.mjs")]
        told = subprocess.run(
            [*use, str(FOLDER / "dist/remembrancer.js"), url], capture_output=True, text=True, timeout=60
        )

    assert names == ["README.md", "dist/remembrancer.d.ts", "dist/remembrancer.js", "package.json", "remembrancer.ts"]
    assert told.returncode == 0, told.stderr
    found = json.loads(told.stdout)
    assert "allergic to walnuts" in found.pop("block")
    assert found == {
        "stored": [False, True, True],
        "keys": 1,
        "roles": ["system", "system", "user"],
        "found": ["Nil lives in Bursa."],
        "items": found["items"],
        "gone": True,
        "refused": ["ServiceError", 404, "urn:remembrancer:not-found", True, False],
        "unreachable": ["Unreachable", 0, "", True, True],
    }
    assert found["items"] >= 4
