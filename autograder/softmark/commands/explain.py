"""A regrade request: one task of one student, with everything that was called.

Answers a regrade request. CLASS is a folder that `softmark batch` wrote; STUDENT is a name, an e-mail, a student
number or a submission. Without TASK it lists what was lost. With it, the work is graded again in the sandbox, and you
read what was called, what was expected and what came, on public and on hidden numbers; the line; what the task would
earn now; and a draft of the reply, in which nothing is hidden.

SUBMISSION TASK does the same for a folder or a zip that is in no class.
"""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from ..files.problem import Problem
from ..render.say import say
from . import frozen_grader
from .behind_launcher import become, reader_may_leave

if TYPE_CHECKING:
    from ..content.course import Course
    from ..grading.grade import Grade
    from ..sandbox.client import ServerHandle


def add(reader: argparse.ArgumentParser) -> None:
    reader.usage = "softmark explain CLASS STUDENT [TASK] | softmark explain SUBMISSION TASK"
    reader.add_argument("place", metavar="CLASS", help="a graded class; or one submission, a folder or a zip")
    reader.add_argument("word", metavar="STUDENT", help="a name, an e-mail, a student number; or a task, such as 1.2")
    reader.add_argument("item", nargs="?", metavar="TASK", help="a task of the rubric, such as 1.2")
    reader.add_argument("--course", default=".", metavar="DIR", help=frozen_grader.HELP)


def run(asked: argparse.Namespace) -> int:
    course = frozen_grader.as_written(asked.course)
    if _is_class(asked, course) and asked.item is None:
        return _overview(asked, course)
    _known(asked, course)
    return become(asked, asked.course)


def _is_class(asked: argparse.Namespace, course: Course) -> bool:
    """Whether staff's journal lies there. What holds the assignment's files is a submission, whatever else is in it: a
    journal there is a student's, and says what they like."""
    from ..classes.journal import FILE

    place = Path(asked.place)
    if not place.exists():
        raise Problem(f"there is no {place}: give the folder of a graded class, or a submission (a folder or a zip)")
    there = (place / FILE).is_file() and not any((place / name).exists() for name in course.rubric.files)
    if asked.item is not None and not there:
        raise Problem(f"{place} holds no graded class: grade one into it first, or give SUBMISSION TASK")
    return there


def _known(asked: argparse.Namespace, course: Course) -> None:

    item, known = asked.item or asked.word, [each.id for each in course.rubric.items]
    if item not in known:
        raise Problem(f"the rubric has no task {item!r}; it has {', '.join(known)}")


def _overview(asked: argparse.Namespace, course: Course) -> int:
    from ..classes import explain
    from ..classes.journal import Journal

    if asked.word in [item.id for item in course.rubric.items]:
        raise Problem(f"which student? softmark explain {asked.place} STUDENT {asked.word}")
    with Journal(Path(asked.place), assignment=course.rubric.name) as journal, reader_may_leave():
        say(explain.overview(journal, explain.found(journal, asked.word)), flush=True)
    return 0


def inside(server: ServerHandle, asked: argparse.Namespace) -> int:
    """Behind the launcher: grade it again, and print."""
    from ..checks.errors import GraderFault
    from ..classes import explain
    from ..classes.journal import Journal
    from ..content.course import Course
    from ..grading.grade_submission import safely
    from ..grading.intake import submission as intake
    from ..grading.version import autograder_version
    from ..render import one_task
    from ..render.progress import of_a_grade

    graded: list[Grade] = []
    with ExitStack() as opened:
        course = Course.frozen(Path(asked.course))
        course.hidden_key()  # a missing salt is told before anything runs
        journal, person = None, None
        if _is_class(asked, course):
            journal = opened.enter_context(Journal(Path(asked.place), assignment=course.rubric.name))
            person = explain.found(journal, asked.word)
            submission = explain.handed_in(journal, person, course.rubric.files)
        else:
            submission = intake.take(asked.place, course.rubric)
        with of_a_grade() as show:
            result = safely(server, course, submission, show, graded.append)
        if not graded or result.status == "grader_error":
            raise GraderFault("\n".join(result.notes_for("staff")))
        item, name, decided, about = asked.item or asked.word, "", "", []
        if journal is not None and person is not None:
            name, decided = person["name"], explain.decided(journal, person, item)
            about = explain.in_class(journal, person, item, result.item(item), autograder_version(course))
        with reader_may_leave():
            say(one_task.explained(graded[0], item, about, name, decided), flush=True)
    return 0
