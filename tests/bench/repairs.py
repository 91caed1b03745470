"""`python -m tests.bench.repairs [COUNT]`: what looking for a repair costs, in processor seconds of a wrong task.

COUNT known mistakes (default 30), spread over the bank, and the reference, which nobody tries to repair. All other
figures of the bench are measured without it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import median

from softmark.build.audit import skipped
from softmark.classes.pool import grade_all
from softmark.content.course import Course
from softmark.grading.server import GradingJob

ROOT = Path(__file__).resolve().parents[2]


def main(count: int) -> int:
    course = Course.at(ROOT)
    chosen = course.known_mistakes[:: max(1, len(course.known_mistakes) // count)]
    slow = tuple(item.id for item in course.rubric.items if item.slow)
    jobs = [GradingJob("right", course.laid_over(), slow, repairs=True)]
    for each in chosen:
        jobs.append(GradingJob(each.name, course.laid_over(each), skipped(course, [each]), repairs=True))
    spent = {done.name: sum(done.repair_seconds.values()) for done in grade_all(ROOT, jobs)}
    right = spent.pop("right")
    seconds = [each for each in spent.values() if each]
    print(f"wrong answers: {median(seconds):.2f} s, at most {max(seconds):.2f} s; right answers: {right:.2f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 30))
