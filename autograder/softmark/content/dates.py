"""Reads and writes moments: dates with a time of day and an offset, as platforms and people write them.

A moment without an offset is no moment: 23:59 happens all day long, somewhere. Either the text names its offset, or the
rubric names a time zone. Where the clocks of that zone are put back, an hour happens twice, and the later one is meant:
a due date is never earlier than anybody could read it. An hour that is skipped is refused.
"""

from __future__ import annotations

import calendar
import re
from datetime import datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

from .yaml_places import shown

_WRITTEN = re.compile(
    r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)"
    r"(?:[T ](?P<hour>\d\d):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:\.(?P<fraction>\d{1,12}))?)?)?"
    r" ?(?P<offset>Z|UTC|[+-]\d\d:?\d\d)?"
)
_LONGEST = 60
_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)


def moment(text: str, zone: tzinfo | None = None) -> datetime:
    """The moment that a text names; ValueError in one sentence if it names none."""
    found = _WRITTEN.fullmatch(text.strip()) if len(text) <= _LONGEST else None
    if found is None:
        raise ValueError(f"{shown(text, 30)} is not a date with a time: write it like 2026-11-14 23:59")
    part = {name: int(digits or 0) for name, digits in found.groupdict().items() if name not in ("offset", "fraction")}
    _possible_day(part["year"], part["month"], part["day"])
    if found["hour"] is None:
        raise ValueError(f"{shown(text)} has no time of day: write {shown(text)} 23:59 if that is meant")
    if part["hour"] > 23 or part["minute"] > 59 or part["second"] > 59:
        raise ValueError(f"{found['hour']}:{found['minute']} is not a time of day: the last minute is 23:59")
    micro = int((found["fraction"] or "0")[:6].ljust(6, "0"))
    plain = datetime(
        part["year"], part["month"], part["day"], part["hour"], part["minute"], part["second"], micro
    )  # fmt: skip
    if found["offset"]:
        return plain.replace(tzinfo=_offset(found["offset"]))
    if zone is None:
        raise ValueError(f"{shown(text)} has no time zone: add an offset, such as -08:00, or a timezone")
    return _in_zone(plain, zone)


def zone_named(name: str) -> tzinfo:
    """The time zone of that name; ValueError in one sentence if this machine knows none."""
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, KeyError):
        raise ValueError(
            f"there is no time zone {shown(name)} here: write one like America/Los_Angeles, "
            "or give every date its own offset"
        ) from None


def on_clock(moment: datetime, zone: tzinfo | None) -> datetime:
    """The same moment as a clock in that zone shows it, with a fixed offset, so that two of them subtract by what has
    passed. Without a zone it stays as it was written."""
    if zone is None:
        return moment
    there = moment.astimezone(zone)
    return there.astimezone(timezone(there.utcoffset() or timedelta()))


def in_words(moment: datetime, *, seconds: bool = False) -> str:
    """14 Nov 2026 23:59 (UTC−8); with seconds where they decide something."""
    name = _MONTHS[moment.month - 1][:3]
    time = f"{moment:%H:%M:%S}" if seconds else f"{moment:%H:%M}"
    return f"{moment.day} {name} {moment.year} {time} ({_offset_in_words(moment)})"


def _offset_in_words(moment: datetime) -> str:
    minutes = int((moment.utcoffset() or timedelta()).total_seconds() // 60)
    if not minutes:
        return "UTC"
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'−' if minutes < 0 else '+'}{hours}" + (f":{rest:02d}" if rest else "")


def _possible_day(year: int, month: int, day: int) -> None:
    if not 1 <= month <= 12:
        raise ValueError(f"{year:04d}-{month:02d}-{day:02d} is not a date: there is no month {month}")
    if not 1970 <= year <= 2999:
        raise ValueError(f"{year:04d}-{month:02d}-{day:02d} is not a plausible date: check the year")
    days = calendar.monthrange(year, month)[1]
    if not 1 <= day <= days:
        about = f"{_MONTHS[month - 1]} {year} has {days} days"
        raise ValueError(f"{year:04d}-{month:02d}-{day:02d} is not a date: {about}")


def _offset(text: str) -> tzinfo:
    if text in ("Z", "UTC"):
        return timezone.utc
    sign = -1 if text[0] == "-" else 1
    hours, minutes = int(text[1:3]), int(text[-2:])
    if hours > 14 or minutes > 59:
        raise ValueError(f"{text} is not an offset from UTC: they lie between -12:00 and +14:00")
    return timezone(sign * timedelta(hours=hours, minutes=minutes))


def _in_zone(plain: datetime, zone: tzinfo) -> datetime:
    later = plain.replace(tzinfo=zone, fold=1)
    earlier = plain.replace(tzinfo=zone, fold=0)
    skipped = (later.utcoffset() or timedelta()) > (earlier.utcoffset() or timedelta())
    if skipped:
        raise ValueError(f"{plain:%H:%M} does not exist on {plain:%Y-%m-%d} in {zone}: the clocks are put forward then")
    return later.replace(tzinfo=timezone(later.utcoffset() or timedelta()), fold=0)  # subtracts by what has passed
