"""One child's work: grades the student's files in this process, on public numbers, with the `grade()` of every grade.

It tells the parent each call before it is made and each check when it is finished, so that another child can go on.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import IO

from ..checks.errors import Died, TimedOut
from ..checks.request import Outcome as Reply
from ..checks.request import Request as Ask
from ..checks.values import HandleRef
from ..core import recording
from ..core.assignment import Assignment
from ..core.bench import Bench
from ..core.grade import grade
from ..core.judging import Judging
from ..core.program import Local, Program
from ..core.tape import Tape
from ..running.collect import Check, Checks, NotCollected, with_checks
from . import choose
from . import folder as files_of
from .child import Channel
from .choose import TESTS, BadInput
from .own_files import OwnFiles
from .told import Teller

MOMENT = 0.5
"""The stack of code that hangs is written down this long before the parent loses patience."""
HUNG = "hung"


class Watched:
    """The student's program, each call of which the parent hears of before it is made."""

    carries = False
    stood_in = frozenset[str]()
    check = ""
    """The one that asks."""

    def __init__(self, program: Local, folder: Path, lost: Mapping[str, Mapping[str, str]], channel: Channel) -> None:
        """`lost`: function → what it did to an earlier child, and in which words."""
        self._program, self._folder, self._lost, self._channel = program, folder, lost, channel
        self._made: dict[str, str] = {}

    def begin(self, check: str, task: str = "") -> None:
        self._made.clear()
        self._program.begin(check, task)

    def perform(self, ask: Ask) -> Reply:
        owner, _, method = ask.target.partition(".")
        name = f"{self._made[owner]}.{method or 'forward'}" if owner in self._made else ask.target
        if (how := self._lost.get(name)) and how["check"] in ("", self.check):
            raise (TimedOut if how["how"] == HUNG else Died)(how["says"])
        self._channel.tell("asks", name=name)
        with contextlib.suppress(OSError):
            os.chdir(self._folder)
        reply = self._program.perform(ask)
        if isinstance(reply.value, HandleRef):
            self._made[f"#{reply.value.number}"] = name
        return reply

    def on_top_of(self, names: frozenset[str]) -> Program:
        return self


class Session:
    """One order of the parent's: the tasks to check, and what earlier children found out."""

    def __init__(self, channel: Channel, stack: IO[str], folder: Path, assignment: Assignment) -> None:
        self._channel, self._stack, self._folder, self._assignment = channel, stack, folder, assignment
        self._advice = files_of.how_to_get_files_back(folder, assignment)
        self._numbers = choose.ours(folder / TESTS / "recorded.safetensors", recording.read, self._advice)
        self._order = channel.receive()

    def run(self) -> None:
        if not any((self._folder / TESTS).glob("test_*.py")):
            raise BadInput(f"public_tests holds no tests: {self._advice}.")
        try:
            with_checks(self._folder / TESTS, self._grade, conftest=False)  # the conftest.py is for plain pytest
        except NotCollected as error:
            raise BadInput(f"The public tests cannot be read ({error.reasons}): {self._advice}.") from None

    def _grade(self, checks: Checks) -> None:
        files, order = self._loaded(), self._order
        by_name = {check.name: check for check in checks}
        program = Watched(files.program(), self._folder, order["lost"], self._channel)

        def begins(check: Check) -> None:
            program.check = check.name
            self._begins(check, next(each for each in checks.of(check.item) if each.family == check.family) is check)

        bench = Bench(
            *(self._assignment, checks, self._numbers),
            judge=program,
            finished={tape["check"]: Tape.read(tape, by_name) for tape in order["tapes"]},
            begins=begins,
            ends=self._ends,
            tell=Teller(files, self._advice).of,
        )
        tasks = [self._assignment.by_id[ident] for ident in order["tasks"]]
        grade(Judging(bench, program), tasks, lambda result: self._channel.tell("rows", rows=result.plain()))
        self._channel.tell("done")

    def _loaded(self) -> OwnFiles:
        os.chdir(self._folder)
        files = OwnFiles(self._folder, self._assignment)
        files.load_all(self._order["lost_files"], self._loading)
        faulthandler.cancel_dump_traceback_later()
        self._channel.tell("loaded", files=[asdict(trouble) for trouble in files.troubles.values()])
        return files

    def _loading(self, file: str) -> None:
        self._patience(self._order["seconds"])
        self._channel.tell("loading", file=file)

    def _begins(self, check: Check, first: bool) -> None:
        """`first`: whether it is the first of its class."""
        seconds = self._order["seconds"] * (3 if self._assignment.by_id[check.item].slow else 1)
        self._patience(seconds)
        event = {"name": check.name, "task": check.item, "title": check.title, "seconds": seconds, "first": first}
        self._channel.tell("check", **event)

    def _ends(self, tape: Tape) -> None:
        faulthandler.cancel_dump_traceback_later()
        self._channel.tell("tape", tape=tape.plain())

    def _patience(self, seconds: float) -> None:
        faulthandler.dump_traceback_later(max(seconds - MOMENT, 0.1), file=self._stack)
