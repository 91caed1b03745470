"""The student's own check: from pressing return to the first verdict, on a terminal as a student has it."""

from __future__ import annotations

import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from ..course import ROOT, WORK
from ..figures import Row, at_most, ratios, row
from ..machine import Ticks, between
from ..measure import Failed, children_cpu, cpu_of_tree
from ..session import Session, reference

TITLE = "the student's check"
_VERDICT = re.compile("✓|✗|passed|wrong|not written")


def run(session: Session) -> list[Row]:
    folder = _students_folder()
    first_cpu, first_wall, torch, whole, loads = [], [], [], [], []
    for turn in range(session.rounds + 2):
        session.say(f"check.py, round {turn + 1} of {session.rounds + 2}")
        used = session.run([sys.executable, "-c", "import torch"])
        before, spent = Ticks.now(), children_cpu()
        wall, cpu, end = first_verdict(folder, session.env, to_the_end=turn == 0)
        loads += [used.load, between(before, Ticks.now(), children_cpu() - spent)]
        torch.append(used)
        first_wall.append(wall)
        first_cpu.append(cpu)
        if turn == 0:
            whole.append(end)
    name = "check.py to its first verdict ÷ `import torch`"
    busy = session.others(loads)
    return [
        row(TITLE, f"{name}, on the clock", "×", ratios(first_wall, [used.wall for used in torch]), at_most(1.5),
            note="a terminal, the reference's files", busy=busy),
        row(TITLE, f"{name}, processor time", "×", ratios(first_cpu, [used.cpu for used in torch])),
        row(TITLE, "check.py to its first verdict", "s", first_wall),
        row(TITLE, "check.py to its end, every task", "s", whole, note="training included"),
    ]  # fmt: skip


def _students_folder() -> Path:
    """What a student has, with everything written."""
    place = WORK / "student"
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(ROOT / "assignment", place, ignore=shutil.ignore_patterns("__pycache__"))
    for path in reference().glob("*.py"):
        shutil.copy(path, place / path.name)
    return place


def first_verdict(folder: Path, env: dict[str, str], to_the_end: bool) -> tuple[float, float, float]:
    """Seconds on the clock and of the processor until a verdict is on the screen; and on the clock to the end."""
    ours, theirs = pty.openpty()
    own = {**env, "TERM": "xterm-256color", "COLUMNS": "100"}
    own.pop("PYTHONPATH")  # a student's machine knows no engine but its own
    own.pop("OMP_NUM_THREADS")
    began = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "check.py"], cwd=folder, env=own, stdin=theirs, stdout=theirs, stderr=theirs,
        start_new_session=True,
    )  # fmt: skip
    os.close(theirs)
    seen = ""
    wall = cpu = 0.0
    try:
        while not wall or to_the_end:
            try:
                part = os.read(ours, 65536)
            except OSError:  # the terminal is closed when the last process lets go of it
                break
            seen += part.decode("utf-8", "replace")
            if not wall and _VERDICT.search(seen):
                wall, cpu = time.monotonic() - began, cpu_of_tree(process.pid)
        if not wall:
            raise Failed(f"check.py gave no verdict: {seen[-300:]}")
        return wall, cpu, time.monotonic() - began
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        os.close(ours)
