"""Code of ours against the graders of a course, in this process: what a check says of it, without a sandbox."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from types import ModuleType

from softmark.bank import Answer
from softmark.build import recorded_numbers
from softmark.build.known_code import Against, KnownCode
from softmark.checks.fixtures import Finding
from softmark.checks.trace import Trace
from softmark.content.course import Course
from softmark.core.grade import grade
from softmark.core.judging import Judging
from softmark.core.recording import Numbers
from softmark.core.result import Row
from softmark.core.tape import Tape
from softmark.running.collect import Check, Checks
from softmark.running.execute import Executor
from softmark.running.trusted import Overlay, load


class Lab:
    """One course with its checks."""

    def __init__(self, course: Course, checks: Checks) -> None:
        self.known = KnownCode(course, checks)

    def modules(self, *overlays: Overlay) -> dict[str, ModuleType]:
        """The reference with something else in the place of some of its functions."""
        return load(self.known.course.trusted_sources(), overlays)

    def sides(self, key: str, code: Executor | None = None) -> Against:
        """The code (the reference, where there is none) against the reference, for one class of checks."""
        reference = self.known.reference
        return Against(self.known.course.rubric, key, code or Executor(reference), reference)

    def finding(self, check: Check, key: str, code: Mapping[str, ModuleType] | None = None) -> Finding:
        return self.known.all_checks.run(check, self.sides(key, Executor(code) if code else None))

    def graded(self, answer: Answer, numbers: Numbers) -> dict[str, Row]:
        """Task → what a grade says of it, for the tasks that the answer is about."""
        tasks = [self.known.assignment.by_id[ident] for ident in answer.loses]
        return grade(Judging(self.known.bench(numbers), self.known.program(answer)), tasks, lambda result: None).rows

    def lost(self, answers: Iterable[tuple[str, str]], items: Iterable[str], salts: int = 1) -> set[str]:
        """The labels whose checks fail with this code (module, text) in the place of the reference's, over all salts,
        as "item label": each check by itself, whatever else fails."""
        code = self.modules(*(Overlay(module, textwrap.dedent(text), "answer.py") for module, text in answers))
        return {
            f"{item} {check.label}"
            for item in items
            for check in self.known.all_checks.of(item)
            if not check.is_everyday
            for salt in range(salts)
            if not self.finding(check, f"fair-{salt}", code).passed
        }

    def numbers(self, key: str, checks: Iterable[Check]) -> Numbers:
        """Those that a key gives, with what the reference replies."""
        replies = {check.name: recorded_numbers.replies_to(self.known, key, {}, check) for check in checks}
        return recorded_numbers.numbers_of(key, replies)


def tapes(checks: Iterable[Check], traces: Mapping[str, Trace]) -> list[Tape]:
    """Of these checks, what a recording says of a known answer."""
    return [
        Tape(check, trace.passed, trace.kind, signature=trace.fingerprints)
        for check in checks
        if (trace := traces.get(check.name))
    ]
