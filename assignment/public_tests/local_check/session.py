"""One child's work: load the student's files, collect the checks, run the tasks it is asked for."""

from __future__ import annotations

import contextlib
import faulthandler
import os
import sys
from collections.abc import Mapping
from dataclasses import asdict
from typing import IO, Any

from softmark.checks import locate, right_way
from softmark.checks.collect import Check, Checks, NotCollected, trace, with_checks
from softmark.checks.diagnose import Trace, name_mistake
from softmark.checks.fixtures import Finding
from softmark.checks.recording import Recording
from softmark.checks.tracing import Tracer

from . import folder as files_of
from .channel import Channel
from .home import NO_INPUT, HomeParticipants, World, read_recording
from .tasks import AGAIN, FOLDER, TESTS, Assignment, BadInput

MOMENT = 0.5
"""The stack of code that hangs is written down this long before the parent loses patience."""


class Session:
    def __init__(self, channel: Channel, stack: IO[str], assignment: Assignment, setup: dict[str, Any]) -> None:
        self.channel = channel
        self.stack = stack
        self.assignment = assignment
        self.setup = setup
        self.recording = read_recording()
        self.ways = right_way.read(TESTS / "right_way.safetensors", self.recording.key)
        trees = files_of.trees(files_of.sources(FOLDER, assignment.files))
        self.functions = locate.owners(trees, assignment.contract)

    def run(self) -> None:
        if not any(TESTS.glob("test_*.py")):
            raise BadInput(f"public_tests holds no tests: {AGAIN}.")
        try:
            with_checks(TESTS, self._serve, "--noconftest")  # the conftest.py there is for plain pytest
        except NotCollected as error:
            raise BadInput(f"the public tests cannot be read ({error.reasons}): {AGAIN}.") from None

    def _serve(self, checks: Checks) -> None:
        self.checks = checks
        plan = [[check.name, check.item, check.title, check.weight, check.sentence, check.habit] for check in checks]
        self.channel.tell("plan", checks=plan)
        world = self._load()
        self.sides = HomeParticipants(world, self.recording, lambda call: self.channel.tell("call", call=call))
        while True:
            job = self.channel.receive()
            for task in job["tasks"]:
                self._task(task, [check for check in checks.of(task) if check.name not in job["skip"]])
            self.channel.tell("done")

    def _load(self) -> World:
        sys.path.append(str(FOLDER))
        os.chdir(FOLDER)
        world = World(FOLDER, self.assignment)

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
        traces: dict[str, Trace] = {}
        worth_naming = False
        wrong: list[Check] = []
        for check in checks:
            finding = self._check(task, check)
            if finding.passed is not None:
                traces[finding.check] = trace(finding)
            wrong += [check] if finding.category in locate.FOLLOWED else []
            worth_naming |= finding.passed is False and finding.category != "not written"
        by_pattern = frozenset(check.name for check in checks if check.by_pattern)
        mistake = self._mistake(task, traces, by_pattern) if worth_naming else None
        self.channel.tell("task", task=task, mistake=mistake, where=self._where(task, wrong))

    def _check(self, task: str, check: Check) -> Finding:
        slow = self.assignment.by_id[task].slow
        self._patience(self.setup["slow_seconds" if slow else "seconds"])
        self.channel.tell("check", task=task, check=check.name)
        port = self.sides.port
        port.forget()
        with contextlib.suppress(OSError):
            os.chdir(FOLDER)
        finding = self.checks.run(check, self.sides)
        self._patience(None)
        self.channel.tell(
            "finding",
            task=task,
            check=check.name,
            passed=finding.passed,
            category=finding.category,
            says=_says(finding),
            line=finding.line,
            call=port.call,
            printed=port.printed[:2000],
        )
        return finding

    def _where(self, task: str, wrong: list[Check]) -> dict[str, Any] | None:
        """Where the values of the task leave every right way: its failed checks once more, watched."""
        if self.assignment.local_hints == "off":
            return None
        executor, seconds = self.sides.world.executor, self.setup["seconds"]
        places = []
        for check in [check for check in wrong if check.name in self.ways][: locate.MOST_CHECKS]:
            executor.follow = tracer = Tracer(self.sides.world.own_files)
            self._patience(seconds)
            self.channel.tell("check", task=task, check=check.name)
            self.sides.port.forget()
            self.checks.run(check, self.sides)
            self._patience(None)
            executor.follow = None
            if tracer.calls:
                target = self.sides.port.target
                places.append(locate.places(tracer.calls[-1], self.ways[check.name], self.functions, target))
        place = locate.agreed(places)
        return None if place is None else asdict(place)

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


def _says(finding: Finding) -> str:
    if finding.passed is None:
        last = (finding.staff.strip().splitlines() or ["no reason given"])[-1]
        reason = last.partition("GraderFault: ")[2] or f"the check itself failed ({last.strip()[:200]}); {AGAIN}"
        return f"This is not your mistake: {reason}."
    if finding.category == "raised" and "EOFError" in finding.public:
        return f"{finding.public}; {NO_INPUT}"
    return finding.public
