"""Watches the one child that runs the student's code: ends it when it hangs, starts another after a crash.

An endless loop costs the task it is in, and no other: the tasks that stand on it wait, everything else goes on.
This process never imports torch, numpy, pytest or anything of the student's.
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
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..checks.module_names import file_among
from .tasks import Assignment, BadInput, Task

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


class Changed(Exception):
    """A file was saved while the check was running: what it says is out of date."""


@dataclass(frozen=True)
class PlannedCheck:
    """One public check, as the child announces it."""

    name: str
    task: str
    title: str
    weight: float
    sentence: str = ""
    """Of the task's *Graded* list: what it rests on."""
    habit: str = ""


@dataclass(frozen=True)
class CheckOutcome:
    """What came of one check."""

    check: str
    passed: bool | None
    category: str = ""
    says: str = ""
    line: str | None = None
    call: str = ""
    printed: str = ""


@dataclass(frozen=True)
class FileTrouble:
    """One of the student's files that cannot be used."""

    file: str
    says: str
    waits_for: str | None = None
    code: tuple[str, ...] = ()


@dataclass
class Facts:
    """Everything that is known so far."""

    plan: list[PlannedCheck] = field(default_factory=list)
    files: dict[str, FileTrouble] = field(default_factory=dict)
    found: dict[str, CheckOutcome] = field(default_factory=dict)
    places: dict[str, dict[str, Any]] = field(default_factory=dict)
    """task → the line where its values leave every right way: file, line, missing"""
    mistakes: dict[str, dict[str, str]] = field(default_factory=dict)
    """task → the known mistake that its code behaves like"""
    finished: set[str] = field(default_factory=set)
    on_top_of: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """task → the wrong ones whose recorded replies stood in for them when it was checked"""
    inside: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """task → its own wrong functions whose recorded replies stood in for them when the rest of it was checked"""
    unsaid: set[str] = field(default_factory=set)
    """Tasks that asked the stand-ins something that was not recorded."""
    stopped: set[str] = field(default_factory=set)
    """Tasks that hung or crashed; those that use them are not tried."""

    def checks(self, task: str) -> list[PlannedCheck]:
        return [check for check in self.plan if check.task == task]


@dataclass(frozen=True)
class CheckLimit:
    """How long one check may take."""

    seconds: float = 20.0

    @property
    def slow(self) -> float:
        return 3 * self.seconds


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

    def send(self, job: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(OSError):  # if it is gone, the next `receive` says so
            self.process.stdin.write((json.dumps(job) + "\n").encode())
            self.process.stdin.flush()

    def receive(self, timeout: float) -> dict[str, Any] | None:
        """The next event; None at the end of the child; queue.Empty when there is none in time."""
        line = self._lines.get(timeout=max(timeout, 0.0))
        if line is None:
            self._lines.put(None)
            return None
        try:
            event: dict[str, Any] = json.loads(line)
        except ValueError:
            return {"event": "noise"}
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

    def last_place(self, own_files: tuple[str, ...]) -> str:
        """Where the student's code was when it hung or crashed: "in softmax, attention.py line 41"."""
        try:
            text = self.stack.read_text(encoding="utf-8", errors="replace")
            for path, line, function in re.findall(r'File "(.*?)", line (\d+) in (\S+)', text):
                name = file_among(path, own_files)
                if name:
                    where = f"{name} line {line}"
                    return where if function == "<module>" else f"{function}, {where}"
        except OSError:
            pass
        return ""

    def clean_up(self) -> None:
        self.end()
        self.stack.unlink(missing_ok=True)


class Runner:
    """Runs tasks in a child (or several, one after the other) and keeps what is found in `facts`."""

    def __init__(
        self,
        assignment: Assignment,
        patience: CheckLimit,
        tell: Callable[[str, str], None] = lambda kind, text: None,
        changed: Callable[[], bool] = lambda: False,
        child: Child | None = None,
    ) -> None:
        self.assignment = assignment
        self.patience = patience
        self.facts = Facts()
        self._tell = tell
        """Called with ("progress", a short text) and ("task", id of a finished task)."""
        self._changed = changed
        self._child = child
        self._set_up = False
        self._carried: list[str] = []
        self._broken: dict[str, str] = {}
        self._restarts: dict[str, int] = {}

    def run(self, tasks: list[Task]) -> None:
        """Run these tasks; returns when each of them has a finding or waits for one that hung."""
        pending = [task.id for task in tasks]
        while pending:
            self._job(pending)
            pending = self._left(pending)

    def run_on_top(self, task: Task, wrong: list[Task]) -> None:
        """A task that waits, once more on top of recorded replies of what it waits for. What hangs, crashes or asks
        for more than is recorded goes on waiting."""
        other = Runner(self.assignment, self.patience, self._tell_progress, self._changed, self._child)
        other._set_up, other._broken = self._set_up, dict(self._broken)
        other._carried = [name for earlier in wrong for name in earlier.full_names]
        other.facts.plan = self.facts.plan
        try:
            other._job([task.id])
        except BadInput:
            return
        finally:
            self._child, self._set_up = other._child, other._set_up
        made = other.facts
        if task.id in made.finished - made.stopped - made.unsaid and not made.files:
            self.facts.found |= made.found
            self.facts.mistakes |= made.mistakes
            self.facts.inside.pop(task.id, None)  # of the first run, in which the earlier task was wrong
            self.facts.inside |= made.inside
            self.facts.finished.add(task.id)
            self.facts.on_top_of[task.id] = tuple(earlier.id for earlier in wrong)

    def _tell_progress(self, kind: str, text: str) -> None:
        if kind == "progress":
            self._tell(kind, text)

    def close(self) -> None:
        if self._child is not None:
            self._child.clean_up()
            self._child = None

    def _left(self, pending: list[str]) -> list[str]:
        stopped, finished = self.facts.stopped, self.facts.finished
        left = []
        for ident in pending:
            if ident in finished or ident in stopped:
                continue
            if any(task.id in stopped for task in self.assignment.before(ident)):
                finished.add(ident)
                self._tell("task", ident)
                continue
            left.append(ident)
        return left

    def _job(self, pending: list[str]) -> None:
        """One job for the current child, to its end or the child's."""
        if self._child is None:
            self._tell("progress", "starting Python and torch" if self.assignment.framework == "torch" else "starting")
            self._child, self._set_up = Child(self.assignment.folder), False
        child = self._child
        if not self._set_up:
            limits = {"seconds": self.patience.seconds, "slow_seconds": self.patience.slow}
            child.send({"broken": self._broken, **limits})
            self._set_up = True
        child.send({"tasks": pending, "skip": list(self.facts.found), "carried": self._carried})
        stage, current, call = "start", "", ""
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                event = self._next(child, deadline)
            except TimeoutError:
                self._hung(child, stage, current, call)
                return
            if event is None:
                self._crashed(child, stage, current, call)
                return
            match event:
                case {"event": "stopped", "says": str(says)}:
                    raise BadInput(says)
                case {"event": "plan", "checks": list(checks)}:
                    self.facts.plan = self.facts.plan or [PlannedCheck(*check) for check in checks]
                case {"event": "loading", "file": str(file)}:
                    stage, current = "loading", file
                    deadline = time.monotonic() + self.patience.seconds
                    self._tell("progress", f"reading {file}")
                case {"event": "loaded", "problems": list(problems)}:
                    stage = "between"
                    for entry in problems:
                        trouble = FileTrouble(entry["file"], entry["says"], entry["waits_for"], tuple(entry["code"]))
                        self.facts.files[trouble.file] = trouble
                case {"event": "check", "check": str(name), "task": str(ident)}:
                    stage, current, call = "check", name, ""
                    slow = self.assignment.by_id[ident].slow
                    deadline = time.monotonic() + (self.patience.slow if slow else self.patience.seconds)
                    title = next((check.title for check in self.facts.plan if check.name == name), name)
                    self._tell("progress", f"{ident}  {title}")
                case {"event": "call", "call": str(text)}:
                    call = text
                case {"event": "finding", "check": str(name)}:
                    stage = "between"
                    kept = {key: event[key] for key in ("passed", "category", "says", "line", "call", "printed")}
                    self.facts.found[name] = CheckOutcome(name, **kept)
                case {"event": "task", "task": str(ident)}:
                    if event["mistake"]:
                        self.facts.mistakes[ident] = event["mistake"]
                    if event.get("where"):
                        self.facts.places[ident] = event["where"]
                    if event.get("inside"):
                        self.facts.inside[ident] = tuple(event["inside"])
                    self.facts.unsaid |= {ident} if event["unsaid"] else set()
                    self.facts.finished.add(ident)
                    self._tell("task", ident)
                case {"event": "done"}:
                    return

    def _next(self, child: Child, deadline: float) -> dict[str, Any] | None:
        """The next event before the deadline; every half second somebody may have saved a file."""
        while True:
            left = deadline - time.monotonic()
            try:
                return child.receive(min(left, 0.5))
            except queue.Empty:
                if self._changed():
                    raise Changed from None
                if left <= 0:
                    raise TimeoutError from None

    # When the child does not answer any more

    def _hung(self, child: Child, stage: str, current: str, call: str) -> None:
        child.end()
        place = child.last_place(self.assignment.files)
        at = f"; it was in {place}" if place else ""
        if stage == "loading":
            seconds = f"{self.patience.seconds:g} s"
            self._broken[current] = f"{current} is not imported within {seconds}{at}: is there an endless loop?"
        elif stage == "check":
            slow = self.assignment.by_id[self._task_of(current)].slow
            seconds = f"{self.patience.slow if slow else self.patience.seconds:g} s"
            says = f"your code does not finish within {seconds}{at}: is there an endless loop?"
            self._lost(CheckOutcome(current, False, "too slow", says, call=call))
        else:
            raise BadInput(f"The child process does not start within {START_SECONDS:g} s: is the machine very busy?")
        self.close()

    def _crashed(self, child: Child, stage: str, current: str, call: str) -> None:
        how = _ending(child.exit_code())
        place = child.last_place(self.assignment.files)
        at = f" (it was in {place})" if place else ""
        if stage == "loading":
            self._broken[current] = f"importing {current} ends the whole process{at}: {how}."
        elif stage == "check":
            self._lost(
                CheckOutcome(current, False, "crashed", f"your code ends the whole process{at}: {how}", call=call)
            )
        else:
            self._restarts[stage] = self._restarts.get(stage, 0) + 1
            if self._restarts[stage] > 1:
                raise BadInput(f"The child process ends before it has checked anything: {how}.")
        self.close()

    def _task_of(self, check: str) -> str:
        return next(entry.task for entry in self.facts.plan if entry.name == check)

    def _lost(self, found: CheckOutcome) -> None:
        """Note a check that cost a child. The first check of a task decides it; so does a second lost child."""
        self.facts.found[found.check] = found
        task = self._task_of(found.check)
        self._restarts[task] = self._restarts.get(task, 0) + 1
        if self._restarts[task] > 1 or self.facts.checks(task)[0].name == found.check:
            self.facts.stopped.add(task)
            self.facts.finished.add(task)
            self._tell("task", task)


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
