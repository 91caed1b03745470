"""What the handout says about dates and late work: only what the rubric has, and only what the grader then does."""

from __future__ import annotations

import pytest

from softmark.build.handouts.policy_words import policy
from tests.policy.term import graded, metadata, rubric

OFTEN = "You may hand in as often as you like; your latest score counts."
DATES = "dates: {timezone: America/Los_Angeles, due: 2026-11-14 23:59, late_due: 2026-11-17 23:59}\n"
TEN = "Late work loses 10% of what it earned for each day that has begun."
DUE = (
    "The work is due on 14 Nov 2026 23:59 (UTC−8, America/Los_Angeles). Where the platform shows you another date, or "
    "you have an extension, that date counts."
)
LAST = "17 Nov 2026 23:59 (UTC−8, America/Los_Angeles)"
MOVES = "An extension moves that last date along with your due date, unless it names one of its own."


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        pytest.param("", [], id="nothing is on, nothing is said"),
        pytest.param("late: {grace_minutes: 5, free_days: 2}\n", [], id="nor where nothing is late"),
        pytest.param(DATES, [DUE], id="dates alone"),
        pytest.param("late: {per: day}\n", [TEN], id="no dates in the rubric, no dates in the text"),
        pytest.param("dates: {due: 2026-11-14 23:59 -08:00}\n", [DUE.replace(", America/Los_Angeles", "")],
                     id="a date with its own offset"),
        pytest.param(DATES + "late: {per: day, closed: zero}\n",
                     [DUE, TEN, f"Work handed in after {LAST} scores 0.", MOVES], id="closed: zero"),
        pytest.param("late: {closed: zero}\n",
                     ["If the platform shows a late due date, work handed in after it scores 0.", MOVES],
                     id="closed, and only the platform knows when"),
        pytest.param("late: {per: day, free_days: 1, grace_minutes: 5}\n",
                     [TEN, "The first day costs nothing.", "Up to 5 minutes after a date still count as in time."],
                     id="one day free, and grace"),
        pytest.param("late: {per: hour, percent: 1, free_days: 2, most_percent: 50}\n",
                     ["Late work loses 1% of what it earned for each hour that has begun, at most 50%.",
                      "The first 2 days cost nothing."], id="hours"),
    ],
)  # fmt: skip
def test_the_handout_says_what_is_on_and_nothing_else(rules: str, said: list[str]) -> None:
    assert policy(rubric(rules)) == OFTEN + ("\n\n" + " ".join(said) if said else "")


def test_and_the_grader_does_what_it_says() -> None:
    """Due on the 14th, taken until the 17th."""
    rules = DATES + "late: {per: day, percent: 30, closed: zero, grace_minutes: 5}\n"

    def final(points: float, at: str) -> float:
        return graded(rules, points, metadata(f"2026-11-{at}-08:00", assignment={})).final

    assert final(80, "15T00:04:00") == 80, "up to 5 minutes still count as in time"
    assert (final(80, "17T12:00:00"), final(40, "17T12:00:00")) == (8, 4)
    assert final(80, "18T00:04:00") == 0, "four days of 30% are more than all"
    assert (final(80, "18T00:05:00"), final(40, "18T00:05:00")) == (0, 0)
