"""`softmark new` writes a small course that passes at once, to be changed file by file.

The templates are real courses below shipped/courses: worked examples, and a starter for each framework. A starter
is written under the course's own name; an example stays what it is.
"""

from __future__ import annotations

import json
import keyword
import re
import sys
from dataclasses import dataclass
from pathlib import Path

import yaml

from ..checks.errors import GraderFault
from ..files.engine import SHIPPED
from ..files.zips import below

COURSES = SHIPPED / "courses"
_COMMON = {"Makefile": "Makefile", "gitignore": ".gitignore", "check.yml": ".github/workflows/check.yml"}
"""Files of every course. The wheel carries no hidden files, so they lie under other names."""
_STARTER = "starter"
_TAKEN = {*sys.stdlib_module_names, "numpy", "torch", "pytest", "rich", "softmark"}
_OURS = {"check", "data", "public_tests", "words"}
"""What lies in the students' folder, or on the way to it."""


@dataclass(frozen=True)
class Wish:
    """What somebody asked for."""

    folder: Path
    title: str = ""
    framework: str = "numpy"
    example: str = ""

    @property
    def name(self) -> str:
        return self.folder.name


def _refuse(wish: Wish) -> str:
    """One sentence for what cannot be; empty if the course can be written."""
    name, folder = wish.name, wish.folder
    if not (name.isascii() and name.isidentifier()) or keyword.iskeyword(name):
        return f"{name!r} is not a name that every Python can import: a to z, digits and _; no digit first, no keyword"
    if not wish.example and name.lower() in _TAKEN | _OURS:
        return f"{name} is an existing module, which the students' file would hide: try my_{name}"
    if folder.exists() and any(folder.iterdir()):
        return f"{folder} is not empty; nothing was written: choose another name, or empty it first"
    return ""


def write(wish: Wish) -> list[str]:
    """Write the course; the names of its files. GraderFault in one sentence if it cannot be."""
    if said := _refuse(wish):
        raise GraderFault(said)
    files = texts(wish)
    for name, text in files.items():
        path = wish.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    return list(files)


def texts(wish: Wish) -> dict[str, str]:
    """Path → text of everything that is written."""
    template = COURSES / (wish.example or f"{_STARTER}-{wish.framework}")
    files = {name: data.decode("utf-8") for name, data in below(template).items()}
    before = yaml.safe_load(files["autograder/rubric.yaml"])["title"]
    if not wish.example:
        files = {_renamed(name, wish.name): _renamed(text, wish.name) for name, text in files.items()}
    rubric = files["autograder/rubric.yaml"]
    files["autograder/rubric.yaml"] = re.sub(r"(?m)^name: .*$", f"name: {wish.name.lower()}", rubric, count=1)
    if wish.title:
        files = {name: _titled(text, before, wish.title.strip()) for name, text in files.items()}
    common = {place: (COURSES / "common" / name).read_text(encoding="utf-8") for name, place in _COMMON.items()}
    return {**files, **common}


def _renamed(text: str, name: str) -> str:
    return re.sub(rf"(?<![a-z]){_STARTER}(?![a-z])", name, text)


def _titled(text: str, old: str, new: str) -> str:
    """In YAML, where a title may hold a colon or a quote and a JSON string is always right, and in Markdown."""
    quoted = text.replace(f"title: {old}\n", f"title: {json.dumps(new, ensure_ascii=False)}\n")
    return quoted.replace(f"# {old}\n", f"# {new}\n")
