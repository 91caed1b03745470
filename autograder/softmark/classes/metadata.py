"""Reads submission_metadata.yml of Gradescope's export: who handed in what and when. It is Ruby's YAML, and hostile.

No object is ever built from it: the words are taken from the flat stream of the parser's events, as loaders recurse,
and libyaml's ends the process a few thousand levels down.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timezone, tzinfo
from typing import Any

import yaml

from ..content.dates import moment
from ..content.yaml_places import shown
from ..files.escape import one_line
from ..files.problem import Problem
from ..policy.dates import Dates
from .people import Person

FILE = "submission_metadata.yml"
MOST_BYTES = 256 << 20
KEPT_LEVELS, MOST_LEVELS = 7, 100
"""How deep the deepest thing lies that is looked at, a date in a person's assignment; and anything at all."""
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Pairs(list[Any]):
    """A mapping as it is read: key, value, key, value …"""

    def get(self, wanted: str) -> Any:
        return next((value for key, value in self.items() if key == wanted), None)

    def items(self) -> Iterator[tuple[str, Any]]:
        return ((key, value) for key, value in zip(self[::2], self[1::2], strict=False) if isinstance(key, str))


def read(raw: bytes) -> Pairs:
    """Submissions by their keys; Problem in one sentence if it is no such list."""
    if len(raw) > MOST_BYTES:
        raise Problem(f"{FILE} is larger than {MOST_BYTES >> 20} MB: this is not a list of submissions")
    try:
        told = _plain(yaml.parse(raw.decode("utf-8-sig"), Loader=_LOADER))
    except (yaml.YAMLError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        at = f":{mark.line + 1}" if mark else ""
        why = one_line(str(getattr(error, "problem", None) or error), limit=120)
        raise Problem(f"{FILE}{at} is not YAML: {why}") from None
    if not isinstance(told, Pairs):
        raise Problem(f"{FILE}: expected a list of submissions, as in `submission_123:`")
    return told


def _plain(events: Iterator[Any]) -> Any:
    """Words, lists and pairs: no tag makes an object, a symbol loses its colon, 007 stays 007. What lies deeper than
    anything that is asked for is dropped; an alias shares what it repeats, and nobody walks it."""
    top: list[Any] = []
    stack: list[list[Any]] = [top]
    anchors: dict[str, Any] = {}
    for event in events:
        if isinstance(event, yaml.CollectionEndEvent):
            stack.pop()
            continue
        if isinstance(event, yaml.ScalarEvent):
            node: Any = event.value.removeprefix(":")
        elif isinstance(event, yaml.AliasEvent):
            node = anchors.get(event.anchor or "")
        elif isinstance(event, yaml.CollectionStartEvent):
            node = Pairs() if isinstance(event, yaml.MappingStartEvent) else []
        else:
            continue
        if getattr(event, "anchor", None) and not isinstance(event, yaml.AliasEvent):
            anchors[event.anchor] = node
        if len(stack) < KEPT_LEVELS:
            stack[-1].append(node)
        if isinstance(event, yaml.CollectionStartEvent):
            stack.append(node)
            if len(stack) > MOST_LEVELS:  # libyaml's time grows with the square of the depth
                raise ValueError(f"it is nested more than {MOST_LEVELS} levels deep")
    return top[0] if top else None


def people(body: Pairs, common: Dates, zone: tzinfo | None) -> tuple[Person, ...]:
    """Who handed one submission in, each with their dates."""
    submitters = body.get("submitters")
    own = dates(body, common, zone)
    listed = submitters if isinstance(submitters, list) and not isinstance(submitters, Pairs) else []
    return tuple(_person(one, own, zone) for one in listed if isinstance(one, Pairs))


def _person(one: Pairs, common: Dates, zone: tzinfo | None) -> Person:
    own = dates(one, common, zone)
    name, email, sid = (_word(one.get(key)) for key in ("name", "email", "sid"))
    section = _word(one.get("section") or one.get("sections"))
    due, late_due = (date.isoformat() if date else None for date in (own.due, own.late_due))
    return Person(name or email or sid or "(no name)", email, sid, section, due, late_due)


def _word(value: Any) -> str:
    """A word, or the first few of a list of words; nothing for whatever else stands there."""
    words = value if isinstance(value, list) and not isinstance(value, Pairs) else [value]
    return one_line(", ".join(word for word in words[:10] if isinstance(word, str)))


def dates(told: Pairs, common: Dates, zone: tzinfo | None) -> Dates:
    """The dates that hold here: its own, as far as it has any."""
    inside = told.get("assignment")
    places = [place for place in (inside, told) if isinstance(place, Pairs)]
    due, late_due = (
        next((found for place in places if (found := when(place.get(key), key))), None)
        for key in ("due_date", "late_due_date")
    )
    return common.of(due, late_due, zone) if due or late_due else common


def when(text: Any, key: str) -> datetime | None:
    """The moment that stands there; Problem if it is none."""
    if isinstance(text, Pairs):  # Ruby's time that knows its zone
        text = text.get("utc") or text.get("time")
    if not isinstance(text, str) or text in ("", "~", "null"):
        return None
    try:
        return moment(text, timezone.utc)
    except ValueError:
        raise Problem(f"{FILE}: {shown(key)}: {shown(text)} is not a time") from None


def number(text: Any) -> float | None:
    """A score as the platform writes it, if it is one."""
    try:
        value = float(text) if isinstance(text, str) else None
    except ValueError:
        return None
    return value if value is not None and abs(value) < 1e9 else None
