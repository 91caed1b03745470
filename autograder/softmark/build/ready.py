"""Says what in a course is not ready to be built or handed out, with file, line and column.

What must be put right comes as one RubricError, all of it at once. What is worth a look, and may be meant, comes as
sentences that every build prints.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from datetime import datetime, timezone

from ..checks.errors import GraderFault
from ..checks.module_names import module_of
from ..content import empty_checks, grader_files, yaml_places
from ..content.contradictions import suggest
from ..content.course import Course
from ..content.dates import in_words
from ..content.rubric import Rubric
from ..content.yaml_places import RubricError, Where, shown
from ..policy.dates import dates_of

PLATFORM_SECONDS = 600
"""After this Gradescope stops a grade, unless its settings say otherwise, and shows nothing of it."""
SPARE_SECONDS = 60

Said = tuple[Where, str]
"""Where in the rubric, and one sentence."""


def hold(course: Course) -> None:
    """RubricError for everything that must be right before anything is built; GraderFault where the reference or a
    grader cannot be read."""
    every = (_without_files, _without_names, _without_checks, _not_cut)
    wrong = [said for each in every for said in each(course)]
    if not course.rubric.total:
        wrong.append((("items",), "no task has points"))
    _hold(course, wrong)


def hold_rules(course: Course) -> None:
    """The same for calls that a rule forbids and that do not exist. It knows packages that are imported by now."""
    calls = empty_checks.unknown_calls(course.rubric)
    _hold(course, [(("rules", rule, "calls", place), said) for rule, place, said in calls])


def worth_a_look(course: Course, now: datetime | None = None) -> list[str]:
    """What may be meant, and is a trap where it is not."""
    rubric = course.rubric
    said = [*_traps(rubric), *_dates(rubric, now or datetime.now(timezone.utc))]
    found = [str(mistake) for mistake in yaml_places.mistakes(course.rubric_path, said)]
    absent = [name for name in ("README.md", "requirements.txt") if not (course.given_folder / name).exists()]
    if absent:
        found.append(f"{course.given_folder}: has no {' and no '.join(absent)}, which check.py and students look for")
    if course.salt_path.exists() and course.salt_path.stat().st_mode & 0o077:
        found.append(f"{course.salt_path}: other users of this machine can read it: chmod 600 {course.salt_path}")
    return found


def _hold(course: Course, wrong: Sequence[Said]) -> None:
    if wrong:
        raise RubricError(yaml_places.mistakes(course.rubric_path, wrong))


def _without_files(course: Course) -> Iterator[Said]:
    """Files that the rubric speaks of, and that nobody wrote."""
    rubric = course.rubric
    for i, name in enumerate(rubric.files):
        if not (course.reference_folder / name).exists():
            yield ("files", i), f"students write {name}, and {course.reference_folder / name} is missing"
    for i, item in enumerate(rubric.all_items):
        if item.file not in rubric.files and not (course.reference_folder / item.file).exists():
            said = f"{item.file} is neither in files nor in {course.reference_folder}"
            yield ("items", i, "file"), f"{said}: correct the name, or take the task out"
    for key in ("given", "data"):
        for i, name in enumerate(getattr(rubric, key)):
            if not (course.given_folder / name).exists():
                yield (key, i), f"there is no {course.given_folder / name}"


def _without_names(course: Course) -> Iterator[Said]:
    """Names that students write, and that the reference does not have."""
    paths = {name: course.reference_folder / name for name in course.rubric.files}
    there = {name: list(_names(grader_files.parsed(path).body)) for name, path in paths.items() if path.exists()}
    for i, item in enumerate(course.rubric.all_items):
        for j, name in enumerate(item.names):
            if name not in (known := there.get(item.file, [name])):
                said = f"the reference's {item.file} has no {shown(name)}{suggest(name, known)}"
                yield ("items", i, "names", j), said


def _names(body: list[ast.stmt]) -> Iterator[str]:
    """What a file defines: functions, and methods as Class.method."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from (f"{node.name}.{name}" for name in _names(node.body))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.If | ast.Try):
            yield from _names(node.body)


def _not_cut(course: Course) -> Iterator[Said]:
    """Files of students that would be the answer itself."""
    for i, name in enumerate(course.rubric.files):
        to_write = any(item.mode == "task" for item in course.rubric.items_of(name))
        if to_write and module_of(name) in course.reference and module_of(name) not in course.stubs:
            path = course.reference_folder / name
            yield ("files", i), f"students would get the answer: mark it in {path} (# BEGIN SOLUTION)"


def _without_checks(course: Course) -> Iterator[Said]:
    checked, tasks = set[str](), {item.id for item in course.rubric.all_items}
    for path in sorted(course.graders.glob("*.py")):
        for line, task in grader_files.items_of(grader_files.parsed(path)):
            if task not in tasks:
                raise GraderFault(f"{path}:{line}: @number({task!r}): there is no such task in rubric.yaml")
            checked.add(task)
    for i, item in enumerate(course.rubric.all_items):
        if item.mode != "off" and item.id not in checked:
            yield ("items", i), "no grader checks this task"


def _traps(rubric: Rubric) -> Iterator[Said]:
    for i, item in enumerate(rubric.all_items):
        if item.mode != "off" and not item.points:
            yield ("items", i, "points"), "is worth 0 points: students see it, but it cannot change a score"
    if rubric.limits.on_the_clock + SPARE_SECONDS > PLATFORM_SECONDS:
        said = f"on the clock a grade may take five times as long: that leaves less than {SPARE_SECONDS} s of the "
        said += f"{PLATFORM_SECONDS} s after which Gradescope stops it: raise its timeout there, or lower this"
        yield ("limits", "grade_seconds"), said


def _dates(rubric: Rubric, now: datetime) -> Iterator[Said]:
    dates = dates_of(rubric)
    if dates.due is None:
        return
    if dates.due < now:
        yield ("dates", "due"), f"{in_words(dates.due)} is over"
    if rubric.late.closed != "accept" and dates.late_due is None:
        yield ("late", "closed"), "needs a late due date: on the platform, or as dates.late_due"
