"""The miniature courses: an engine that grades only PyTorch, or only our own assignment, has lost something."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from .answers import Section, graded
from .handed_in import Course, Submission
from .workshop import Workshop

COURSES = {"NumPy": "tests/mini", "plain Python": "autograder/softmark/shipped/courses/calculator"}
ROOT = Path(__file__).resolve().parents[2]
ACCIDENTS = Path(__file__).with_name("accidents.yaml")


def recorded(shop: Workshop) -> Section:
    """The known answers of each course and a submission of stubs; to the first, accidents too."""
    found: Section = {}
    for title, folder in COURSES.items():
        shop.give_salt(shop.root / folder)
        shop.build(folder)
        course = Course(ROOT / folder)
        more = accidents(course) if title == "NumPy" else ()
        told = graded(shop, [*course.known(), _nothing(course), *more], folder)
        found |= {f"{title}: {name}": said for name, said in told.items()}
    return found | _told_more(shop)


def _told_more(shop: Workshop) -> Section:
    """What students of the NumPy course read where its rubric tells them more of hidden numbers than a kind."""
    folder = "dist/told-more"
    copy = Path(shutil.copytree(shop.root / COURSES["NumPy"], shop.root / folder, dirs_exist_ok=True))
    with (copy / "autograder" / "rubric.yaml").open("a", encoding="utf-8") as rubric:
        rubric.write("feedback: {hidden: full}\n")
    shop.give_salt(copy)
    shop.build(folder)
    some = [one for one in accidents(Course(ROOT / COURSES["NumPy"])) if "hidden numbers" in one.name]
    return {f"NumPy, told more: {name}": said for name, said in graded(shop, some, folder).items()}


def _nothing(course: Course) -> Submission:
    """Every function there, and none written."""
    texts = {}
    for module in course.reference:
        names = [name for owner, name in course.owners if owner == module]
        texts[f"{module}.py"] = "\n\n".join(f"def {name}(*given):\n    raise NotImplementedError\n" for name in names)
    return Submission("nothing written", texts, ())


def accidents(course: Course) -> Iterator[Submission]:
    """What accidents.yaml makes of a right submission."""
    listed: dict[str, Mapping[str, Any]] = yaml.safe_load(ACCIDENTS.read_text(encoding="utf-8"))
    for name, row in listed.items():
        files: dict[str, str | None] = {**course.laid_over(), **row.get("files", {})}
        for file, (old, new) in row.get("changes", {}).items():
            files[file] = str(files[file]).replace(old, new)
        kept = {file: text for file, text in files.items() if text is not None}
        folder = f"{row['moved']}/" if "moved" in row else ""
        yield Submission(f"accident/{name}", {f"{folder}{file}": text for file, text in kept.items()}, ())
