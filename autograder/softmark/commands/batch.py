"""`softmark batch` grades a whole class, and goes on where the last run stopped."""

from __future__ import annotations

import argparse
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..files.escape import one_line
from ..render.say import say, say_json, typed

if TYPE_CHECKING:
    from ..classes.batch import BatchSummary
    from ..classes.journal import Journal
    from ..content.course import Course


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reader = commands.add_parser(
        "batch",
        help="grade a class: a Gradescope export, a folder of submissions, or a CSV of names and paths",
        description="Grade every submission of a class into OUT/journal.sqlite. Each grade is saved at once: if "
        "you stop the command, or the machine goes down, the same command continues where it was. Submissions "
        "that have not changed are not graded again unless the autograder has changed.\n\n"
        "Due dates come from the export, from the rubric and from OUT/extensions.csv. `softmark report` applies "
        "them, so an extension needs no grading.\n\n"
        "Exit codes: 0 done; 1 some submissions could not be read, or the grader itself failed on them; 2 bad "
        "input; 130 stopped by Ctrl-C.",
    )
    reader.add_argument("export", help="a Gradescope export (zip or folder), a folder of folders or zips, or a CSV")
    reader.add_argument("--out", default="dist/class", metavar="DIR", help="where it goes (default: dist/class)")
    reader.add_argument("--workers", type=_count, default=None, metavar="N", help="launchers (default: one a core)")
    reader.add_argument("--scheduler", default=None, metavar="URL", help="grade on a Dask cluster: tls://host:8786")
    reader.add_argument(
        "--certificates",
        default=None,
        metavar="DIR",
        help="the folder with the cluster's certificate, cluster.pem, and its key, cluster.key",
    )
    reader.add_argument("--course", metavar="DIR", help="the repository or an unpacked autograder zip (default: here)")
    reader.add_argument("--regrade", action="store_true", help="grade everything again, changed or not")
    reader.add_argument("--json", action="store_true", help="print what was done and every grade as JSON")
    reader.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    from ..checks.errors import GraderFault
    from ..classes import exports
    from ..classes.batch import Batch, pool
    from ..classes.journal import Journal, JournalError
    from ..classes.report import class_deadlines
    from ..classes.report.given import Given
    from ..content.course import Course
    from ..content.rubric import RubricError
    from ..files.tables import TableError
    from ..render.progress import bar
    from ..sandbox.layers.kernel import on_linux
    from ..sandbox.level import LINUX_ALONE

    root, out = Path(asked.course or "."), Path(asked.out)
    try:
        if asked.scheduler is not None and asked.workers is not None:
            raise GraderFault(
                "--workers is for this machine: on a cluster, workers grade with as many threads as they have"
            )
        if asked.scheduler is None and not on_linux():  # a cluster's machines say themselves what they can
            raise GraderFault(LINUX_ALONE)
        course = Course.at(root)
        name = course.rubric.name
        with exports.opened(Path(asked.export), out) as export, Journal.open(out, name) as journal:
            journal.keep_to(course.fingerprint)
            # a mistake in a list is told before any grading
            judged = class_deadlines.judged(out, export.entries, course.rubric, Given.at(out).roster)
            if not asked.json:
                for sentence in (export.took, *export.remarks):
                    say(sentence, flush=True)
            with bar("grading") as progress:
                batch = Batch(course, export, journal, regrade=asked.regrade, progress=progress)
                try:
                    lock = Path(asked.certificates) if asked.certificates else None
                    how = {"scheduler": asked.scheduler, "certificates": lock, "traces": _traces(course)}
                    with pool(course, root, journal, size=asked.workers, **how) as graders:
                        done = batch.run(graders)
                except (GraderFault, JournalError) as problem:
                    say(problem, file=sys.stderr)
                    if batch.summary.done:
                        say(_kept(batch.summary), file=sys.stderr)
                    return 2
            counts, took = journal.counts(), {"took": export.took, "to look at": export.remarks}
            grades = _grades(journal) if asked.json else []
    except (RubricError, GraderFault, exports.ExportError, JournalError, TableError) as problem:
        say(problem, file=sys.stderr)
        return 2
    except OSError as problem:
        where = f": {problem.filename}" if problem.filename else ""
        say(f"the batch cannot go on: {(problem.strerror or str(problem)).lower()}{where}", file=sys.stderr)
        return 2
    if asked.json:
        say_json({"assignment": name, "out": str(out), **took, **asdict(done), "journal": counts,
                  "no grades": judged.undecided, "extensions to check": judged.remarks,
                  "submissions": grades})  # fmt: skip
    else:
        about_dates = [judged.undecided, *(f"extension to check: {text}" for text in judged.remarks)]
        _tell(done, counts, out, about_dates, asked.course)
    if done.stopped:
        say(f"stopped: {_kept(done)}", file=sys.stderr)
        return 130
    return 1 if done.faulty or done.unreadable else 0


def _grades(journal: Journal) -> list[dict[str, Any]]:
    """Every grade of the class, in its order."""
    from ..render import as_json

    return [as_json.render(each.result, each.entry.id) for each in journal.graded()]


def _traces(course: Course) -> Path | None:
    """Where what known mistakes do is recorded. They are read here: a file that is no Python is told before anybody is
    graded, and not by the first grade that wants its name."""
    from ..build.student_folder import traces_for

    return traces_for(course) if course.known_mistakes else None


def _tell(done: BatchSummary, counts: dict[str, int], out: Path, about_dates: list[str], course: str | None) -> None:
    """What was done, and what a person should look at."""
    shared = f" ({done.shared} the same as another's)" if done.shared else ""
    own = done.graded - done.shared
    pace = f", {own / done.seconds:.1f} a second" if own > 1 and done.seconds > 0 else ""
    say(f"graded: {done.graded}{shared}; unchanged: {done.unchanged}; in {_long(done.seconds)}{pace}")
    if done.unreadable:
        say(f"not readable: {len(done.unreadable)}, with no points and a sentence in their reports")
        _list(done.unreadable)
    if done.faulty:
        say(f"the grader's own fault: {len(done.faulty)}; the same command tries them again")
        _list(done.faulty)
    if done.older_words and done.unchanged:
        say("the known mistakes have changed since: points stay as they are; --regrade tells everyone by today's names")
    if counts["unlisted"]:
        say(f"of earlier exports and not in this one: {counts['unlisted']}, kept in the journal, not in reports")
    say(f"kept: {counts['graded']} of {counts['listed']} grades, in {out / 'journal.sqlite'}")
    for sentence in filter(None, about_dates):
        say(sentence)
    if not done.stopped:
        say(f"next: {typed('report', out, course=course)}")


def _list(found: dict[str, str]) -> None:
    """Print every submission that was counted and has no grade, with the reason."""
    for ident, sentence in found.items():
        say(f"  {ident}: {one_line(sentence, limit=300)}")


def _kept(done: BatchSummary) -> str:
    left = f"; not graded: {', '.join(done.left)}" if done.left else ""
    return f"{done.done} of {done.listed} are done and kept; run the same command again to go on{left}"


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 1000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of launchers: give 1 or more")
    return int(text)


def _long(seconds: float) -> str:
    whole = round(seconds)
    if whole < 100:
        return f"{seconds:.1f} s" if seconds < 10 else f"{whole} s"
    minutes, rest = divmod(whole, 60)
    return f"{minutes} min {rest} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
