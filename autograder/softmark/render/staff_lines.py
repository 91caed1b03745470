"""Writes what staff want to see of one grade at a glance; never shown to students."""

from __future__ import annotations

from ..checks.points import amount
from ..files.escape import one_line, plain
from ..grading.result import Result
from .sentences import headline


def staff_lines(result: Result) -> list[str]:
    """The whole grade, task by task, with every check that did not pass."""
    layers = ", ".join(result.isolation.layers) or "no layers recorded"
    lines = [
        f"{one_line(result.assignment)}: {headline(result)}; {result.status} in {result.seconds:.1f} s",
        f"engine {result.engine}; autograder {result.autograder or 'of no version'}; "
        f"submission {result.digest[:16] or 'not read'}",
        f"isolation: {result.isolation.level} ({one_line(layers, limit=400)})",
    ]
    lines += [f"calendar: {plain(result.late.sentence, lines=4)}"] if result.late else []
    lines += [f"note: {plain(text, limit=1000, lines=12)}" for text in result.notes_for("staff")[:100]]
    for item in result.items:
        lines.append(f"{item.id} {item.status} {amount(item.score)}/{amount(item.points)}")
        for check in item.checks:
            if check.passed is True:
                continue
            about = f"  {check.phase} {one_line(check.name)}: {one_line(check.category) or 'not reached'}"
            if not check.for_students:
                about += " (for staff only)"
            if check.diagnosis:
                about += f" [{one_line(check.diagnosis)}]"
            lines.append(about)
            lines += [f"    {row}" for row in plain(check.staff or check.message).split("\n") if row]
    return lines
