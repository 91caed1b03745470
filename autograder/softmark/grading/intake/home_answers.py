"""Reads what a student answered at home to the course's own questions. It counts that they were answered, not how well.

answers.json is data: it is read within limits, and where the rubric gives points for having answered, the row says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace

from ...content.course import Course
from ...content.rubric import ANSWERING
from ...questions import fixed
from ...questions.answers_file import FILE, HOW, Record
from ...questions.fixed import Fixed
from ..result import ItemResult, Note

DONE = "the questions are answered; right or wrong does not matter here."


def notes(text: str, course: Course) -> list[Note]:
    """A sentence for the student and one for staff; none where nothing was answered."""
    given = Record.of(text).answers if course.rubric.understanding != "off" else {}
    if not given:
        return []
    known = _fixed(course)
    answered = [each for each in known if each.id in given]
    if not answered:
        return []
    right = [each for each in answered if each.question.is_right(given[each.id])]
    wrong = [each.title for each in answered if each not in right]
    sentence = f"Questions before the code (no points): {len(right)} of {len(answered)} right"
    advice = f"; think again about: {', '.join(wrong)}" if wrong else ""
    own = len(given) - len(answered)
    return [
        Note("student", sentence + advice),
        Note("staff", f"practice: {len(answered)} of {len(known)} of the course's questions answered at home, "
                      f"{own} about the program"),
    ]  # fmt: skip


def row(text: str, files: Mapping[str, str], course: Course) -> list[ItemResult]:
    """The row for having answered, where the rubric gives points for that."""
    points = course.rubric.scoring.points_for_answering
    if not points:
        return []
    lacks = Record.of(text).lacks(_fixed(course), files) if text else f"there is no {FILE} that can be read"
    blank = ItemResult(ANSWERING, "answered at home", points, bonus=True)
    if lacks:
        return [replace(blank, status="not_written", practice=f"{lacks}: {HOW}.")]
    return [replace(blank, score=points, status="passed", practice=DONE)]


def _fixed(course: Course) -> list[Fixed]:
    return [fixed.made(asdict(each)) for each in course.fixed_questions]
