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
        self._slow = {check.name for check in checks if files.assignment.by_id[check.item].slow}
        self._titles = {check.name: f"{check.item}  {check.title}" for check in checks}
        self._firsts = {check.family: check.name for check in reversed(checks.all)}.values()
        self._made: dict[str, str] = {}

    def begin(self, check: str, task: str = "") -> None:
        self._made.clear()
        self._program.begin(check, task)
        self._check, self._calls = check, 0

    def perform(self, ask: Ask) -> Reply:
        owner, _, method = ask.target.partition(".")
        name = f"{self._made[owner]}.{method or 'forward'}" if owner in self._made else ask.target
        self._calls += 1
        if (lost := self._order["lost"].get(name)) and self._meets(lost):
            raise (TimedOut if TOO_SLOW in lost["says"] else Died)(lost["says"])
        # without the first check of its class the others say nothing
        where = {"function": name, "call": [self._check, self._calls], "always": self._check in self._firsts}
        seconds = self._order["seconds"] * (3 if self._check in self._slow else 1)
        self._channel.begins(self._titles.get(self._check, ""), seconds, **where)
        reply = self._program.perform(ask)
        if isinstance(reply.value, HandleRef):
            self._made[f"#{reply.value.number}"] = name
        return reply

    def _meets(self, lost: Mapping[str, Any]) -> bool:
        """Whether this is the call that cost a child, or one of a function that is not asked again."""
        check, number = lost["call"]
        return bool(self._calls == number if self._check == check else lost["always"])

    def on_top_of(self, names: frozenset[str]) -> Program:
        return self


def run(channel: Channel, folder: Path, assignment: Assignment) -> None:
    """Do what the parent orders: check some tasks, with what earlier children found out."""
    numbers = choose.ours(folder, "recorded.safetensors", recording.read)
    order, by_id = channel.receive(), assignment.by_id
    os.chdir(folder)

    def reads(file: str) -> None:
        channel.begins(f"reading {file}", order["seconds"], file=file)

    def check(checks: Checks) -> None:
        known = {file: Trouble(**trouble) for file, trouble in order["files"].items()}
        files = OwnFiles(folder, assignment, known, reads)
        channel.ends("loaded", files=files.troubles)
        program = Watched(files, channel, order, checks)
        by_name = {check.name: check for check in checks}
        bench = Bench(
            *(assignment, checks, numbers),
            judge=program,
            finished={tape["check"]: Tape.read(tape, by_name) for tape in order["tapes"]},
            ends=lambda tape: channel.ends("tape", tape=tape.plain()),
            tell=Teller(files).of,
        )
        tasks = [by_id[ident] for ident in order["tasks"]]
        grade(Judging(bench, program), tasks, lambda result: channel.tell("rows", rows=result.plain()))
        channel.tell("done")

    with_checks(folder / TESTS, check, conftest=False)  # the conftest.py is for plain pytest
