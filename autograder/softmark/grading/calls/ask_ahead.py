"""Asks ahead: a check of which everything is known from earlier submissions is not run again.

A Port in front of a Remote. What a check will ask is known once somebody has passed it, so all the questions of a task
go to the worker together. What it makes of the replies is known once the very same replies have been met
(verdict_cache.py). Anything that is new is left to the check itself, which finds the replies that have already come.

The build knows both of the reference (rehearsal.py). This only saves time: where nothing is known, every check simply
asks.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...checks.errors import StudentFailure
from ...checks.fixtures import Finding
from ...checks.request import Outcome, Request
from ...sandbox import wire
from .remote import Remote
from .verdict_cache import AskedCall, Verdicts


class Ahead:
    """One worker, asked one check after the other."""

    def __init__(self, remote: Remote, verdicts: Verdicts | None = None) -> None:
        self.remote = remote
        self._verdicts = verdicts
        self._together = verdicts is not None
        """Whether questions may be asked together. With a submission that does anything out of the ordinary it is not
        tried again."""
        self._collected: dict[str, list[tuple[AskedCall, wire.Sealed]]] = {}
        """By check, what came of questions that were asked together."""
        self._check = ""
        """The check that is being asked for, with its numbers."""
        self._replies: bytes | None = b""
        """Stands for all its replies so far; None once one of them was not a plain answer."""
        self._asked: list[Request] = []
        self._script: list[AskedCall] = []
        self._early: list[wire.Sealed | StudentFailure] = []
        """Replies that came before the check itself asked for them."""
        self._further: list[tuple[AskedCall, wire.Sealed]] = []
        """What came together with them, beyond the first reply that was new: the check probably asks the same."""
        self._behind = False
        """The worker has gone on to other checks: what this one constructed is gone."""

    def begin(self, check: str = "") -> None:
        if self._early and check == self._check:
            return  # the check goes over what was asked in its name already
        self._check, self._replies = check, b""
        self._asked, self._script, self._early, self._further, self._behind = [], [], [], [], False
        self.remote.begin(check)

    def perform(self, request: Request) -> Outcome:
        """Answer from the replies that have come, then ask the worker."""
        before, self._replies = self._replies, None  # until there is a plain answer
        reply = self._early.pop(0) if self._early else self._ask(request, before)
        self._asked.append(request)
        if isinstance(reply, StudentFailure):
            raise reply
        outcome = self.remote.outcome(request.target, reply)
        if self._verdicts is not None and before is not None:
            self._replies = reply.digest(before)
        return outcome

    def prepare(self, checks: Sequence[str]) -> None:
        """Ask all that these checks will ask, as far as it is known."""
        self._collected = {}
        if self._verdicts is None or not self._together:
            return
        scripts = {check: script for check in checks if (script := self._verdicts.script(check))}
        if not scripts:
            return
        found = self.remote.ask_together(list(scripts.values()))
        self._together = found is not None
        for (check, script), replies in zip(scripts.items(), found or (), strict=False):
            self._collected[check] = list(zip(script, replies, strict=True))

    def walk(self, check: str) -> Finding | None:
        """The verdict on a check whose every reply is one that was met before; otherwise None, and the replies that
        came are kept for the check itself."""
        self.begin(check)
        if self._verdicts is None:
            return None
        collected = self._collected.pop(check, None)
        replies, early, script = b"", list[wire.Sealed | StudentFailure](), list[AskedCall]()
        while isinstance(step := self._verdicts.after(check, replies), AskedCall):
            script.append(step)
            if collected is not None:
                if not collected or collected[0][0] != step:
                    return None  # the check asks other things than it used to: let it ask for itself
                reply = collected.pop(0)[1]
            else:
                try:
                    reply = self.remote.ask(step)
                except StudentFailure as failure:
                    early.append(failure)
                    break
            early.append(reply)
            if reply.head.get("ok") is not True or "failure" in reply.head:
                break  # no plain answer: what it is, the check itself finds out, as in a grade by itself
            replies = reply.digest(replies)
        else:
            if step is not None:
                self._learn(step, script)
                return step
        self._early, self._script, self._behind = early, script, collected is not None
        self._further = collected or []
        return None

    def conclude(self, finding: Finding) -> None:
        """Remember what the check that has just run made of its replies, if they were all plain answers."""
        if self._verdicts is None or self._replies is None or finding.passed is None:
            return
        self._verdicts.keep(self._check, self._replies, finding)
        self._learn(finding, self._script)

    def _learn(self, finding: Finding, script: list[AskedCall]) -> None:
        """Remember what a right answer was asked: the next submission can be asked it at once."""
        if self._verdicts is not None and finding.passed:
            self._verdicts.learn(self._check, tuple(script))

    def _ask(self, request: Request, replies: bytes | None) -> wire.Sealed:
        """The reply that has come with others, or the worker's; the question is remembered as what comes after the
        replies so far."""
        question = self.remote.question(request)
        self._script.append(question)
        if self._verdicts is not None and replies is not None:
            self._verdicts.keep(self._check, replies, question)
        further, self._further = self._further, []
        if further and further[0][0] == question and further[0][1].head:  # what follows a failure has no head
            self._further = further[1:]
            return further[0][1]
        self._catch_up()
        return self.remote.ask(question)

    def _catch_up(self) -> None:
        """Ask again what was asked together, so that the objects that the next question speaks of exist."""
        if self._behind:
            self._behind = False
            for earlier in self._asked:
                self.remote.ask(self.remote.question(earlier))
