"""Writes a plain requirements.txt and README.md for students, where a course has none.

`check.py` tells whoever lacks a package to install from requirements.txt, so the zip must not be without. Both are
plain; a file of the same name in assignment/ takes their place.
"""

from __future__ import annotations

from ..content import requirements
from ..content.course import Course
from ..content.framework import packages
from ..content.rubric import Rubric

_FOR_THE_PROCESSOR = "--extra-index-url https://download.pytorch.org/whl/cpu   # without it, gigabytes of CUDA on Linux"
_RANGES = {"torch": f"{_FOR_THE_PROCESSOR}\ntorch>=2.2", "numpy": "numpy>=1.26"}
_ALWAYS = ("pytest>=8", "rich>=13")


def missing(course: Course) -> dict[str, bytes]:
    """File name → a plain one, for each that assignment/ has not."""
    plain = {"README.md": _readme(course.rubric), "requirements.txt": _requirements(course)}
    return {name: text.encode() for name, text in plain.items() if not (course.given_folder / name).exists()}


def _requirements(course: Course) -> str:
    """The framework, and what the course lists."""
    rubric = course.rubric
    named = packages(rubric.framework) + [name for name in ("numpy",) if name in rubric.packages]
    rows = [_RANGES[name] for name in dict.fromkeys(named)] + [each.text for each in requirements.read(course)]
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
