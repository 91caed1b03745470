"""Speaks to one launcher in lines: a job goes in as a line of JSON, two lines come back (what it is, and the result).

Nothing but the standard library is used here: on a cluster this very file travels to hosts that know no softmark yet.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence

START_WITHIN = 300.0
"""Seconds until a launcher that says nothing is given up: importing torch from a slow disk takes a while."""
TRIES = 2
"""Launchers that may end of one job: whoever hands in what ends a launcher must not end the class."""


class CannotStart(Exception):
    """No launcher stands here: the text is the sentence that says why."""


class Ended(Exception):
    """The launcher ended in the middle of a job; the text is what it said last."""

    def __init__(self, text: str, hung: bool = False) -> None:
        super().__init__(text)
        self.hung = hung
        """It was ended because it took too long: a second one would take as long."""


class Launchers:
    """Those of one machine, each started when it is first needed. Used by several threads."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], folder: str, patience: float) -> None:
        """`patience`: seconds after which a job's launcher is taken for hung. The grader keeps better clocks."""
        self._command, self._environment, self._folder = list(command), dict(environment), folder
        self._patience = patience
        self._idle: queue.SimpleQueue[Launcher] = queue.SimpleQueue()
        self._every: list[Launcher] = []

    def ready(self) -> None:
        """Start one now; CannotStart where nobody can be graded."""
        self._idle.put(self._start())

    def grade(self, line: bytes) -> bytes:
        """The two lines that answer one job."""
        said = ""
        for _ in range(TRIES):
            launcher = self._free()
            try:
                answer = launcher.exchange(line, self._patience)
            except Ended as problem:
                launcher.kill()
                said = str(problem)
                if problem.hung:
                    break
                continue
            self._idle.put(launcher)
            return answer
        return json.dumps({"name": json.loads(line)["name"], "error": f"its process ended: {said}"}).encode() + b"\n"

    def close(self) -> None:
        """End all of them now; whatever they grade is lost."""
        for launcher in self._every:
            launcher.kill()

    def _free(self) -> Launcher:
        try:
            return self._idle.get_nowait()
        except queue.Empty:
            return self._start()

    def _start(self) -> Launcher:
        launcher = Launcher(self._command, self._environment, self._folder)
        self._every.append(launcher)
        launcher.greet()
        return launcher


class Launcher:
    """A process that has collected the graders and waits for jobs."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], folder: str) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (lives as long as the process)
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=sys.stderr if os.environ.get("SOFTMARK_DEBUG") else self._errors,
            env=environment,
            cwd=folder,
            start_new_session=True,  # an interrupt typed at the batch is the batch's business
        )

    def greet(self) -> None:
        """Wait until the graders stand; CannotStart with the reason if they do not."""
        try:
            fault = json.loads(self._lines(1, START_WITHIN)[0]).get("fault")
        except (Ended, ValueError) as problem:
            fault = f"the grader's process did not start: {problem}"
        if fault:
            self.kill()
            raise CannotStart(fault)

    def exchange(self, line: bytes, within: float) -> bytes:
        """Grade one job; Ended if the process did not survive it."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line)
            self._process.stdin.flush()
        except OSError:
            raise Ended(self._last_words()) from None
        return b"".join(self._lines(2, within))

    def _lines(self, count: int, within: float) -> list[bytes]:
        assert self._process.stdout is not None
        watch = threading.Timer(within, self._process.kill)
        watch.daemon = True
        watch.start()
        try:
            lines = [self._process.stdout.readline() for _ in range(count)]
        finally:
            hung = not watch.is_alive()
            watch.cancel()
        if not all(line.endswith(b"\n") for line in lines):
            raise Ended(f"it was not done after {within:g} s" if hung else self._last_words(), hung)
        return lines

    def kill(self) -> None:
        """End it now; its fork server and workers end with it."""
        self._process.kill()
        self._process.wait()
        with contextlib.suppress(OSError):
            for stream in (self._process.stdin, self._process.stdout, self._errors):
                stream.close()  # type: ignore[union-attr]

    def _last_words(self) -> str:
        try:
            code = self._process.wait(5)
        except subprocess.TimeoutExpired:
            return "it does not answer"
        self._errors.seek(max(0, self._errors.seek(0, os.SEEK_END) - 2000))
        lines = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        return f"{how}: {lines[-1]}" if lines else how
