"""Works out questions about a submission by running its code, changed or not, in the sandbox.

What comes out are verdicts of our own checks, plain numbers, and shapes that the worker claims: whoever lies about
their own program gets a question about it that nobody can answer, themselves included.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from ...checks.errors import Died, StudentFailure, TimedOut
from ...checks.request import Outcome, Request
from ...content import salt
from ...content.course import Course
from ...locating.shapes_seen import Seen
from ..allowance import Allowance
from .connection import WorkerProcess
from .participants import TrustedParticipants, Worlds
from .remote import Remote
from .sent_files import Files, own_files

CALL_SECONDS = 2.0


class WallLab:
    """Runs one submission in two workers: what the first says is compared with the second, which gets other numbers."""

    def __init__(
        self, course: Course, worlds: Worlds, texts: Mapping[str, str], spawn: Callable[[int], WorkerProcess]
    ) -> None:
        rubric = course.rubric
        self._worlds = worlds
        self._files = Files(own_files(rubric.files, texts), course.given, tuple(course.probes))
        self._keys = {False: rubric.public_key(), True: salt.key(rubric.term, rubric.name, "questions")}
        allowance = Allowance(rubric.limits.total_seconds)
        self._remotes = {
            rerun: Remote(lambda place=int(rerun): spawn(place), self._files, CALL_SECONDS, allowance=allowance)  # type: ignore[misc]
            for rerun in (False, True)
        }
        self._changed: dict[bool, Mapping[str, str]] = {False: {}, True: {}}
        self._given_up: StudentFailure | None = None
        """Code that does not bear being watched is not watched again."""

    def sides(self, changed: Mapping[str, str], rerun: bool = False) -> TrustedParticipants:
        remote = self._remotes[rerun]
        if self._changed[rerun] != changed:
            remote.reload(replace(self._files, own={**self._files.own, **changed}))
            self._changed[rerun] = dict(changed)
        return self._worlds.against(self._keys[rerun], remote)

    def watch(self, requests: Sequence[Request], rerun: bool = False) -> tuple[list[Outcome], list[Seen]]:
        if self._given_up is not None:
            raise self._given_up
        self.sides({}, rerun)
        remote = self._remotes[rerun]
        remote.begin()
        *before, last = requests
        try:
            outcomes = [remote.perform(request) for request in before]
            with remote.claims.ask_shapes() as shapes:
                outcomes.append(remote.perform(last))
        except (Died, TimedOut) as failure:
            self._given_up = failure
            raise
        return outcomes, shapes

    def close(self) -> float:
        """End both workers; the processor seconds that they used."""
        for remote in self._remotes.values():
            remote.close()
        return sum(remote.cpu_seconds for remote in self._remotes.values())
