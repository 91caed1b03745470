"""Watches the child that runs the student's code, and starts another where one hangs or ends.

An endless loop costs the function it is in, and what stands on that; everything else goes on from the checks that are
finished. This process never imports torch, numpy, pytest or anything of the student's.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..checks.module_names import file_among
from ..core.result import Row
from .choose import BadInput
from .report import FileTrouble

START_SECONDS = 300.0
"""For Python and torch to start, on the slowest laptop."""
_ENGINE = Path(__file__).resolve().parents[2]
"""What Python imports the engine from: one file beside the public tests, or the repository's folder."""
_BECOME_CHILD = """import sys
sys.path[0] = sys.argv[1]
from softmark.home import child
child.main(sys.argv[2], sys.argv[3])
"""
"""Without the folder that somebody is in: a file of theirs called json.py must not break the check."""
_POSIX = os.name == "posix"
_MOST_LOST = 40
"""Children, before something else must be wrong."""


class Changed(Exception):
    """A file was saved while the check was running: what it says is out of date."""


class Child:
    """One child process and its lines."""

    def __init__(self, folder: Path) -> None:
        handle, path = tempfile.mkstemp(prefix="check-", suffix=".txt")
        os.close(handle)
        self._stack = Path(path)
        # OMP: a check is small, and the student's machine has other things to do. No GPU: always the CPU.
        threads = os.environ.get("OMP_NUM_THREADS", str(min(2, os.cpu_count() or 1)))
        around = {"CUDA_VISIBLE_DEVICES": "", "OMP_NUM_THREADS": threads, "PYTHONIOENCODING": "utf-8:replace"}
        self._process = subprocess.Popen(
            [sys.executable, "-c", _BECOME_CHILD, str(_ENGINE), str(folder), path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **around},
            # its own group: Ctrl-C reaches only us, and what it has started ends with it
            start_new_session=_POSIX,
            creationflags=0 if _POSIX else getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with contextlib.suppress(OSError, ValueError):  # `end` may close it while this is about to read on
            for line in self._process.stdout:
                self._lines.put(line)
        self._lines.put(b"")

    def send(self, order: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):  # it has ended already, which the first `receive` tells
            self._process.stdin.write((json.dumps(order) + "\n").encode())
            self._process.stdin.flush()

    def receive(self, timeout: float) -> dict[str, Any] | None:
        """The next event; None when the child has ended. queue.Empty when none comes in time."""
        line = self._lines.get(timeout=max(timeout, 0.0))
        return json.loads(line) if line.endswith(b"\n") else None  # without an end: cut off by a crash

    def end(self, patience: float = 0.0) -> int:
        """Its exit code, after a moment to end by itself; what is left then is killed, with all that it has started."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=patience)
        with contextlib.suppress(OSError):
            if _POSIX:
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        code = self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        return code

    def last_place(self, own_files: Sequence[str]) -> str:
        """Where the student's code was when it hung or crashed: " (it was in softmax, attention.py line 41)"."""
        try:
            text = self._stack.read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""
        for path, line, function in re.findall(r'File "(.*?)", line (\d+) in (\S+)', text):
            if name := file_among(path, own_files):
                inside = "" if function == "<module>" else f"{function}, "
                return f" (it was in {inside}{name} line {line})"
        return ""

    def clean_up(self) -> None:
        self.end()
        self._stack.unlink(missing_ok=True)


@dataclass
class Found:
    """Everything that is known so far: what the next child begins with, and what people see."""

    rows: dict[str, Row] = field(default_factory=dict)
    files: dict[str, FileTrouble] = field(default_factory=dict)
    tapes: list[dict[str, Any]] = field(default_factory=list)
    lost: dict[str, dict[str, str]] = field(default_factory=dict)
    """Function → how it cost a child, in which words, and in which check; no check: it is not asked again."""
    lost_files: dict[str, str] = field(default_factory=dict)
    """File → why it is not even tried."""


@dataclass
class At:
    """Where a child is."""

    file: str = ""
    """The one that it imports."""
    check: str = ""
    first: bool = False
    """Whether that check is the first of its class, without which the others say nothing."""
    function: str = ""
    """What the check asks."""
    seconds: float = START_SECONDS
    since: float = field(default_factory=time.monotonic)


class Supervisor:
    """Has tasks checked, by one child after the other until one comes to its end."""

    def __init__(
        self,
        folder: Path,
        files: Sequence[str],
        order: dict[str, Any],
        *,
        progress: Callable[[str], None],
        publish: Callable[[Found], None],
        changed: Callable[[], bool],
        child: Child,
    ) -> None:
        """`files`: what the student writes. `order`: what every child is told: tasks, seconds."""
        self._folder, self._files, self._order = folder, files, order
        self._progress, self._publish, self._changed, self._child = progress, publish, changed, child
        self._found = Found()

    def run(self) -> Found:
        """Returns when everything that was ordered is known."""
        try:
            for _ in range(_MOST_LOST):
                if self._comes_to_its_end(self._child):
                    return self._found
                self._child.clean_up()
                self._child = Child(self._folder)
        finally:
            self._child.clean_up()
        raise BadInput(
            "Your code hangs or ends Python in many functions: check one task at a time, as in  python check.py 1.2"
        )

    def _comes_to_its_end(self, child: Child) -> bool:
        found = self._found
        child.send({**self._order, "tapes": found.tapes, "lost": found.lost, "lost_files": found.lost_files})
        at = At()
        try:
            while (event := self._next(child, at)) is not None:
                if event["event"] == "done":
                    return True
                at = self._heard(event, at)
            self._lose(child, at, "ended", _ended(child.end(patience=5)))
        except TimeoutError:
            child.end()
            self._lose(child, at, "hung", f" within {at.seconds:g} s: is there an endless loop?")
        return False

    def _next(self, child: Child, at: At) -> dict[str, Any] | None:
        """The next event before the deadline; every half second somebody may have saved a file."""
        while True:
            left = at.since + at.seconds - time.monotonic()
            try:
                return child.receive(min(left, 0.5))
            except queue.Empty:
                if self._changed():
                    raise Changed from None
                if left <= 0:
                    raise TimeoutError from None

    def _heard(self, event: dict[str, Any], at: At) -> At:
        match event:
            case {"event": "stopped", "says": str(says)}:
                raise BadInput(says)
            case {"event": "loading", "file": str(file)}:
                self._progress(f"reading {file}")
                return At(file=file, seconds=self._order["seconds"])
            case {"event": "loaded", "files": list(files)}:
                self._found.files = {each["file"]: FileTrouble(**each) for each in files}
                return At()
            case {"event": "check", "task": str(task), "title": str(title)}:
                self._progress(f"{task}  {title}")
                return At(check=event["name"], first=event["first"], seconds=event["seconds"])
            case {"event": "asks", "name": str(name)}:
                return replace(at, function=name)
            case {"event": "tape", "tape": dict(tape)}:
                self._found.tapes.append(tape)
                return At()
            case {"event": "rows", "rows": list(rows)}:
                self._found.rows |= {row["id"]: Row.of(row) for row in rows}
                self._publish(self._found)
        return at

    def _lose(self, child: Child, at: At, how: str, says: str) -> None:
        """What is not tried again."""
        place = child.last_place(self._files)
        if at.file:
            verb = "is not imported" if how == "hung" else "ends the whole process while it is imported"
            self._found.lost_files[at.file] = f"{at.file} {verb}{says}{place}."
        elif at.function:
            verb = "does not finish" if how == "hung" else "ends the whole process"
            again = at.first or at.function in self._found.lost
            told = {"how": how, "says": f"your code {verb}{says}{place}", "check": "" if again else at.check}
            self._found.lost[at.function] = told
        else:
            raise BadInput(f"The process that runs the checks stopped{says}, and no code of yours was running.")


def _ended(code: int) -> str:
    """An exit code in words."""
    if code >= 0:
        return f": exit code {code}; does it call `os._exit` or `quit`?"
    if code == -9:
        return ": it was killed (SIGKILL); did it use up all the memory?"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    return f": a crash ({name}); is there a recursion without end, or very much memory?"
