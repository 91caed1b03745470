"""Watches the child that runs the student's code, and starts another where one hangs or ends.

An endless loop costs the function it is in, and what stands on that; everything else goes on from the checks that are
finished. This process never imports torch, numpy, pytest or anything of the student's.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..checks.module_names import file_among
from ..core.assignment import Assignment
from ..core.result import Row
from .choose import BadInput
from .report import Trouble

_ENGINE = Path(__file__).resolve().parents[2]
"""What Python imports the engine from: one file beside the public tests, or the repository's folder."""
_BECOME_CHILD = """import sys
sys.path[0] = sys.argv[1]
from softmark.home import child
child.main(sys.argv[2])
"""
"""Without the folder that somebody is in: a file of theirs called json.py must not break the check."""
TOO_SLOW = "does not finish"


@dataclass
class Found:
    """All that is known so far: what each child is told, and what people see."""

    tasks: list[str]
    """Those to be checked."""
    seconds: float
    """For one call."""
    files: dict[str, Trouble]
    """Those that are not to be tried, or not again."""
    lost: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Function → what it did to a child, in which call of which check, and whether it is never asked again."""
    tapes: list[dict[str, Any]] = field(default_factory=list)
    rows: dict[str, Row] = field(default_factory=dict)
    doing: str = "starting Python"


class Supervisor:
    """Has tasks checked, by one child after the other until one comes to its end."""

    def __init__(self, folder: Path, assignment: Assignment) -> None:
        """A child starts at once, and waits with torch imported."""
        self.folder, self.assignment = folder, assignment
        self._start()

    def run(self, found: Found) -> Iterator[Found]:
        """What is known by now, after every event."""
        while True:
            at: dict[str, Any] = {}
            yield found
            for event in self._events(found):
                if event["event"] == "done":
                    return
                at = _heard(event, found)
                yield found
            self._lose(at, found)
            self._start()

    def end(self) -> None:
        self._child.kill()
        self._child.wait()

    def _start(self) -> None:
        self._stack = tempfile.TemporaryFile()  # noqa: SIM115 (the child writes into it)
        self._child = subprocess.Popen(
            [sys.executable, "-c", _BECOME_CHILD, str(_ENGINE), str(self.folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._stack,
            # a check is small, and the student's machine has other things to do; always the CPU
            env={"OMP_NUM_THREADS": "2", **os.environ, "CUDA_VISIBLE_DEVICES": ""},
        )

    def _events(self, found: Found) -> Iterator[dict[str, Any]]:
        """What the child tells, from its order to its end."""
        assert self._child.stdin and self._child.stdout
        with contextlib.suppress(OSError):  # it has ended already
            self._child.stdin.write((json.dumps(vars(found), default=vars) + "\n").encode())
            self._child.stdin.flush()
        for line in self._child.stdout:
            if line.endswith(b"\n"):  # otherwise cut off by a crash
                yield json.loads(line)

    def _lose(self, at: dict[str, Any], found: Found) -> None:
        """The child has ended: what it was doing is not tried again."""
        code = self._child.wait()
        if code in (-signal.SIGINT, 0xC000013A):  # Ctrl-C reached it before us, here or on Windows
            raise KeyboardInterrupt
        with self._stack:
            self._stack.seek(0)
            stack = self._stack.read().decode(errors="replace")
        does = _what_it_did(code, stack, at.get("seconds", 0))
        does += _place(stack, self.assignment.files)
        if file := at.get("file"):
            found.files[file] = Trouble(file, f"Importing {file} {does}.")
        elif function := at.get("function"):
            always = at["always"] or function in found.lost
            found.lost[function] = {"says": f"your code {does}", "call": at["call"], "always": always}
        else:
            raise BadInput(f"No code of yours was running, but the process that runs the checks {does}.")


def _what_it_did(code: int, stack: str, seconds: float) -> str:
    if "Timeout (" in stack:
        return f"{TOO_SLOW} within {seconds:g} s: is there an endless loop?"
    if 0 <= code < 256:
        return f"ends the whole process: exit code {code}; does it call `os._exit` or `quit`?"
    name = signal.Signals(-code).name if code < 0 else hex(code)  # on Windows the code of a crash is huge
    return f"ends the whole process: a crash ({name}); is there a recursion without end, or very much memory?"


def _place(stack: str, own_files: Collection[str]) -> str:
    """Where the student's code was: " (it was in softmax, attention.py line 41)"."""
    for path, line, function in re.findall(r'File "(.*?)", line (\d+) in (\S+)', stack):
        if name := file_among(path, own_files):
            inside = "" if function == "<module>" else f"{function}, "
            return f" (it was in {inside}{name} line {line})"
    return ""


def _heard(event: dict[str, Any], found: Found) -> dict[str, Any]:
    """Takes down what a child tells; returns what it is doing."""
    match event["event"]:
        case "at":
            found.doing = event["doing"]
            return event
        case "loaded":
            found.files = {file: Trouble(**trouble) for file, trouble in event["files"].items()}
        case "tape":
            found.tapes.append(event["tape"])
        case "rows":
            found.rows |= {row["id"]: Row.of(row) for row in event["rows"]}
        case "stopped":
            raise BadInput(event["says"])
    return {}
