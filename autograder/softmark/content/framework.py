"""Lists the packages to import before the first fork, by the rubric's `framework`.

It is asked before the rubric is checked (the launcher must know it before anything else is read), so it looks at that
one key and leaves every complaint to the reader of the whole.
"""

from __future__ import annotations

from pathlib import Path

import yaml

from ..checks.errors import GraderFault


def packages(framework: object) -> list[str]:
    if framework == "python":
        return []
    return ["numpy", "torch"] if framework == "torch" else ["numpy"]


def preload(course: Path) -> list[str]:
    """The packages that workers of this course need; GraderFault if there is no course."""
    for path in (course / "rubric.yaml", course / "autograder" / "rubric.yaml"):
        if path.exists():
            return packages(_framework(path.read_bytes()))
    raise GraderFault(f"there is no rubric.yaml in {course} or {course / 'autograder'}; run this in the repository")


def _framework(text: bytes) -> object:
    """The value of the key, however it is written; None where the file cannot be read."""
    try:
        for key, value in yaml.compose(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)).value:
            if key.value == "framework":
                return value.value
    except (yaml.YAMLError, AttributeError, TypeError, ValueError):
        pass
    return None
