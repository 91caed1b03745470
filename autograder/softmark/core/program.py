"""Code that can be asked: a student's files, the reference, a known mistake. `Local` runs it in this process; on the
server it runs in a sandboxed worker (grading/remote.py). A check cannot tell them apart."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Protocol

from ..checks.request import Outcome as Reply
from ..checks.request import Request as Ask
from ..running.execute import Executor
from ..running.fence import Fence
from ..running.time_limit import ends_after


class Program(Protocol):
    """Some code, with what is asked of it."""

    @property
    def carries(self) -> bool:
        """Whether the reference can stand in for functions of it. Where it cannot, what stands on a wrong one waits."""
        ...

    @property
    def stood_in(self) -> frozenset[str]:
        """The reference's functions that were called since the check began: "attention.softmax"."""
        ...

    def begin(self, check: str, task: str = "") -> None:
        """A new check of this task, by its name: what the last one constructed is forgotten."""

    def perform(self, ask: Ask) -> Reply:
        """Raises a StudentFailure for whatever is no proper answer."""
        ...

    def on_top_of(self, names: frozenset[str]) -> Program:
        """The same code, where the reference stands in for these functions: "attention.softmax"."""
        ...


class Local:
    """Code in this process."""

    def __init__(
        self,
        executor: Executor,
        on_top: Callable[[frozenset[str]], Program] | None = None,
        fence: Fence | None = None,
        forbidden: Mapping[str, Collection[str]] | None = None,
        seconds: Mapping[str, float] | None = None,
    ) -> None:
        """`on_top` makes the program in which the reference stands in, where there is a reference. `fence`: around code
        that is not ours. `forbidden`: task → what may not be called in its checks. `seconds`: task → for one call."""
        self._executor, self._on_top = executor, on_top
        self._fence, self._forbidden, self._seconds = fence or Fence(), forbidden or {}, seconds or {}
        self._task = ""

    @property
    def carries(self) -> bool:
        return self._on_top is not None

    @property
    def stood_in(self) -> frozenset[str]:
        """Nobody asks here."""
        return frozenset()

    def begin(self, check: str, task: str = "") -> None:
        self._task = task
        self._executor.forget()

    def perform(self, ask: Ask) -> Reply:
        seconds = self._seconds.get(self._task, 0.0)
        with self._fence.closed(self._forbidden.get(self._task, ())), ends_after(seconds):
            return self._executor.perform(ask)

    def on_top_of(self, names: frozenset[str]) -> Program:
        return self._on_top(names) if names and self._on_top else self
