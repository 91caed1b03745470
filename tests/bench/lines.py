"""`python -m tests.bench.lines [COUNT]`: what looking for the line costs, in CPU seconds of a wrong answer.

COUNT known mistakes (default 60), spread over the bank, are graded with the right ways and without them, in turns; so
is the reference, which never looks for a line. Medians: compare the two columns, not the seconds.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from statistics import median

from softmark import bank
from softmark.build.audit import skipped
from softmark.classes.pool import grade_all
from softmark.commands import frozen_grader
from softmark.content.course import Course
from softmark.grading.server import GradingJob

ROOT = Path(__file__).resolve().parents[2]


def main(count: int) -> int:
    course = Course.at(ROOT)
    marked = [answer for answer in course.known_mistakes if bank.marked(answer.source)]
    chosen = marked[:: max(1, len(marked) // count)]
    jobs = [GradingJob(each.name, course.laid_over(each), skipped(course, [each])) for each in chosen]
    slow = tuple(item.id for item in course.rubric.items if item.slow)
    jobs += [GradingJob(f"right {number}", course.laid_over(), slow) for number in range(4)]
    with tempfile.TemporaryDirectory() as place:
        whole = frozen_grader.folder(str(ROOT))
        bare = shutil.copytree(whole, Path(place) / "bare")
        Course.frozen(bare).ways_path.unlink()
        spent: dict[tuple[str, str], list[float]] = {}
        for grader in (whole, bare, whole, bare):
            for number, done in enumerate(grade_all(grader, iter([jobs[-1], *jobs]), size=1)):
                if number == 0:  # whatever comes first also warms up
                    continue
                kind = "right answers" if done.name.startswith("right ") else "wrong answers"
                spent.setdefault((kind, "with" if grader == whole else "without"), []).append(done.cpu_seconds)
    for kind in ("wrong answers", "right answers"):
        with_lines, without = median(spent[kind, "with"]), median(spent[kind, "without"])
        more = 100 * (with_lines / without - 1)
        print(f"{kind}: {with_lines:.3f} s with lines, {without:.3f} s without: {more:+.1f}%")
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 60))
