"""Writes a plain requirements.txt and README.md for students, where a course has none.

`check.py` tells whoever lacks a package to install from requirements.txt, so the zip must not be without. Both are
plain; a file of the same name in assignment/ takes their place.
"""

from __future__ import annotations

import sys

from ..content.course import Course
from ..content.framework import packages
from ..content.rubric import Rubric

_RANGES = {"torch": "torch>=2.2", "numpy": "numpy>=1.26"}
_ALWAYS = ("pytest>=8", "rich>=13")


def missing(course: Course) -> dict[str, bytes]:
    """File name → a plain one, for each that assignment/ has not."""
    plain = {"README.md": _readme(course.rubric), "requirements.txt": _requirements(course.rubric)}
    return {name: text.encode() for name, text in plain.items() if not (course.given_folder / name).exists()}


def _requirements(rubric: Rubric) -> str:
    """The framework, and whatever else the rubric lets students import that Python does not bring."""
    named = packages(rubric.framework)
    named += [name for name in rubric.packages if name not in sys.stdlib_module_names and name not in named]
    rows = [_RANGES.get(name, name) for name in named]
    return "\n".join(["# What the assignment needs. Ranges, not pins.", *rows, *_ALWAYS]) + "\n"


def _readme(rubric: Rubric) -> str:
    files = ", ".join(f"`{name}`" for name in rubric.files)
    return f"""\
# {rubric.title}

You write the functions marked `TODO` in {files}. The docstring of each explains its task.

```
python -m pip install -r requirements.txt     once; Python 3.10 or newer
python check.py                               what is written, right, wrong, and what to look at
python check.py --zip                         writes submission.zip, the file to hand in
```

`python check.py --help` lists the rest. The grader runs the same checks on other numbers.
"""
