"""Imports the reference and makes one public check of it: run where a course's packages are alone."""

from __future__ import annotations

import sys
from pathlib import Path

from ..checks.errors import GraderFault
from ..content.course import Course
from ..grading.calls.participants import RecordingParticipants, Worlds
from ..running.collect import Checks, with_checks
from . import reference_fails


def main(root: Path) -> int:
    course = Course.at(root)
    quick = {item.id for item in course.rubric.items if not item.slow}

    def drive(checks: Checks) -> None:
        worlds = Worlds(course, checks)
        sides = RecordingParticipants(course.rubric.public_key(), course.rubric, worlds.load(), worlds.reference)
        for check in [check for check in checks if check.item in quick][:1]:
            finding = checks.run(check, sides)
            if finding.passed is not True:
                raise GraderFault(reference_fails.sentence(course, finding))

    try:
        with_checks(course.graders, drive)
    except Exception as problem:  # whatever the reference does there, one line says it
        print(f"{type(problem).__name__}: {problem}".splitlines()[0], file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
