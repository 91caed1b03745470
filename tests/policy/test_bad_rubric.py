"""Policies that cannot be meant: every problem in one list, with file, line and column."""

from __future__ import annotations

import pytest

from softmark.content.rubric_reader import parse_rubric
from softmark.content.yaml_places import RubricError
from tests.policy.term import RUBRIC


def complaints(policies: str) -> list[str]:
    with pytest.raises(RubricError) as caught:
        parse_rubric(RUBRIC + policies, "rubric.yaml")
    return str(caught.value).splitlines()


def test_everything_that_is_wrong_is_said_at_once() -> None:
    assert complaints("""\
late:
  per: week
  percent: 150
  grace_minutes: -5
feedback:
  hidden: hints
""") == [
        "rubric.yaml:12:8: late.per: must be none, day or hour, not week",
        "rubric.yaml:13:12: late.percent: must be at most 100, not 150",
        "rubric.yaml:14:18: late.grace_minutes: must be at least 0, not -5",
        "rubric.yaml:16:11: feedback.hidden: must be category, hint or full, not hints: did you mean hint?",
    ]
    assert complaints("""\
dates:
  due: 2026-02-30 23:59
  late_due: 2026-11-14 25:00
""") == [
        "rubric.yaml:12:8: dates.due: 2026-02-30 23:59 is no moment: day is out of range for month",
        "rubric.yaml:13:13: dates.late_due: 2026-11-14 25:00 is no moment: hour must be in 0..23",
    ]


@pytest.mark.parametrize(
    ("policies", "says"),
    [
        (
            "dates: {due: 2026-11-14}",
            "dates.due: 2026-11-14 has no time of day: write 2026-11-14 23:59 if that is meant",
        ),
        ("dates: {due: 2026-11-14 23:59}", "has no time zone: add an offset, such as -08:00, or a timezone"),
        ("dates: {due: 14.11.2026}", "is not a date with a time: write it like 2026-11-14 23:59"),
        ("dates: {due: 2026-13-01 10:00 -08:00}", "is no moment: month must be in 1..12"),
        ("dates: {due: 2026-11-14 23:59 +25:00}", "is no moment: "),
        ("dates: {timezone: Mars/Olympus}", "there is no time zone Mars/Olympus here"),
        ("dates: {timezone: ../../etc/passwd}", "there is no time zone"),
        (
            "dates: {timezone: America/Los_Angeles, due: 2027-03-14 02:30}",
            "02:30 does not exist on 2027-03-14 in America/Los_Angeles: the clocks are put forward then",
        ),
        (
            "dates: {due: 2026-11-14 23:59 -08:00, late_due: 2026-11-13 23:59 -08:00}",
            "dates.late_due: is before the due date",
        ),
        ("dates: {late_due: 2026-11-14 23:59 -08:00}", "needs a due date beside it"),
    ],
)
def test_what_cannot_be_meant(policies: str, says: str) -> None:
    lines = complaints(policies + "\n")
    assert len(lines) == 1 and says in lines[0] and lines[0].startswith("rubric.yaml:11:"), lines


def test_negative_points_are_refused() -> None:
    with pytest.raises(RubricError, match=r"rubric\.yaml:8:40: items\[1\.1\]\.points: must be at least 0, not -60"):
        parse_rubric(RUBRIC.replace("points: 60", "points: -60"))


def test_an_hour_that_happens_twice_means_the_later_one() -> None:
    from softmark.policy.dates import dates_of

    rubric = parse_rubric(RUBRIC + "dates: {timezone: America/Los_Angeles, due: 2026-11-01 01:30}\n")
    due = dates_of(rubric).due
    assert due is not None and due.isoformat() == "2026-11-01T01:30:00-08:00"
