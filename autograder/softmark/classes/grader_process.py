"""Speaks to one launcher in lines: a job goes in as a line of JSON, two lines come back (what it is, and the result).

Nothing but the standard library is used here: on a cluster this very file travels to hosts that know no softmark yet.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import IO, Any, Protocol

START_WITHIN = 300.0
"""Seconds until a launcher that says nothing is given up: importing torch from a slow disk takes a while."""


class CannotStart(Exception):
    """No launcher stands here: the text is the sentence that says why."""


class Ended(Exception):
    """The launcher's process ended in the middle of a job; the text is what it said last."""

    def __init__(self, text: str, hung: bool = False) -> None:
        super().__init__(text)
        self.hung = hung
        """It was ended because it took too long: a second one would take as long."""


class Process(Protocol):
    """What is needed of a process; `subprocess.Popen` has it."""

    @property
    def stdin(self) -> IO[bytes] | None: ...
    @property
    def stdout(self) -> IO[bytes] | None: ...
    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def kill(self) -> None: ...


def started(
    command: Sequence[str], environment: Mapping[str, str], *, folder: str | None = None, patience: float | None = None
) -> GraderProcess:
    """A launcher of its own, by its command."""
    errors = tempfile.TemporaryFile()  # noqa: SIM115 (lives as long as the process)
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=sys.stderr if os.environ.get("SOFTMARK_DEBUG") else errors,
        env=dict(environment),
        cwd=folder,
        # An interrupt typed at the batch is the batch's business: grades in flight may finish.
        start_new_session=True,
    )
    return GraderProcess(process, errors, patience)


class GraderProcess:
    """A launcher that has collected the graders and waits for jobs."""

    def __init__(self, process: Process, errors: IO[bytes], patience: float | None = None) -> None:
        """`errors`: the file that its complaints go to. `patience`: seconds after which a job's launcher is taken for
        hung. The grader keeps better clocks."""
        self._patience = patience
        self._errors = errors
        self._process = process
        try:
            greeting = self._receive(START_WITHIN, 1)
        except Ended as problem:
            self.kill()
            raise CannotStart(f"the grader's process did not start: {problem}") from None
        fault = json.loads(greeting[0]).get("fault")
        if fault:
            self.close()
            raise CannotStart(fault)

    def exchange(self, line: bytes) -> tuple[dict[str, Any], bytes]:
        """Grade one job: what came of it, and the result as JSON. `Ended` if the process did not survive it."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line)
            self._process.stdin.flush()
        except OSError:
            raise Ended(last_words(self._process, self._errors)) from None
        head, body = self._receive(self._patience, 2)
        reply: dict[str, Any] = json.loads(head)
        return reply, body

    def _receive(self, within: float | None, count: int) -> list[bytes]:
        """The next `count` whole lines, or `Ended`."""
        assert self._process.stdout is not None
        hung = threading.Event()

        def end() -> None:
            hung.set()
            self._process.kill()

        watch = _after(within, end)
        try:
            lines = [self._process.stdout.readline() for _ in range(count)]
        finally:
            watch.cancel()
        if not all(line.endswith(b"\n") for line in lines):
            if hung.is_set():
                raise Ended(f"it was not done after {within:g} s", hung=True)
            raise Ended(last_words(self._process, self._errors))
        return [line[:-1] for line in lines]

    def close(self) -> None:
        """Let it end by itself, which takes no time between jobs."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.close()
            self._process.wait(timeout=20)
        except (OSError, subprocess.TimeoutExpired):
            pass
        self.kill()

    def kill(self) -> None:
        """End it now. Its fork server and workers end with it. May be called at any time, from any thread."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()


def last_words(process: Process, errors: IO[bytes]) -> str:
    """How a process ended and what it said last, for staff."""
    code = process.poll()
    if code is None:
        try:
            code = process.wait(5)
        except subprocess.TimeoutExpired:
            return "it does not answer"
    errors.seek(0, os.SEEK_END)
    errors.seek(max(0, errors.tell() - 2000))
    lines = errors.read().decode("utf-8", "replace").strip().splitlines()
    how = f"signal {-code}" if code < 0 else f"exit code {code}"
    return f"{how}: {lines[-1]}" if lines else how


def _after(seconds: float | None, act: Callable[[], None]) -> threading.Timer:
    """Calls `act` unless it is cancelled before; never, without a number of seconds."""
    timer = threading.Timer(seconds or 0.0, act)
    timer.daemon = True
    if seconds is not None:
        timer.start()
    return timer
