"""The examples at the start of how-to pages: what stands there is run, in Node, against a real service."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.api.serving import serving
from tests.clients.test_typescript import FOLDER, npm
from tests.house.source import text_of

pytestmark = pytest.mark.walk

ADVENTURE = """
const prompts = [];
const tell = (answer) => (prompt) => (prompts.push(prompt), answer);
await play("search behind the photo", { place: "keepers_quarters" }, tell("You find the car keys."));
for (let n = 0; n < 3; n++) await play("look", { place: "shore" }, tell("Dust."));
await play("use the car keys", { place: "shore", inventory: ["car_keys"] }, tell("The engine starts."));
console.log(JSON.stringify(prompts));
"""

RESEARCH = """
const asked = [];
const write = (prompt) => (asked.push(prompt), "Somogyi etkisi.");
const research = (question, tier) => (asked.push(`${tier}: ${question}`),
  "Dawn sabah şekeri yükseltir, Somogyi tepkidir.");
const said = [];
for (const message of ["Dawn fenomeni ile Somogyi etkisinin farkı nedir?", "Tamam yeter, teşekkürler",
  "Dawn ile karışan etki neydi?", "Beta hücre rejenerasyonu hakkında ne konuşmuştuk?", "Evet"])
  said.push(await reply(message, write, research));
console.log(JSON.stringify({ asked, said }));
"""


TAVERN = """
remember_line("The Narrator", "A storm is coming.", 100.0, []);
remember_line(PLAYER, "The old bridge is down.", 101.0, ["Lynly Star-Sung", PLAYER]);
remember_line(PLAYER, "Do not tell Lynly about the gift.", 102.0, ["Wilhelm", PLAYER]);
remember_line("Wilhelm", "The bridge was mended, Lynly.", 90000.0, ["Lynly Star-Sung", "Wilhelm"]);
echo json_encode([prompt_of("Lynly Star-Sung", "You are Lynly.", "Answer.")]);
"""


def code_of(page: str, language: str) -> str:
    """The first code of a page in this language."""
    found = re.search(rf"```{language}\n(.*?)```", text_of(f"docs/how-to/{page}"), re.DOTALL)
    assert found is not None
    return found[1]


def test_mod_in_php(tmp_path: Path) -> None:
    """Lines with those who hear them, and a prompt of what was heard in its order. Skipped without PHP."""
    php = shutil.which("php")
    if php is None:
        pytest.skip("needs `php` (the package php-cli)")
    script = tmp_path / "mod.php"
    with serving() as (url, _):
        script.write_text(code_of("character.md", "php").replace("http://localhost:8765", url) + TAVERN)
        done = subprocess.run([php, "-n", str(script)], capture_output=True, text=True, timeout=60)

    assert done.returncode == 0, done.stderr
    (prompt,) = json.loads(done.stdout)
    assert prompt == (
        "## Biography\nYou are Lynly.\n\n"
        "## Earlier conversations\n- world time 101: Prisoner: The old bridge is down.\n\n"
        "## Most recent messages (world time 90000)\n- Wilhelm: The bridge was mended, Lynly.\n\n"
        "## Now\nAnswer.\n"
    )


def printed(page: str, more: str, url: str, folder: Path) -> object:
    """What the first TypeScript of a page prints with these lines behind it. It has no types, so Node runs it."""
    code = code_of(page, "ts").replace("http://localhost:8765", url)
    code = code.replace('"remembrancer"', json.dumps((FOLDER / "dist/remembrancer.js").as_uri()))
    script = folder / "example.mjs"
    script.write_text(code + more, encoding="utf-8")
    done = subprocess.run(
        [shutil.which("node") or "node", str(script)], capture_output=True, text=True, encoding="utf-8", timeout=60
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_text_adventure(tmp_path: Path) -> None:
    """The story gets what happened, each repeated command included, and the last line with its scene."""
    npm("run", "build")
    with serving() as (url, _):
        prompts = printed("game.md", ADVENTURE, url, tmp_path)

    assert isinstance(prompts, list) and len(prompts) == 5
    assert "Recent Conversation History (last 4 interactions):" in prompts[-1]
    assert 'Player: "search behind the photo"' in prompts[-1] and prompts[-1].endswith("> use the car keys")


def test_turkish_research_assistant(tmp_path: Path) -> None:
    """Research, thanks, a question about it, one about what was never said, and yes."""
    with serving() as (url, _):
        told = printed("recall.md", RESEARCH, url, tmp_path)

    assert isinstance(told, dict)
    asked, said = told["asked"], told["said"]
    assert asked[0].endswith("Dawn fenomeni ile Somogyi etkisinin farkı nedir?") and asked[0].partition(":")[0] in (
        "quick", "research",
    )  # fmt: skip
    assert any("Araştırma Başlığı:" in prompt and "Somogyi tepkidir" in prompt for prompt in asked)
    assert "bir araştırma kaydı bulamadım" in said[3]
    assert asked[-1].endswith(": Beta hücre rejenerasyonu")
