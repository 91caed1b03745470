"""What reading a submission's source shows: packages that the rubric does not list. Nothing is run."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from ...checks.imports import foreign
from ...checks.module_names import top_of
from ...content.rubric import Rubric
from ...content.yaml_places import shown
from ...sandbox.layers.limits import bounded_memory
from ..result import Note
from .containers import listed

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
    """A sentence for each package that student code imports and the rubric does not list.

    `trees` maps file name → what it says. Code that only runs at home (under `if __name__ == "__main__"`) may import
    anything.
    """
    allowed = {top_of(name) for name in (*rubric.files, *rubric.given)} | {*rubric.packages, "__future__"}
    sentences = []
    for package, where in sorted(foreign(trees, allowed).items(), key=lambda found: not found[0].startswith(".")):
        if package.startswith("."):
            sentences += [
                f"Your code imports from {shown(package)} ({place}), but the files are not a package: leave out the dot"
                for place in where
            ]
        else:
            sentences.append(
                f"Your code imports {shown(package)} ({listed(where, 3)}), which may be missing where it is graded: "
                f"this assignment lists {', '.join(rubric.packages) or 'no packages'}"
            )
    return [Note("student", sentence) for sentence in sentences]
