"""The given weights (lab/writer/CARD.md), for checks in which the student's own model uses them."""

from __future__ import annotations

from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
FOLDERS = (HERE.parent / "given", HERE.parents[1] / "assignment", HERE.parent)
"""Where the given files lie: in the grader's bundle, in the repository, at a student's home."""


@cache
def given_model() -> tuple[tuple[int, ...], dict[str, Any]]:
    """The sizes of the model, in the order of its constructor, and its weights."""
    folder = next(each for each in FOLDERS if (each / "lab" / "trained.py").exists())
    spec = spec_from_file_location("given_trained", folder / "lab" / "trained.py")
    assert spec and spec.loader
    trained = module_from_spec(spec)
    spec.loader.exec_module(trained)
    return tuple(trained.SIZES.values()), trained.weights()
