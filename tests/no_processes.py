"""Tests that start no process stay so: where the folder promises it, a test that starts one fails.

The folders are those of the engine's rooms, course/ and handouts/. What needs a process lies in processes/, platform/
or one of the suites.
"""

from __future__ import annotations

import _posixsubprocess
import functools
import os
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).resolve().parent
ROOMS = TESTS.parent / "autograder" / "softmark"
STARTS = {
    os: ("fork", "forkpty", "posix_spawn", "posix_spawnp", "system", "execv", "execve"),
    _posixsubprocess: ("fork_exec",),
    subprocess: ("_fork_exec",),
}
"""The functions through which every process of Python's starts. To be told of each by an auditor is simpler, and takes
one processor second in thirty: Python tells it of every file and every compilation too."""
SAYS = "this test starts a process: it belongs into tests/processes/"


@functools.cache
def promised(path: Path) -> bool:
    """Whether what lies there must not start a process. A file has many tests, and each of them asks."""
    if TESTS not in path.parents:
        return False
    folder = path.relative_to(TESTS).parts[0]
    return folder in ("course", "handouts") or (ROOMS / folder / "__init__.py").is_file()


class NoProcesses:
    """A pytest plugin. What stands in the place of those functions sees what every fixture and every library does."""

    def __init__(self) -> None:
        self.watching = False
        for module, names in STARTS.items():
            for name in names:
                if (start := getattr(module, name, None)) is not None:  # not every system and every Python has each
                    setattr(module, name, self.instead_of(start))

    def instead_of(self, start: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(start)
        def told(*details: Any, **more: Any) -> Any:
            if self.watching:
                if threading.current_thread() is not threading.main_thread():
                    raise OSError(SAYS)  # a thread that just ended would leave the test waiting for it
                pytest.fail(SAYS, pytrace=False)
            return start(*details, **more)

        return told

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.watching = promised(item.path)
        try:
            return (yield)  # type: ignore[return-value]
        finally:
            self.watching = False
