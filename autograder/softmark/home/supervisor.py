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
        self.stack = Path(path)
        # OMP: a check is small, and the student's machine has other things to do. No GPU: always the CPU.
        threads = os.environ.get("OMP_NUM_THREADS", str(min(2, os.cpu_count() or 1)))
        around = {"CUDA_VISIBLE_DEVICES": "", "OMP_NUM_THREADS": threads, "PYTHONIOENCODING": "utf-8:replace"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", _BECOME_CHILD, str(_ENGINE), str(folder), str(self.stack)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **around},
            # its own group: Ctrl-C reaches only us, and what it has started ends with it
            start_new_session=_POSIX,
            creationflags=0 if _POSIX else getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with contextlib.suppress(OSError, ValueError):  # `end` may close it while this is about to read on
            for line in self.process.stdout:
                self._lines.put(line)
        self._lines.put(None)

    def send(self, order: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(OSError):  # if it is gone, the next `receive` says so
            self.process.stdin.write((json.dumps(order) + "\n").encode())
            self.process.stdin.flush()

    def receive(self, timeout: float) -> dict[str, Any] | None:
        """The next event; None at the end of the child; queue.Empty when there is none in time."""
        line = self._lines.get(timeout=max(timeout, 0.0))
        event: dict[str, Any] | None = None if line is None else json.loads(line)
        return event

    def exit_code(self) -> int:
        """Of a child that has closed its pipe; it may need a moment more to end."""
        try:
            return self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            return self.end()

    def end(self) -> int:
        """Kill the child and all it has started."""
        with contextlib.suppress(OSError):
            if _POSIX:
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()
        code = self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        return code

    def last_place(self, own_files: Sequence[str]) -> str:
        """Where the student's code was when it hung or crashed: "softmax, attention.py line 41"."""
        try:
            text = self.stack.read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""
        for path, line, function in re.findall(r'File "(.*?)", line (\d+) in (\S+)', text):
            if name := file_among(path, own_files):
                where = f"{name} line {line}"
                return where if function == "<module>" else f"{function}, {where}"
        return ""

    def clean_up(self) -> None:
        self.end()
        self.stack.unlink(missing_ok=True)


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

    stage: str = "start"
    name: str = ""
    """The file that is loaded, or the function that is asked."""
    seconds: float = START_SECONDS
    check: str = ""
    first: bool = False
    """Whether it is the first of its class, without which the others say nothing."""
    since: float = field(default_factory=time.monotonic)

    @property
    def deadline(self) -> float:
        return self.since + self.seconds


class Supervisor:
    """Has tasks checked, by one child after the other until one comes to its end."""

    def __init__(
        self,
        folder: Path,
        files: Sequence[str],
        order: dict[str, Any],
        *,
        tell: Callable[[str, str], None],
        publish: Callable[[Found], None],
        changed: Callable[[], bool] = lambda: False,
        child: Child | None = None,
    ) -> None:
        """`files`: what the student writes. `order`: what every child is told: tasks, seconds."""
        self.found = Found()
        self._folder, self._files, self._order = folder, files, order
        self._tell, self._publish, self._changed, self._child = tell, publish, changed, child

    def run(self) -> Found:
        """Returns when everything that was ordered is known."""
        try:
            for _ in range(_MOST_LOST):
                if self._one_child():
                    return self.found
            raise BadInput(
                "Your code hangs or ends Python in many functions: check one task at a time, as in  python check.py 1.2"
            )
        finally:
            self.close()

    def close(self) -> None:
        if self._child is not None:
            self._child.clean_up()
            self._child = None

    def _one_child(self) -> bool:
        """Whether it came to its end."""
        child = self._child = self._child or Child(self._folder)
        found = self.found
        child.send({**self._order, "tapes": found.tapes, "lost": found.lost, "lost_files": found.lost_files})
        at = At()
        try:
            while (event := self._next(child, at)) is not None:
                if event["event"] == "done":
                    return True
                at = self._heard(event, at)
        except TimeoutError:
            child.end()
            self._note(child, at, "hung", self._hung(child, at))
        else:
            code = child.exit_code()
            self._note(child, at, "ended", self._ended(child, at, code))
        self.close()
        return False

    def _next(self, child: Child, at: At) -> dict[str, Any] | None:
        """The next event before the deadline; every half second somebody may have saved a file."""
        while True:
            left = at.deadline - time.monotonic()
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
                self._tell("progress", f"reading {file}")
                return At("loading", file, self._order["seconds"])
            case {"event": "loaded", "files": list(files)}:
                troubles = [FileTrouble(**{**each, "code": tuple(each["code"])}) for each in files]
                self.found.files = {each.file: each for each in troubles}
                return At("between")
            case {"event": "check", "task": str(task), "title": str(title)}:
                self._tell("progress", f"{task}  {title}")
                return At("check", "", event["seconds"], event["name"], event["first"])
            case {"event": "asks", "name": str(name)}:
                return replace(at, name=name)
            case {"event": "tape", "tape": dict(tape)}:
                self.found.tapes.append(tape)
                return At("between")
            case {"event": "rows", "rows": list(rows)}:
                self.found.rows |= {row["id"]: Row.of(row) for row in rows}
                self._publish(self.found)
        return at

    # When a child does not answer any more

    def _note(self, child: Child, at: At, how: str, says: str) -> None:
        """What is not tried again."""
        place = child.last_place(self._files)
        where = f" (it was in {place})" if place else ""
        if at.stage == "loading":
            self.found.lost_files[at.name] = f"{at.name} {says}{where}."
        elif at.stage == "check" and at.name:
            again = at.first or at.name in self.found.lost
            self.found.lost[at.name] = {
                "how": how,
                "says": f"your code {says}{where}",
                "check": "" if again else at.check,
            }
        else:
            raise BadInput(f"The process that runs the checks {says}, and no code of yours was running.")

    def _hung(self, child: Child, at: At) -> str:
        verb = "is not imported" if at.stage == "loading" else "does not finish"
        return f"{verb} within {at.seconds:g} s: is there an endless loop?"

    def _ended(self, child: Child, at: At, code: int) -> str:
        what = "ends the whole process while it is imported" if at.stage == "loading" else "ends the whole process"
        return f"{what}: {_ending(code)}"


def _ending(code: int) -> str:
    """An exit code in words."""
    if code >= 0:
        return f"exit code {code}; does it call `os._exit` or `quit`?"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    if name == "SIGKILL":
        return "it was killed (SIGKILL); did it use up all the memory?"
    return f"a crash ({name}); is there a recursion without end, or very much memory?"
