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

_DAY = timedelta(days=1)
_HOUR = timedelta(hours=1)


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
        return Lateness(
            due=self.due.isoformat(),
            handed_in=self.handed_in.isoformat(),
            seconds=int((self.handed_in - self.due).total_seconds()),
            percent=float(self.percent),
            deduction=self.deduction(earned),
            when=self.when,
            sentence=self.sentence(earned),
        )

    @property
    def when(self) -> str:
        """2 days late (due …, handed in …)"""
        due, handed_in = (in_words(date, seconds=self.seconds_decide) for date in (self.due, self.handed_in))
        return f"{_counted(self.count, self._unit)} late (due {due}, handed in {handed_in})"

    @property
    def _unit(self) -> str:
        return "hour" if self.rule.per == "hour" else "day"

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
        share = f"{_number(self.percent)}%"
        if self.charged > 1:
            share = f"{self.charged} × {self.rule.percent:g}% = {_number(self._whole)}%"
            share += f", at most {_number(self.percent)}%," if self._whole > self.percent else ""
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
    count = _begun_since(dates.due, handed_in, rule, zone)
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
        seconds_decide=shown_in_time or _begun_since(dates.due, minute, rule, zone) != count,
    )


def _begun_since(due: datetime, handed_in: datetime, rule: Late, zone: tzinfo | None) -> int:
    """Days or hours that have begun by then."""
    return _begun(handed_in - due, _HOUR) if rule.per == "hour" else _days(due, handed_in, zone)


def _days(due: datetime, handed_in: datetime, zone: tzinfo | None) -> int:
    if zone is not None:
        due, handed_in = due.astimezone(zone), handed_in.astimezone(zone)
    elapsed = _begun(_utc(handed_in) - _utc(due), _DAY)
    by_the_clock = _begun(handed_in.replace(tzinfo=None) - due.replace(tzinfo=None), _DAY)
    changed = (handed_in.utcoffset() or timedelta()) - (due.utcoffset() or timedelta())
    return min(elapsed, by_the_clock) if abs(changed) <= _HOUR else elapsed


def _utc(moment: datetime) -> datetime:
    """The same moment in UTC, without its zone. Python subtracts two moments of one zone as their clocks show them, and
    an hour is lost or won when the clocks change; in UTC it subtracts what has passed."""
    return moment.replace(tzinfo=None) - (moment.utcoffset() or timedelta())


def _begun(late: timedelta, unit: timedelta) -> int:
    return max(1, -(-late // unit))


def _counted(count: int, unit: str) -> str:
    return f"{count} {unit}{'' if count == 1 else 's'}"


def _number(value: Fraction) -> str:
    return amount(rounded(value))
