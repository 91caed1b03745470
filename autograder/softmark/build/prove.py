"""Proves a build: unpacks both zips somewhere else and audits them there with a handful of known answers, with the
engine that is inside and nothing from the repository.

The reference must keep everything, the untouched stubs must get nothing, and a few known mistakes must lose exactly
what they should and be called by their names. The reference must also pass the students' own check.py, on the recorded
answers alone: a check that draws numbers of its own passes where the reference is asked, and fails every right student
at home.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from ..bank import Answer
from ..classes import pool
from ..content.course import Course
from ..content.rubric import Limits
from ..grading.server import Done, GradingJob
from . import audit, judged
from .judged import Known

SAMPLES = 3
GRADER_MB = 320
"""What the grader itself holds at most, torch included; measured where it took 293."""
START_SECONDS = 3.0
"""Of the processor, until a grader with torch stands: on the platform every grade begins with it."""


def run(course: Course, student_zip: Path, autograder_zip: Path) -> int:
    """0 where the zips grade as they should; otherwise 1, and what does not is said."""
    print("proof: grading with what is inside the zips", flush=True)
    with tempfile.TemporaryDirectory(prefix="softmark-proof-") as name:
        place = Path(name)
        source, folder = place / "autograder", place / "student"
        for path, target in ((autograder_zip, source), (student_zip, folder)):
            with zipfile.ZipFile(path) as archive:
                archive.extractall(target)  # our own zip, written a moment ago
        home = folder / course.rubric.name
        with ThreadPoolExecutor(max_workers=1) as beside:
            at_home = beside.submit(_at_home, course, home, place / "home")
            graded = list(_handful(Course.frozen(source), source, home))
            problems = at_home.result()
    if any(judged.without_sandbox(course.rubric, done) for _, done in graded):
        print(f"  {judged.WITHOUT_SANDBOX}")
    good = [_told(*_judged(course, known, done)) for known, done in graded]
    good.append(_told(f"the reference {'fails' if problems else 'passes'} check.py in the students' folder", problems))
    if not all(good):
        print("the zips do not grade as they should; do not upload them", file=sys.stderr)
        return 1
    print(f"  {_cost(graded[0][1].cpu_seconds, course.rubric.limits)}")
    return 0


def _handful(course: Course, source: Path, home: Path) -> Iterator[tuple[Known, Done]]:
    """The reference, the stubs, and a few mistakes on the tasks that they can touch; `source` is the unpacked zip,
    engine included."""
    whole = {each.title: each for each in (judged.laid_over(course), judged.stubs(course, home))}
    mistakes = {answer.name: answer for answer in _samples(course)}
    known = {**whole, **{name: judged.laid_over(course, answer) for name, answer in mistakes.items()}}
    jobs = [GradingJob(title, each.files) for title, each in whole.items()]
    jobs += [GradingJob(name, known[name].files, audit.skipped(course, [each])) for name, each in mistakes.items()]
    for done in pool.grade_all(source, jobs, size=1, known=True, engine=source):
        yield known[done.name], done


def _samples(course: Course) -> list[Answer]:
    """A few mistakes, from different files."""
    found: dict[str, Answer] = {}
    for answer in course.known_mistakes:
        graded = {item.id: item for item in course.rubric.items}
        if answer.loses and all(ident in graded and not graded[ident].slow for ident in answer.loses):
            found.setdefault(answer.module, answer)
    return list(found.values())[:SAMPLES]


def _judged(course: Course, known: Known, done: Done) -> tuple[str, list[str]]:
    """What came of one of them, and what is wrong with that."""
    verdict = judged.judge(known, done)
    if verdict.error:
        return f"{known.title}: the grader failed", [verdict.error]
    everything = len(verdict.lost) == len(course.rubric.items)
    said = f"{known.title} lost {'everything' if everything else ', '.join(verdict.lost) or 'nothing'}"
    if not known.loses:
        said += f": {verdict.score:g} points"
    elif verdict.named:
        said += ", and is named" if verdict.named == known.names else f", and is named {', '.join(verdict.named)}"
    wrong = [*verdict.findings(), *_not_untouched(known, done)]
    if known.loses and known.title != judged.STUBS and not verdict.named:
        wrong.append(f"it has no name: {judged.NAMED}")
    return said, wrong


def _not_untouched(known: Known, done: Done) -> Iterator[str]:
    """Tasks of a stub that do something already."""
    for row in done.result["items"] if known.title == judged.STUBS else ():
        if row["id"] in known.loses and (row["score"] or row["status"] != "not_written"):
            takes = f"earns {row['score']:g} points" if row["score"] else "is not taken as unwritten"
            yield f"{row['id']}: the stub {takes}: does it do part of the task?"


def _told(said: str, wrong: list[str]) -> bool:
    print(f"  {'✗' if wrong else '✓'} {said}" + "".join(f"\n    {line}" for line in wrong), flush=True)
    return not wrong


def _cost(seconds: float, limits: Limits) -> str:
    """What a grade takes, and whether Gradescope's default container (half a processor, 768 MB) has room for it."""
    seconds += START_SECONDS
    fits = 2 * seconds < limits.on_the_clock / 2 and GRADER_MB + limits.memory_mb < 768
    does = f"default container will do (about {2 * seconds:.0f} s)" if fits else "settings need a larger container"
    return f"a grade takes {seconds:.1f} s of processor time: Gradescope's {does}"


def _at_home(course: Course, home: Path, place: Path) -> list[str]:
    """What check.py says against the reference, in the students' folder."""
    shutil.copytree(home, place)
    for name, text in course.laid_over().items():
        (place / name).write_text(text, encoding="utf-8")
    seconds = str(max(course.rubric.limits.call_seconds, 60))  # a busy machine is nobody's mistake
    done = subprocess.run(
        [sys.executable, "check.py", "--json", "--seconds", seconds],
        cwd=place,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    try:
        rows = json.loads(done.stdout)["tasks"]
    except (ValueError, KeyError):
        return [(done.stderr or done.stdout).strip()[-2000:] or "check.py ended without a word"]
    return [_why_at_home(row) for row in rows if row["state"] != "passed"]


def _why_at_home(row: Mapping[str, Any]) -> str:
    failed = next((check for check in row["checks"] if not check["passed"]), None)
    why = f"{failed['title']} {failed['says']}" if failed else row["words"]
    return f"{row['id']}: {why}"
