"""Does one child's work: loads the student's files, collects the checks, runs the tasks it is asked for."""

from __future__ import annotations

import contextlib
import faulthandler
import os
import sys
from collections.abc import Mapping
from dataclasses import asdict
from typing import IO, Any

from ..checks.fixtures import Finding
from ..checks.trace import Trace
from ..locating import locate, right_way
from ..locating.line_shown import Silent, may_show
from ..locating.watched_calls import Tracer, Watched
from ..naming.diagnose import name_mistake
from ..running import earlier_functions
from ..running.collect import Check, Checks, NotCollected, on_top, trace, with_checks
from ..running.recording import OUT_OF_STEP, Recording
from . import folder as files_of
from .channel import Channel
from .sides import NO_INPUT, HomeParticipants, World, read_recording
from .tasks import Assignment, BadInput

MOMENT = 0.5
"""The stack of code that hangs is written down this long before the parent loses patience."""


class Session:
    def __init__(self, channel: Channel, stack: IO[str], assignment: Assignment, setup: dict[str, Any]) -> None:
        self.channel = channel
        self.stack = stack
        self.assignment = assignment
        self.setup = setup
        self.recording = read_recording(assignment)
        trees = files_of.trees(files_of.sources(assignment.folder, assignment.files))
        ways = right_way.read(assignment.tests / "right_way.safetensors", self.recording.key)
        self.locator = locate.Locator(ways, trees, assignment.contract)

    def run(self) -> None:
        if not any(self.assignment.tests.glob("test_*.py")):
            advice = files_of.how_to_get_files_back(self.assignment.folder, self.assignment)
            raise BadInput(f"public_tests holds no tests: {advice}.")
        try:
            with_checks(self.assignment.tests, self._serve, conftest=False)  # the conftest.py there is for plain pytest
        except NotCollected as error:
            what_to_do = files_of.how_to_get_files_back(self.assignment.folder, self.assignment)
            raise BadInput(f"The public tests cannot be read ({error.reasons}): {what_to_do}.") from None

    def _serve(self, checks: Checks) -> None:
        self.checks = checks
        self.carried: list[str] = []
        plan = [[check.name, check.item, check.title, check.weight, check.sentence, check.habit] for check in checks]
        self.channel.tell("plan", checks=plan)
        world = self._load()
        self.sides = HomeParticipants(world, self.recording, lambda call: self.channel.tell("call", call=call))
        while True:
            job = self.channel.receive()
            if job["carried"] != self.carried:
                self._carry(job["carried"])
            for task in job["tasks"]:
                self._task(task, [check for check in checks.of(task) if check.name not in job["skip"]])
            self.channel.tell("done")

    def _carry(self, names: list[str]) -> None:
        """Let these functions reply from the recording from now on; everything else is the student's, read anew."""
        calls = earlier_functions.read(self.assignment.tests / "carried.safetensors", self.recording.key)
        self.carried, tell = names, lambda call: self.channel.tell("call", call=call)
        self.sides = HomeParticipants(self._load(earlier_functions.StandIns(calls, names)), self.recording, tell)

    def _load(self, stand_ins: earlier_functions.StandIns | None = None) -> World:
        sys.path[:] = [
            *(entry for entry in sys.path if entry != str(self.assignment.folder)),
            str(self.assignment.folder),
        ]
        os.chdir(self.assignment.folder)
        world = World(self.assignment.folder, self.assignment, stand_ins=stand_ins)

        def starting(file: str) -> None:
            self._patience(self.setup["seconds"])
            self.channel.tell("loading", file=file)

        world.load_all(self.setup["broken"], starting)
        self._patience(None)
        self.channel.tell("loaded", problems=[problem.plain() for problem in world.problems.values()])
        return world

    def _patience(self, seconds: float | None) -> None:
        faulthandler.cancel_dump_traceback_later()
        if seconds is not None:
            faulthandler.dump_traceback_later(max(seconds - MOMENT, 0.1), file=self.stack)

    # One task

    def _task(self, task: str, checks: list[Check]) -> None:
        if self.sides.world.stand_ins is not None:
            self.sides.world.stand_ins.begin()
        first_run = [(check, self._check(task, check)) for check in checks]
        rerun, inside = self._inside(task, first_run)
        outcomes = [(check, rerun.get(check.name) or outcome) for check, outcome in first_run]
        # what was to be made once more, and could not be, is like no known mistake
        untold = {check.name for check, _ in outcomes if check.stands_on and inside and not rerun}
        traces = {
            outcome.check: trace(outcome)
            for _, outcome in outcomes
            if outcome.passed is not None and outcome.check not in untold
        }
        worth_naming = any(outcome.passed is False and outcome.category != "not written" for _, outcome in outcomes)
        by_pattern = frozenset(check.name for check in checks if check.by_pattern)
        mistake = self._mistake(task, traces, by_pattern) if worth_naming else None
        stand_ins = self.sides.world.stand_ins
        event: dict[str, Any] = {"task": task, "mistake": mistake, "inside": inside if rerun else []}
        if stand_ins is None:
            event |= {"where": self._where(outcomes)}
        self.channel.tell("task", unsaid=stand_ins is not None and stand_ins.missed, **event)

    def _inside(self, task: str, found: list[tuple[Check, Finding]]) -> tuple[dict[str, Finding], list[str]]:
        """What stands on a wrong function of the same task, once more on top of recorded replies, and those functions.
        What asks for more than is recorded stays as it was."""
        failed = {finding.check for _, finding in found if finding.passed is False}
        wanted = on_top([check for check, _ in found], failed)
        names = [name for each in wanted for name in each]
        if not wanted:
            return {}, []
        carried, sides, rerun = self.carried, self.sides, dict[str, Finding]()
        module = self.assignment.by_id[task].file.removesuffix(".py")
        self._carry([*carried, *(f"{module}.{name}" for name in names)])
        stand_ins = self.sides.world.stand_ins
        events = []
        for check in [check for checks in wanted.values() for check in checks]:
            rerun[check.name] = self._run(check)
            events.append(self._event(task, rerun[check.name]))
        self.carried, self.sides = carried, sides
        if stand_ins is not None and stand_ins.missed:
            return {}, names
        for event in events:
            self.channel.tell("finding", **event)
        return rerun, names

    def _check(self, task: str, check: Check) -> Finding:
        finding = self._run(check)
        self.channel.tell("finding", **self._event(task, finding))
        return finding

    def _event(self, task: str, finding: Finding) -> dict[str, Any]:
        """What is told of a check that has just run."""
        return {
            "task": task,
            "check": finding.check,
            "passed": finding.passed,
            "category": finding.category,
            "says": says(finding, self.assignment),
            "line": finding.line,
            "call": self.sides.port_of(finding).call,
            "printed": self.sides.port_of(finding).printed[:2000],
        }

    def _run(self, check: Check, as_written: bool = False) -> Finding:
        slow = self.assignment.by_id[check.item].slow
        self._patience(self.setup["slow_seconds" if slow else "seconds"])
        self.channel.tell("check", task=check.item, check=check.name)
        with contextlib.suppress(OSError):
            os.chdir(self.assignment.folder)
        finding = (self.checks.run_as_written if as_written else self.checks.run)(check, self.sides)
        self._patience(None)
        if self.sides.world.stand_ins is not None:
            self.sides.world.stand_ins.settle(finding)
        return finding

    def _where(self, found: list[tuple[Check, Finding]]) -> dict[str, Any] | None:
        """Where the values of a task leave every right way: its failed checks once more, watched."""
        if not may_show(self.assignment.hints):
            return None
        checks = {check.name: check for check, _ in found}

        def watch(name: str) -> tuple[str, Watched] | None:
            self.sides.world.executor.follow = tracer = Tracer(self.sides.world.own_files)
            self._run(checks[name], as_written=True)
            self.sides.world.executor.follow = None
            return (self.sides.port.target, tracer.calls[-1]) if tracer.calls else None

        failed = [(check, one.category) for check, one in found if one.passed is False and not one.alone]
        kinds = {check.name: locate.kind_of(check, category) for check, category in failed}
        with contextlib.suppress(Silent):
            return asdict(self.locator.place(kinds, watch))
        return None

    def _mistake(self, task: str, traces: dict[str, Trace], by_pattern: frozenset[str]) -> dict[str, str] | None:
        return looks_like(self.recording, task, traces, by_pattern)


def looks_like(
    recording: Recording, task: str, traces: Mapping[str, Trace], by_pattern: frozenset[str]
) -> dict[str, str] | None:
    """The known mistake that behaves like this code, in the words that the recorded file has for it."""
    known = {str(i): mistake for i, mistake in enumerate(recording.mistakes) if task in mistake.items}
    found = name_mistake(traces, {key: mistake.traces for key, mistake in known.items()}, by_pattern)
    if found is None:
        return None
    mistake = known[found]
    return {"name": mistake.name, "says": mistake.says, "hint": mistake.hint, "section": mistake.section}


def says(finding: Finding, assignment: Assignment) -> str:
    if finding.passed is None:
        last = (finding.staff.strip().splitlines() or ["no reason given"])[-1]
        fault = last.partition("GraderFault: ")[2]
        reason = fault or f"the check itself failed ({last.strip()[:200]})"
        what_to_do = (
            f": {files_of.how_to_get_files_back(assignment.folder, assignment)}" if fault in ("", OUT_OF_STEP) else ""
        )
        return f"This is not your mistake: {reason}{what_to_do}."
    if finding.category == "raised" and "EOFError" in finding.public:
        return f"{finding.public}; {NO_INPUT}"
    return finding.public
