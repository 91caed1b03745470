"""Reads a rubric and tells everything that is wrong with it, all at once, each with its line and column."""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

from ..checks.module_names import top_of
from .dates import moment, zone_named
from .rubric import (
    Dates,
    Feedback,
    Isolation,
    Item,
    Late,
    Limits,
    Part,
    Rubric,
    RubricError,
    Rule,
)
from .validated import Invalid, Wrong, keys, validated
from .yaml_places import Located, Where, parse, read, shown


def load_rubric(path: str | Path) -> Rubric:
    """Read and check a rubric file; RubricError lists everything that is wrong with it."""
    return _checked(read(Path(path)))


def parse_rubric(text: str, file: str = "rubric.yaml") -> Rubric:
    """The same for text in memory; `file` is the name that errors show."""
    return _checked(parse(text, file))


def _checked(found: Located) -> Rubric:
    if found.problems and found.data is None:
        raise RubricError(found.problems)
    if not isinstance(found.data, dict):
        found.problem((), "must be a set of keys and values, starting with name:")
        raise RubricError(found.problems)
    rubric = _valid(found)
    _tell_contradictions(found)
    if rubric is None or found.problems:
        raise RubricError(found.problems)
    return _without_off(rubric)


def _valid(found: Located) -> Rubric | None:
    try:
        return validated(Rubric, found.data)
    except Invalid as error:
        _tell_schema_errors(error, found)
    return None


def _without_off(rubric: Rubric) -> Rubric:
    """The rubric without files all of whose tasks are off; the tasks of a file that is not listed are off."""
    items = [item if item.file in rubric.files else replace(item, mode="off") for item in rubric.all_items]
    own = {name: [item for item in items if item.file == name] for name in rubric.files}
    files = tuple(name for name, tasks in own.items() if not tasks or any(item.mode != "off" for item in tasks))
    parts = {name: title for name, title in rubric.parts.items() if name in files}
    return replace(rubric, all_items=tuple(items), files=files, parts=parts)


GONE = {
    "edition": "is gone: the text is the one for the lectures. Take it out",
    "rescale": "is gone: the points count as they are written, and without total: their sum does. Take it out",
    "salt": "is called term now, and decides the public numbers only: rename it, and run `make`, which makes the "
    "secret behind the hidden ones (autograder/.salt). Hidden numbers become others; share that file with staff, and "
    "do not commit it",
    "platforms": "is gone: Gradescope's file is always written; `softmark grade --format prairielearn` writes that "
    "platform's as well. Take it out",
    "repairs": "is gone: no change that would make a wrong task right is looked for any more. Take it out",
    "feedback.stages": "is gone: line, hint and name of a mistake are shown at once. Take it out",
    "limits.total_seconds": "is gone: grade_seconds says how much student code may compute, or wait for four times as "
    "long (60 is usual). Take it out",
    "limits.work_seconds": "is called grade_seconds now: rename it, and take total_seconds, sleep_seconds and "
    "explain_seconds out",
    **dict.fromkeys(
        ("limits.sleep_seconds", "limits.explain_seconds"),
        "is gone: a quarter of the clock is part of grade_seconds, sleep included. Take it out",
    ),
    "limits.files_count": "is gone: a folder or zip may have 500 entries. Take it out",
    "attempts": "is gone: work is graded as often as it is handed in, and the latest counts. Take it out",
    "feedback.slow_items": "is gone: slow tasks are graded at once, like all others. Take it out",
    "late.slip_days": "is called free_days now: rename it",
    "late.of": "is gone: the percentage is one of what was earned. Take it out",
    "late.floor_percent": "is gone: most_percent says how much lateness may take. Take it out",
    "late.group": "is gone: the latest date of its members counts for a group. Take it out",
    "late.missing": "is gone: who handed in nothing has an empty cell in the grade files. Take it out",
    "items.suspects": "is gone: no task asks for an input that shows a mistake any more. Take the task out",
    "understanding": "is gone: nobody is asked about their own program any more. Take it out",
    **dict.fromkeys(
        ("items.minutes", "items.minutes_average", "items.difficulty"),
        "is gone: hours says how long the task takes an average student. Take it out",
    ),
    "feedback.local_hints": "is gone: hints rules at home, too. Take it out",
    "feedback.where_at_home": "is gone: lines are shown at home unless hints is off. Take it out",
    "items.visibility": "is gone: one row that is not visible makes Gradescope hide the whole score. Take it out; "
    "visibility outside of items is for all, and @visibility in a grader for one check",
    **dict.fromkeys(("handout.version", "handout.date"), "is gone: the handout says for which term it is. Take it out"),
    "scoring": "is gone: a lost sentence costs its share, what stands on a wrong task is graded on top of a right one, "
    "and a habit costs at most 2 points. Take it out",
}
"""What became of a key that there was; one inside another is written with a dot: "late.per"."""

GONE_VALUES = {
    "visibility: open": "open is called visible now, as on Gradescope",
    "visibility: after-deadline": "after-deadline is called after_due_date now, as on Gradescope",
    "visibility: exam": "exam is gone: write after_published, and students read nothing until you publish the grades",
    "isolation.required: reduced": "reduced is gone: students' work needs the sandbox, and known answers run without "
    "it where it cannot be built. Write same-user",
    "late.closed: refuse": "refuse is gone: write zero, and late work is graded for 0 points",
}
"""The same for a value."""

_MODELS: dict[str, type[Part]] = {
    "items": Item,
    "rules": Rule,
    "limits": Limits,
    "isolation": Isolation,
    "feedback": Feedback,
    "dates": Dates,
    "late": Late,
}


def _tell_schema_errors(error: Invalid, found: Located) -> None:
    for wrong in error.wrong:
        where: Where = wrong.where
        unknown = wrong.kind == "unexpected_keyword_argument"
        if unknown and (gone := GONE.get(_key(where))):
            found.problem(where, gone, at_key=True)
        elif wrong.kind == "missing" and where == ("term",) and "salt" in found.data:
            continue
        elif unknown:
            found.problem(where, f"is not a key of the rubric{_suggest(str(where[-1]), _known(where))}", at_key=True)
        elif wrong.kind == "missing":
            found.problem(where, "is missing")
        elif wrong.kind == "too_short" and wrong.value:
            continue  # it lists something, and what is wrong with that has been said
        else:
            found.problem(where, _sentence(wrong, found))


def _key(where: Where) -> str:
    """As GONE names it: "late.per"."""
    return ".".join(part for part in where if isinstance(part, str))


def _sentence(wrong: Wrong, found: Located) -> str:
    where, kind, value, context, message = wrong
    if value is None:
        return "has no value"
    if kind == "value_error":
        return message
    if kind == "literal_error":
        if gone := GONE_VALUES.get(f"{_key(where)}: {value}"):
            return gone
        choices = context["expected"].replace("'", "").replace(" or ", ", ").split(", ")
        return f"must be {_any_of(choices)}, not {shown(value)}{_suggest(str(value), choices)}"
    if kind == "string_type":
        if isinstance(value, (int, float)):
            raw = shown(found.written.get(where, value))
            return f'{raw} is read as {_kind_of(value)}, not as text: quote it, "{raw}"'
        return f"must be text, not {_kind_of(value)}"
    if kind in ("float_type", "int_type", "int_from_float"):
        whole = "a whole number" if kind.startswith("int") else "a number"
        return f"must be {whole}, not {_kind_of(value)} ({shown(found.written.get(where, value))})"
    if kind == "bool_type":
        return f"must be true or false, not {shown(value)}"
    if kind == "finite_number":
        return "must be a finite number"
    if kind in ("greater_than_equal", "greater_than"):
        bound = context.get("ge", context.get("gt"))
        return f"must be {'at least' if 'ge' in context else 'more than'} {bound:g}, not {shown(value)}"
    if kind in ("less_than_equal", "less_than"):
        return f"must be at most {context['le']:g}, not {shown(value)}"
    if kind in ("tuple_type", "list_type"):
        return f"must be a list, not {_kind_of(value)}"
    if kind == "too_short":
        return "must list at least one"
    if kind in ("dataclass_type", "dict_type", "mapping_type"):
        return f"must be a set of keys and values, not {_kind_of(value)}"
    return shown(message, 160)


def _kind_of(value: object) -> str:
    if isinstance(value, bool):
        return "a truth value"
    if isinstance(value, (int, float)):
        return "a number"
    if isinstance(value, str):
        return "text"
    return "a list" if isinstance(value, list) else "a set of keys and values"


def _known(where: Where) -> list[str]:
    """The keys that exist where an unknown one was found."""
    model = _MODELS.get(str(where[0]), Rubric) if len(where) > 1 else Rubric
    return list(keys(model).values())


def _any_of(choices: Iterable[str]) -> str:
    *most, last = choices
    return f"{', '.join(most)} or {last}" if most else last


def _suggest(word: str, choices: Iterable[str]) -> str:
    options = list(choices)
    close = difflib.get_close_matches(word.lower(), options, n=1, cutoff=0.6)
    return f": did you mean {shown(close[0])}?" if close and close[0] != word else ""


def _tell_contradictions(found: Located) -> None:
    """Note contradictions. This works on the raw data, so that one wrong value does not hide the mistakes around it."""
    data = found.data
    files = _texts(data.get("files"))
    _tell_repeats(found, ("files",), files)
    _tell_repeats(found, ("given",), _texts(data.get("given")))
    _tell_repeats(found, ("data",), _texts(data.get("data")))
    _tell_repeats(found, ("packages",), _texts(data.get("packages")))
    for i, name in _numbered(data.get("files")):
        if top_of(name) in _texts(data.get("packages")):
            found.problem(("files", i), f"{shown(name)} hides the package of the same name")
        if name in _texts(data.get("given")):
            found.problem(("files", i), f"{shown(name)} is also in given: students submit it, or it is given")
        if f"{top_of(name)}.py" in files and "/" in name:
            found.problem(
                ("files", i), f"{shown(name)} lies in a folder that is called like the file {top_of(name)}.py"
            )
    known = [*files, *(str(item.get("file")) for item in _list(data.get("items")) if isinstance(item, dict))]
    for name in _keys(data.get("parts")):
        if name not in known:
            message = f"{shown(name)} is not in files{_suggest(name, files)}"
            found.problem(("parts", name), message, at_key=True)
    items = [(i, item) for i, item in enumerate(_list(data.get("items"))) if isinstance(item, dict)]
    _tell_item_mistakes(found, items, files)
    _tell_total(found, items)
    _tell_limits(found)
    _tell_dates(found)
    _tell_policies(found)


def _tell_item_mistakes(found: Located, items: list[tuple[int, dict[str, Any]]], files: list[str]) -> None:
    rules = _keys(found.data.get("rules"))
    every_id = [item["id"] for _, item in items if isinstance(item.get("id"), str)]
    # an id without quotes is told as such, and not once more where it is used
    unquoted = {found.written.get(("items", i, "id")) for i, item in items if not isinstance(item.get("id"), str)}
    earlier: dict[str, dict[str, Any]] = {}
    owner: dict[str, str] = {}
    for i, item in items:
        ident = item["id"] if isinstance(item.get("id"), str) else f"#{i + 1}"
        off = _is_off(item, files)
        if ident in earlier:
            found.problem(("items", i, "id"), f"{shown(ident)} is already the id of an earlier task")
        file = item.get("file")
        for j, name in _numbered(item.get("names")):
            if name in owner:
                found.problem(("items", i, "names", j), f"{shown(name)} already belongs to task {owner[name]}")
            owner.setdefault(name, shown(ident))
        _tell_repeats(found, ("items", i, "uses"), _texts(item.get("uses")))
        for j, used in _numbered(item.get("uses")):
            place: Where = ("items", i, "uses", j)
            if used == ident or (used not in earlier and used in every_id):
                found.problem(place, f"{shown(used)} does not come before {shown(ident)}: uses may only look back")
            elif used not in earlier and used in unquoted:
                continue
            elif used not in earlier:
                found.problem(place, f"there is no task {shown(used)}{_suggest(used, every_id)}")
            elif not off and _is_off(earlier[used], files):
                found.problem(place, f"{shown(used)} is off: make it given, or turn {shown(ident)} off as well")
            elif _later_file(earlier[used].get("file"), file, files):
                found.problem(
                    place, f"{shown(used)} is in {shown(earlier[used]['file'])}, which is loaded after {shown(file)}"
                )
            elif ident in _texts(earlier[used].get("contains")):
                found.problem(
                    place,
                    f"{shown(used)} contains {shown(ident)}, so a right {shown(used)} never stands below it: "
                    "take it out of one of the two lists",
                )
        _tell_contained(found, i, ident, item, every_id, unquoted)
        _tell_repeats(found, ("items", i, "not_allowed"), _texts(item.get("not_allowed")))
        for j, rule in _numbered(item.get("not_allowed")):
            if rule not in rules:
                found.problem(("items", i, "not_allowed", j), f"there is no rule {shown(rule)}{_suggest(rule, rules)}")
        earlier.setdefault(ident, item)


def _is_off(item: dict[str, Any], files: list[str]) -> bool:
    """Turned off, or in a file that students do not write."""
    return item.get("mode") == "off" or item.get("file") not in files


def _tell_contained(
    found: Located, i: int, ident: str, item: dict[str, Any], every_id: list[str], unquoted: set[str | None]
) -> None:
    _tell_repeats(found, ("items", i, "contains"), _texts(item.get("contains")))
    for j, other in _numbered(item.get("contains")):
        if other == ident:
            found.problem(("items", i, "contains", j), f"{shown(ident)} cannot contain itself: take it out")
        elif other not in every_id and other not in unquoted:
            found.problem(("items", i, "contains", j), f"there is no task {shown(other)}{_suggest(other, every_id)}")


def _tell_total(found: Located, items: list[tuple[int, dict[str, Any]]]) -> None:
    data = found.data
    total, files = data.get("total"), _texts(data.get("files"))
    counted = [item.get("points") for _, item in items if not _is_off(item, files) and item.get("bonus") is not True]
    if not _is_amount(total) or not all(_is_amount(points) for points in counted):
        return
    added = sum((Fraction(repr(points)) for points in counted), Fraction(0))
    if added != Fraction(repr(total)):
        found.problem(
            ("total",),
            f"the points of the tasks add up to {float(added):g}, but total says {total:g}: "
            f"confirm with total: {float(added):g}, or take total out, so that the sum counts",
        )


def _tell_limits(found: Located) -> None:
    limits = found.data.get("limits")
    if isinstance(limits, dict):
        call, whole = limits.get("call_seconds", 5), limits.get("grade_seconds", 60)
        if _is_amount(call) and _is_amount(whole) and call > whole:
            place = "call_seconds" if "call_seconds" in limits else "grade_seconds"
            found.problem(("limits", place), f"one call may take {call:g} s, but the whole grade only {whole:g} s")


def _tell_dates(found: Located) -> None:
    dates = _mapping(found.data.get("dates"))
    zone = None
    name = dates.get("timezone")
    if isinstance(name, str):
        try:
            zone = zone_named(name)
        except ValueError as problem:
            found.problem(("dates", "timezone"), str(problem))
            return  # what the dates mean cannot be said
    known: dict[str, datetime] = {}
    for key in ("due", "late_due"):
        if isinstance(dates.get(key), str):
            try:
                known[key] = moment(dates[key], zone)
            except ValueError as problem:
                found.problem(("dates", key), str(problem))
    if len(known) == 2 and known["late_due"] < known["due"]:
        found.problem(("dates", "late_due"), "is before the due date")
    if dates.get("late_due") is not None and dates.get("due") is None:
        found.problem(("dates", "late_due"), "needs a due date beside it: add due")


def _tell_policies(found: Located) -> None:
    """Note rules that make no sense together."""
    late = _mapping(found.data.get("late"))
    percent, most = late.get("percent", 10), late.get("most_percent", 100)
    if late.get("per", "none") != "none" and percent == 0:
        found.problem(("late", "percent"), "0 takes nothing off: say per: none if late work costs nothing")
    if _is_amount(percent) and _is_amount(most) and 0 < most < percent <= 100:
        key = "most_percent" if "most_percent" in late else "percent"
        found.problem(("late", key), f"the first late {late.get('per', 'day')} costs {percent:g}%, more than the most")


def _tell_repeats(found: Located, where: Where, values: list[str]) -> None:
    for i, value in enumerate(values):
        if value and value in values[:i]:
            found.problem((*where, i), f"{shown(value)} is listed twice")


def _later_file(used: object, using: object, files: list[str]) -> bool:
    return used in files and using in files and files.index(str(used)) > files.index(str(using))


def _is_amount(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < math.inf


def _mapping(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _texts(value: object) -> list[str]:
    """A list of texts; anything else keeps its place as an empty one, so that positions stay right."""
    return [entry if isinstance(entry, str) else "" for entry in _list(value)]


def _numbered(value: object) -> list[tuple[int, str]]:
    """The texts of a list with their positions."""
    return [(i, text) for i, text in enumerate(_texts(value)) if text]


def _keys(value: object) -> list[str]:
    return list(value) if isinstance(value, dict) else []
