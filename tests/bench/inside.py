"""Pieces of the benchmark that need a fresh process of their own: `python -m tests.bench.inside PIECE ARGS…`

Each prints one line of JSON as its last line.
"""

from __future__ import annotations

import compileall
import itertools
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from softmark.files.engine import ENGINE

if TYPE_CHECKING:
    from softmark.content.course import Course


def prepare(root: str, work: str) -> dict[str, Any]:
    """The course without its slow tasks, built and compiled as it is where grades are given, and the twin tests of
    what is left."""
    from . import course, twins

    place = Path(work)
    made = _built(course.copied(Path(root), place / "course"))
    counts = twins.write(twins.record(made), place / "twins", made.rubric.framework)
    for folder in (ENGINE, made.graders, place / "twins"):
        compileall.compile_dir(folder, quiet=2)
    return {"framework": made.rubric.framework, "given": made.given, **counts}


def whole(root: str, work: str) -> dict[str, Any]:
    """The same with its slow tasks: a class as it is handed in."""
    from . import course

    copy = course.copied(Path(root), Path(work) / "whole", slow=True)
    _built(copy)
    return {"course": str(copy)}


def _built(folder: Path) -> Course:
    """With its frozen grader."""
    from softmark.commands import frozen_grader
    from softmark.content.course import Course

    frozen_grader.folder(str(folder))
    return Course.at(folder)


def people(root: str, out: str, size: str, seed: str = "1") -> dict[str, Any]:
    """A generated class as a folder of folders, without accidents (the peers would hang on an endless loop)."""
    from softmark.content.course import Course
    from tests.made_up import term

    made = term.make(Course.at(Path(root)), int(size), int(seed))
    place = Path(out)
    for one in made.handed:
        folder = place / one.id
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in one.work.files.items():
            (folder / name).write_text(text, encoding="utf-8")
    return {"ids": [one.id for one in made.handed]}


def calls(course: str, *submissions: str) -> dict[str, Any]:
    """The physical limit: every call that our checks make, in one warm process, with no sandbox and no verdict."""
    import torch  # noqa: F401 (warm)

    from softmark.checks.errors import StudentFailure
    from softmark.content.course import Course
    from softmark.running.execute import Executor
    from softmark.running.trusted import load

    from . import twins

    made = Course.at(Path(course))
    cases = twins.record(made)
    probes = {Path(name).stem: text for name, text in made.probes.items()}
    spent = []
    for folder in submissions:
        sources = {Path(name).stem: (Path(folder) / name).read_text(encoding="utf-8") for name in made.rubric.files}
        began = _cpu()
        try:
            port = Executor(load({**probes, **sources}))
        except Exception:  # a submission that cannot be imported costs nobody anything more
            continue
        for case in cases:
            port.forget()
            for call in case.calls:
                try:
                    port.perform(call.request)
                except (StudentFailure, KeyError):
                    break
        spent.append(_cpu() - began)
    return {"cpu": spent}


def rate(course: str, workers: str, *submissions: str) -> dict[str, Any]:
    """Submissions a second of a crew that is warm: from when every launcher has graded one to the last grade."""
    from softmark.classes.pool import GradingJob, grade_all
    from softmark.commands import frozen_grader

    from .measure import cpu_of_tree

    size = int(workers)
    jobs = [
        GradingJob(folder, {path.name: path.read_text(encoding="utf-8") for path in Path(folder).glob("*.py")})
        for folder in submissions
    ]
    began = done = 0
    at = spent = 0.0
    told = []
    for each in grade_all(frozen_grader.folder(course), iter(jobs), size=size):
        done += 1
        told.append(each.cpu_seconds)
        if done == 2 * size:
            began, at, spent = done, time.monotonic(), cpu_of_tree(os.getpid())
        if done == len(jobs):
            break
    seconds, cpu = time.monotonic() - at, cpu_of_tree(os.getpid()) - spent
    count = done - began
    return {"rate": count / seconds, "cpu": cpu / count, "told": told, "count": count}


def pool(workers: str, listed: str) -> dict[str, Any]:
    """Run the commands of a JSON file, so many at a time: how a course runs a peer over a class."""
    commands = json.loads(Path(listed).read_text(encoding="utf-8"))

    def run(one: dict[str, Any]) -> int:
        done = subprocess.run(
            one["command"], env=one["env"], cwd=one["cwd"], stdin=subprocess.DEVNULL, capture_output=True
        )
        return done.returncode

    with ThreadPoolExecutor(int(workers)) as executor:
        codes = list(executor.map(run, commands))
    return {"codes": codes}


def journal(batch: str, out: str, size: str) -> dict[str, Any]:
    """A journal of so many grades, from the grades of a smaller class: other names, the same work."""
    from softmark.classes.export import Entry
    from softmark.classes.journal import Journal
    from softmark.classes.people import Person

    source = Path(batch) / "journal.sqlite"
    Path(out).mkdir(parents=True, exist_ok=True)
    (Path(out) / source.name).write_bytes(source.read_bytes())
    with Journal(Path(out), write=True) as target:
        works = [(row["work"], row["grader"]) for row in target.rows("SELECT work, grader FROM latest")]
        entries = []
        for number in range(int(size)):
            person = Person(
                f"Student {number:04d}", f"s{number:04d}@example.org", f"{100_000 + number}", f"{number % 8}"
            )
            entries.append(Entry(f"made_{number:04d}", (person,), "here"))
        target.enlist(entries)
        for entry, (work, grader) in zip(entries, itertools.cycle(works), strict=False):
            target.share(entry, work, grader, "2026-11-15T00:00:00+00:00")
    return {"size": int(size)}


def cluster(workers: str) -> dict[str, Any]:
    """A Dask cluster on this machine; it stands until standard input closes."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=int(workers), threads_per_worker=1, dashboard_address=None) as made:
        print(json.dumps({"address": made.scheduler_address}), flush=True)
        sys.stdin.read()
    return {}


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


PIECES: dict[str, Callable[..., dict[str, Any]]] = {
    piece.__name__: piece for piece in (prepare, whole, people, calls, rate, pool, journal, cluster)
}


def main(argv: list[str]) -> int:
    from . import training

    pieces = {**PIECES, "steps": training.steps, "floor": training.floor}
    print(json.dumps(pieces[argv[0]](*argv[1:])))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
