"""What each test file costs in processor seconds, its processes included: `make test SLOWEST=1`.

Processor seconds say the same on a busy machine and on an idle one. What a process does counts for the test during
which it does it, also where it stays for later tests.
"""

from __future__ import annotations

import os
import resource
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests import proc

SHOWN = 10


def has_children() -> bool:
    """Whether anything that this process started is still there: to look through /proc costs more than most tests."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def spent() -> float:
    """Processor seconds so far: of this process, and of all that it started, as long as somebody waits for them."""
    below = proc.below(os.getpid()) if has_children() else ()
    return sum(
        used.ru_utime + used.ru_stime
        for used in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    ) + sum(map(proc.seconds, below))


class Costs:
    """A pytest plugin. The processes of tests/forked.py measure; the one that they report to adds up and prints."""

    def __init__(self) -> None:
        self.files: Counter[str] = Counter()
        self.before = 0.0

    def pytest_collection_finish(self) -> None:
        self.before = self.files["to import and collect"] = spent()
        os.register_at_fork(after_in_child=self.begin)

    def begin(self) -> None:
        self.before = 0.0

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
        report: Any = yield  # type: ignore[misc]
        if call.when != "teardown":
            return report
        now = spent()
        report.user_properties.append(("processor", max(0.0, now - self.before)))
        self.before = now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        own = [float(str(value)) for name, value in report.user_properties if name == "processor"]
        self.files[report.nodeid.partition("::")[0]] += sum(own)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        write = terminalreporter.write_line
        write(f"\n{sum(self.files.values()):.0f} processor seconds; the files that take most:")
        for name, seconds in self.files.most_common(SHOWN):
            write(f"{seconds:8.1f}  {name}")
