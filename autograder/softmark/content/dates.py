"""Reads and writes moments: dates with a time of day and an offset, as platforms and people write them.

A moment without an offset is no moment: 23:59 happens all day long, somewhere. Either the text names its offset, or the
rubric names a time zone. Where the clocks of that zone are put back, an hour happens twice, and the later one is meant:
a due date is never earlier than anybody could read it. An hour that is skipped is refused.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

from .yaml_places import shown

_WRITTEN = re.compile(
    r"(?P<day>\d{4}-\d\d-\d\d)(?:[T ](?P<time>\d\d:\d\d(?::\d\d)?)(?:\.(?P<fraction>\d{1,12}))?)?"
    r" ?(?P<offset>Z|UTC|[+-]\d\d:?\d\d)?"
)
_LONGEST = 60
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def moment(text: str, zone: tzinfo | None = None) -> datetime:
    """The moment that a text names; ValueError in one sentence if it names none."""
    found = _WRITTEN.fullmatch(text.strip()) if len(text) <= _LONGEST else None
    if found is None:
        raise ValueError(f"{shown(text, 30)} is not a date with a time: write it like 2026-11-14 23:59")
    if found["time"] is None:
        raise ValueError(f"{shown(text)} has no time of day: write {shown(text)} 23:59 if that is meant")
    fraction = (found["fraction"] or "0")[:6].ljust(6, "0")
    offset = found["offset"] or ""
    offset = "+00:00" if offset in ("Z", "UTC") else f"{offset[:3]}:{offset[-2:]}" if offset else ""
    seconds = "" if found["time"].count(":") == 2 else ":00"
    try:
        written = datetime.fromisoformat(f"{found['day']}T{found['time']}{seconds}.{fraction}{offset}")
    except ValueError as error:
        raise ValueError(f"{shown(text)} is no moment: {error}") from None
    if not 1970 <= written.year <= 2999:
        raise ValueError(f"{shown(text)} is no plausible date: check the year")
    if offset:
        return written
    if zone is None:
        raise ValueError(f"{shown(text)} has no time zone: add an offset, such as -08:00, or a timezone")
    return _in_zone(written, zone)


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
    time = f"{moment:%H:%M:%S}" if seconds else f"{moment:%H:%M}"
    return f"{moment.day} {_MONTHS[moment.month - 1]} {moment.year} {time} ({_offset_in_words(moment)})"


def _offset_in_words(moment: datetime) -> str:
    minutes = int((moment.utcoffset() or timedelta()).total_seconds() // 60)
    if not minutes:
        return "UTC"
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'−' if minutes < 0 else '+'}{hours}" + (f":{rest:02d}" if rest else "")


def _in_zone(plain: datetime, zone: tzinfo) -> datetime:
    later = plain.replace(tzinfo=zone, fold=1)
    earlier = plain.replace(tzinfo=zone, fold=0)
    skipped = (later.utcoffset() or timedelta()) > (earlier.utcoffset() or timedelta())
    if skipped:
        raise ValueError(f"{plain:%H:%M} does not exist on {plain:%Y-%m-%d} in {zone}: the clocks are put forward then")
    return later.replace(tzinfo=timezone(later.utcoffset() or timedelta()), fold=0)  # subtracts by what has passed
