"""`softmark explain` shows everything about one task of one submission, for staff with a regrade request."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ..render.say import say
from .behind_launcher import become, reader_may_leave

if TYPE_CHECKING:
    from ..classes.entries import Graded
    from ..content.course import Course
    from ..grading.intake.submission import Submission
    from ..sandbox.client import ServerHandle


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reader = commands.add_parser(
        "explain",
        help="a regrade request: one task of one student, on one screen",
        usage="softmark explain CLASS STUDENT [TASK] [--full] | softmark explain SUBMISSION TASK",
        description="Answers a regrade request. CLASS is a folder that `softmark batch` wrote; STUDENT is a name, "
        "an e-mail, a student number or a submission. It prints one screen from the journal: the verdict, the "
        "lost sentence, the line, expected and got, the code around it and a draft of an answer.\n\n"
        "With --full, or for a SUBMISSION (a folder or a zip), it grades the work again, shows every failed check "
        "with its inputs, and writes a script that reproduces each. Change such a script as you like; --again "
        "SCRIPT runs it in the sandbox, so that the student's code never runs in your own shell.",
    )
    reader.add_argument("place", metavar="CLASS", help="a graded class; or one submission, a folder or a zip")
    reader.add_argument("word", metavar="STUDENT", help="a name, an e-mail, a student number; or a task, such as 1.2")
    reader.add_argument("item", nargs="?", help="a task of the rubric, such as 1.2; without it, what was lost")
    reader.add_argument("--full", action="store_true", help="grade it again, and show inputs and all failed checks")
    reader.add_argument("--out", default="dist/explain", metavar="DIR", help="where scripts go (default: dist/explain)")
    reader.add_argument("--course", default=".", metavar="DIR", help="the repository or an unpacked autograder zip")
    reader.add_argument(
        "--class",
        dest="graded",
        default="dist/class",
        metavar="DIR",
        help="the batch that SUBMISSION comes from, if any: it must have the same salt (default: dist/class)",
    )
    reader.add_argument(
        "--again", metavar="SCRIPT", help="run one of the scripts in the sandbox and show what it prints"
    )
    reader.set_defaults(run=run, inside=inside)


def _is_class(asked: argparse.Namespace) -> bool:
    """Whether staff's journal lies there. What holds the assignment's files is a submission, whatever else is in it: a
    journal there is a student's, and says what they like."""
    from ..checks.errors import GraderFault
    from ..classes.journal import FILE
    from ..content.course import Course
    from ..content.rubric import RubricError
    from ..files.tables import TableError
    from ..grading.intake import submission as intake
    from ..grading.intake.submission import IntakeError

    place = Path(asked.place)
    if not (place / FILE).is_file():
        return False
    try:
        rubric = Course.at(Path(asked.course)).rubric
        if intake.take(place, rubric).files:
            return False
    except (RubricError, GraderFault, IntakeError, OSError):
        return not any(place.glob("*.py"))  # a class is read without its course too
    if asked.item is None and asked.word in [item.id for item in rubric.items]:
        raise TableError([f"which student? softmark explain {asked.place} STUDENT {asked.word}"])
    return True


def run(asked: argparse.Namespace) -> int:
    from ..classes.journal_file import JournalError
    from ..classes.journal_reading import JournalReader
    from ..classes.report import on_one_screen
    from ..files.tables import TableError

    try:
        if not _is_class(asked):
            if asked.item is not None:
                raise TableError(
                    [f"{asked.place} holds no graded class: run `softmark batch` first, or give SUBMISSION TASK"]
                )
            return become(asked, Path(asked.course))
        one = _student(asked)
        if asked.item is None and (asked.full or asked.again):
            raise TableError(["which task? softmark explain CLASS STUDENT TASK"])
        _known(asked.item, [row.id for row in one.result.items])
        if asked.full or asked.again:
            return become(asked, Path(asked.course))
        out = Path(asked.place)
        with JournalReader.open(out) as journal:
            rubric = journal.rubric()
        written = {item.id: item.names for item in rubric.all_items} if rubric else {}
        text = (
            on_one_screen.screen(one, asked.item, out, written.get(asked.item, ()))
            if asked.item
            else on_one_screen.overview(one, out)
        )
    except (JournalError, TableError) as problem:
        say(problem, file=sys.stderr)
        return 2
    with reader_may_leave():
        say(text, flush=True)
    return 0


def _student(asked: argparse.Namespace) -> Graded:
    from ..classes.report import on_one_screen, write

    return on_one_screen.found(write.read(Path(asked.place), course=Path(asked.course)), asked.word)


def _known(item: str | None, known: list[str]) -> None:
    from ..files.tables import TableError

    if item is not None and item not in known:
        raise TableError([f"the rubric has no task {item!r}; it has {', '.join(known)}"])


def inside(server: ServerHandle, asked: argparse.Namespace) -> int:
    """The staff view of one task: inputs, expected against got, a script that reproduces it, a draft reply."""
    from ..checks.errors import GraderFault
    from ..classes.journal import JournalError
    from ..classes.report.task_details import explain
    from ..content.course import Course
    from ..content.rubric import RubricError
    from ..files.tables import TableError
    from ..grading.calls import staff_script
    from ..grading.grade import Grade
    from ..grading.grade_submission import safely
    from ..grading.intake.submission import IntakeError
    from ..render.progress import of_a_grade
    from ..sandbox.client import ServerError

    out = Path(asked.out)
    try:
        course = Course.at(Path(asked.course))
        item = asked.item if _is_class(asked) else asked.word
        _known(item, [each.id for each in course.rubric.items])
        submission = _submission(asked, course)
        if asked.again:
            with reader_may_leave():
                say(staff_script.run(server, course, submission, Path(asked.again)), flush=True)
            return 0
        out.mkdir(parents=True, exist_ok=True)
    except (RubricError, IntakeError, JournalError, TableError, GraderFault, ServerError, OSError) as problem:
        say(problem, file=sys.stderr)
        return 2

    graded: list[Grade] = []

    with of_a_grade() as show:
        result = safely(server, course, submission, show, graded.append)
    if not graded or result.status == "grader_error":
        say("\n".join(result.notes_for("staff")), file=sys.stderr)
        return 2
    with reader_may_leave():
        say(explain(graded[0], item, out), flush=True)
    return 0


def _submission(asked: argparse.Namespace, course: Course) -> Submission:
    """What is graded again: the files that a class's journal kept, or those that lie there."""
    from ..checks.errors import GraderFault
    from ..classes.journal_reading import JournalReader
    from ..content import salt
    from ..grading.intake import submission as intake
    from ..grading.intake.submission import Submission

    folder = Path(asked.place) if _is_class(asked) else Path(asked.graded)
    with JournalReader.open(folder) as journal:
        theirs = journal.salt if journal.is_there and journal.assignment == course.rubric.name else ""
    if theirs and theirs != course.fingerprint:
        raise GraderFault(salt.another(str(folder), theirs, course.fingerprint))
    course.hidden_key()  # a missing salt is told before anything runs
    if not _is_class(asked):
        return intake.take(asked.place, course.rubric)
    one = _student(asked)
    missing = [name for name in course.rubric.files if name not in one.files]
    return Submission(dict(one.files), missing, [], one.result.digest)
