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
EXAMPLES = ("convolution", "calculator")
FRAMEWORKS = ("numpy", "torch", "python")
_COMMON = {
    "Makefile": "Makefile",
    "gitignore": ".gitignore",
    "check.yml": ".github/workflows/check.yml",
}
"""Files of every course. The wheel carries no hidden files, so they lie under other names."""
_STARTER = "starter"
_TAKEN = {*sys.stdlib_module_names, *FRAMEWORKS, "check", "data", "pytest", "rich", "softmark", "public_tests", "words"}


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


def refuse(wish: Wish) -> str:
    """One sentence for what cannot be; empty if the course can be written."""
    name, folder = wish.name, wish.folder
    if keyword.iskeyword(name):
        return f"{name!r} is a keyword of Python, so nobody could import it: try my_{name.lower()}"
    if not (name.isascii() and name.isidentifier()):
        like = re.sub(r"\W+", "_", name, flags=re.ASCII).strip("_").lower()
        hint = f": try {like}" if like.isidentifier() and not keyword.iskeyword(like) else ""
        return f"{name!r} is not a name that every Python can import (a to z, digits and _; no digit first){hint}"
    if not wish.example and name.lower() in _TAKEN:
        return f"{name} is an existing module, which the students' file would hide: try my_{name}"
    if wish.example and wish.example not in EXAMPLES:
        return f"there is no example {wish.example!r}; there are {', '.join(EXAMPLES)}"
    if wish.framework not in FRAMEWORKS:
        return f"there is no framework {wish.framework!r}; there are {', '.join(FRAMEWORKS)}"
    if wish.title and (not wish.title.isprintable() or not wish.title.strip() or len(wish.title) > 200):
        return "the title must be one line of at most 200 characters"
    if not COURSES.is_dir():
        return "this engine was published without the courses that `softmark new` begins with: install the package"
    if folder.exists() and not folder.is_dir():
        return f"{folder} is a file; a course needs a folder of its own"
    if folder.exists() and any(folder.iterdir()):
        return f"{folder} is not empty; nothing was written: choose another name, or empty it first"
    return ""


def write(wish: Wish) -> list[str]:
    """Write the course; the names of its files. GraderFault in one sentence if it cannot be."""
    if said := refuse(wish):
        raise GraderFault(said)
    files = texts(wish)
    try:
        for name, text in files.items():
            path = wish.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise GraderFault(f"{error.filename}: cannot be written: {(error.strerror or str(error)).lower()}") from None
    return list(files)


def texts(wish: Wish) -> dict[str, str]:
    """Path → text of everything that is written."""
    template = COURSES / (wish.example or f"{_STARTER}-{wish.framework}")
    files = {name: data.decode("utf-8") for name, data in below(template).items()}
    before = yaml.safe_load(files["autograder/rubric.yaml"])
    if not wish.example:
        files = {_renamed(name, wish.name): _renamed(text, wish.name) for name, text in files.items()}
    files["autograder/rubric.yaml"] = re.sub(
        r"(?m)^name: .*$", f"name: {wish.name.lower()}", files["autograder/rubric.yaml"], count=1
    )
    if wish.title:
        files = {name: _titled(name, text, before["title"], wish.title.strip()) for name, text in files.items()}
    for name, place in _COMMON.items():
        files[place] = (COURSES / "common" / name).read_text(encoding="utf-8")
    return files


def _renamed(text: str, name: str) -> str:
    return re.sub(rf"(?<![a-z]){_STARTER}(?![a-z])", name, text)


def _titled(name: str, text: str, old: str, new: str) -> str:
    """Quote a title for YAML. It may hold a colon or a quote; a JSON string is always right there."""
    plain = re.fullmatch(r"[A-Za-z][\w ,.?!()-]*", new)
    if name.endswith(".yaml"):
        shown = new if plain else json.dumps(new, ensure_ascii=False)
        return text.replace(f"title: {old}\n", f"title: {shown}\n")
    return text.replace(f"# {old}\n", f"# {new}\n") if name.endswith(".md") else text
