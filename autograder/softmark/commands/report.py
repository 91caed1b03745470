"""Write the class page, the grade files and a card for each student.

From OUT/journal.sqlite it writes index.html (the class on one page, for staff), grades.csv (a line a person, a column
a task), mistakes.csv (who made which mistake), and students/ (a card for each). With --canvas it fills in a gradebook
that Canvas exported: canvas.csv.

It reads what you keep beside the journal, each line with a student (e-mail, number or name): roster.csv (name, email,
sid, section); extensions.csv (student, due, late due); overrides.csv (student, task, score, reason: a task's points;
total: +2 or -1; late: points taken off instead of the computed ones; EX for total: no number anywhere); names.csv
(task, group, name, hint: names a group of unnamed answers).

Exit codes: 0 done; 1 no grade files, because late work costs something and nobody has a due date; 2 bad input.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from ..render.say import say
from . import frozen_grader


def add(reader: argparse.ArgumentParser) -> None:
    reader.add_argument("out", type=Path, help="the folder that `softmark batch` wrote")
    reader.add_argument("--course", default=".", metavar="DIR", help=frozen_grader.HELP)
    reader.add_argument("--canvas", type=Path, metavar="FILE", help="a gradebook that Canvas exported")
    reader.add_argument("--compare", type=Path, metavar="OLD", help="an older graded class: what changed, and why")


def run(asked: argparse.Namespace) -> int:
    from ..classes import report
    from ..grading.version import autograder_version

    course = frozen_grader.as_written(asked.course)
    written = report.write(asked.out, course.rubric, canvas=asked.canvas, old=asked.compare)
    if written.graders and course.salt_path.exists() and autograder_version(course) not in written.graders:
        say("rubric or graders have changed since the last batch: grade the class again to see what that changes")
    for sentence in written.remarks:
        say(sentence)
    say(f"the page of the class: {asked.out / 'index.html'}")
    return 1 if written.undecided else 0
