"""Makes a notebook from a plain Python file with cell marks (`# %%`): the same bytes every time.

Whoever reviews a change reads Python; students get the notebook. jupytext does the conversion, at build time only.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any


def convert(source: Path) -> str:
    """The notebook as text. Cells are numbered: the library's own names for them are drawn at random."""
    import jupytext  # type: ignore[import-untyped]
    import nbformat as nbformat_typed

    nbformat: Any = nbformat_typed  # its functions have no types
    notebook = jupytext.reads(source.read_text(encoding="utf-8"), fmt="py:percent")
    notebook.metadata = nbformat.from_dict(
        {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    )
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    for number, cell in enumerate(notebook.cells, 1):
        cell["id"] = f"cell-{number}"
        cell["metadata"] = {}
    nbformat.validate(notebook)
    return str(nbformat.writes(notebook)) + "\n"
