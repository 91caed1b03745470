"""Tests that start no process stay so: where the folder promises it, a test that starts one fails.

The folders are those of the engine's rooms, course/ and handouts/. What needs a process lies in processes/, platform/
or one of the suites.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).resolve().parent
ROOMS = TESTS.parent / "autograder" / "softmark"
STARTS = {"subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn", "os.system", "os.exec"}
"""What Python tells its auditors when a process is about to start; multiprocessing forks as well."""
SAYS = "this test starts a process: it belongs into tests/processes/"


def promised(path: Path) -> bool:
    """Whether what lies there must not start a process."""
    if TESTS not in path.parents:
        return False
    folder = path.relative_to(TESTS).parts[0]
    return folder in ("course", "handouts") or (ROOMS / folder / "__init__.py").is_file()


class NoProcesses:
    """A pytest plugin. An auditor sees what every fixture and every library does, and costs nothing in between."""

    def __init__(self) -> None:
        self.watching = False
        sys.addaudithook(self.heard)

    def heard(self, event: str, details: tuple[Any, ...]) -> None:
        if self.watching and event in STARTS:
            if threading.current_thread() is not threading.main_thread():
                raise OSError(SAYS)  # a thread that just ended would leave the test waiting for it
            pytest.fail(SAYS, pytrace=False)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.watching = promised(item.path)
        try:
            return (yield)  # type: ignore[return-value]
        finally:
            self.watching = False
