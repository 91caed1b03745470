"""The workers of one grade: one in which the student's files run alone, and one with earlier tasks carried.

Each set of numbers has workers of its own, so nothing hidden can come out in a message about public ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from ..content.course import Course
from .allowance import Allowance
from .calls.ask_ahead import Ahead
from .calls.callback_process import Answering
from .calls.connection import WorkerProcess
from .calls.participants import Worlds
from .calls.remote import Remote
from .calls.sent_files import Files, own_files


class Workers:
    """Starts the workers of one grade when they are first needed, and adds up what they cost."""

    def __init__(
        self,
        course: Course,
        submitted: Mapping[str, str],
        spawn: Callable[[int], WorkerProcess],
        worlds: Worlds,
        allowance: Allowance,
    ) -> None:
        self._files = Files(own_files(course.rubric.files, submitted), course.given, tuple(course.probes))
        self._stubs = course.stubs
        self._spawn = spawn
        self._verdicts = worlds.verdicts
        self._worlds = worlds
        self._answering: Answering | None = None
        self._allowance = allowance
        self._running: dict[frozenset[str], Ahead] = {}
        self._used: dict[str, Ahead] = {}
        self.cpu_seconds = 0.0

    def with_names(self, names: frozenset[str], item: str) -> Ahead:
        """The worker in which these names are call-backs to the reference: at most one beside the plain one."""
        if names not in self._running:
            for other in [kept for kept in self._running if kept and names]:
                self._end(self._running.pop(other))
            place = 1 if names else 0
            remote = Remote(
                lambda: self._spawn(place),
                replace(self._files, stubs=self._stubs) if names else self._files,
                names=names,
                answering=self._answers() if names else None,
                allowance=self._allowance,
            )
            self._running[names] = Ahead(remote, self._verdicts)
        self._used[item] = self._running[names]
        return self._used[item]

    def of(self, item: str) -> Remote:
        """The worker that a task was graded in last."""
        return self._used[item].remote

    def end_all(self) -> None:
        """End all workers, before other numbers come into play."""
        while self._running:
            self._end(self._running.popitem()[1])

    def close(self) -> None:
        self.end_all()
        if self._answering is not None:
            self._answering.close()
            self.cpu_seconds += self._answering.cpu_seconds

    def _answers(self) -> Answering:
        """The reference is loaded for call-backs when something is first carried."""
        if self._answering is None:
            self._answering = Answering(self._worlds.modules)
        return self._answering

    def _end(self, port: Ahead) -> None:
        port.remote.close()
        self.cpu_seconds += port.remote.cpu_seconds
