"""Works out how late work is, what that costs, and the sentence that students read about it. When the work was handed
in decides, never the time of grading.

- A day is a day by the course's clock: from 23:59 to 23:59, also in the week in which the clocks are changed. Where no
  time zone is known, it is 24 hours, or one hour more if the two moments show that the clocks were put back between.
- A day or hour that has begun counts whole.
- Work within the grace minutes is not late, and not past the late due date. Beyond them, lateness counts from the due
  date.
- Slip days come off first, then each day or hour costs its percentage, up to the cap.
- `of: earned` takes the percentage of the whole score, bonus included; `of: total` of the assignment's total, bonus
  apart. Either way the floor is a share of the total, and nobody is lifted above what they earned.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from fractions import Fraction

from ..checks.points import amount, rounded
from ..content.dates import in_words, on_clock
from ..content.rubric import Late
from ..grading.result import Lateness, Result
from .deadlines import Deadlines

_DAY = timedelta(days=1)
_HOUR = timedelta(hours=1)


@dataclass(frozen=True)
class HowLate:
    """What is known before anything is graded."""

    due: datetime
    handed_in: datetime
    count: int
    """Days or hours that have begun."""
    charged: int
    """Those that free days do not cover."""
    closed: bool
    """Handed in after the late due date, and the rubric gives no points for that."""
    late_due: datetime | None
    shared: bool
    rule: Late
    seconds_decide: bool = False
    """Whether minutes alone would make it look less late than it is."""

    def applied(self, result: Result) -> Lateness:
        """What lateness costs this result."""
        base, percent, wanted, taken = self._cost(result.score, result.points)
        return Lateness(
            due=self.due.isoformat(),
            handed_in=self.handed_in.isoformat(),
            seconds=int((self.handed_in - self.due).total_seconds()),
            percent=100.0 if self.closed else float(percent),
            deduction=rounded(taken),
            when=self.when,
            sentence=f"{self.when}: {self._sum(base, percent, wanted, taken)}.",
            slip_days=self.slip_days,
        )

    @property
    def slip_days(self) -> int:
        """How many it took; work that came too late to count takes none."""
        return 0 if self.closed else -(-(self.count - self.charged) // (24 if self.rule.per == "hour" else 1))

    def deduction(self, score: float, points: float) -> float:
        """The same in points, of so much earned out of so much."""
        return rounded(self._cost(score, points)[3])

    def _cost(self, earned: float, points: float) -> tuple[Fraction, Fraction, Fraction, Fraction]:
        """What the percentage is taken of, the percentage, what that makes, and what is taken off."""
        score = Fraction(repr(earned))
        total = Fraction(repr(points))
        base = score if self.rule.of == "earned" else total
        each, most = Fraction(repr(self.rule.percent)), Fraction(repr(self.rule.most_percent))
        percent = min(self.charged * each, most)
        floor = min(score, total * Fraction(repr(self.rule.floor_percent)) / 100)
        wanted = base * percent / 100
        return base, percent, wanted, score if self.closed else min(wanted, max(score - floor, Fraction(0)))

    @property
    def when(self) -> str:
        """2 days late (due …, handed in …)"""
        due, handed_in = (in_words(date, seconds=self.seconds_decide) for date in (self.due, self.handed_in))
        whose = f", the {self.rule.group} in your group" if self.shared else ""
        return f"{_counted(self.count, self._unit)} late (due {due}{whose}, handed in {handed_in})"

    @property
    def _unit(self) -> str:
        return "hour" if self.rule.per == "hour" else "day"

    def _sum(self, base: Fraction, percent: Fraction, wanted: Fraction, taken: Fraction) -> str:
        """The arithmetic in one line, for students."""
        if self.closed:
            until = in_words(self.late_due, seconds=self.seconds_decide) if self.late_due else "the late due date"
            return f"work was accepted until {until}, so this scores 0"
        slips = _counted(self.slip_days, "free day")
        if not self.charged:
            return f"covered by {slips}, no deduction"
        share = f"{_number(percent)}%"
        whole = self.charged * Fraction(repr(self.rule.percent))
        if self.charged > 1:
            share = f"{self.charged} × {self.rule.percent:g}% = {_number(whole)}%"
            share += f", at most {_number(percent)}%," if whole > percent else ""
        covered = f"less {slips}, " if self.charged < self.count else ""
        text = f"{covered}{share} of {_number(base)} = −{_number(wanted)}"
        if taken < wanted:
            keeps = f"late work keeps {self.rule.floor_percent:g}% of the total"
            text += f", but only −{_number(taken)}: {keeps if self.rule.floor_percent else 'no score goes below 0'}"
        return text


def asks(rule: Late) -> bool:
    """Whether it matters at all when something was handed in."""
    return rule.per != "none" or rule.closed != "accept"


def how_late(rule: Late, dates: Deadlines, handed_in: datetime | None) -> HowLate | None:
    """None for work in time, and where a date is not known or the rubric does not ask."""
    if not asks(rule) or dates.due is None or handed_in is None:
        return None
    grace = timedelta(minutes=rule.grace_minutes)
    past_late_due = dates.late_due is not None and handed_in > dates.late_due + grace
    closed = past_late_due and rule.closed != "accept"
    if not closed and (rule.per == "none" or handed_in <= dates.due + grace):
        return None
    count = _begun_since(dates.due, handed_in, rule, dates.zone)
    free = rule.free_days * (24 if rule.per == "hour" else 1)
    minute = handed_in.replace(second=0, microsecond=0)
    shown_in_time = minute <= dates.due or (closed and dates.late_due is not None and minute <= dates.late_due)
    clock = dates.zone or dates.due.tzinfo
    return HowLate(
        due=on_clock(dates.due, clock),
        handed_in=on_clock(handed_in, clock),
        count=count,
        charged=max(0, count - free),
        closed=closed,
        late_due=on_clock(dates.late_due, clock) if dates.late_due else None,
        shared=dates.shared,
        rule=rule,
        seconds_decide=shown_in_time or _begun_since(dates.due, minute, rule, dates.zone) != count,
    )


def _begun_since(due: datetime, handed_in: datetime, rule: Late, zone: tzinfo | None) -> int:
    """Days or hours that have begun by then."""
    return _hours(due, handed_in) if rule.per == "hour" else _days(due, handed_in, zone)


def _hours(due: datetime, handed_in: datetime) -> int:
    return _begun(handed_in - due, _HOUR)


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
