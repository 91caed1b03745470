"""What reading a submission's source shows: foreign imports, names that are used for something else. Nothing is run."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from ...content.rubric import Rubric
from ...reading.leftovers import reused_names
from ...sandbox.layers.limits import bounded_memory
from ..result import Note
from .submission import foreign_imports

READING_MB = 512
"""What reading may take; a right answer takes a hundredth."""


def trees(files: Mapping[str, str]) -> dict[str, ast.Module]:
    """File → what it says, as far as it can be read."""
    found = {}
    for name, text in files.items():
        try:
            with bounded_memory(READING_MB):
                found[name] = ast.parse(text)
        except (SyntaxError, ValueError, MemoryError, RecursionError):
            continue  # whoever imports it says why
    return found


def notes(trees: Mapping[str, ast.Module], rubric: Rubric) -> list[Note]:
    """For the student."""
    try:
        with bounded_memory(READING_MB):
            return foreign_imports(trees, rubric) + [Note("student", sentence) for sentence in reused_names(trees)]
    except (MemoryError, RecursionError):
        return []
