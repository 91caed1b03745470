"""One child's work: load the student's files, collect the checks, run the tasks it is asked for."""

from __future__ import annotations

import contextlib
import faulthandler
import os
import sys
from typing import IO, TYPE_CHECKING, Any

import pytest
from _pytest.runner import runtestprotocol

from softmark import fixtures
from softmark.diagnose import Trace, fingerprints, name_mistake
from softmark.fixtures import BENCH, FINDING, CheckPlugin, Finding

from .home import NO_INPUT, HomeBench, World, read_recording
from .tasks import AGAIN, FOLDER, TESTS, Assignment, BadInput

if TYPE_CHECKING:
    from .child import Channel

MOMENT = 0.5
"""The stack of code that hangs is written down this long before the parent loses patience."""


class Session:
    def __init__(self, channel: Channel, stack: IO[str], assignment: Assignment, setup: dict[str, Any]) -> None:
        self.channel = channel
        self.stack = stack
        self.assignment = assignment
        self.setup = setup
        self.recording = read_recording()
        self.collected: list[str] = []

    def run(self, lean: list[str]) -> None:
        files = sorted(str(path) for path in TESTS.glob("test_*.py"))
        if not files:
            raise BadInput(f"public_tests holds no tests: {AGAIN}.")
        for name in ("PYTEST_ADDOPTS", "PYTEST_PLUGINS"):
            os.environ.pop(name, None)
        os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        ini = TESTS / "pytest.ini"
        pytest.main(["-c", str(ini), "--rootdir", str(TESTS), *lean, *files], plugins=[CheckPlugin(), self])
        raise BadInput(f"the public tests cannot be read ({'; '.join(self.collected) or 'none found'}): {AGAIN}.")

    # pytest's hooks

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.collected.append(report.longreprtext.strip().splitlines()[-1])

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if self.collected or not session.items:
            return True
        try:
            self._serve(session)
        except BadInput as error:
            self.channel.tell("stopped", says=str(error))
        os._exit(0)

    def _serve(self, session: pytest.Session) -> None:
        nodes: dict[str, list[pytest.Item]] = {}
        for node in session.items:
            nodes.setdefault(fixtures.item_id(node) or "", []).append(node)
        plan = [
            [fixtures.check_name(node), task, fixtures.title(node), float(getattr(node.obj, "__weight__", 1.0))]  # type: ignore[attr-defined]
            for task, group in nodes.items()
            for node in group
        ]
        self.channel.tell("plan", checks=plan)
        world = self._load()
        bench = HomeBench(world, self.recording, lambda call: self.channel.tell("call", call=call))
        session.config.stash[BENCH] = bench
        while True:
            job = self.channel.receive()
            for task in job["tasks"]:
                self._task(task, [n for n in nodes.get(task, ()) if fixtures.check_name(n) not in job["skip"]], bench)
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

    def _task(self, task: str, nodes: list[pytest.Item], bench: HomeBench) -> None:
        traces: dict[str, Trace] = {}
        worth_naming = False
        for node in nodes:
            finding = self._check(task, node, bench)
            if finding.passed is not None:
                traces[finding.check] = Trace(finding.passed, fingerprints(finding.log))
            worth_naming |= finding.passed is False and finding.category != "not written"
        by_pattern = frozenset(
            fixtures.check_name(node) for node in nodes if node.get_closest_marker("by_pattern") is not None
        )
        self.channel.tell("task", task=task, mistake=self._mistake(task, traces, by_pattern) if worth_naming else None)

    def _check(self, task: str, node: pytest.Item, bench: HomeBench) -> Finding:
        name = fixtures.check_name(node)
        slow = self.assignment.by_id[task].slow
        self._patience(self.setup["slow_seconds" if slow else "seconds"])
        self.channel.tell("check", task=task, check=name)
        bench.port.forget()
        with contextlib.suppress(OSError):
            os.chdir(FOLDER)
        runtestprotocol(node, log=False, nextitem=None)
        self._patience(None)
        finding = node.stash[FINDING]
        self.channel.tell(
            "finding",
            task=task,
            check=name,
            passed=finding.passed,
            category=finding.category,
            says=_says(finding),
            line=finding.line,
            call=bench.port.call,
            printed=bench.port.printed[:2000],
        )
        return finding

    def _mistake(self, task: str, traces: dict[str, Trace], by_pattern: frozenset[str]) -> dict[str, str] | None:
        """The known mistake that behaves like this code, in the words that the recorded file has for it."""
        known = {str(i): mistake for i, mistake in enumerate(self.recording.mistakes) if task in mistake.items}
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
