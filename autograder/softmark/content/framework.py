"""Lists the packages to import before the first fork, by the rubric's `framework`.

A launcher must know it before anything else is read, so this looks at that one key of the frozen rubric and leaves
every complaint to the reader of the whole.
"""

from __future__ import annotations

import json
from pathlib import Path


def packages(framework: object) -> list[str]:
    if framework == "python":
        return []
    return ["numpy", "torch"] if framework == "torch" else ["numpy"]


def preload(grader: Path) -> list[str]:
    """The packages that workers of a frozen grader need; none where its rubric cannot be read."""
    try:
        return packages(json.loads((grader / "rubric.json").read_bytes())["framework"])
    except (OSError, ValueError, KeyError, TypeError):
        return []
