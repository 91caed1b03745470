"""Grade a class: a Gradescope export, or a folder of submissions.

Grade every submission of a class into OUT/journal.sqlite. Each grade is saved at once: if you stop the command, or
the machine goes down, the same command continues where it was. Submissions that have not changed are not graded again
unless the autograder has changed.

Beside the journal you may keep roster.csv, extensions.csv, overrides.csv and names.csv. They are checked before
anybody is graded, and read by every `softmark report`, so an extension needs no grading.

Exit codes: 0 done; 1 some submissions could not be read, are missing, or the grader itself failed on them; 2 bad
input; 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import timedelta
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from ..files.escape import one_line
from ..files.problem import Problem
from ..render.say import say, say_json, typed
from . import frozen_grader

if TYPE_CHECKING:
    from ..classes.batch import Batch
    from ..classes.pool import Pool
    from ..content.course import Course


def add(reader: argparse.ArgumentParser) -> None:
    reader.add_argument("export", type=Path, help="a Gradescope export (zip or folder), a folder of folders or zips")
    reader.add_argument("--out", type=Path, default=Path("dist/class"), metavar="DIR", help="default: dist/class")
    reader.add_argument("--workers", type=_count, metavar="N", help="launchers (default: one a core)")
    reader.add_argument("--scheduler", metavar="URL", help="grade on a Dask cluster: tls://host:8786")
    reader.add_argument("--certificates", type=Path, metavar="DIR", help="holds the cluster.pem and cluster.key of it")
    reader.add_argument("--course", default=".", metavar="DIR", help=frozen_grader.HELP)
    reader.add_argument("--json", action="store_true", help="print what was done and every new grade as JSON")


def run(asked: argparse.Namespace) -> int:
    from ..classes import counting, lists
    from ..classes.batch import Batch
    from ..classes.export import opened
    from ..classes.journal import Journal
    from ..content.course import Course
    from ..policy.dates import zone_of
    from ..render.progress import bar
    from ..sandbox.layers.kernel import on_linux
    from ..sandbox.level import LINUX_ALONE

    if asked.scheduler is None and not on_linux():
        raise Problem(LINUX_ALONE)
    course = Course.frozen(frozen_grader.folder(asked.course))
    zone, began = zone_of(course.rubric), time.monotonic()
    with (
        opened(asked.export, asked.out, zone) as export,
        Journal(asked.out, write=True, assignment=course.rubric.name) as journal,
    ):
        told = lists.read_all(asked.out, zone)
        gone = journal.enlist(export.entries, lambda: counting.check(journal, told, course.rubric))
        if not asked.json:
            for sentence in (f"{export.kind} {len(export.entries)} submissions", *export.remarks):
                say(sentence, flush=True)
            if gone:
                say(f"not in this export, and in the last one: {len(gone)} submissions; they count no more", flush=True)
        with bar("grading") as progress:
            batch = Batch(course, export, journal, progress, keep=asked.json)
            stopped = False
            try:
                with _pool(asked, course) as pool, _stoppable(pool):
                    batch.run(pool)
                    stopped = pool.stopped
            except KeyboardInterrupt:
                stopped = True
            except Problem:
                say(_kept(batch), file=sys.stderr)
                raise
    if asked.json:
        say_json(_as_json(batch, course))
    else:
        _tell(batch, asked, time.monotonic() - began)
    if stopped:
        say(f"stopped: {_kept(batch)}", file=sys.stderr)
        return 130
    return 1 if batch.unreadable or batch.faulty or batch.missing else 0


def _pool(asked: argparse.Namespace, course: Course) -> AbstractContextManager[Pool]:
    """Whoever grades: launchers on this machine, or the workers of a cluster."""
    from ..classes import pool

    # The grader keeps its own clock; this one is for a grader that hangs itself.
    patience = 2 * course.rubric.limits.on_the_clock + 120
    if asked.scheduler is not None:
        from ..classes.cluster import cluster

        if asked.workers is not None:
            raise Problem("--workers is for this machine: a cluster's workers grade with all their threads")
        return cluster(course, asked.scheduler, asked.certificates, patience, asked.out)
    return pool.local(course.frozen_folder, asked.workers, patience=patience)


@contextmanager
def _stoppable(pool: Pool) -> Iterator[None]:
    """The first interrupt lets grades in flight finish, the second drops them."""

    def stop(number: int, frame: FrameType | None) -> None:
        if pool.stopped:
            raise KeyboardInterrupt
        pool.stop()
        say(
            "stopping: running grades are finished first (press Ctrl-C again to drop them)", file=sys.stderr, flush=True
        )

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _as_json(batch: Batch, course: Course) -> dict[str, Any]:
    from ..render import as_json

    return {
        "assignment": course.rubric.name,
        "graded": batch.graded + batch.shared,
        "shared": batch.shared,
        "unchanged": batch.unchanged,
        "missing": batch.missing,
        "unreadable": batch.unreadable,
        "faulty": batch.faulty,
        "submissions": [as_json.render(result, ident) for ident, result in batch.results.items()],
    }


def _tell(batch: Batch, asked: argparse.Namespace, seconds: float) -> None:
    """What was done, and what a person should look at."""
    shared = f"; the same as another's: {batch.shared}" if batch.shared else ""
    say(f"graded: {batch.graded}{shared}; unchanged: {batch.unchanged}; in {timedelta(seconds=round(seconds))}")
    if batch.missing:
        say(f"listed, and their folders are missing: {', '.join(batch.missing)}; their cells stay empty")
    _list("not readable, with no points and a sentence in their reports", batch.unreadable)
    _list("the grader's own fault; the same command tries them again", batch.faulty)
    say(f"kept in {asked.out / 'journal.sqlite'}; next: {typed('report', asked.out, course=asked.course)}")


def _list(what: str, found: dict[str, str]) -> None:
    """Print every submission with the reason."""
    if found:
        say(f"{what}: {len(found)}")
    for ident, sentence in found.items():
        say(f"  {ident}: {one_line(sentence, limit=300)}")


def _kept(batch: Batch) -> str:
    whole = len(batch.export.entries) - len(batch.missing)
    return f"{batch.done} of {whole} are done and kept; run the same command again to go on"


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 1000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of launchers: give 1 or more")
    return int(text)
