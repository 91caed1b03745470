"""One child's work: grades the student's files in this process, on public numbers, with the `grade()` of every grade.

It tells the parent each call before it is made and each check when it is finished, so that another child can go on.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import IO

from ..checks.errors import Died, TimedOut
from ..checks.module_names import in_python, module_of
from ..checks.request import Outcome as Reply
from ..checks.request import Request as Ask
from ..checks.values import HandleRef
from ..core import recording
from ..core.assignment import Assignment
from ..core.bench import Bench
from ..core.grade import grade
from ..core.judging import Judging
from ..core.program import Local, Program
from ..core.result import Result
from ..core.tape import Tape
from ..running.collect import Check, Checks, NotCollected, with_checks
from ..running.execute import Executor
from . import choose
from . import folder as files_of
from .child import Channel
from .choose import TESTS, BadInput
from .own_files import PROBES, OwnFiles
from .told import Teller

MOMENT = 0.5
"""The stack of code that hangs is written down this long before the parent loses patience."""
HUNG = "hung"


class Watched:
    """The student's program, each call of which the parent hears of before it is made."""

    carries = False

    def __init__(self, program: Program, folder: Path, lost: Mapping[str, Mapping[str, str]], channel: Channel) -> None:
        """`lost`: function → what it did to an earlier child, and in which words."""
        self._program, self._folder, self._lost, self._channel = program, folder, lost, channel
        self._made: dict[str, str] = {}
        self.check = ""
        """The one that asks."""

    @property
    def stood_in(self) -> frozenset[str]:
        """Nobody stands in here."""
        return frozenset()

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
        self._numbers = choose.ours(folder / TESTS / "recorded.safetensors", recording.read, self._advice)
        self._order = channel.receive()

    @property
    def _advice(self) -> str:
        return files_of.how_to_get_files_back(self._folder, self._assignment)

    def run(self) -> None:
        if not any((self._folder / TESTS).glob("test_*.py")):
            raise BadInput(f"public_tests holds no tests: {self._advice}.")
        try:
            with_checks(self._folder / TESTS, self._grade, conftest=False)  # the conftest.py is for plain pytest
        except NotCollected as error:
            raise BadInput(f"The public tests cannot be read ({error.reasons}): {self._advice}.") from None

    def _grade(self, checks: Checks) -> None:
        files, order, self._checks = self._loaded(), self._order, checks
        executor = Executor(files.modules, files.failures, files.names)
        code = Local(executor, fence=files.fence, forbidden=self._assignment.forbidden)
        self._program = program = Watched(code, self._folder, order["lost"], self._channel)
        by_name = {check.name: check for check in checks}
        own = [*self._assignment.files, *self._assignment.given]
        places = {module_of(name): in_python(module_of(name)) for name in own} | {PROBES: f"{TESTS}.{PROBES}"}
        bench = Bench(
            self._assignment,
            checks,
            self._numbers,
            judge=program,
            finished={tape["check"]: Tape.read(tape, by_name) for tape in order["tapes"]},
            begins=self._begins,
            ends=self._ends,
            tell=Teller(files.modules, places, self._advice).of,
        )
        tasks = [self._assignment.by_id[ident] for ident in order["tasks"]]
        grade(Judging(bench, program), tasks, self._publish)
        self._channel.tell("done")

    def _loaded(self) -> OwnFiles:
        """In the student's folder, where imports find their files first."""
        own = str(self._folder)
        sys.path[:] = [*(entry for entry in sys.path if entry != own), own]
        os.chdir(self._folder)
        files = OwnFiles(self._folder, self._assignment)
        files.load_all(self._order["lost_files"], self._loading)
        self._patience(None)
        self._channel.tell("loaded", files=[asdict(trouble) for trouble in files.troubles.values()])
        return files

    def _loading(self, file: str) -> None:
        self._patience(self._order["seconds"])
        self._channel.tell("loading", file=file)

    def _begins(self, check: Check) -> None:
        slow = self._assignment.by_id[check.item].slow
        seconds = self._order["seconds"] * (3 if slow else 1)
        self._patience(seconds)
        self._program.check = check.name
        first = next(each for each in self._checks.of(check.item) if each.family == check.family) is check
        event = {"name": check.name, "task": check.item, "title": check.title, "seconds": seconds, "first": first}
        self._channel.tell("check", **event)

    def _ends(self, tape: Tape) -> None:
        self._patience(None)
        self._channel.tell("tape", tape=tape.plain())

    def _publish(self, result: Result) -> None:
        self._channel.tell("rows", rows=result.plain())

    def _patience(self, seconds: float | None) -> None:
        faulthandler.cancel_dump_traceback_later()
        if seconds is not None:
            faulthandler.dump_traceback_later(max(seconds - MOMENT, 0.1), file=self._stack)
