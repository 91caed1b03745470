"""Made-up classes with late work and staff's lists: what counts for each person. classes.yaml lists them."""

from __future__ import annotations

import csv
import json
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from .answers import Facts, Section
from .courses import COURSES, ROOT
from .handed_in import Course
from .workshop import JudgeError, Workshop

LISTED = Path(__file__).with_name("classes.yaml")
NAMES = ("name", "First Name")
SCORE = ("score", "Total Score")
TAKEN = ("taken off", "Late Penalty")
STATE = ("why empty", "Status")
"""What a column of the grade file is called in one version of the engine or another."""
CALLED = {"Graded": "", "Missing": "nothing handed in"}
"""What one version writes, in the words of another."""


def recorded(shop: Workshop) -> Section:
    rows: dict[str, Any] = yaml.safe_load(LISTED.read_text(encoding="utf-8"))
    found: Section = {}
    for title, row in rows.items():
        place = Path(tempfile.mkdtemp(prefix="softmark-judge-class-"))
        try:
            found |= {f"{title}: {who}": said for who, said in _class(shop, row, place).items()}
        finally:
            shutil.rmtree(place, ignore_errors=True)
    return found


def _class(shop: Workshop, row: Mapping[str, Any], place: Path) -> Section:
    """Grade one class and read its grade file."""
    course, out = place / "course", place / "out"
    shutil.copytree(shop.root / COURSES["NumPy"], course)
    shop.give_salt(course)
    with (course / "autograder" / "rubric.yaml").open("a", encoding="utf-8") as rubric:
        rubric.write(_in_its_words(shop, row["rubric"]))
    _export(row["submissions"], row, place / "export")
    out.mkdir()
    for name, text in row.get("lists", {}).items():
        (out / name).write_text(text, encoding="utf-8")
    words = str(place / "export"), "--course", str(course), "--out", str(out)
    graded = shop.softmark("batch", *words)
    again = _again(shop, row, place, words) if "again" in row else {}
    roster = ["--roster", str(out / "roster.csv")] if _wants_roster(shop, out) else []
    report = shop.softmark("report", str(out), "--course", str(course), *roster)
    files = [path for path in (out / "grades.csv", out / "grades" / "gradescope.csv") if path.exists()]
    codes: Facts = {"exit code": [graded.returncode, report.returncode], "files": len(files)}
    if graded.returncode == 2:
        raise JudgeError(f"a class cannot be graded: {graded.stderr.strip()[-500:]}")
    return {"the class": codes, **again, **(_people(files[0]) if files else {})}


def _in_its_words(shop: Workshop, rules: str) -> str:
    """One version calls slip days what another calls free days."""
    model = shop.root / "autograder" / "softmark" / "content" / "rubric.py"
    return rules if "free_days" in model.read_text(encoding="utf-8") else rules.replace("free_days", "slip_days")


def _again(shop: Workshop, row: Mapping[str, Any], place: Path, words: tuple[str, ...]) -> Section:
    """Grade the class once more, in which some have handed in again: nobody else needs a new grade."""
    newer = {tuple(one["people"]): one for one in row["again"]}
    _export([newer.get(tuple(one["people"]), one) for one in row["submissions"]], row, place / "export")
    done = shop.softmark("batch", *words, "--json")
    try:
        told = json.loads(done.stdout)
    except ValueError:
        raise JudgeError(f"a class cannot be graded again: {done.stderr.strip()[-500:]}") from None
    return {"the class again": {"exit code": done.returncode, "graded": told["graded"], "unchanged": told["unchanged"]}}


def _wants_roster(shop: Workshop, out: Path) -> bool:
    """One version is told where the roster is, another finds it beside the journal."""
    return (out / "roster.csv").exists() and "--roster" in shop.softmark("report", "--help").stdout


def _export(submissions: Sequence[Mapping[str, Any]], row: Mapping[str, Any], folder: Path) -> None:
    """As Gradescope writes it: a folder a submission, and who handed it in when."""
    course = Course(ROOT / COURSES["NumPy"])
    works = {submission.name: submission.files for submission in course.known()}
    lines = ["---"]
    for number, one in enumerate(submissions, 1):
        target = folder / f"submission_{number}"
        target.mkdir(parents=True, exist_ok=True)
        for name, text in works[one["work"]].items():
            (target / name).write_text(text, encoding="utf-8")
        lines += [f"submission_{number}:", "  :submitters:"]
        for person in one["people"]:
            lines += [
                f"  - :name: {person}",
                f"    :email: {person.split()[0].lower()}@x.edu",
                f"    :sid: '{_sid(person)}'",
            ]
        lines += [f"  :created_at: {one['at']}", *row.get("dates", "").splitlines()]
    (folder / "submission_metadata.yml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _sid(person: str) -> int:
    return sum(map(ord, person))


def _people(path: Path) -> Section:
    """First name → what counts."""
    with path.open(encoding="utf-8-sig", newline="") as stream:
        return {_cell(line, NAMES).split()[0]: _counted(line) for line in csv.DictReader(stream)}


def _counted(line: Mapping[str, str]) -> Facts:
    state = _cell(line, STATE)
    late = _number(_cell(line, TAKEN)) or 0.0
    return {"score": _number(_cell(line, SCORE)), "late": late, "status": CALLED.get(state, state)}


def _cell(line: Mapping[str, str], names: tuple[str, ...]) -> str:
    return next((line[name] for name in names if name in line), "")


def _number(text: str) -> float | str:
    try:
        return round(float(text or 0), 4) if text else ""
    except ValueError:
        return text
