"""`python -m tests.bench`: what a grade, a check at home and a class cost, beside what courses have today.

Everything is a ratio of two measurements that stand next to each other in time, so that whatever slows one slows the
other. The median of the rounds is shown with the lowest and the highest; a goal is met if every round meets it, missed
if none does, and otherwise too noisy to call.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml
from rich.console import Console
from rich.table import Table

from softmark.content.course import Course
from tests import term

from . import cost
from .cost import Cost, python

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / "dist" / "bench"
REFERENCE = ROOT / "solutions" / "reference"
ENGINE = [ROOT / "autograder", ROOT]
CLASS = 60


@dataclass(frozen=True)
class Row:
    """One ratio, in every round."""

    what: str
    rounds: Sequence[float]
    at_most: float

    @property
    def verdict(self) -> str:
        met = {ratio <= self.at_most for ratio in self.rounds}
        return "too noisy to call" if len(met) == 2 else "met" if met == {True} else "missed"


def untrained() -> Path:
    """The course without its slow tasks, which take seconds whoever runs them, and the twins of its checks."""
    place = WORK / "course"
    shutil.rmtree(WORK, ignore_errors=True)
    for part in ("autograder", "solutions", "assignment"):
        shutil.copytree(ROOT / part, place / part, ignore=shutil.ignore_patterns("__pycache__", "softmark"))
    rubric = place / "autograder" / "rubric.yaml"
    told = yaml.safe_load(rubric.read_text(encoding="utf-8"))
    told["items"] = [{**item, "mode": "off"} if item.get("slow") else item for item in told["items"]]
    told.pop("total", None)
    rubric.write_text(yaml.safe_dump(told, sort_keys=False), encoding="utf-8")
    cost.of(python("-m", "softmark", "build", "--course", place, "--no-proof"), path=ENGINE, cwd=ROOT)
    (WORK / "twins").mkdir()
    cost.of(python("-m", "tests.bench.record", place, WORK / "twins"), path=ENGINE, cwd=ROOT)
    return place


def gradescope_utils(submission: Path) -> Cost:
    """The same checks on the same submission, in one process, without a sandbox."""
    command = python("-m", "tests.bench.under_gradescope_utils", WORK / "twins/twins.pt", WORK / "results.json")
    return cost.of(command, path=[submission, WORK / "twins", ROOT], cwd=WORK)


def import_torch() -> Cost:
    return cost.of(python("-c", "import torch"), path=[], cwd=WORK)


def softmark(command: str, what: Path, course: Path) -> Cost:
    out = WORK / command
    shutil.rmtree(out, ignore_errors=True)
    line = python("-m", "softmark", command, what, "--course", course, "--out", out)
    return cost.of(line, path=ENGINE, cwd=ROOT, codes=(0, 1))


def one_grade(rounds: int) -> Iterator[Row]:
    course = untrained()
    pairs = [(softmark("grade", REFERENCE, course), gradescope_utils(REFERENCE)) for _ in range(rounds)]
    by_cpu = [ours.cpu / theirs.cpu for ours, theirs in pairs]
    yield Row("a grade in the sandbox ÷ gradescope-utils without one, processor time", by_cpu, 0.9)
    by_clock = [ours.clock / theirs.clock for ours, theirs in pairs]
    yield Row("the same on the clock", by_clock, 1.0)


def check_at_home(rounds: int) -> Iterator[Row]:
    folder = WORK / "student"
    shutil.copytree(ROOT / "assignment", folder, dirs_exist_ok=True)
    for path in REFERENCE.glob("*.py"):
        shutil.copy(path, folder)
    check = python("check.py", "1.2", "--plain")
    cost.of(check, path=[], cwd=folder)  # the first one compiles
    pairs = [(cost.of(check, path=[], cwd=folder), import_torch()) for _ in range(rounds)]
    yield Row("check.py 1.2 ÷ `import torch`, on the clock", [ours.clock / theirs.clock for ours, theirs in pairs], 1.3)


def a_class(rounds: int) -> Iterator[Row]:
    course = untrained()
    handed_in = term.write(Course.at(course), CLASS, WORK / "class")
    pairs = [(softmark("batch", handed_in, course), gradescope_utils(REFERENCE)) for _ in range(rounds)]
    found = [ours.cpu / CLASS / theirs.cpu for ours, theirs in pairs]
    yield Row(f"one of a class of {CLASS} ÷ gradescope-utils on the reference, processor time", found, 0.4)


SECTIONS: dict[str, Callable[[int], Iterator[Row]]] = {"grade": one_grade, "check": check_at_home, "class": a_class}


def main() -> int:
    reader = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    reader.add_argument("--only", nargs="+", choices=SECTIONS, default=list(SECTIONS))
    reader.add_argument("--rounds", type=int, default=3, metavar="N", help="how often each is measured (default: 3)")
    asked = reader.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    rows = [row for name in asked.only for row in SECTIONS[name](max(1, asked.rounds))]
    table = Table("what", "goal", "measured", "lowest to highest", "verdict")
    for row in rows:
        spread = f"{min(row.rounds):.2f} to {max(row.rounds):.2f}"
        table.add_row(row.what, f"≤ {row.at_most}", f"{statistics.median(row.rounds):.2f}", spread, row.verdict)
    Console(width=None if sys.stdout.isatty() else 130).print(table)
    return 1 if any(row.verdict == "missed" for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
