"""Makes a shorter assignment: some parts of a course, as a course of its own (`make PARTS=1,2`).

The tasks of the other parts are off and the points are scaled to the same total. It is made beside the zips, so the
repository stays what it is; every command takes the folder as `--course`.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import yaml

from ..checks.errors import GraderFault
from ..content import yaml_places
from ..content.course import Course
from ..content.rubric import Item

FOLDERS = ("autograder/graders", "solutions", "assignment", "handouts")
FILES = ("autograder/.salt", "autograder/.salt.draws", "autograder/.overrides.json")
MADE = ".softmark-parts"
_SKIP = shutil.ignore_patterns("__pycache__", "*.pyc", "submission.zip")


def named(course: Course, text: str) -> tuple[str, ...]:
    """“1, 2” → the parts; GraderFault in one sentence for parts that are not there, or that need another."""
    known = list(dict.fromkeys(_part(item) for item in course.rubric.items))
    asked = tuple(dict.fromkeys(word.strip() for word in text.split(",") if word.strip()))
    strange = [part for part in asked if part not in known]
    if strange or not asked:
        raise GraderFault(
            f"PARTS={text}: there is no part {', '.join(strange) or 'named'}; there are {', '.join(known)}"
        )
    for item in course.rubric.items:
        needed = [used for used in item.uses if _part(course.rubric.item(used)) not in asked]
        if _part(item) in asked and needed:
            both = ",".join(sorted({*asked, _part(course.rubric.item(needed[0]))}, key=known.index))
            raise GraderFault(f"PARTS={text}: {item.id} builds on {needed[0]}: take that part too, PARTS={both}")
    return asked


def make(course: Course, root: Path, parts: Sequence[str], target: Path) -> Path:
    """The shorter course, in `target`, which is empty or was made here before."""
    if target.exists() and any(target.iterdir()) and not (target / MADE).exists():
        raise GraderFault(f"{target} is not empty, and was not made by softmark build --parts: choose another --out")
    shutil.rmtree(target, ignore_errors=True)
    (target / "autograder").mkdir(parents=True)
    (target / MADE).write_text("made by softmark build --parts; it is replaced as a whole\n", encoding="utf-8")
    for name in FOLDERS:
        if (root / name).is_dir():
            shutil.copytree(root / name, target / name, ignore=_SKIP)
    for name in FILES:
        if (root / name).exists():
            shutil.copy(root / name, target / name)
    _readme(target / "assignment" / "README.md", course, parts)
    data = yaml_places.read(course.rubric_path).data  # in which `off` is a word; pyyaml by itself takes it for false
    for item in data["items"]:
        if str(item["id"]).partition(".")[0] not in parts:
            item["mode"] = "off"
    data |= {"rescale": True, "total": data.get("total", course.rubric.total)}
    head = (
        f"# Parts {', '.join(parts)} of {course.rubric.name}, made by `softmark build --parts`: change the original.\n"
    )
    text = yaml.safe_dump(data, sort_keys=False, allow_unicode=True)
    (target / "autograder" / "rubric.yaml").write_text(head + text, encoding="utf-8")
    return target


def _readme(path: Path, course: Course, parts: Sequence[str]) -> None:
    """Where the students' first page lists all files, it lists those of these parts."""
    kept = {item.file for item in course.rubric.items if _part(item) in parts}
    words = [f"`{name}`" for name in course.rubric.files if name in kept]
    listed = " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
    every = re.compile(r",?\s+(?:and\s+)?".join(re.escape(f"`{name}`") for name in course.rubric.files))
    if path.exists():
        path.write_text(every.sub(listed, path.read_text(encoding="utf-8")), encoding="utf-8")


def _part(item: Item) -> str:
    return item.id.partition(".")[0]
