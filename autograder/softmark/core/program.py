"""Code that can be asked: a student's files at home, a known mistake in the build. A check cannot tell them apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ..checks.request import Outcome as Reply
from ..checks.request import Request as Ask
from ..running.execute import Executor


class Program(Protocol):
    """Some code, with what is asked of it."""

    @property
    def carries(self) -> bool:
        """Whether the reference can stand in for functions of it. Where it cannot, what stands on a wrong one waits."""
        ...

    def begin(self) -> None:
        """A new check: what the last one constructed is forgotten."""

    def perform(self, ask: Ask) -> Reply:
        """Raises a StudentFailure for whatever is no proper answer."""
        ...

    def on_top_of(self, names: frozenset[str]) -> Program:
        """The same code, where the reference stands in for these functions: "attention.softmax"."""
        ...


class Local:
    """Code in this process."""

    def __init__(self, executor: Executor, on_top: Callable[[frozenset[str]], Program] | None = None) -> None:
        """`on_top` makes the program in which the reference stands in, where there is a reference."""
        self._executor, self._on_top = executor, on_top

    @property
    def carries(self) -> bool:
        return self._on_top is not None

    def begin(self) -> None:
        self._executor.forget()

    def perform(self, ask: Ask) -> Reply:
        return self._executor.perform(ask)

    def on_top_of(self, names: frozenset[str]) -> Program:
        return self._on_top(names) if names and self._on_top else self
