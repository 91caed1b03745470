"""Runs a program and its changes through the checks: which of their sentences hold, and which no longer do.

Where the code runs is a lab's business: on the server in the sandbox, at home in the student's own process.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, Protocol

from ..checks.errors import BadAnswer, Died, NotLoaded, NotWritten, StudentRaised, TimedOut, WrongWeights
from ..checks.fixtures import Finding, Participants
from ..checks.request import Outcome, Request
from ..locating.shapes_seen import Seen
from ..running.collect import Check, Checks
from .changes import Change, changes
from .program import Program

NO_VERDICT = {each.category for each in (StudentRaised, NotLoaded, NotWritten, TimedOut, Died, BadAnswer, WrongWeights)}
"""Changed code that does not run at all says nothing about what it is for."""


class Sentence(NamedTuple):
    """What a check says of itself: it holds exactly where the check passes."""

    task: str
    text: str

    def __str__(self) -> str:
        return f"{self.task}: {self.text}"


class Lab(Protocol):
    """Runs the program. `rerun`: once more, apart from everything that ran before."""

    def sides(self, changed: Mapping[str, str], rerun: bool = False) -> Participants:
        """Who takes part in checks of the program with these files changed."""
        ...

    def watch(self, requests: Sequence[Request], rerun: bool = False) -> tuple[list[Outcome], list[Seen]]:
        """What the unchanged program answers, and the shapes on the way of the last answer. StudentFailure."""
        ...


@dataclass(frozen=True)
class Tried:
    """A change and what became of the sentences of its task."""

    change: Change
    verdicts: Mapping[Sentence, bool | None]
    """None: nothing can be said."""
    said: Mapping[Sentence, str] = field(default_factory=dict)
    """For a sentence that no longer holds: what its check says."""

    @property
    def broken(self) -> list[Sentence]:
        return [sentence for sentence, holds in self.verdicts.items() if holds is False]

    @property
    def kept(self) -> list[Sentence]:
        return [sentence for sentence, holds in self.verdicts.items() if holds]


class Trials:
    """One program, at home and in the exam: what has been run once is not run again."""

    def __init__(self, program: Program, checks: Checks, lab: Lab) -> None:
        self.program = program
        self.lab = lab
        self._checks = checks
        self.checks_of: dict[Sentence, list[Check]] = {}
        self.habits: set[Sentence] = set()
        """About many tasks alike (dtypes, leading dimensions): such a sentence is never what one line is for."""
        self.foundations: set[Sentence] = set()
        """Of the first check of each class, which says what a function is: whatever breaks it may break the others by
        the way."""
        self._changes: dict[str, list[Change]] = {}
        self._judged: dict[tuple[bool, str, str, Sentence], tuple[bool | None, str]] = {}

    @cached_property
    def runs(self) -> dict[str, list[list[Request]]]:
        """Each task that is right → the requests that its checks made. StudentFailure where nothing runs any more."""
        runs: dict[str, list[list[Request]]] = {}
        sides = self.lab.sides({})
        for task in self.program.tasks:
            checks = self._checks.of(task.id)
            found = [(check, self._checks.run_as_written(check, sides)) for check in _plain(checks)]
            if found and all(finding.passed for _, finding in found):
                runs[task.id] = [_requests(finding) for _, finding in found]
                for check, _ in found:
                    sentence = Sentence(task.id, check.title)
                    self.checks_of.setdefault(sentence, []).append(check)
                    self.habits |= {sentence} if check.habit else set()
                first = {check.name.partition(".")[0]: check for check in reversed(checks)}
                self.foundations |= {Sentence(task.id, check.title) for check in first.values()}
        return runs

    def changes(self, task: str) -> Sequence[Change]:
        if task not in self._changes:
            functions = self.program.of(task)
            self._changes[task] = [each for function in functions for each in changes(self.program, function)]
        return self._changes[task]

    def sentences(self, task: str) -> list[Sentence]:
        return [sentence for sentence in self.checks_of if sentence.task == task]

    def telling(self, one: Tried) -> list[Sentence]:
        """The sentences that a change really breaks: what a function is, or else what fails although it still is that.
        Of others that fail together with the first nobody could say whether they hold."""
        ground = [each for each, holds in one.verdicts.items() if each in self.foundations and not holds]
        if ground:
            return [sentence for sentence in ground if one.verdicts[sentence] is False]
        return [sentence for sentence in one.broken if sentence not in self.habits]

    def judged(self, change: Change, wanted: Iterable[Sentence], rerun: bool = False) -> Tried:
        """Run the changed program through the checks of these sentences."""
        verdicts: dict[Sentence, bool | None] = {}
        said: dict[Sentence, str] = {}
        for sentence in wanted:
            run = (rerun, change.file, change.text, sentence)
            if run not in self._judged:
                self._judged[run] = self._judge(change, sentence, rerun)
            verdicts[sentence], words = self._judged[run]
            if words:
                said[sentence] = words
        return Tried(change, verdicts, said)

    def _judge(self, change: Change, sentence: Sentence, rerun: bool) -> tuple[bool | None, str]:
        """Whether it holds of the changed program, and if not, what its check says."""
        sides = self.lab.sides({change.file: change.text}, rerun)
        found = [self._checks.run_as_written(check, sides) for check in self.checks_of[sentence]]
        verdict = _verdict(found)
        return verdict, next(finding.public for finding in found if not finding.passed) if verdict is False else ""


def _plain(checks: Iterable[Check]) -> list[Check]:
    """The checks that draw nothing at random, need none of the student's earlier tasks, and are shown to students."""
    return [check for check in checks if not check.by_pattern and not check.own_work and check.visibility == "visible"]


def _requests(finding: Finding) -> list[Request]:
    return [reply.request for reply in finding.log.replies if reply.request is not None]


def _verdict(found: Sequence[Finding]) -> bool | None:
    if any(finding.passed is None or finding.category in NO_VERDICT for finding in found):
        return None
    return all(finding.passed for finding in found)
