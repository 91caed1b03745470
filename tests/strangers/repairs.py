"""How many wrong answers one change repairs, where, and at which cost: `python -m tests.strangers --repairs WORD …`.

Each answer is graded as in a class, and its own tasks are held against the line that its author marked.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from softmark.build.student_folder import traces_for
from softmark.classes.pool import GradingJob, grade_all
from softmark.content.course import Course
from softmark.grading.result import ItemResult, Repair, Result

ROOT = Path(__file__).parents[2]
NEAR = 1


class Wrong(Protocol):
    name: str
    wrong: bool
    files: Any
    tasks: tuple[str, ...]
    file: str
    lines: tuple[int, ...]


@dataclass(frozen=True)
class LookedFor:
    """What came of one wrong task of one answer."""

    name: str
    row: ItemResult
    file: str
    lines: tuple[int, ...]
    seconds: float

    @property
    def first(self) -> Repair | None:
        found = self.row.repair.holding(hidden=True) if self.row.repair else ()
        return found[0] if found else None

    def near(self, place: Any) -> bool:
        return place.file == self.file and any(abs(place.line - line) <= NEAR for line in self.lines)

    @property
    def place(self) -> str:
        """ "right", "elsewhere", or "several": no line is claimed."""
        if self.first is None or self.row.repair is None:
            return "none"
        if self.row.repair.claimed(hidden=True) is None:
            return "several"
        return "right" if self.near(self.first) else "elsewhere"

    @property
    def named(self) -> bool:
        return any(check.diagnosis for check in self.row.checks)

    @property
    def shown(self) -> str:
        return "silent" if self.row.where is None else "right" if self.near(self.row.where) else "elsewhere"


def looked_for(answers: Sequence[Wrong]) -> Iterator[LookedFor]:
    found = {each.name: each for each in answers if each.wrong}
    jobs = (GradingJob(name, each.files, repairs=True) for name, each in found.items())
    for done in grade_all(ROOT, jobs, traces=traces_for(Course.at(ROOT))):
        if done.error:
            print(f"{done.name}: {done.error[-400:]}")
            continue
        result, answer = Result.from_line(done.text.encode()), found[done.name]
        rows = [row for row in result.items if row.status == "failed" and row.id in answer.tasks]
        for row in rows[:1]:
            yield LookedFor(done.name, row, answer.file, answer.lines, done.repair_seconds.get(row.id, 0.0))


def told(looked: Iterator[LookedFor]) -> Iterator[str]:
    every = []
    for each in looked:
        every.append(each)
        yield _line(each)
    repaired = [each for each in every if each.first]
    where = Counter(each.place for each in repaired)
    near = sum(each.near(each.first) for each in repaired)
    seconds = [each.seconds for each in every if each.row.repair] or [0.0]
    helpless = [each for each in every if not each.named and each.shown == "silent"]
    wrong_line = [each for each in every if each.shown == "elsewhere"]
    yield f"wrong tasks:                     {len(every)}"
    yield f"repaired by one change:          {len(repaired)}"
    yield f"  the first at its line ± {NEAR}:      {near}"
    claimed, elsewhere = where["right"] + where["elsewhere"], where["elsewhere"]
    yield f"  a line is claimed:             {claimed}, of them elsewhere: {elsewhere}"
    yield f"  at several places, no line:    {where['several']}"
    helped = Counter(each.place for each in helpless)
    yield f"neither named nor shown a line:  {len(helpless)}, of them repaired at their line: {helped['right']}"
    silent = Counter(each.place for each in every if each.shown == "silent")
    yield f"shown no line, names apart:      {sum(silent.values())}, of them repaired at their line: {silent['right']}"
    told_apart = sum(each.place == "right" for each in wrong_line)
    yield f"shown another line:              {len(wrong_line)}, of them repaired at their line: {told_apart}"
    yield f"processor seconds for each:      median {statistics.median(seconds):.2f}, most {max(seconds):.2f}"


def _line(each: LookedFor) -> str:
    search, first = each.row.repair, each.first
    about = f"{each.name:44} {each.row.id} line {each.lines[0]:3} {'named' if each.named else '-----'} {each.shown:9} "
    if search is None:
        return about + "not looked for"
    about += f"{search.tried:3}/{search.edits:3} tried {each.seconds:5.2f} s {len(search.found):2} repair, {each.place}"
    public = [repair for repair in search.found if repair.hidden is False]
    about += f", {len(public)} not on hidden numbers" if public else ""
    if first is None:
        return about
    about += f"\n    {first.line} {first.kind}: {first.before}\n    {'':>{len(str(first.line))}} → {first.after}"
    return f"{about}\n    {first.old} gives {first.was}; needed: {first.needed}" if first.was else about
