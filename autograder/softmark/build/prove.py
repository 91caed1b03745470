"""Proves a build: unpacks both zips somewhere else and grades with what is inside, nothing from the repository.

The reference must get full marks, the untouched stubs nothing, and a few known mistakes must lose exactly what they
should and be called by their names. The reference must also pass the students' own check.py, on the recorded answers
alone: a check that draws numbers of its own passes where the reference is asked, and fails every right student at home.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..bank import Answer
from ..content.course import Course
from ..content.rubric import Rubric
from ..grading.intake.submission import digest
from ..sandbox.level import RANK

SAMPLES = 3
WITHOUT_SANDBOX = (
    "this machine cannot build the sandbox that the rubric asks for, so these known answers were graded without it; "
    "students' work never is"
)


@dataclass(frozen=True)
class Proof:
    """One submission and what must come of it."""

    title: str
    files: Mapping[str, str]
    expected: str
    answer: Answer | None = None


def run(course: Course, student_zip: Path, autograder_zip: Path) -> int:
    print("proof: grading with what is inside the zips", flush=True)
    with tempfile.TemporaryDirectory(prefix="softmark-proof-") as name:
        place = Path(name)
        source, folder = place / "autograder", place / "student"
        for path, target in ((autograder_zip, source), (student_zip, folder)):
            with zipfile.ZipFile(path) as archive:
                archive.extractall(target)  # our own zip, written a moment ago
        home = folder / course.rubric.name
        trials = _trials(course, home)
        with ThreadPoolExecutor(max_workers=2) as pool:
            at_home = pool.submit(_at_home, course, home, place / "home")
            results = list(pool.map(lambda trial: _grade(source, place, trial), trials))
        problems = at_home.result()
    levels = [result.get("extra_data", {}).get("softmark", {}).get("isolation", {}) for result in results]
    if any(without_sandbox(course.rubric, level) for level in levels):
        print(f"  {WITHOUT_SANDBOX}")
    good = [_report(course, trial, result) for trial, result in zip(trials, results, strict=True)]
    if problems is not None:
        print(f"  {'✗ the reference fails' if problems else '✓ the reference passes'} check.py in the students' folder")
        for line in problems:
            print(f"    {line}")
        good.append(not problems)
    if not all(good):
        print("the zips do not grade as they should; do not upload them", file=sys.stderr)
        return 1
    return 0


def without_sandbox(rubric: Rubric, isolation: Mapping[str, Any]) -> bool:
    """Whether a grade was made in a weaker sandbox than the rubric asks for: known answers may be."""
    return RANK.get(isolation.get("level", ""), len(RANK)) < RANK[rubric.isolation.required]


def _trials(course: Course, folder: Path) -> list[Proof]:
    files = course.rubric.files
    stubs = {name: (folder / name).read_text(encoding="utf-8") for name in files}
    trials = [
        Proof("the reference", course.laid_over(), "full marks"),
        Proof("the untouched stubs", stubs, "0 points"),
    ]
    for answer in _samples(course):
        trials.append(Proof(answer.name, course.laid_over(answer), f"loses {', '.join(answer.loses)}", answer))
    return trials


def _samples(course: Course) -> list[Answer]:
    """A few mistakes, from different files."""
    found: dict[str, Answer] = {}
    for answer in course.known_mistakes:
        graded = {item.id: item for item in course.rubric.items}
        if answer.loses and all(ident in graded and not graded[ident].slow for ident in answer.loses):
            found.setdefault(answer.module, answer)
    return list(found.values())[:SAMPLES]


def _grade(source: Path, place: Path, trial: Proof) -> dict[str, Any]:
    """Grade as the platform does, with nothing but what is in the zip."""
    root = place / "platforms" / trial.title.replace(" ", "-")
    for folder in ("submission", "results"):
        (root / folder).mkdir(parents=True)
    for name, text in trial.files.items():
        (root / "submission" / name).parent.mkdir(parents=True, exist_ok=True)
        (root / "submission" / name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "softmark", "gradescope"]
    done = subprocess.run(
        [*command, "--root", str(root), "--source", str(source), "--known-answer", digest(trial.files)],
        cwd=place,
        env={**os.environ, "PYTHONPATH": str(source)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    try:
        results: dict[str, Any] = json.loads((root / "results" / "results.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        results = {"error": (done.stderr or done.stdout).strip()[-2000:]}
    return results


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


def _report(course: Course, trial: Proof, result: Mapping[str, Any]) -> bool:
    if "tests" not in result:
        print(f"  ✗ {trial.title}: the grader failed: {result.get('error', result.get('output'))}")
        return False
    tasks = {item.id for item in course.rubric.items}
    rows = {row["number"]: row for row in result["tests"] if row["number"] in tasks}
    details = result["extra_data"]["softmark"]
    score = sum(row["score"] for row in rows.values())
    lost = {ident for ident, row in rows.items() if row["score"] < row["max_score"]}
    said = f"{score:g} points"
    if trial.answer is not None:
        named = {name for item in details["items"].values() for name in item["diagnoses"]}
        good = lost == set(trial.answer.loses) and named == {trial.answer.name}
        said += f", lost {', '.join(sorted(lost)) or 'nothing'}, named {', '.join(sorted(named)) or 'nothing'}"
    elif trial.expected == "full marks":
        good = not lost
    else:
        good = score == 0 and all(item["status"] == "not_written" for item in details["items"].values())
    print(f"  {'✓' if good else '✗'} {trial.title}: {said} (expected: {trial.expected})")
    if details["status"] != "graded":
        print(f"    {details['status']}: {'; '.join(details['notes'])}")
    if not good:
        for line in _reasons(trial, rows):
            print(f"    {line}")
    return good


def _reasons(trial: Proof, rows: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """What the grade says of each task that is not as it should be; a time limit that was reached is named there."""
    found = []
    for ident, row in rows.items():
        lost = row["score"] < row["max_score"]
        if trial.answer is not None and lost and ident not in trial.answer.loses:
            found += [f"{ident} must not be lost: {_first_failure(row)}"]
        elif trial.answer is not None and not lost and ident in trial.answer.loses:
            found += [f"{ident} must be lost, and passes: a check is missing, or {trial.title} does not lose it"]
        elif trial.expected == "full marks" and lost:
            found += [f"{ident}: {_first_failure(row)}"]
        elif trial.expected == "0 points" and row["score"]:
            found += [f"{ident}: a check passes on the stub: does the stub do part of the task?"]
    return found or [
        "its points are right, its name is not: a name is given where every reply to the failed checks is the same as "
        "this mistake's, on public numbers"
    ]


def _first_failure(row: Mapping[str, Any]) -> str:
    """The first check that fails, and why."""
    lines = [line.strip() for line in str(row["output"]).splitlines()]
    for at, line in enumerate(lines[1:], 1):
        if line.startswith("✗"):
            return " ".join([line.removeprefix("✗ "), *lines[at + 1 : at + 2]])
    return lines[0] if lines and lines[0] else "no reason is shown to students: `softmark grade` tells it"
