"""Puts the rubric's policy into sentences for students: dates, and the cost of late work.

A date is told only where the rubric has it, and what a key does only where it is on. Whatever stands here must be what
`policy/late.py` does.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...content.dates import in_words, moment, zone_named
from ...content.rubric import Rubric
from ...policy.late import asks


def policy(rubric: Rubric) -> str:
    """How often students may hand in, and in a paragraph of their own dates and late work, where there are any."""
    paragraphs = (
        ["You may hand in as often as you like; your latest score counts."],
        [*_dates(rubric), *_late(rubric)],
    )
    return "\n\n".join(filter(None, map(" ".join, paragraphs)))


def _dates(rubric: Rubric) -> Iterator[str]:
    if rubric.dates.due:
        yield f"The work is due on {_date(rubric, rubric.dates.due)}."
        yield "Where the platform shows you another date, or you have an extension, that date counts."


def _late(rubric: Rubric) -> Iterator[str]:
    late = rubric.late
    if late.per != "none":
        most = f", at most {late.most_percent:g}%" if late.most_percent < 100 else ""
        yield f"Late work loses {late.percent:g}% of what it earned for each {late.per} that has begun{most}."
    if late.per != "none" and late.free_days:
        yield (
            "The first day costs nothing." if late.free_days == 1 else f"The first {late.free_days} days cost nothing."
        )
    if late.closed != "accept":
        yield from _closed(rubric)
    if asks(late) and late.grace_minutes:
        yield f"Up to {_counted(late.grace_minutes, 'minute')} after a date still count as in time."


def _closed(rubric: Rubric) -> Iterator[str]:
    """What happens after the last date."""
    if rubric.dates.late_due:
        yield f"Work handed in after {_date(rubric, rubric.dates.late_due)} scores 0."
    else:
        yield "If the platform shows a late due date, work handed in after it scores 0."
    yield "An extension moves that last date along with your due date, unless it names one of its own."


def _date(rubric: Rubric, text: str) -> str:
    """14 Nov 2026 23:59 (UTC−8, America/Los_Angeles)"""
    name = rubric.dates.timezone
    said = in_words(moment(text, zone_named(name) if name else None))
    return f"{said.removesuffix(')')}, {name})" if name else said


def _counted(count: int, unit: str) -> str:
    return f"{count} {unit}{'' if count == 1 else 's'}"
