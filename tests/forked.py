"""Runs tests in several processes: `pytest -p tests.forked --processes auto`.

Everything is imported and collected once. Then the process forks, and each fork runs one group of files after
another, as tests/together.py groups them. What pytest prints, counts and returns is as without it. Where the system
cannot fork, and for a debugger, there is one process.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import random
import signal
import sys
import threading
import traceback
import warnings
from collections import deque
from dataclasses import dataclass, field
from itertools import groupby
from multiprocessing.connection import Connection, Pipe, wait
from pathlib import Path
from typing import Any, NoReturn

import pytest

from tests.together import place, prepare, scope

A_LOOK = 0.2
"""Seconds between two looks whether a process has died: one that it started itself may keep its pipe open."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("forked")
    group.addoption("--processes", default="1", metavar="N", help="run tests in so many processes, or `auto`")
    group.addoption("--shuffle", type=int, metavar="SEED", help="run files, and the tests of each, in a random order")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    seed = config.getoption("shuffle")
    if seed is None:
        return
    chance = random.Random(seed)
    files = [list(tests) for _, tests in groupby(items, key=lambda item: item.path)]
    chance.shuffle(files)
    for tests in files:
        chance.shuffle(tests)
    items[:] = [item for tests in files for item in tests]


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    option = session.config.option
    if not hasattr(os, "fork") or option.collectonly or option.usepdb or session.testsfailed:
        return None  # pytest's own loop knows what to do
    many = min(processes(option.processes), len(groups := grouped(session.items)))
    if many < 2:
        return None
    prepare()
    for item in session.items:
        item.location  # it is kept: otherwise each process works it out  # noqa: B018
    Parent(session, groups).run(many)
    return True


def processes(asked: str) -> int:
    if asked == "auto":
        return max(2, os.cpu_count() or 2)
    try:
        return int(asked)
    except ValueError:
        raise pytest.UsageError(f"--processes takes a number or auto, not {asked}") from None


def grouped(items: list[pytest.Item]) -> deque[list[int]]:
    """The numbers of those tests that share a process, what takes longest first."""
    found: dict[str, list[int]] = {}
    for number, item in enumerate(items):
        found.setdefault(scope(item.nodeid), []).append(number)
    return deque(found[name] for name in sorted(found, key=place))


@dataclass
class Fork:
    """What the parent knows of one of its processes."""

    pid: int
    left: deque[int] = field(default_factory=deque)
    """The tests of its group that it has not begun."""
    last: int | None = None
    """The test that it began last."""
    done: bool = False
    ended: bool = False
    """Its number may be another process's by now."""


class Parent:
    """Hands out tests, and tells pytest what comes back as if it had happened here."""

    def __init__(self, session: pytest.Session, groups: deque[list[int]]) -> None:
        self.session, self.hook, self.groups = session, session.config.hook, groups
        self.forks: dict[Connection, Fork] = {}
        self.made = 0
        self.base: Path = session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]

    def run(self, many: int) -> None:
        others = [thread.name for thread in threading.enumerate() if thread is not threading.current_thread()]
        if others:
            raise pytest.UsageError(f"a process with threads cannot be forked, and these run: {', '.join(others)}")
        try:
            for _ in range(many):
                self.fork()
            while self.forks:
                self.listen()
        finally:
            self.stop()

    def fork(self) -> None:
        self.made += 1
        here, there = Pipe()
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        pid = os.fork()
        if pid == 0:
            for connection in (here, *self.forks):
                connection.close()
            Child(self.session, there).live(self.base / f"process-{self.made}")
        there.close()
        self.forks[here] = Fork(pid)

    def listen(self) -> None:
        for connection in wait([*self.forks], timeout=A_LOOK):
            assert isinstance(connection, Connection)
            self.hear(connection)
        for connection, fork in [*self.forks.items()]:
            ended, status = os.waitpid(fork.pid, os.WNOHANG)
            if ended:
                fork.ended = True
                self.bury(connection, os.waitstatus_to_exitcode(status))

    def hear(self, connection: Connection) -> bool:
        """What one of them has to say; whether it said anything."""
        try:
            heard = connection.recv()
        except (EOFError, OSError):
            return False
        for kind, *told in heard:
            getattr(self, f"on_{kind}")(connection, *told)
        return True

    def on_ready(self, connection: Connection) -> None:
        left = self.forks[connection].left = deque(self.groups.popleft() if self.groups else ())
        with contextlib.suppress(OSError):  # it may have died since
            connection.send(list(left))

    def on_begin(self, connection: Connection, number: int) -> None:
        fork, item = self.forks[connection], self.session.items[number]
        fork.left.remove(number)
        fork.last = number
        self.hook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)

    def on_report(self, connection: Connection, report: pytest.TestReport) -> None:
        self.tell(report)

    def on_failure(self, connection: Connection, data: dict[str, Any]) -> None:
        self.tell(self.hook.pytest_report_from_serializable(config=self.session.config, data=data))

    def on_finish(self, connection: Connection, number: int) -> None:
        item = self.session.items[number]
        self.hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)

    def on_warning(self, connection: Connection, kind: str, text: str, file: str, line: int, about: Any) -> None:
        seen = warnings.WarningMessage(text, type(kind, (Warning,), {}), file, line)
        self.hook.pytest_warning_recorded.call_historic(kwargs={**about, "warning_message": seen})

    def on_exit(self, connection: Connection, reason: str, code: int | None) -> None:
        pytest.exit(reason, code)

    def on_interrupt(self, connection: Connection) -> None:
        raise KeyboardInterrupt

    def on_done(self, connection: Connection, stop: bool | str) -> None:
        self.forks[connection].done = True
        self.session.shouldstop = self.session.shouldstop or stop
        self.look()

    def tell(self, report: pytest.TestReport) -> None:
        self.hook.pytest_runtest_logreport(report=report)
        self.look()

    def look(self) -> None:
        """Whether pytest says that it is enough, as after each test in its own loop."""
        if self.session.shouldfail:
            raise self.session.Failed(self.session.shouldfail)
        if self.session.shouldstop:
            raise self.session.Interrupted(self.session.shouldstop)

    def bury(self, connection: Connection, code: int) -> None:
        """Whoever ends before it is done fails the test that it ran; the rest of its group goes to another."""
        while connection.poll() and self.hear(connection):
            pass
        fork = self.forks.pop(connection)
        connection.close()
        if fork.done:
            return
        if fork.last is None:
            raise RuntimeError(f"a process of tests.forked ended before its first test ({ending(code)})")
        if fork.left:
            self.groups.appendleft(list(fork.left))
        if self.groups:
            self.fork()
        item = self.session.items[fork.last]
        says = f"The process that ran this test ended during it, or right after it ({ending(code)})."
        self.tell(pytest.TestReport(item.nodeid, item.location, {}, "failed", says, "call"))

    def stop(self) -> None:
        """Those that still run end as after Ctrl-C; another Ctrl-C ends them at once."""
        running = [fork.pid for fork in self.forks.values() if not fork.ended]
        for connection in self.forks:
            connection.close()
        try:
            for pid in running:
                os.kill(pid, signal.SIGINT)
            while running:
                os.waitpid(running[0], 0)
                running.pop(0)
        except KeyboardInterrupt:
            for pid in running:
                os.kill(pid, signal.SIGKILL)
            raise


def ending(code: int) -> str:
    return f"signal {-code}, {signal.strsignal(-code)}" if code < 0 else f"exit code {code}"


class Child:
    """One of the processes that run tests; as a plugin of pytest, it passes on what this one is told."""

    def __init__(self, session: pytest.Session, parent: Connection) -> None:
        self.session, self.parent = session, parent
        self.speaks = False
        self.unsaid: list[tuple[Any, ...]] = []
        """What can wait until the next test begins: thousands of tests have one message each."""

    def live(self, base: Path) -> NoReturn:
        try:
            self.settle(base)
            self.work()
            self.say("done", self.session.shouldstop)
        except KeyboardInterrupt:
            self.say("interrupt")
        except pytest.exit.Exception as ended:
            self.say("exit", ended.msg, ended.returncode)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        with contextlib.suppress(BaseException):  # nothing is left, except after an interrupt
            self.session._setupstate.teardown_exact(None)
        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(0)

    def settle(self, base: Path) -> None:
        """What all processes would share becomes this one's own: captured output, the terminal, temporary folders."""
        signal.signal(signal.SIGINT, interrupted)
        atexit._clear()  # that is what the parent has to do at its end
        plugins = self.session.config.pluginmanager
        for name in ("terminalreporter", "terminalprogress"):
            if plugins.has_plugin(name):
                plugins.unregister(name=name)
        captured: Any = plugins.get_plugin("capturemanager")
        captured.stop_global_capturing()
        captured.start_global_capturing()
        captured.suspend_global_capture()
        base.mkdir(mode=0o700)
        self.session.config._tmp_path_factory._basetemp = base  # type: ignore[attr-defined]
        plugins.register(self)
        self.speaks = True

    def work(self) -> None:
        item = None
        while numbers := self.ask():
            for number, following in zip(numbers, [*numbers[1:], None], strict=True):
                item = self.session.items[number]
                # after the last of a group only what the whole session shares stays
                then: Any = self.session if following is None else self.session.items[following]
                self.say("begin", number)
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=then)
                self.note("finish", number)
                if self.session.shouldfail or self.session.shouldstop:
                    return
        if item is not None:
            self.part(item)

    def part(self, item: pytest.Item) -> None:
        """What the whole session shared ends, as a part of the last test's end."""
        call = pytest.CallInfo.from_call(lambda: self.session._setupstate.teardown_exact(None), "teardown")
        item.ihook.pytest_runtest_logreport(report=item.ihook.pytest_runtest_makereport(item=item, call=call))

    def ask(self) -> list[int]:
        self.say("ready")
        try:
            numbers: list[int] = self.parent.recv()
        except (EOFError, OSError):  # the parent is gone
            return []
        return numbers

    def note(self, *words: Any) -> None:
        self.unsaid.append(words)

    def say(self, *words: Any) -> None:
        self.note(*words)
        with contextlib.suppress(OSError):  # the parent is gone, or no longer listens
            self.parent.send(self.unsaid)
        self.unsaid = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        config = self.session.config
        if self.is_silent(report):
            return
        if report.longrepr is None:
            self.note("report", report)
        else:
            self.note("failure", config.hook.pytest_report_to_serializable(config=config, report=report))

    def is_silent(self, report: pytest.TestReport) -> bool:
        """That a test began or ended well is no news, unless somebody measures: two reports of three."""
        measured = [self.session.config.getoption(name, None) for name in ("durations", "xmlpath")]
        told = report.when == "call" or not report.passed or report.user_properties or report.sections
        return not told and measured == [None, None]

    def pytest_warning_recorded(
        self, warning_message: warnings.WarningMessage, when: str, nodeid: str, location: Any
    ) -> None:
        if self.speaks:  # whoever is registered is first told what the parent knows
            seen, about = warning_message, {"when": when, "nodeid": nodeid, "location": location}
            self.note("warning", seen.category.__name__, str(seen.message), seen.filename, seen.lineno, about)


def interrupted(*_: Any) -> NoReturn:
    """Once: while fixtures are torn down, a second one changes nothing."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt
