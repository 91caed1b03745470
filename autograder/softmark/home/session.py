"""One child's work: grades the student's files in this process, on public numbers, with the `grade()` of every grade.

It tells the parent each call before it is made and each check when it is finished, so that another child can go on.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..checks.errors import Died, TimedOut
from ..checks.request import Outcome as Reply
from ..checks.request import Request as Ask
from ..checks.values import HandleRef
from ..core import recording
from ..core.assignment import Assignment
from ..core.bench import Bench
from ..core.grade import grade
from ..core.judging import Judging
from ..core.program import Program
from ..core.tape import Tape
from ..running.collect import Checks, with_checks
from . import choose
from .child import Channel
from .choose import TESTS
from .own_files import OwnFiles
from .report import Trouble
from .supervisor import TOO_SLOW
from .told import Teller


class Watched:
    """The student's program, each call of which the parent hears of before it is made."""

    carries = False
    stood_in = frozenset[str]()

    def __init__(self, files: OwnFiles, channel: Channel, order: Mapping[str, Any], checks: Checks) -> None:
        self._program, self._channel, self._order = files.program(), channel, order
        self._slow = {task.id for task in files.assignment.tasks if task.slow}
        self._titles = {check.name: f"{check.item}  {check.title}" for check in checks}
        self._firsts = {check.family: check.name for check in reversed(checks.all)}.values()
        self._made: dict[str, str] = {}

    def begin(self, check: str, task: str = "") -> None:
        self._made.clear()
        self._program.begin(check, task)
        self._doing = self._titles.get(check, task)
        self._seconds = self._order["seconds"] * (3 if task in self._slow else 1)
        # without the first check of its class the others say nothing
        self._check = "" if check in self._firsts else check

    def perform(self, ask: Ask) -> Reply:
        owner, _, method = ask.target.partition(".")
        name = f"{self._made[owner]}.{method or 'forward'}" if owner in self._made else ask.target
        if (lost := self._order["lost"].get(name)) and lost["check"] in ("", self._check):
            raise (TimedOut if TOO_SLOW in lost["says"] else Died)(lost["says"])
        self._channel.begins(self._doing, self._seconds, function=name, check=self._check)
        reply = self._program.perform(ask)
        if isinstance(reply.value, HandleRef):
            self._made[f"#{reply.value.number}"] = name
        return reply

    def on_top_of(self, names: frozenset[str]) -> Program:
        return self


class Session:
    """One order of the parent's: the tasks to check, and what earlier children found out."""

    def __init__(self, channel: Channel, folder: Path, assignment: Assignment) -> None:
        self._channel, self._folder, self._assignment = channel, folder, assignment
        self._numbers = choose.ours(folder, "recorded.safetensors", recording.read)
        self._order = channel.receive()

    def run(self) -> None:
        with_checks(self._folder / TESTS, self._grade, conftest=False)  # the conftest.py is for plain pytest

    def _grade(self, checks: Checks) -> None:
        os.chdir(self._folder)
        order, channel, by_id = self._order, self._channel, self._assignment.by_id
        known = {file: Trouble(**trouble) for file, trouble in order["files"].items()}
        files = OwnFiles(self._folder, self._assignment, known, self._reads)
        channel.ends("loaded", files=files.troubles)
        program = Watched(files, channel, order, checks)
        by_name = {check.name: check for check in checks}
        bench = Bench(
            *(self._assignment, checks, self._numbers),
            judge=program,
            finished={tape["check"]: Tape.read(tape, by_name) for tape in order["tapes"]},
            ends=lambda tape: channel.ends("tape", tape=tape.plain()),
            tell=Teller(files).of,
        )
        tasks = [by_id[ident] for ident in order["tasks"]]
        grade(Judging(bench, program), tasks, lambda result: channel.tell("rows", rows=result.plain()))
        channel.tell("done")

    def _reads(self, file: str) -> None:
        self._channel.begins(f"reading {file}", self._order["seconds"], file=file)
