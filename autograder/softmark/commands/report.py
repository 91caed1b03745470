"""`softmark report` writes the page of a graded class, its grade files and report cards."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

FORGETTABLE = ("roster", "gradebook", "questions", "attempts", "all")
CHOICES = ("latest", "history")
"""As `classes.report.given` and `attempts` call them, which is too much to import for --help."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reader = commands.add_parser(
        "report",
        help="write the class page, the grade files and every report card of a graded class",
        description="From OUT/journal.sqlite it writes report.html (the class on one page, for staff), "
        "grades/*.csv (for Gradescope, Canvas and Moodle, a plain one, one by task, and one of people who do not "
        "match), students/*/ (results.json and report cards) and mistakes.csv (who made which mistake, and which "
        "unnamed ones several share).\n\n"
        "OUT/overrides.csv (student,item,points,note_staff,note_student,who,when) overrides the grader: a task's "
        "points, `total` for an adjustment (+2 or -1, always with a sign), `late` for a waiver, no points for a "
        "comment, mistake:NAME for everybody with that mistake. `softmark overrides` brings it to the platform. "
        "OUT/extensions.csv (student,until: an e-mail or SID, and the new date; never a reason) comes before the "
        "dates of the export and of the rubric.\n\n"
        "The rubric's `attempts` (best, limit, pause) are decided by the history in the export. If the export has "
        "none, there are no grade files until --attempts says what counts.\n\n"
        "What you give with --roster, --canvas-gradebook, --canvas-assignment, --canvas-questions and --attempts "
        "is kept in OUT/given.json. The next report uses it and says so, until you give something else or "
        "--forget it.\n\n"
        "Exit codes: 0 done; 1 no grade files, because some are not graded yet, the grader failed on some, a late "
        "policy is on and nobody has a date, or it is not known which attempt counts; 2 bad input.",
    )
    reader.add_argument("out", help="the folder that `softmark batch` wrote")
    reader.add_argument(
        "--course",
        metavar="DIR",
        help="the repository: the report uses its late policy and dates as they are now, and the mistakes that staff "
        "named in names.yaml",
    )
    reader.add_argument("--roster", metavar="FILE", help="a CSV of the class: shows who has not started")
    reader.add_argument("--canvas-gradebook", metavar="FILE", help="Canvas's own gradebook export, to match its ids")
    reader.add_argument(
        "--canvas-assignment",
        default="",
        metavar="NAME",
        help="the name of the assignment in that gradebook",
    )
    reader.add_argument(
        "--canvas-questions",
        default="",
        metavar="NAME",
        help="the assignment in Canvas that gets the marks of the sheets (sheet_marks.csv); without it, Canvas gets "
        "none",
    )
    reader.add_argument(
        "--forget",
        action="append",
        choices=FORGETTABLE,
        default=[],
        metavar="WHAT",
        help="no longer use what an earlier report was given: roster, gradebook, questions, attempts or all",
    )
    reader.add_argument(
        "--attempts",
        choices=CHOICES,
        default="",
        help="if the export does not have what the rubric's attempts need: count only the submission that is here "
        "(latest), or every earlier score in the export (history)",
    )
    reader.add_argument(
        "--section", default="", metavar="NAME", help="write only a page with the records of this section"
    )
    reader.add_argument(
        "--anonymous",
        action="store_true",
        help="write only a page with pseudonyms, no code, no student text: report-anonymous.html",
    )
    reader.add_argument(
        "--anyway",
        action="store_true",
        help="write grade files although some are not graded, or the grader failed on them: their grades stay empty",
    )
    reader.add_argument("--json", action="store_true", help="print what was written as JSON")
    reader.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    from ..checks.errors import GraderFault
    from ..classes.report import write
    from ..classes.report.given import ReportInputs
    from ..content.course import Course
    from ..render.say import say

    try:
        course = Course.folder(asked.course)
    except GraderFault as problem:
        say(problem, file=sys.stderr)
        return 2
    given = ReportInputs(
        roster=Path(asked.roster) if asked.roster else None,
        gradebook=Path(asked.canvas_gradebook) if asked.canvas_gradebook else None,
        assignment=asked.canvas_assignment,
        questions=asked.canvas_questions,
        attempts=asked.attempts,
        forget=asked.forget,
    )
    return write.run(
        Path(asked.out),
        given,
        course=course,
        section=asked.section,
        anonymous=asked.anonymous,
        anyway=asked.anyway,
        as_json=asked.json,
    )
