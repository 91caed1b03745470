"""`softmark report`: the page of a graded class, its grade files and report cards."""

from __future__ import annotations

import argparse
from pathlib import Path


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reader = commands.add_parser(
        "report",
        help="write the class page, the grade files and every report card of a graded class",
        description="From OUT/journal.sqlite: report.html (the class on one page, for staff), grades/*.csv (for "
        "Gradescope, Canvas and Moodle, plain, the tasks, and whoever does not match), students/*/ (results.json and "
        "report cards), mistakes.csv (who made which mistake, and which unnamed ones several share), integrity.html "
        "(observations, for the instructor alone). OUT/overrides.csv "
        "(student,item,points,note_staff,note_student,who,when) decides where it says something: a task's points, "
        "`total` for an adjustment, `late` for a waiver, no points for a comment, "
        "mistake:NAME for everybody with it; `softmark overrides` brings it to the platform. "
        "OUT/extensions.csv (student,until: an e-mail or SID, and the new date; never a reason) beats the "
        "dates of the export and of the rubric. Exit codes: 0 done; 1 no grade files, because some are not graded yet, "
        "or a late policy is on and nobody has a date; 2 bad input.",
    )
    reader.add_argument("out", help="the folder that `softmark batch` wrote")
    reader.add_argument(
        "--course", default=".", metavar="DIR", help="the repository: mistakes that staff named are in its names.yaml"
    )
    reader.add_argument("--roster", metavar="FILE", help="a CSV of the class: shows who has not started")
    reader.add_argument("--canvas-gradebook", metavar="FILE", help="Canvas's own gradebook export, to match its ids")
    reader.add_argument(
        "--canvas-assignment",
        default="",
        metavar="NAME",
        help="what the assignment is called in it",
    )
    reader.add_argument(
        "--canvas-questions",
        default="",
        metavar="NAME",
        help="the assignment there that gets the marks of sheets (sheet_marks.csv); without it, Canvas gets none",
    )
    reader.add_argument("--section", default="", metavar="NAME", help="write only a page with this section's records")
    reader.add_argument(
        "--anonymous",
        action="store_true",
        help="write only a page with pseudonyms, no code, no student text: report-anonymous.html",
    )
    reader.add_argument(
        "--anyway", action="store_true", help="write grade files while some are not graded yet: their grades stay empty"
    )
    reader.add_argument("--json", action="store_true", help="print what was written as JSON")
    reader.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    from ..classes.report import write

    return write.run(
        Path(asked.out),
        roster=Path(asked.roster) if asked.roster else None,
        gradebook=Path(asked.canvas_gradebook) if asked.canvas_gradebook else None,
        assignment=asked.canvas_assignment,
        questions=asked.canvas_questions,
        course=Path(asked.course),
        section=asked.section,
        anonymous=asked.anonymous,
        anyway=asked.anyway,
        as_json=asked.json,
    )
