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
    for key in ("files", "given", "data", "packages"):
        yield from _repeats((key,), getattr(rubric, key))
    yield from _files(rubric)
    for place, item in enumerate(rubric.all_items):
        yield from _item(rubric, place, item)
    yield from _total(rubric)
    yield from _limits(rubric)
    yield from _dates(rubric)
    yield from _late(rubric)


def _repeats(where: Where, values: Sequence[str]) -> Iterator[Said]:
    for i, value in enumerate(values):
        if value in values[:i]:
            yield (*where, i), f"{shown(value)} is listed twice"


def _files(rubric: Rubric) -> Iterator[Said]:
    for i, name in enumerate(rubric.files):
        top = top_of(name)
        if top in rubric.packages:
            yield ("files", i), f"{shown(name)} hides the package of the same name"
        if name in rubric.given:
            yield ("files", i), f"{shown(name)} is also in given: students submit it, or it is given"
        if f"{top}.py" in rubric.files and "/" in name:
            yield ("files", i), f"{shown(name)} lies in a folder that is called like the file {top}.py"
    known = {*rubric.files, *(item.file for item in rubric.all_items)}
    for name in rubric.parts:
        if name not in known:
            yield ("parts", name), f"{shown(name)} is not in files{suggest(name, rubric.files)}"


def _item(rubric: Rubric, place: int, item: Item) -> Iterator[Said]:
    """One task, beside those before it."""
    where: Where = ("items", place)
    earlier, every = rubric.all_items[:place], [each.id for each in rubric.all_items]
    if item.id in every[:place]:
        yield (*where, "id"), f"{shown(item.id)} is already the id of an earlier task"
    for j, name in enumerate(item.names):
        owner = next((each for each in earlier if name in each.names), item if name in item.names[:j] else None)
        if owner:
            yield (*where, "names", j), f"{shown(name)} already belongs to task {owner.id}"
    for key in ("uses", "contains", "not_allowed"):
        yield from _repeats((*where, key), getattr(item, key))
    for j, used in enumerate(item.uses):
        if said := _used(rubric, item, used, earlier, every):
            yield (*where, "uses", j), said
    for j, other in enumerate(item.contains):
        if other == item.id:
            yield (*where, "contains", j), f"{other} cannot contain itself: take it out"
        elif other not in every:
            yield (*where, "contains", j), f"there is no task {other}{suggest(other, every)}"
    for j, rule in enumerate(item.not_allowed):
        if rule not in rubric.rules:
            yield (*where, "not_allowed", j), f"there is no rule {shown(rule)}{suggest(rule, rubric.rules)}"


def _used(rubric: Rubric, item: Item, used: str, earlier: Sequence[Item], every: Sequence[str]) -> str:
    """What is wrong with one entry of `uses`."""
    first = next((each for each in earlier if each.id == used), None)
    if used not in every:
        return f"there is no task {used}{suggest(used, every)}"
    if first is None or used == item.id:
        return f"{used} does not come before {item.id}: uses may only look back"
    if _is_off(rubric, first) and not _is_off(rubric, item):
        return f"{used} is off: make it given, or turn {item.id} off as well"
    files = rubric.files
    if {first.file, item.file} <= {*files} and files.index(first.file) > files.index(item.file):
        return f"{used} is in {first.file}, which is loaded after {item.file}"
    if item.id in first.contains:
        said = f"{used} contains {item.id}, so a right {used} never stands below it"
        return f"{said}: take it out of one of the two lists"
    return ""


def _is_off(rubric: Rubric, item: Item) -> bool:
    """Turned off, or in a file that students do not write."""
    return item.mode == "off" or item.file not in rubric.files


def _total(rubric: Rubric) -> Iterator[Said]:
    added = points_of(item for item in rubric.all_items if not _is_off(rubric, item) and not item.bonus)
    if rubric.declared_total is not None and added != rubric.declared_total:
        said = f"the points of the tasks add up to {added:g}, but total says {rubric.declared_total:g}"
        yield ("total",), f"{said}: confirm with total: {added:g}, or take total out, so that the sum counts"


def _limits(rubric: Rubric) -> Iterator[Said]:
    call, whole = rubric.limits.call_seconds, rubric.limits.grade_seconds
    if call > whole:
        yield ("limits", "call_seconds"), f"one call may take {call:g} s, but the whole grade only {whole:g} s"


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


def _late(rubric: Rubric) -> Iterator[Said]:
    late = rubric.late
    if late.per != "none" and late.percent == 0:
        yield ("late", "percent"), "0 takes nothing off: say per: none if late work costs nothing"
    if 0 < late.most_percent < late.percent:
        unit = "day" if late.per == "none" else late.per
        yield ("late", "most_percent"), f"the first late {unit} costs {late.percent:g}%, more than the most"
