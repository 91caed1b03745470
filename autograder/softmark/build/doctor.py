"""`softmark build --check` tells an instructor what is wrong before the zip is uploaded.

Looks at the rubric, the files around it, the dates, and what one grade of the reference costs, and says "ready to
upload" or what is wrong, with file, line and column where there is one.
"""

from __future__ import annotations

import re
import sys
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from typing import Literal

from ..checks.errors import GraderFault
from ..content import empty_checks, hidden_draws, requirements, yaml_places
from ..content.course import Course
from ..content.dates import in_words
from ..content.graded_sentences import misquoted, unchecked
from ..content.rubric import Rubric
from ..content.yaml_places import Where
from ..policy.dates import dates_of
from ..running.collect import Checks, with_checks
from . import freeze, measure, student_folder
from .handouts import policy_words
from .measure import Measured

CONTAINERS = ((0.5, 0.75), (1.0, 1.5), (2.0, 3.0), (4.0, 6.0))
"""Gradescope's sizes: processors, GB. The first is its default."""
PLATFORM_SECONDS = 600
"""After this Gradescope stops a grade, unless its settings say otherwise, and shows nothing of it."""
_SPARE_SECONDS = 60
Kind = Literal["good", "look", "wrong"]
_TICKS: dict[Kind, str] = {"good": "✓", "look": "!", "wrong": "✗"}


@dataclass
class Findings:
    """What the doctor says, in order."""

    course: Course
    said: list[tuple[Kind, str]] = field(default_factory=list)

    def good(self, text: str) -> None:
        self._say("good", text)

    def look(self, text: str, *where: str | int) -> None:
        """Note something that is worth a look and may be meant."""
        self._say("look", self._placed(text, where))

    def wrong(self, text: str, *where: str | int) -> None:
        """Note something that must be fixed before uploading."""
        self._say("wrong", self._placed(text, where))

    def _say(self, kind: Kind, text: str) -> None:
        """At once: what comes next may take a while."""
        self.said.append((kind, text))
        print(f"{_TICKS[kind]} {text}", flush=True)

    def count(self, kind: Kind) -> int:
        return sum(each == kind for each, _ in self.said)

    def _placed(self, text: str, where: Where) -> str:
        if not where:
            return text
        found = yaml_places.read(self.course.rubric_path)
        found.problems.clear()
        found.problem(where, text)
        return str(found.problems[0])


def run(
    root: Path,
    out: Path,
    *,
    measured: Callable[[Path, dict[str, str]], Measured] | None = measure.grade,
    now: datetime | None = None,
) -> int:
    """Print the findings; 0 ready, 1 something is wrong. Without `measured`, no grade."""
    course = Course.at(root)
    course.rubric  # noqa: B018 (read now, so that its problems come first)
    course.hold_to_python()
    empty_checks.hold(course.graders)
    requirements.hold(course)
    found = Findings(course)
    if course.rubric.framework == "torch" and not _torch():
        found.wrong("PyTorch is not installed here: run make", "framework")
        return _sum_up(found, out)
    _points(found)
    _files(found)
    _graders(found)
    _rules(found)
    _built(found, out)
    _visibility(found)
    _dates(found, now or datetime.now(timezone.utc))
    _limits(found)
    _salt(found)
    if measured is not None and not found.count("wrong"):
        print("… grading the reference once, to see what a grade costs", file=sys.stderr, flush=True)
        _cost(found, root, measured)
    return _sum_up(found, out)


def _torch() -> bool:
    """Whether torch is installed: without it nothing can be said about the recorded reference, which holds tensors."""
    try:
        import torch  # noqa: F401
    except ImportError:
        return False
    return True


def _sum_up(found: Findings, out: Path) -> int:
    wrong, look = found.count("wrong"), found.count("look")
    if wrong:
        print(f"not ready: {wrong} thing{'' if wrong == 1 else 's'} to fix first")
        return 1
    hint = f" ({look} thing{'' if look == 1 else 's'} to look at)" if look else ""
    print(f"ready to upload: {out / 'autograder.zip'}{hint}")
    return 0


def _points(found: Findings) -> None:
    rubric = found.course.rubric
    bonus = f" + {rubric.bonus:g} bonus" if rubric.bonus else ""
    found.good(f"points: {len(rubric.items)} tasks, {rubric.total:g} points{bonus}; give the platform {rubric.total:g}")
    if not rubric.total:
        found.wrong("no task has points", "items")
    for i, item in enumerate(rubric.all_items):
        if item.mode != "off" and not item.points:
            found.look("is worth 0 points: students see it, but it cannot change a score", "items", i, "points")


def _files(found: Findings) -> None:
    """Check that every file to submit has a reference and a stub, and that the two differ."""
    course = found.course
    before = found.count("wrong")
    for i, name in enumerate(course.rubric.files):
        reference, stub = course.reference_folder / name, course.given_folder / name
        if not reference.exists():
            found.wrong(f"there is no reference for it ({reference})", "files", i)
        elif not stub.exists():
            found.wrong(f"students get no stub for it ({stub} is missing): run softmark build", "files", i)
        elif any(course.rubric.modes[item.id] == "task" for item in course.rubric.items_of(name)) and (
            stub.read_bytes() == reference.read_bytes()
        ):
            found.wrong(f"{stub} is the reference itself: run softmark build", "files", i)
    for i, name in enumerate(course.rubric.given):
        if not (course.given_folder / name).exists():
            found.wrong(f"there is no {course.given_folder / name}", "given", i)
    for i, name in enumerate(course.rubric.data):
        if not (course.given_folder / name).exists():
            found.wrong(f"there is no {course.given_folder / name}", "data", i)
    for name in _named_in_vain(course):
        found.look(f"{course.given_folder / 'README.md'} names {name}, which students do not get")
    if found.count("wrong") == before:
        found.good(f"students submit {', '.join(course.rubric.files)}; each has a stub and a reference")


def _named_in_vain(course: Course) -> list[str]:
    """Python files that the students' README speaks of, and that are not there: it may be that of another course."""
    readme = course.given_folder / "README.md"
    named = re.findall(r"`(\w+\.py)`", readme.read_text(encoding="utf-8")) if readme.exists() else []
    there = {"check.py", *course.rubric.files, *course.given, *(path.name for path in course.given_folder.glob("*.py"))}
    return sorted({name for name in named if name not in there})


def _graders(found: Findings) -> None:
    """Check that every task has a grader, and every grader a task."""
    course = found.course

    def compare(checks: Checks) -> None:
        known = {item.id: i for i, item in enumerate(course.rubric.all_items)}
        for item in course.rubric.items:
            if not checks.of(item.id):
                found.wrong("no grader checks this task", "items", known[item.id])
        strays = sorted({f"{check.name} ({check.item})" for check in checks if check.item not in known})
        if strays:
            found.wrong(f"graders without a task: {', '.join(strays)}")
        if not found.count("wrong"):
            for sentence in (*misquoted(course, checks), *unchecked(course, checks)):
                found.wrong(sentence)
            found.good(f"graders: {sum(1 for _ in checks)} checks, at least one for every task")

    try:
        with_checks(course.graders, compare)
    except GraderFault as fault:
        found.wrong(f"the graders cannot be read: {fault}")


def _rules(found: Findings) -> None:
    """Check that what the rules forbid exists; the graders have imported the framework by now."""
    for name, place, said in empty_checks.unknown_calls(found.course.rubric):
        found.wrong(said, "rules", name, "calls", place)


def _built(found: Findings, out: Path) -> None:
    """Check that the generated files are what would be generated now."""
    course = found.course
    try:
        fresh = student_folder.files(course)
    except Exception as problem:  # a reference that does not parse, a marker that does not close
        found.wrong(f"assignment/ cannot be made: {problem}")
        return
    folder = course.given_folder
    stale = [name for name, data in fresh.items() if _bytes(folder / name) != data]
    if not student_folder.is_recorded(course, folder):
        stale.append(student_folder.RECORDED)
    if stale:
        more = f" and {len(stale) - 3} more" if len(stale) > 3 else ""
        found.wrong(f"{folder} is out of date ({', '.join(stale[:3])}{more}): run softmark build")
        return
    archive = out / "autograder.zip"
    if not archive.exists():
        found.wrong(f"there is no {archive}: run softmark build")
    elif _inside(archive) != freeze.files(course):
        found.wrong(f"{archive} is older than what it is made of: run softmark build")
    else:
        found.good(f"built: {folder} and {archive} are up to date")


def _bytes(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def _inside(archive: Path) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(archive) as opened:
            return {name: opened.read(name) for name in opened.namelist()}
    except (OSError, zipfile.BadZipFile):
        return {}


def _visibility(found: Findings) -> None:
    rubric = found.course.rubric
    sentences = {
        "visible": "students see score, ✓/✗ and hints at once",
        "after_due_date": "students see only that their work arrived until the (late) due date",
        "after_published": "students see only that their work arrived until you publish",
        "hidden": "students see only that their work arrived, for good",
    }
    for i, item in enumerate(rubric.all_items):
        if item.mode != "off" and item.visibility != "visible" and rubric.visibility == "visible":
            found.look(
                f"{item.visibility} on one row makes Gradescope hide the total of every student",
                *("items", i, "visibility"),
            )
    found.good(f"visibility: {rubric.visibility}: {sentences[rubric.visibility]}")
    if rubric.visibility == "hidden":
        found.look("students never see a score or a reason: is that meant?", "visibility")


def _dates(found: Findings, now: datetime) -> None:
    rubric = found.course.rubric
    dates = dates_of(rubric)
    found.good(f"late work: {policy_words.late_in_short(rubric)}")
    asks = rubric.late.per != "none" or rubric.feedback.hidden not in ("hint", "full")
    if dates.due is None:
        if asks:
            found.good("dates: Gradescope's own dates count, extensions included")
        return
    found.good(f"dates: due {in_words(dates.due)}, where the platform gives no date of its own")
    if dates.due < now:
        found.look(f"{in_words(dates.due)} is over", "dates", "due")
    if rubric.late.closed != "accept" and dates.late_due is None:
        found.look("needs a late due date: on the platform, or as dates.late_due", "late", "closed")


def _limits(found: Findings) -> None:
    rubric = found.course.rubric
    if rubric.limits.total_seconds + _SPARE_SECONDS > PLATFORM_SECONDS:
        found.look(
            f"{rubric.limits.total_seconds:g} s leave less than {_SPARE_SECONDS} s of the {PLATFORM_SECONDS} s after "
            "which Gradescope stops a grade and keeps nothing: raise its timeout, or lower this",
            *("limits", "total_seconds"),
        )
    if rubric.isolation.required == "reduced":
        found.look("lets hidden checks run where nothing stops hostile code", "isolation", "required")


def _salt(found: Findings) -> None:
    path = found.course.salt_path
    try:
        found.good(f"salt: its fingerprint is {found.course.fingerprint}; share {path.name} with staff, and keep it")
        if chosen := found.course.redrawn:
            beside = found.course.hidden_draws_path.name
            found.good(f"hidden numbers: {hidden_draws.in_words(chosen)}; share {beside} with the salt")
        else:
            found.look("hidden numbers: not proved for this salt yet, so a known mistake may pass by luck: run `make`")
    except GraderFault as fault:
        found.wrong(str(fault))
        return
    if path.stat().st_mode & 0o077:
        found.look(f"{path} can be read by other users of this machine: chmod 600 {path}")


def _cost(found: Findings, root: Path, measured: Callable[[Path, dict[str, str]], Measured]) -> None:
    """Compare what the reference costs with what the platform's containers have."""
    course = found.course
    print("grading the reference, to see what it costs", file=sys.stderr, flush=True)
    try:
        cost = measured(root, {f"{name}.py": text for name, text in course.reference.items()})
    except GraderFault as fault:
        found.wrong(str(fault))
        return
    _reference(found, course.rubric, cost)
    container(found, course.rubric, cost)


def _reference(found: Findings, rubric: Rubric, cost: Measured) -> None:
    items = {row["id"]: row for row in cost.result.get("items", [])}
    lost = [item.id for item in rubric.items if items.get(item.id, {}).get("score") != item.points]
    if cost.result.get("status") == "grader_error" or not items:
        notes = "; ".join(note["text"] for note in cost.result.get("notes", []) if note["voice"] == "staff")
        found.wrong(f"the reference cannot be graded here: {notes}")
    elif lost:
        found.wrong(f"the reference loses points in {', '.join(lost)}")
    else:
        found.good(f"the reference gets full marks in {cost.seconds:g} s")
    level = cost.result.get("isolation", {}).get("level", "unknown")
    found.good(
        f"isolation: {level} here, full to be expected on Gradescope (root); required: {rubric.isolation.required}"
    )


def container(found: Findings, rubric: Rubric, cost: Measured) -> None:
    """The smallest of the platform's containers that will do, and whether the rubric's own limits fit into it."""
    if not cost.memory_mb:
        found.look("container: this system does not tell how much memory a grade takes: run this on Linux once")
        return
    needs = f"a grade of the reference takes {cost.memory_mb} MB and {cost.cpu_seconds:g} s of processor time"
    fitting = [
        (cpus, gigabytes)
        for cpus, gigabytes in CONTAINERS
        if cost.memory_mb * 1.1 < gigabytes * 1024 and cost.cpu_seconds / cpus < rubric.limits.total_seconds / 2
    ]
    if not fitting:
        found.wrong(f"{needs}: none of Gradescope's containers has room for that")
        return
    cpus, gigabytes = fitting[0]
    text = f"container: {needs}: {cpus:g} CPU / {gigabytes:g} GB will do, about {cost.cpu_seconds / cpus:.0f} s there"
    if fitting[0] == CONTAINERS[0]:
        found.good(f"{text} (the default)")
    else:
        found.look(f"{text}; the default, 0.5 CPU / 0.75 GB, will not: choose it in the assignment's settings")
    room = [size for size in fitting if cost.memory_mb + rubric.limits.memory_mb < size[1] * 1024]
    if fitting[0] not in room:
        spare = int(gigabytes * 1024) - cost.memory_mb
        larger = f"choose {room[0][0]:g} CPU / {room[0][1]:g} GB, or " if room else ""
        found.look(
            f"student code may take {rubric.limits.memory_mb} MB on top, and {gigabytes:g} GB leave {spare}: "
            f"the platform would end the grade before this limit does; {larger}lower it to {max(spare - 50, 50)}",
            *("limits", "memory_mb"),
        )
