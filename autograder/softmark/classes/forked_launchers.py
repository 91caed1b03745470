"""Starts the launchers of this machine, forked from one process that has imported everything (sandbox/on_request.py).

That process is started with the first launcher, and again should it ever be gone; its launchers end with it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from ..content.framework import preload
from ..grading import server
from ..sandbox import clean_start, packets
from .grader_process import START_WITHIN, CannotStart, GraderProcess, last_words

LOOK_AGAIN = 0.01
"""Seconds between two looks at whether a launcher has ended."""


class Launchers:
    """Starts launchers. May be used by several threads."""

    def __init__(self, course: Path, words: Sequence[str]) -> None:
        self._preload = preload(course)
        self._words = words
        self._one_at_a_time = threading.Lock()
        self._source: _LauncherSource | None = None

    def start(self, patience: float | None) -> GraderProcess:
        """Start one more; `CannotStart` if it does not stand in the end."""
        with self._one_at_a_time:
            if self._source is None or self._source.gone:
                self._source = _LauncherSource(self._preload)
            source = self._source
        errors = tempfile.TemporaryFile()  # noqa: SIM115 (lives as long as the process)
        return GraderProcess(_Forked(source, self._words, errors), errors, patience)

    def close(self) -> None:
        """End the process that launchers are forked from, once every launcher has ended."""
        if self._source is not None:
            self._source.end()


class _LauncherSource:
    """The process that launchers are forked from."""

    def __init__(self, packages: Sequence[str]) -> None:
        self._connection, theirs = packets.pair()
        self._connection.settimeout(START_WITHIN)
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (lives as long as the process)
        self._one_at_a_time = threading.Lock()
        with theirs:
            self._process = subprocess.Popen(
                clean_start.command(server.TARGET, preload=packages, requests=theirs.fileno()),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=sys.stderr if os.environ.get("SOFTMARK_DEBUG") else self._errors,
                env=clean_start.environment(os.environ),
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        self.gone = False

    def ask(self, action: str, descriptors: Sequence[int] = (), **details: Any) -> dict[str, Any]:
        """One request, one answer; `CannotStart` if there is nobody to give one, now and ever after."""
        with self._one_at_a_time:
            try:
                packets.send(self._connection, {"do": action, **details}, descriptors)
                answer, _ = packets.receive(self._connection)
            except (packets.Gone, OSError):
                self.gone = True
                said = last_words(self._process, self._errors)
                self.end()
                raise CannotStart(f"the grader's process did not start: {said}") from None
        if "error" in answer:
            raise OSError(answer["error"])
        return answer

    def end(self) -> None:
        self._connection.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(5)
        self._process.kill()
        self._process.wait()


class _Forked:
    """A forked launcher, as `subprocess.Popen` would show it."""

    def __init__(self, source: _LauncherSource, words: Sequence[str], errors: IO[bytes]) -> None:
        self._source = source
        read, write = os.pipe()
        self.stdin = os.fdopen(write, "wb")
        out, printed = os.pipe()
        self.stdout = os.fdopen(out, "rb")
        waiting = clean_start.set_aside(words)
        complaints = sys.stderr.fileno() if os.environ.get("SOFTMARK_DEBUG") else errors.fileno()
        try:
            self._pid: int = source.ask("start", [read, printed, complaints, waiting])["pid"]
        finally:
            for each in (read, printed, waiting):
                os.close(each)
        self._code: int | None = None

    def poll(self) -> int | None:
        return self._ask("look")

    def kill(self) -> None:
        self._ask("kill")

    def wait(self, timeout: float | None = None) -> int:
        until = None if timeout is None else time.monotonic() + timeout
        while (code := self.poll()) is None:
            if until is not None and time.monotonic() > until:
                raise subprocess.TimeoutExpired(f"process {self._pid}", timeout or 0)
            time.sleep(LOOK_AGAIN)
        return code

    def _ask(self, action: str) -> int | None:
        if self._code is None:
            try:
                self._code = self._source.ask(action, pid=self._pid)["code"]
            except CannotStart:
                self._code = -9  # it has ended with the process it was forked from
        return self._code
