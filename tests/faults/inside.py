"""What happens inside the grader's process: real faults, put where they hurt.

    a launcher with NumPy, which becomes tests.faults.inside:main SCENARIO ARGUMENTS…

A scenario runs after the fork, with a real fork server and real workers, and prints what it saw as JSON.
"""

import json
import os
import signal
import sys
import time
from argparse import Namespace
from contextlib import contextmanager, suppress
from pathlib import Path

from softmark.commands import gradescope
from softmark.content.course import Course
from softmark.files import atomic
from softmark.grading import grade_submission
from softmark.grading.intake import submission as intake
from softmark.grading.remote import Remote
from softmark.render.outbox import Outbox
from softmark.render.platforms import gradescope as gradescope_format
from softmark.sandbox import wire

HERE = sys.modules[__name__]


def main(server, argv):
    scenario, *arguments = argv
    print(json.dumps(getattr(HERE, scenario)(server, *arguments)))
    return 0


@contextmanager
def replaced(owner, name, make):
    """Something of the grader's, wrapped for a while."""
    original = getattr(owner, name)
    setattr(owner, name, make(original))
    try:
        yield
    finally:
        setattr(owner, name, original)


def graded(server, course, submission, target):
    """One grade into a file, as run_autograder does it; what a student reads, and what staff do."""
    course = Course.frozen(Path(course))
    outbox = Outbox(lambda told: atomic.write_atomically(target, gradescope_format.to_json(told)))
    made = grade_submission.safely(server, course, intake.take(submission, course.rubric), outbox)
    document = json.loads(Path(target).read_text(encoding="utf-8"))
    return {"document": document, "staff": gradescope_format.staff_text(made), "status": made.status}


# --- the worker ----------------------------------------------------------------------------------------------


def worker_hit_at_every_step(server, course, submission, target, signal_name, when):
    """Grade again and again; each time another exchange with the worker is the one that a signal hits."""
    number = getattr(signal, signal_name)
    seen = []
    step = 0

    def wrap(original):
        def exchange(self, *arguments):
            nonlocal step
            mine, step = step, step + 1
            if mine != len(seen):
                return original(self, *arguments)
            if when == "before":
                os.kill(self._worker.pid, number)
                return original(self, *arguments)
            with meanwhile(lambda: os.kill(self._worker.pid, number)):
                return original(self, *arguments)

        return exchange

    while True:
        step = 0
        with replaced(Remote, "_exchange", wrap):
            made = graded(server, course, submission, target)
        if step <= len(seen):  # the step that was to be hit does not exist: all have been
            return {"hit": seen, "untouched": made}
        seen.append(made)


@contextmanager
def meanwhile(strike):
    """Something happens while the grader waits for an answer."""

    def wrap(receive):
        def receive_after_the_blow(*arguments):
            with suppress(ProcessLookupError):
                strike()
            return receive(*arguments)

        return receive_after_the_blow

    with replaced(wire, "receive_sealed", wrap):
        yield


def worker_stopped_once(server, course, submission, target, step):
    """The worker is there and says nothing, from one exchange on."""
    with before_exchange(step, lambda program: os.kill(program._worker.pid, signal.SIGSTOP)):
        return graded(server, course, submission, target)


@contextmanager
def before_exchange(step, strike):
    """Something happens before one exchange of a grade with its workers."""
    left = int(step)

    def wrap(original):
        def exchange(self, *arguments):
            nonlocal left
            left -= 1
            if left == 0:
                strike(self)
            return original(self, *arguments)

        return exchange

    with replaced(Remote, "_exchange", wrap):
        yield


# --- the fork server -----------------------------------------------------------------------------------------


def server_killed(server, course, submission, target, step):
    """The fork server dies before one exchange of the grade."""

    def strike(program):
        os.kill(server.pid, signal.SIGKILL)
        os.waitpid(server.pid, 0)

    with before_exchange(step, strike):
        return graded(server, course, submission, target)


# --- the grader itself ---------------------------------------------------------------------------------------


def grader_killed_between_any_two_writes(server, source, root, where):
    """Children of the grader grade the same submission; each is killed after, or in the middle of, another write."""
    target = Path(root, "results", "results.json")
    seen = []
    while True:
        target.unlink(missing_ok=True)
        child = os.fork()
        if child == 0:
            grade_until_killed(server, source, root, where, len(seen))
        _, status = os.waitpid(child, 0)
        text = target.read_text(encoding="utf-8") if target.exists() else None
        leftovers = [path.name for path in target.parent.iterdir() if path != target]
        for name in leftovers:
            (target.parent / name).unlink()
        if os.WIFEXITED(status):
            return {"killed": seen, "whole": text, "code": os.WEXITSTATUS(status)}
        seen.append({"text": text, "leftovers": leftovers})


def grade_until_killed(server, source, root, where, writes):
    def wrap(original):
        left = writes

        def call(*arguments, **options):
            nonlocal left
            left -= 1
            done = None if where == "in the middle" and left < 0 else original(*arguments, **options)
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return done

        return call

    owner, name = (atomic.Path, "replace") if where == "in the middle" else (atomic, "write_atomically")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    code = 70
    try:
        with replaced(owner, name, wrap):
            code = gradescope.inside(server, Namespace(source=source, root=root))
    finally:
        os._exit(code)


# --- the clock -----------------------------------------------------------------------------------------------


def clock_of_day_jumps(server, course, submission, target):
    """Every look at the clock on the wall finds another year."""
    years = iter(range(10**9))
    real = time.time

    def jumping():
        return real() + (-1) ** next(years) * 10**9

    time.time = jumping
    try:
        return graded(server, course, submission, target)
    finally:
        time.time = real


def clock_leaps(server, course, submission, target, step, seconds):
    """The clock of the grade jumps once while it waits for an answer (a machine that slept, or a broken clock)."""
    leapt, real, left = 0.0, time.monotonic, int(step)

    def leap():
        nonlocal leapt, left
        left -= 1
        leapt = float(seconds) if left <= 0 else 0.0

    with replaced(time, "monotonic", lambda original: lambda: real() + leapt), meanwhile(leap):
        return graded(server, course, submission, target)


# --- the disk ------------------------------------------------------------------------------------------------


def disk_full_for_a_while(server, course, submission, target, first, last):
    """Some writes in the middle of a grade meet a full disk (a real one: the file is /dev/full)."""
    count = 0

    def wrap(original):
        def write(path, text, **options):
            nonlocal count
            count += 1
            if int(first) <= count <= int(last):
                with open("/dev/full", "w", encoding="utf-8") as stream:  # noqa: PTH123
                    stream.write(text)
            original(path, text, **options)

        return write

    with replaced(atomic, "write_atomically", wrap):
        return {**graded(server, course, submission, target), "writes": count}
