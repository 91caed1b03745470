"""Writes what is said of one task, line by line: first what is wrong and where, then a hint, then one failed check in
full and the others in a line each, and last what that costs.

It tells all that a row holds. On the server a row comes through the gate first (render/sentences.py).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...checks.errors import NotLoaded
from ...checks.points import counted, in_words, total
from ...checks.raised_words import meaning
from ...core.result import NOT_CHECKED, NOT_WRITTEN, PASSED, RULE_BROKEN, WAITING, WRONG, Row, Shown

GRADER_FAILED = "grader failed"
LOOK = {
    PASSED: ("✓", "green4"),
    WRONG: ("✗", "red3"),
    NOT_WRITTEN: ("…", "grey50"),
    WAITING: ("◔", "dark_orange3"),
    RULE_BROKEN: ("⊘", "magenta3"),
    NOT_CHECKED: ("?", "deep_sky_blue4"),
    GRADER_FAILED: ("!", "deep_sky_blue4"),
}
"""State → its symbol and its colour. The colours can be read on a light background and on a dark one."""
MOST_PRINTED = 8
_FOR_EXPERTS = re.compile(r" Hint: enable anomaly detection.*")
"""PyTorch's own advice, which helps nobody here."""
_NUMBERS = ("values", "nan")
"""Kinds of failures of which one check in full says enough."""


@dataclass(frozen=True)
class Line:
    """One thing that is said; of one label may come several."""

    label: str
    text: str
    how: str = ""
    """ "code" is shown as it is written, "printed" as the student's, "cut" in one line, a "grid" if there is room."""


@dataclass(frozen=True)
class Section:
    """One thing to look at."""

    heading: str
    state: str
    lines: Sequence[Line]


@dataclass(frozen=True)
class Entry:
    """A row of the table."""

    id: str
    title: str
    under: str
    """The heading that it stands under: a file, or a part."""
    state: str
    words: str
    """The same in words: "waiting for 1.2"."""
    earned: float
    points: float
    bonus: bool


Quoted = Callable[[str], Iterable[Line]]
"""The student's own lines that a sentence speaks of."""


def listed(words: Sequence[str]) -> str:
    """1.6, 2.2 and 2.3"""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def about(row: Row, *, where: Sequence[Line] = (), named: bool = True, quoted: Quoted = lambda says: ()) -> list[Line]:
    """Everything about one task. `where`: the line where its values go wrong; `named`: whether the name of a mistake is
    said."""
    lines = [line for says in row.broken for line in (Line("rule", says), *quoted(says))]
    if row.checks and row.status != RULE_BROKEN:
        lines += _checks(row, where, named, quoted)
        lines += [Line("costs", in_words(loss)) for loss in row.lost]
        lines += [Line("waits", _rest(row))] if row.rest and not row.waits_for else []
    return [line for line in lines if line.text.strip()]


def as_text(lines: Iterable[Line]) -> str:
    """The same as plain text, for platforms: a paragraph for each label."""
    rows, label = list[str](), ""
    for line in lines:
        first, *more = line.text.split("\n") if line.how != "grid" else [""]
        if line.label:
            rows += [""] if line.label != label else []
            rows.append(f"{line.label.capitalize()}: {first}")
            label = line.label
        elif first:
            rows.append(f"    {first}")
        rows += [f"    {each}" for each in more]
    return "\n".join(rows).strip("\n")


def typed(told: Mapping[str, str]) -> list[str]:
    """The call, in the order in which it can be typed."""
    return [part for part in (told.get("needs", ""), told.get("called", "")) if part]


def most_telling(row: Row) -> Shown:
    """Of the checks that failed like the first, one whose call can be typed; of right code one that printed."""
    wrong = [check for check in row.failed if check.passed is False] or row.failed
    found = wrong or [check for check in row.checks if check.told.get("printed")] or row.checks
    can_be_typed = (check for check in found if check.told.get("needs") and check.kind == found[0].kind)
    return next(can_be_typed, found[0])


def _checks(row: Row, where: Sequence[Line], named: bool, quoted: Quoted) -> Iterator[Line]:
    check = most_telling(row)
    if row.failed and all(each.kind == NotLoaded.category for each in row.failed):  # that says it all
        yield Line("wrong", check.says)
        return
    in_full = check.passed is False or bool({"fault", "printed"} & check.told.keys())
    if in_full:
        yield from _in_full(check, row, where, named, quoted)
    for other in row.failed:
        if other is not check or not in_full:
            yield Line("not run" if other.passed is None else "also fails", _in_a_line(other, check), "cut")


def _in_full(check: Shown, row: Row, where: Sequence[Line], named: bool, quoted: Quoted) -> Iterator[Line]:
    if row.says:
        yield Line("mistake", row.says + (f" ({row.mistake})" if named and row.mistake else ""))
    else:
        yield from _result(check, "wrong", quoted)
    yield from where
    yield Line("hint", row.hint)
    yield Line("check", check.title)
    yield Line("called", "\n".join(typed(check.told)), "code")
    if row.says:
        yield from _result(check, "result", quoted)
    yield Line("", f"{check.told.get('expected', '')}\n{check.told.get('yours', '')}", "grid")
    yield Line("printed", _capped(check.told.get("printed", "")), "printed")


def _result(check: Shown, label: str, quoted: Quoted) -> Iterator[Line]:
    if fault := check.told.get("fault"):
        yield Line("fault", fault)
    elif not check.passed:
        yield Line(label, _FOR_EXPERTS.sub("", check.says))
        yield from quoted(f"{check.says} {check.line or ''}")
        yield Line("means", check.told.get("means") or meaning(check.says))


def _in_a_line(check: Shown, shown: Shown) -> str:
    """A further check. Where it fails in the same way, the first one has shown enough of that."""
    if check.passed is not None and (check.kind == shown.kind or check.kind in _NUMBERS):
        return check.title
    return f"{check.title.rstrip('.')}: {check.says}" if check.says else check.title


def _rest(row: Row) -> str:
    right = listed([f"`{name}`" for name in row.rest_waits_for]) or "an everyday call"
    points = counted(total(loss.points for loss in row.rest))
    return f"the rest of {row.id} ({points}) is checked as soon as {right} is right"


def _capped(printed: str) -> str:
    lines = [line[:200] for line in printed.splitlines()]
    more = len(lines) - MOST_PRINTED
    return "\n".join([*lines[:MOST_PRINTED], *([f"… and {more} more lines"] if more > 0 else [])])
