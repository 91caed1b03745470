"""Why the reference does not pass a check, in words for whoever wrote the two: "your code" is theirs here."""

from __future__ import annotations

from ..checks.errors import BadAnswer, NotLoaded, StudentRaised
from ..checks.fixtures import Finding
from ..content.contradictions import suggest
from ..content.course import Course

_ASK_FOR_IT = ", which is not a plain value: a check asks for it with student.file.function.object(…)"


def sentence(course: Course, finding: Finding) -> str:
    return f"the reference does not pass {finding.check}: {_why(course, finding)}"


def _why(course: Course, finding: Finding) -> str:
    if finding.category == NotLoaded.category:
        said = finding.public.partition(";")[0].replace("your submission", "the reference", 1)
        known = [*course.reference, *(name for item in course.rubric.items for name in item.names)]
        return said.replace("your ", "its ", 1) + suggest(said.split()[-1].removesuffix(".py"), known)
    if finding.category == StudentRaised.category:
        return finding.staff or finding.public
    bad_answer = finding.category == BadAnswer.category
    said = finding.public if bad_answer and not finding.after_reply else finding.staff or finding.public
    said = said.replace("your code", "it", 1)
    return said + _ASK_FOR_IT if bad_answer and "an object of type" in said else said
