"""Holds what was found in somebody's tests."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field


@dataclass
class FoundCheck:
    """One test, on its way to becoming a check."""

    name: str
    title: str
    where: str
    """tests/test_rows.py:12"""
    body: list[ast.stmt]
    """With the student's functions written as `student.module.function`."""
    targets: list[tuple[str, str]]
    """(module, function) of the student's that it calls, in the order of the calls."""
    points: float | None = None
    question: str = ""
    """What it belongs to, where the tests say so: otter's question, gradescope-utils' number."""
    fixtures: tuple[str, ...] = ()


@dataclass
class Found:
    """Everything that was read."""

    kind: str
    checks: list[FoundCheck] = field(default_factory=list)
    imports: list[str] = field(default_factory=list)
    """Lines that the checks need besides the student's modules."""
    helpers: list[str] = field(default_factory=list)
    """Constants and functions of the test files."""
    sources: dict[str, str] = field(default_factory=dict)
    """Module → the text of an answer that lay beside the tests."""
    decide: list[str] = field(default_factory=list)
    """What a person must still decide, each with its place."""

    def ask(self, sentence: str) -> None:
        if sentence not in self.decide:
            self.decide.append(sentence)
