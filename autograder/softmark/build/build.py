"""`softmark build` brings assignment/ up to date, writes the zips and proves them."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from ..content import salt
from ..content.course import Course
from ..content.rubric import Rubric
from ..files.problem import Problem
from ..files.zips import below, write_zip
from . import agents, built_aside, freeze, make_grader, prove, ready, up_to_date
from .handouts import documents, notebook
from .up_to_date import Stamp

STUDENTS, AUTOGRADER = "assignment.zip", "autograder.zip"


def run(
    root: Path, out: Path, assignment_only: bool, proof: bool, pages: bool = True, salt_file: Path | None = None
) -> int:
    """0 built and proved, 1 the proof failed. Nothing in assignment/ changes unless all of it succeeds.
    `pages`: with the handout, where the course has one and the packages for it are installed. `salt_file`: the salt of
    a second grader, which goes into `out`."""
    course = Course.at(root)
    if salt_file is not None:
        course = _with_salt(root, course, salt_file, out / course.frozen_folder.name)
    rubric = course.rubric
    pages = pages and (root / "handouts" / documents.LIST).exists() and (assignment_only or _can_make_pages())
    _tell(rubric)
    stamp = _stamp(root, course, out, f"pages: {pages}, proved: {proof}")
    unchanged = not assignment_only and stamp.fits()
    if not unchanged:
        make_grader.hold(course)
    for said in ready.worth_a_look(course):
        print(f"worth a look: {said}")
    _ensure_salt(course)
    if unchanged:
        print(f"{out}: nothing has changed since these zips were made{' and proved' if proof else ''}")
        return _ready(out, proof)
    with up_to_date.locked(root), built_aside.staged(course) as (fresh, settle):
        if rubric.framework == "torch" and (work := make_grader.recording(fresh, grader=not assignment_only)):
            print(work, flush=True)
        changed, numbers = make_grader.make(fresh, grader=not assignment_only)
        print(numbers, end="\n" if numbers else "", flush=True)
        zips = None if assignment_only else _write_zips(fresh, out, _handed_out(root, out / "handouts", pages))
        if zips and proof and prove.run(fresh, *zips):
            print("assignment/: left as it was", file=sys.stderr)
            return 1
        settle()
        if not assignment_only:
            stamp.note()
        if not assignment_only and salt_file is None:
            up_to_date.of_grader(root).note()
    print(f"assignment/: {'rewrote ' + ', '.join(changed) if changed else 'up to date'}")
    return _ready(out, proof and not assignment_only)


def _can_make_pages() -> bool:
    if absent := documents.missing_tools():
        print(f"no handout in the zip: this Python lacks {', '.join(absent)} (pip install 'softmark[handouts]')")
    return not absent


def _tell(rubric: Rubric) -> None:
    bonus = f" + {rubric.bonus:g} bonus" if rubric.bonus else ""
    print(f"rubric: {rubric.title}: {len(rubric.items)} tasks, {rubric.total:g} points{bonus}")
    if left_out := [item.id for item in rubric.all_items if item.mode == "off"]:
        print(f"rubric: left out (mode off, or their file is not in `files`): {', '.join(left_out)}")


def _stamp(root: Path, course: Course, out: Path, how: str) -> Stamp:
    """Of the zips, what they were made from, and how."""
    zips = (out / STUDENTS, out / AUTOGRADER)
    made_from = (*up_to_date.sources(root), root / "handouts", course.salt_path, course.frozen_folder, *zips)
    return Stamp(out / ".zips.from", made_from, how)


def _ready(out: Path, proof: bool) -> int:
    if proof:
        print(f"ready: give students {out / STUDENTS}, upload {out / AUTOGRADER} to Gradescope")
        print("next: make grade SUB=solutions/reference; make test")
    return 0


def _with_salt(root: Path, course: Course, file: Path, frozen: Path) -> Course:
    """The same course with another salt, whose grader has a folder of its own. What is known of public numbers serves
    both."""
    if frozen.resolve() == course.frozen_folder.resolve():
        raise Problem(f"{frozen} has the hidden numbers of {course.salt_path}: give --salt another --out")
    up_to_date.refreshed(root)
    other = replace(course, salt_path=file, frozen_folder=frozen)
    frozen.mkdir(mode=0o700, parents=True, exist_ok=True)
    shutil.copy(course.ways_path, other.ways_path)
    return other


def _ensure_salt(course: Course) -> None:
    """Make the secret behind the hidden numbers, once."""
    made = salt.ensure(course.salt_path)
    if made:  # what was chosen for another salt says nothing about this one
        course.hidden_draws_path.unlink(missing_ok=True)
    said = "made; share it with staff, and keep it" if made else "kept"
    print(f"{course.salt_path}: {said}; its fingerprint is {course.fingerprint}")


def _handed_out(root: Path, out: Path, pages: bool) -> dict[str, bytes]:
    """The texts and the notebook that go into the students' zip, for a course that has some."""
    files: dict[str, bytes] = {}
    if pages:
        files |= documents.make(root, out)
    if (source := root / "handouts" / "notebook.py").exists():
        files["lab/notebook.ipynb"] = notebook.convert(source).encode()
    return files


def _write_zips(course: Course, out: Path, handed_out: dict[str, bytes]) -> tuple[Path, Path]:
    """Both, from what would lie in assignment/ and from the frozen grader."""
    paths = (out / STUDENTS, out / AUTOGRADER)
    for_assistants = {agents.FILE: agents.text(course.rubric).encode()}
    write_zip(paths[0], for_students(course, {**for_assistants, **handed_out}))
    write_zip(paths[1], below(course.frozen_folder), freeze.EXECUTABLE)
    for path in paths:
        print(f"{path}: {path.stat().st_size >> 10} KB")
    return paths


def for_students(course: Course, beside: Mapping[str, bytes] | None = None) -> dict[str, bytes]:
    """The students' zip, which unpacks into a folder: assignment/ as it is, and what is handed out `beside` the code.
    The fingerprint says which autograder.zip it goes with."""
    mark = {f"public_tests/{salt.FINGERPRINT}": f"{course.fingerprint}\n".encode()}
    files = {**(beside or {}), **below(course.given_folder), **mark}
    return {f"{course.rubric.name}/{name}": data for name, data in files.items()}
