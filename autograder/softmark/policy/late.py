"""Works out how late work is, what that costs, and the sentence that students read about it: one function of dates,
hand-in and rule, for the platform and for a class alike. The time of grading plays no part.

- A day is a day by the course's clock: from 23:59 to 23:59, also in the week in which the clocks are changed. Where no
  time zone is known, it is 24 hours, or one hour more if the two moments show that the clocks were put back between.
- A day or hour that has begun counts whole.
- Work within the grace minutes is not late, and not past the late due date. Beyond them, lateness counts from the due
  date.
- Free days come off first, then each day or hour costs its percentage of what was earned, up to the most.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from fractions import Fraction

from ..checks.points import amount, rounded
from ..content.dates import in_words, on_clock
from ..content.rubric import Late
from ..grading.result import Lateness
from .dates import Dates

_DAY, _HOUR = timedelta(days=1), timedelta(hours=1)


@dataclass(frozen=True)
class HowLate:
    """What is known before anything is graded."""

    due: datetime
    handed_in: datetime
    late_due: datetime | None
    count: int
    """Days or hours that have begun."""
    charged: int
    """Those that free days do not cover."""
    closed: bool
    """Handed in after the late due date, and the rubric gives no points for that."""
    rule: Late
    seconds_decide: bool = False
    """Whether minutes alone would make it look less late than it is."""

    @property
    def free_days(self) -> int:
        """How many it took; work that came too late to count takes none."""
        return 0 if self.closed else -(-(self.count - self.charged) // (24 if self.rule.per == "hour" else 1))

    @property
    def percent(self) -> Fraction:
        """What is taken off what was earned."""
        return Fraction(100) if self.closed else min(self._whole, Fraction(repr(self.rule.most_percent)))

    @property
    def _whole(self) -> Fraction:
        return self.charged * Fraction(repr(self.rule.percent))

    def deduction(self, earned: float) -> float:
        """The same in points, to the hundredth."""
        return rounded(Fraction(repr(earned)) * self.percent / 100)

    def applied(self, earned: float) -> Lateness:
        """The same as it stands in a result."""
        return Lateness(self.deduction(earned), self.when, self.sentence(earned))

    @property
    def when(self) -> str:
        """2 days late (due …, handed in …)"""
        due, handed_in = (in_words(date, seconds=self.seconds_decide) for date in (self.due, self.handed_in))
        unit = "hour" if self.rule.per == "hour" else "day"
        return f"{_counted(self.count, unit)} late (due {due}, handed in {handed_in})"

    def sentence(self, earned: float) -> str:
        """The same with the arithmetic in one line, for students."""
        return f"{self.when}: {self._sum(earned)}."

    def _sum(self, earned: float) -> str:
        if self.closed:
            until = in_words(self.late_due, seconds=self.seconds_decide) if self.late_due else "the late due date"
            return f"work was accepted until {until}, so this scores 0"
        free = _counted(self.free_days, "free day")
        if not self.charged:
            return f"covered by {free}, no deduction"
        percent, whole = (amount(rounded(value)) for value in (self.percent, self._whole))
        share = f"{percent}%"
        if self.charged > 1:
            share = f"{self.charged} × {self.rule.percent:g}% = {whole}%"
            share += f", at most {percent}%," if self._whole > self.percent else ""
        covered = f"less {free}, " if self.charged < self.count else ""
        return f"{covered}{share} of {amount(earned)} = −{amount(self.deduction(earned))}"


def asks(rule: Late) -> bool:
    """Whether it matters at all when something was handed in."""
    return rule.per != "none" or rule.closed != "accept"


def how_late(rule: Late, dates: Dates, handed_in: datetime | None, zone: tzinfo | None) -> HowLate | None:
    """None for work in time, and where a date is not known or the rubric does not ask."""
    if not asks(rule) or dates.due is None or handed_in is None:
        return None
    grace = timedelta(minutes=rule.grace_minutes)
    closed = rule.closed == "zero" and dates.late_due is not None and handed_in > dates.late_due + grace
    if not closed and (rule.per == "none" or handed_in <= dates.due + grace):
        return None
    count = _begun(dates.due, handed_in, rule, zone)
    minute = handed_in.replace(second=0, microsecond=0)
    shown_in_time = minute <= dates.due or (closed and dates.late_due is not None and minute <= dates.late_due)
    clock = zone or dates.due.tzinfo
    return HowLate(
        due=on_clock(dates.due, clock),
        handed_in=on_clock(handed_in, clock),
        late_due=on_clock(dates.late_due, clock) if dates.late_due else None,
        count=count,
        charged=max(0, count - rule.free_days * (24 if rule.per == "hour" else 1)),
        closed=closed,
        rule=rule,
        seconds_decide=shown_in_time or _begun(dates.due, minute, rule, zone) != count,
    )


def _begun(due: datetime, handed_in: datetime, rule: Late, zone: tzinfo | None) -> int:
    """Days or hours that have begun by then."""
    passed = handed_in - due
    if rule.per == "hour":
        return max(1, -(-passed // _HOUR))
    clocks = [moment.astimezone(zone) if zone else moment for moment in (due, handed_in)]
    shown = clocks[1].replace(tzinfo=None) - clocks[0].replace(tzinfo=None)
    return max(1, -(-(min(passed, shown) if abs(passed - shown) <= _HOUR else passed) // _DAY))


def _counted(count: int, unit: str) -> str:
    return f"{count} {unit}{'' if count == 1 else 's'}"
