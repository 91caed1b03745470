"""Why the reference does not pass a check, in words for whoever wrote the two: "your code" is theirs here."""

from __future__ import annotations

import re

from ..checks.errors import BadAnswer, NotLoaded, StudentRaised
from ..checks.fixtures import Finding
from ..content.contract import defined_in
from ..content.contradictions import suggest
from ..content.course import Course

_NO_FILE = re.compile(r"your submission has no (\S+)\.py")
_NO_NAME = re.compile(r"(\S+)\.py does not define (\S+);.*")


def sentence(course: Course, finding: Finding) -> str:
    return f"the reference does not pass {finding.check}: {_why(course, finding)}"


def _why(course: Course, finding: Finding) -> str:
    if finding.category == NotLoaded.category:
        return _not_there(course, finding.public)
    if finding.category == StudentRaised.category:
        return finding.staff or finding.public
    said = finding.public if finding.category == BadAnswer.category and not finding.after_reply else ""
    said = (said or finding.staff or finding.public).replace("your code", "it", 1)
    if "an object of type" in said and finding.category == BadAnswer.category:
        return f"{said}, which is not a plain value: a check asks for it with student.file.function.object(…)"
    return said


def _not_there(course: Course, said: str) -> str:
    if found := _NO_FILE.match(said):
        known = list(course.reference)
        files = ", ".join(f"{name}.py" for name in known)
        return f"it asks for {found[1]}.py, and students write {files}{suggest(found[1], known)}"
    if found := _NO_NAME.match(said):
        names = defined_in(course.reference_folder / f"{found[1]}.py") or []
        return f"it asks for {found[2]}, which the reference's {found[1]}.py does not define{suggest(found[2], names)}"
    return said.replace("your ", "the reference's ", 1).partition(";")[0]
