"""Judges a grade of known work: did it lose what it should, and is it called by its name? The audit and the proof of
the zips both ask here, and nobody else does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from ..bank import Answer
from ..content.course import Course
from ..content.rubric import Rubric
from ..grading.server import Done
from ..sandbox.level import RANK

REFERENCE = "the reference itself"
STUBS = "the untouched stubs"
WITHOUT_SANDBOX = (
    "this machine cannot build the sandbox that the rubric asks for, so these known answers were graded without it; "
    "students' work never is"
)

NAMED = "a name is given where every reply to the failed checks is the same as this mistake's, on public numbers"


@dataclass(frozen=True)
class Known:
    """One submission of staff's own, and what must come of it."""

    names: tuple[str, ...]
    """What it may be called: the names of the known answers in it."""
    loses: tuple[str, ...]
    files: Mapping[str, str]

    @property
    def title(self) -> str:
        return " + ".join(self.names)


def laid_over(course: Course, *answers: Answer) -> Known:
    """The reference with these answers in it; without any, the reference itself."""
    loses = {item for answer in answers for item in answer.loses}
    names = tuple(answer.name for answer in answers) or (REFERENCE,)
    return Known(names, tuple(sorted(loses)), course.laid_over(*answers))


def stubs(course: Course, folder: Path) -> Known:
    """What students get in this folder, with nothing written yet."""
    to_write = tuple(sorted(item.id for item in course.rubric.items if item.mode == "task"))
    return Known((STUBS,), to_write, {name: (folder / name).read_text("utf-8") for name in course.rubric.files})


class Keeps(NamedTuple):
    """What is left of a task that was lost."""

    task: str
    score: float
    points: float
    labels: tuple[str, ...]
    """What was lost of it, or not earned."""


@dataclass(frozen=True)
class Judged:
    """What one known submission lost and was called."""

    names: tuple[str, ...]
    declared: tuple[str, ...]
    lost: tuple[str, ...]
    named: tuple[str, ...]
    """Every diagnosis that was made."""
    lost_in_public: tuple[str, ...]
    error: str = ""
    score: float = 0.0
    """What the graded tasks earned: two audits of one bank agree on it."""
    places: tuple[tuple[str, int], ...] = ()
    """File and line of every place that was shown."""
    followed: bool = False
    """Something failed on public numbers by values that can be followed to a line, by the kind of the check."""
    silent: str = ""
    """Why no line was shown."""
    why: tuple[tuple[str, str], ...] = ()
    """Task that was lost → its first check that failed, and how."""
    keeps: tuple[Keeps, ...] = ()

    @property
    def title(self) -> str:
        return " + ".join(self.names)

    @property
    def kept(self) -> tuple[str, ...]:
        """Tasks that it should lose and does not."""
        return tuple(item for item in self.declared if item not in self.lost)

    @property
    def lost_wrongly(self) -> tuple[str, ...]:
        return tuple(item for item in self.lost if item not in self.declared)

    @property
    def misnamed(self) -> tuple[str, ...]:
        return tuple(name for name in self.named if name not in self.names)

    def findings(self) -> Iterator[str]:
        """A sentence for everything that is not as it must be: it loses exactly what it declares, and has no name that
        is not its own. Of two mistakes made together, one at least is named."""
        if self.error:
            yield f"the grader failed: {self.error.strip().splitlines()[-1]}"
            return
        for item in self.lost_wrongly:
            yield f"{item} must not be lost{'' if self.declared else ' (a false fail)'}: {dict(self.why)[item]}"
        for item in self.kept:
            yield f"{item} must be lost, and passes (a survivor): a check is missing, or {self.title} does not lose it"
        if self.misnamed:
            yield f"it is called {', '.join(self.misnamed)}: {NAMED}"
        if len(self.names) > 1 and not self.named:
            yield "neither of the two is named"


def judge(known: Known, done: Done, at_home: Collection[str] = ()) -> Judged:
    """Compare what was lost with what was declared. `at_home`: tasks that public numbers are known to catch it in."""
    if done.error:
        return Judged(known.names, known.loses, (), (), (), error=done.error)
    rows: list[dict[str, Any]] = done.result["items"]
    checked = [row for row in rows if row["status"] != "not_checked"]
    lost_in_public = {*at_home, *(row["id"] for row in checked if _failed_in_public(row))}
    lost = [row for row in checked if row["score"] < row["points"] or row["losses"]]
    return Judged(
        names=known.names,
        declared=known.loses,
        lost=tuple(row["id"] for row in lost),
        named=tuple(sorted({c["diagnosis"] for row in rows for c in row["checks"] if c["diagnosis"]})),
        lost_in_public=tuple(sorted(lost_in_public)),
        score=round(sum(row["score"] for row in checked), 6),
        places=tuple((row["where"]["file"], row["where"]["line"]) for row in checked if row["where"]),
        followed=any(row["followed"] for row in checked),
        silent="; ".join(dict.fromkeys(row["silent"] for row in checked if row["silent"])),
        error=_fault(known, done.result),
        why=tuple((row["id"], _why(row)) for row in lost),
        keeps=tuple(map(_keeps, lost)),
    )


def _keeps(row: Mapping[str, Any]) -> Keeps:
    labels = dict.fromkeys(loss["label"] for loss in row["losses"])
    return Keeps(row["id"], row["score"], row["points"], tuple(labels))


def _failed_in_public(row: Mapping[str, Any]) -> bool:
    return any(check["phase"] == "public" and check["passed"] is False for check in row["checks"])


def _fault(known: Known, result: Mapping[str, Any]) -> str:
    """Why this grade says nothing; empty where it does."""
    if faults := [row["id"] for row in result["items"] if row["status"] == "grader_error"]:
        return f"a fault of its own in {', '.join(faults)}"
    if result["status"] == "graded" or (result["status"] == "out_of_time" and known.loses):
        return ""
    return "; ".join(note["text"] for note in result["notes"]) or f"its grade ended as {result['status']}"


def _why(row: Mapping[str, Any]) -> str:
    failed = next((check for check in row["checks"] if check["passed"] is False), None)
    if failed is None:
        return "a check was not run"
    return f"{failed['title']} {failed['message'] or failed['safe_message']}".strip()


def without_sandbox(rubric: Rubric, done: Done) -> bool:
    """Whether a grade was made in a weaker sandbox than the rubric asks for: known answers may be."""
    level = done.result.get("isolation", {}).get("level", "")
    return RANK.get(level, len(RANK)) < RANK[rubric.isolation.required]
