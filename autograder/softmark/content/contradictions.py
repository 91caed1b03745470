"""What contradicts itself in a rubric whose every value is right by itself: where it stands, and one sentence."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Sequence

from ..checks.module_names import top_of
from .dates import moment, zone_named
from .rubric import Item, Rubric, points_of
from .yaml_places import Where, shown

Said = tuple[Where, str]


def suggest(word: str, choices: Iterable[str]) -> str:
    """ ": did you mean …?" where one of the choices is nearly the word."""
    folded = {choice.lower(): choice for choice in choices}
    close = difflib.get_close_matches(word.lower(), list(folded), n=1, cutoff=0.6)
    return f": did you mean {shown(folded[close[0]])}?" if close and folded[close[0]] != word else ""


def found(rubric: Rubric) -> Iterator[Said]:
    yield from _files(rubric)
    for place, item in enumerate(rubric.all_items):
        for where, said in _item(rubric, item, rubric.all_items[:place]):
            yield ("items", place, *where), said
    yield from _total(rubric)
    yield from _dates(rubric)


def _files(rubric: Rubric) -> Iterator[Said]:
    for i, name in enumerate(rubric.files):
        if top_of(name) in rubric.packages:
            yield ("files", i), f"{shown(name)} hides the package of the same name"
        if name in rubric.given:
            yield ("files", i), f"{shown(name)} is also in given: students submit it, or it is given"
    known = {*rubric.files, *(item.file for item in rubric.all_items)}
    for name in rubric.parts:
        if name not in known:
            yield ("parts", name), f"{shown(name)} is not in files{suggest(name, rubric.files)}"


def _item(rubric: Rubric, item: Item, earlier: Sequence[Item]) -> Iterator[Said]:
    """One task, beside those before it."""
    every = [each.id for each in rubric.all_items]
    if item.id in [each.id for each in earlier]:
        yield ("id",), f"{shown(item.id)} is already the id of an earlier task"
    owners = {name: each.id for each in earlier for name in each.names}
    for j, name in enumerate(item.names):
        if name in owners:
            yield ("names", j), f"{shown(name)} already belongs to task {owners[name]}"
    for j, used in enumerate(item.uses):
        if said := _used(rubric, item, used, earlier):
            yield ("uses", j), said
    for key, what, known in (
        ("uses", "task", every),
        ("contains", "task", every),
        ("not_allowed", "rule", rubric.rules),
    ):
        for j, name in enumerate(getattr(item, key)):
            if name not in known:
                yield (key, j), f"there is no {what} {shown(name)}{suggest(name, known)}"


def _used(rubric: Rubric, item: Item, used: str, earlier: Sequence[Item]) -> str:
    """What is wrong with one entry of `uses` that is a task."""
    first = next((each for each in earlier if each.id == used), None)
    if first is None:
        later = used in [each.id for each in rubric.all_items]
        return f"{used} does not come before {item.id}: uses may only look back" if later else ""
    if _is_off(rubric, first) and not _is_off(rubric, item):
        return f"{used} is off: make it given, or turn {item.id} off as well"
    files = rubric.files
    if {first.file, item.file} <= {*files} and files.index(first.file) > files.index(item.file):
        return f"{used} is in {first.file}, which is loaded after {item.file}"
    return ""


def _is_off(rubric: Rubric, item: Item) -> bool:
    """Turned off, or in a file that students do not write."""
    return item.mode == "off" or item.file not in rubric.files


def _total(rubric: Rubric) -> Iterator[Said]:
    added = points_of(item for item in rubric.all_items if not _is_off(rubric, item) and not item.bonus)
    if rubric.declared_total is not None and added != rubric.declared_total:
        said = f"the points of the tasks add up to {added:g}, but total says {rubric.declared_total:g}"
        yield ("total",), f"{said}: confirm with total: {added:g}, or take total out, so that the sum counts"


def _dates(rubric: Rubric) -> Iterator[Said]:
    dates, known = rubric.dates, {}
    try:
        zone = zone_named(dates.timezone) if dates.timezone else None
    except ValueError as problem:
        yield ("dates", "timezone"), str(problem)
        return  # what the dates mean cannot be said
    for key, text in (("due", dates.due), ("late_due", dates.late_due)):
        try:
            if text is not None:
                known[key] = moment(text, zone)
        except ValueError as problem:
            yield ("dates", key), str(problem)
    if len(known) == 2 and known["late_due"] < known["due"]:
        yield ("dates", "late_due"), "is before the due date"
    if dates.late_due is not None and dates.due is None:
        yield ("dates", "late_due"), "needs a due date beside it: add due"
