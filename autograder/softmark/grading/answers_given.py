"""What a student answered at home: the course's own questions, marked; that it was done, not whether it was right.

answers.json is data: it is read within limits and nothing in it is believed, for nobody earns anything by it.
"""

from __future__ import annotations

import json

from ..content.course import Course
from ..questions import fixed
from .result import Note

MOST = 200


def notes(text: str, course: Course) -> list[Note]:
    """A sentence for the student and one for staff; none where nothing was answered."""
    given = read(text) if course.rubric.understanding != "off" else {}
    if not given:
        return []
    known = [fixed.made(each.model_dump()) for each in course.fixed_questions]
    answered = [each for each in known if each.id in given]
    if not answered:
        return []
    right = [each for each in answered if each.question.is_right(given[each.id])]
    wrong = [each.title for each in answered if each not in right]
    told = f"Questions before the code (no points): {len(right)} of {len(answered)} right"
    again = f"; think again about: {', '.join(wrong)}" if wrong else ""
    own = len(given) - len(answered)
    return [
        Note("student", told + again),
        Note("staff", f"practice: {len(answered)} of {len(known)} of the course's questions answered at home, "
                      f"{own} about the program"),
    ]  # fmt: skip


def read(text: str) -> dict[str, str]:
    """Question → reply; empty for whatever is not such a file."""
    try:
        told = json.loads(text)["answers"] if text else {}
        pairs = list(told.items())[:MOST]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}
    return {ident: reply for ident, reply in pairs if isinstance(reply, str) and len(ident) <= 80 and len(reply) <= 200}
