"""How many wrong answers are explained, and how many one change repairs: `python -m tests.answers --repairs WORD …`.

Each answer is graded as in a class, and its own tasks are held against the line that its author marked. Explained is
what has a name, or is shown at its line (by its values, by an error or by a repair), or has a repair at its line. The
second figure leaves names out: as if the bank were empty.
"""

from __future__ import annotations

import re
import statistics
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from softmark.build.student_folder import traces_for
from softmark.classes.pool import GradingJob, grade_all
from softmark.content.course import Course
from softmark.grading.result import ItemResult, Repair, Result
from tests.answers import ROOT, files, reference
from tests.answers.reader import Stranger

NEAR = 1


@dataclass(frozen=True)
class LookedFor:
    """What came of one wrong task of one answer."""

    name: str
    row: ItemResult
    lines: Mapping[str, Sequence[int]]
    """File → the lines where its author sees the mistake."""
    seconds: float

    @property
    def first(self) -> Repair | None:
        found = self.row.repair.holding(hidden=True) if self.row.repair else ()
        return found[0] if found else None

    def near(self, place: Any) -> bool:
        return any(abs(place.line - line) <= NEAR for line in self.lines.get(place.file, ()))

    @property
    def place(self) -> str:
        """ "right", "elsewhere", or "several": no line is claimed."""
        if self.first is None or self.row.repair is None:
            return "none"
        if self.row.repair.claimed(hidden=True) is None:
            return "several"
        return "right" if self.told_near(self.first) else "elsewhere"

    def told_near(self, repair: Repair) -> bool:
        """Of a size, the lines that use it are told with it."""
        lines = (repair.line, *repair.used)
        return any(self.near(SimpleNamespace(file=repair.file, line=line)) for line in lines)

    @property
    def named(self) -> bool:
        return any(check.diagnosis for check in self.row.checks)

    @property
    def shown(self) -> str:
        """By the values: "right", "elsewhere" or "silent"; "raised" where an error's own lines tell it."""
        if self.row.where is not None:
            return "right" if self.near(self.row.where) else "elsewhere"
        raised = [check.message for check in self.row.checks if check.passed is False and check.category == "raised"]
        chain = [(file, int(line)) for text in raised for file, line in re.findall(r"(\w+\.py) line (\d+)", text)]
        return "raised" if any(self.near(SimpleNamespace(file=file, line=line)) for file, line in chain) else "silent"

    @property
    def misled(self) -> bool:
        """Whether students are shown another line. A repair that says so takes the place of a located line, unless the
        mistake has a name."""
        if not self.named and self.place in ("right", "elsewhere"):
            return self.place == "elsewhere"
        return self.shown == "elsewhere"

    @property
    def explained_by_its_line(self) -> bool:
        return self.shown in ("right", "raised") or (self.first is not None and self.told_near(self.first))


def looked_for(answers: Sequence[Stranger]) -> Iterator[LookedFor]:
    found = {each.name: each for each in answers if each.task}
    jobs = (GradingJob(name, files(each), repairs=True) for name, each in found.items())
    for done in grade_all(ROOT, jobs, traces=traces_for(Course.at(ROOT))):
        if done.error:
            print(f"{done.name}: {done.error[-400:]}")
            continue
        result, answer = Result.from_line(done.text.encode()), found[done.name]
        rows = [row for row in result.items if row.status == "failed" and row.id in answer.task]
        for row in rows[:1]:
            yield LookedFor(done.name, row, answer.lines(reference()), done.repair_seconds.get(row.id, 0.0))


def told(looked: Iterator[LookedFor]) -> Iterator[str]:
    every = []
    for each in looked:
        every.append(each)
        yield _line(each)
    yield from explained(every)
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
    yield f"located at another line:         {len(wrong_line)}, of them repaired at their line: {told_apart}"
    yield f"processor seconds for each:      median {statistics.median(seconds):.2f}, most {max(seconds):.2f}"


def explained(every: Sequence[LookedFor]) -> Iterator[str]:
    """What a student or staff is told, all ways together, and how much of it is not true."""
    without = sum(each.explained_by_its_line for each in every)
    with_names = sum(each.named or each.explained_by_its_line for each in every)
    claims = [each for each in every if each.place in ("right", "elsewhere")]
    yield f"named, shown or repaired:        {share(with_names, len(every))}"
    yield f"  names left out:                {share(without, len(every))}"
    yield f"shown another line:              {share(sum(each.misled for each in every), len(every))}"
    yield f"repairs claimed elsewhere:       {share(sum(each.place == 'elsewhere' for each in claims), len(claims))}"


def share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({100 * part / max(whole, 1):.1f}%)"


def _line(each: LookedFor) -> str:
    search, first = each.row.repair, each.first
    line = min(number for numbers in each.lines.values() for number in numbers)
    about = f"{each.name:44} {each.row.id} line {line:3} {'named' if each.named else '-----'} {each.shown:9} "
    if search is None:
        return about + "not looked for"
    about += f"{search.tried:3}/{search.edits:3} tried {each.seconds:5.2f} s {len(search.found):2} repair, {each.place}"
    public = [repair for repair in search.found if repair.hidden is False]
    about += f", {len(public)} not on hidden numbers" if public else ""
    if first is None:
        return about
    about += f"\n    {first.line} {first.kind}: {first.before}\n    {'':>{len(str(first.line))}} → {first.after}"
    return f"{about}\n    {first.old} gives {first.was}; needed: {first.needed}" if first.was else about
