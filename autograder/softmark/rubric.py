"""The rubric: what is graded, what it is worth and under which limits. Every mistake in it is told at once."""

from __future__ import annotations

import difflib
import hashlib
import keyword
import math
from collections.abc import Iterable, Mapping
from datetime import datetime
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, Strict, ValidationError

from .located import Located, Problem, Where, parse, read, shown
from .policy.moments import moment, zone_named

__all__ = ["Item", "Problem", "Rubric", "RubricError", "Rule", "load_rubric", "parse_rubric", "rescaled"]


class RubricError(Exception):
    """The rubric cannot be used; one line for each reason."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = sorted(problems, key=lambda p: (p.line, p.column))
        super().__init__("\n".join(str(problem) for problem in self.problems))


# --- what a value may look like ---------------------------------------------------------------------------


def _line_of_text(value: str) -> str:
    if not value.strip():
        raise ValueError("is empty")
    if "\n" in value or len(value) > 200:
        raise ValueError("must be one line of at most 200 characters")
    return value


def _slug(value: str) -> str:
    if not value or len(value) > 60 or any(c not in "abcdefghijklmnopqrstuvwxyz0123456789-_" for c in value):
        raise ValueError("goes into file names: use a-z, 0-9, - and _ (at most 60)")
    return value


def _ident(value: str) -> str:
    if not value or len(value) > 20 or not all(part.isalnum() and part.isascii() for part in value.split(".")):
        raise ValueError('must be letters and digits with dots between, like "1.2"')
    return value


def _python_file(value: str) -> str:
    stem, dot, end = value.rpartition(".")
    if not (dot and end == "py" and stem.isascii() and stem.isidentifier() and not keyword.iskeyword(stem)):
        raise ValueError(f"must be the plain name of a Python file, like part1.py, not {shown(value)}")
    return value


def _plain_file(value: str) -> str:
    if not value or value.startswith(".") or any(c in value for c in "/\\:\n"):
        raise ValueError(f"must be a plain file name without folders, not {shown(value)}")
    return value


def _identifier(value: str) -> str:
    if not (value.isidentifier() and value.isascii()):
        raise ValueError(f"must be a package's own name, like numpy, not {shown(value)}")
    return value


def _contract_name(value: str) -> str:
    parts = value.split(".")
    if len(parts) > 2 or not all(part.isidentifier() for part in parts):
        raise ValueError(f"must be a function, or a method as Class.method, not {shown(value)}")
    return value


def _dotted_name(value: str) -> str:
    if "." not in value or not all(part.isidentifier() for part in value.split(".")):
        raise ValueError(f"must be a full dotted name like torch.softmax or Tensor.softmax, not {shown(value)}")
    return value


def _hundredths(value: float) -> float:
    if math.isfinite(value) and Fraction(repr(value)) * 100 % 1:
        raise ValueError(f"{shown(value)} has more than two decimals")
    return value


Text = Annotated[str, Strict(), AfterValidator(_line_of_text)]
Slug = Annotated[str, Strict(), AfterValidator(_slug)]
Ident = Annotated[str, Strict(), AfterValidator(_ident)]
PythonFile = Annotated[str, Strict(), AfterValidator(_python_file)]
PlainFile = Annotated[str, Strict(), AfterValidator(_plain_file)]
Package = Annotated[str, Strict(), AfterValidator(_identifier)]
ContractName = Annotated[str, Strict(), AfterValidator(_contract_name)]
DottedName = Annotated[str, Strict(), AfterValidator(_dotted_name)]
Points = Annotated[float, Strict(), Field(ge=0, le=100_000, allow_inf_nan=False), AfterValidator(_hundredths)]
Percent = Annotated[float, Strict(), Field(ge=0, le=100, allow_inf_nan=False), AfterValidator(_hundredths)]
Few = Annotated[int, Strict(), Field(ge=0, le=100_000)]
Seconds = Annotated[float, Strict(), Field(gt=0, le=86_400, allow_inf_nan=False)]
Count = Annotated[int, Strict(), Field(gt=0, le=1_000_000)]
Yes = Annotated[bool, Strict()]

Visibility = Literal["visible", "hidden", "after_due_date", "after_published"]
Preset = Literal["open", "after-deadline", "hidden"]
HintLevel = Literal["name", "category", "off"]
Platform = Literal["gradescope", "prairielearn", "autolab", "github-classroom", "csv"]
HiddenLevel = Literal["category", "hint", "full"]
Openness = Literal["category", "hint", "full", "after"]
"""The same with the time after the deadline: then also which line raised what."""


class _Part(BaseModel):
    """A piece of the rubric: it never changes after loading, and knows all its keys."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Item(_Part):
    """One task: what the student writes and what it is worth."""

    id: Ident
    title: Text
    points: Points
    bonus: Yes = False
    """Counts on top of the total."""
    mode: Literal["task", "given", "off"] = "task"
    """task: students write it; given: the stub holds the answer; off: it is in no file and no table."""
    visibility: Visibility = "visible"
    file: PythonFile
    names: Annotated[tuple[ContractName, ...], Field(min_length=1)]
    """The contract names the task writes: functions, and methods as Class.method."""
    uses: tuple[Ident, ...] = ()
    """Earlier tasks whose functions this one calls."""
    not_allowed: tuple[str, ...] = ()
    """Names of rules."""
    slow: Yes = False
    """Takes seconds rather than milliseconds (training)."""

    @property
    def counts(self) -> bool:
        """Whether its points are part of the total."""
        return self.mode != "off" and not self.bonus


class Rule(_Part):
    """Calls that a task may not make."""

    says: Text
    """In words, for students: "attention library calls"."""
    calls: Annotated[tuple[DottedName, ...], Field(min_length=1)]
    """Full dotted names; methods of tensors as Tensor.softmax."""


class Limits(_Part):
    """What one grade may cost."""

    call_seconds: Seconds = 5.0
    """Longest time for one call of a student's function."""
    slow_call_seconds: Seconds = 20.0
    """The same for slow items: a right answer may train with plain loops."""
    total_seconds: Seconds = 480.0
    """Longest time for the whole grade; keep it below the platform's own limit."""
    memory_mb: Count = 1024
    """Memory that student code may take on top of what its process starts with."""
    output_kb: Count = 64
    """How much of what student code prints is kept."""
    files_kb: Count = 512
    """Largest size of all submitted files together."""
    files_count: Count = 500
    """Most entries a submitted folder or zip may have."""


class Isolation(_Part):
    """The least wall that must stand before student code runs."""

    required: Literal["full", "same-user", "reduced"] = "same-user"


class Feedback(_Part):
    """How much a student is told about a recognised mistake."""

    local_hints: HintLevel = "name"
    """In the student's own folder (decides what the recorded file holds)."""
    hints: HintLevel = "name"
    """On the server."""
    hidden: HiddenLevel = "full"
    """Before the deadline, of a mistake that only hidden numbers show; afterwards everything but the numbers."""
    slow_items: Literal["at_once", "after_deadline"] = "at_once"
    """When slow items are checked on the server."""


class Scoring(_Part):
    """How checks become points."""

    partial_credit: Yes = True
    carry_forward: Yes = True
    """Grade a task on top of the reference where an earlier task is wrong."""


class Dates(_Part):
    """When the work is due, where the platform does not say."""

    timezone: Text | None = None
    due: Text | None = None
    late_due: Text | None = None


class Late(_Part):
    """What late work costs."""

    per: Literal["none", "day", "hour"] = "none"
    """What is counted; one that has begun counts whole."""
    percent: Percent = 10.0
    of: Literal["earned", "total"] = "earned"
    """earned: of the score, bonus included; total: of the assignment's total, bonus apart."""
    grace_minutes: Few = 0
    """So much after the due date is not late; beyond it, lateness counts from the due date."""
    slip_days: Few = 0
    """Days that cost nothing, on this assignment."""
    most_percent: Percent = 100.0
    """The most that lateness takes off."""
    floor_percent: Percent = 0.0
    """Late work that earned so much of the total keeps at least that."""
    group: Literal["latest", "earliest"] = "latest"
    """Whose due date counts for a group."""
    closed: Literal["accept", "zero", "refuse"] = "accept"
    """After the late due date: deduct as usual, grade for 0 points, or do not grade."""


class Attempts(_Part):
    """How often a student may be graded, and which grade counts."""

    limit: Few = 0
    """0: as often as they like."""
    window_hours: Few = 0
    """The limit holds for any so many hours; 0: for the whole assignment."""
    cooldown_minutes: Few = 0
    """From one graded attempt to the next."""
    score: Literal["latest", "best"] = "latest"


class Rubric(_Part):
    """The whole rubric, checked."""

    name: Slug
    title: Text
    salt: Text
    framework: Literal["torch", "numpy"]
    visibility: Preset = "open"
    platforms: tuple[Platform, ...] = ("gradescope",)
    """Formats that a grade is written in; Gradescope's always is."""
    declared_total: Annotated[Points | None, Field(alias="total")] = None
    """What the file says the points add up to, where it says so."""
    rescale: Yes = False
    """Scale the points so that they add up to the declared total."""
    files: Annotated[tuple[PythonFile, ...], Field(min_length=1)]
    parts: Mapping[str, Text] = Field(default_factory=dict)
    given: tuple[PlainFile, ...] = ()
    packages: tuple[Package, ...] = ()
    all_items: Annotated[tuple[Item, ...], Field(min_length=1, alias="items")]
    """Every item of the file, those that are off included."""
    rules: Mapping[str, Rule] = Field(default_factory=dict)
    limits: Limits = Field(default_factory=Limits)
    isolation: Isolation = Field(default_factory=Isolation)
    feedback: Feedback = Field(default_factory=Feedback)
    scoring: Scoring = Field(default_factory=Scoring)
    dates: Dates = Field(default_factory=Dates)
    late: Late = Field(default_factory=Late)
    attempts: Attempts = Field(default_factory=Attempts)

    @property
    def items(self) -> tuple[Item, ...]:
        """The items that are graded, in order."""
        return tuple(item for item in self.all_items if item.mode != "off")

    def item(self, ident: str) -> Item:
        """The item with this id, even if it is off; KeyError if there is none."""
        for item in self.all_items:
            if item.id == ident:
                return item
        raise KeyError(ident)

    def items_of(self, file: str) -> tuple[Item, ...]:
        """The graded items of one file."""
        return tuple(item for item in self.items if item.file == file)

    @property
    def names(self) -> dict[str, str]:
        """Contract name → id of the graded item that writes it."""
        return {name: item.id for item in self.items for name in item.names}

    @property
    def modes(self) -> dict[str, str]:
        """Item id → task, given or off."""
        return {item.id: item.mode for item in self.all_items}

    def prerequisites(self, ident: str) -> tuple[str, ...]:
        """Ids of all items this one stands on, directly or not, in the rubric's order."""
        wanted = set(self.item(ident).uses)
        for item in reversed(self.all_items):  # uses only point backwards, so one pass reaches everything
            if item.id in wanted:
                wanted.update(item.uses)
        return tuple(item.id for item in self.all_items if item.id in wanted)

    def rules_of(self, ident: str) -> tuple[Rule, ...]:
        """The rules this item must keep."""
        return tuple(self.rules[name] for name in self.item(ident).not_allowed)

    def part(self, file: str) -> str:
        """The title of a file's part."""
        return self.parts.get(file, file)

    @property
    def total(self) -> float:
        """What the points that are not bonus add up to."""
        return float(sum(Fraction(repr(item.points)) for item in self.items if item.counts))

    @property
    def bonus(self) -> float:
        """Points that can be had on top of the total."""
        return float(sum(Fraction(repr(item.points)) for item in self.items if item.bonus))

    def public_key(self) -> str:
        """Decides every number of the public checks."""
        return self._key("public")

    def hidden_key(self) -> str:
        """Decides every number of the hidden checks."""
        return self._key("hidden")

    def _key(self, phase: str) -> str:
        return hashlib.sha256(_stretched(self.salt, self.name) + phase.encode()).hexdigest()


@lru_cache(maxsize=16)
def _stretched(salt: str, name: str) -> bytes:
    """The public key is in every student's folder: whoever guesses salts against it must pay for each guess."""
    return hashlib.pbkdf2_hmac("sha256", salt.encode(), b"softmark\0" + name.encode(), 50_000)


# --- reading --------------------------------------------------------------------------------------------


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
    rubric: Rubric | None = None
    try:
        rubric = Rubric.model_validate(found.data)
    except ValidationError as error:
        _tell_schema_errors(error, found)
    _tell_contradictions(found)
    if rubric is None or found.problems:
        raise RubricError(found.problems)
    return _scaled(rubric)


def _scaled(rubric: Rubric) -> Rubric:
    """The rubric with the points it asks for; bonus points stay as they are written."""
    if not rubric.rescale or rubric.declared_total is None:
        return rubric
    scaled = iter(rescaled([item.points for item in rubric.all_items if item.counts], rubric.declared_total))
    items = [item.model_copy(update={"points": next(scaled)}) if item.counts else item for item in rubric.all_items]
    return rubric.model_copy(update={"all_items": tuple(items)})


def rescaled(points: list[float], total: float) -> list[float]:
    """Points in the same proportions that sum to `total` to the last hundredth (largest remainder)."""
    exact = [Fraction(repr(p)) for p in points]
    cents = Fraction(repr(total)) * 100
    shares = [p * cents / sum(exact) for p in exact]
    whole = [int(share) for share in shares]
    by_remainder = sorted(range(len(shares)), key=lambda i: (whole[i] - shares[i], i))
    for i in by_remainder[: int(cents) - sum(whole)]:
        whole[i] += 1
    return [cent / 100 for cent in whole]


# --- sentences for what the schema refuses ----------------------------------------------------------------

_MODELS: dict[str, type[_Part]] = {
    "items": Item,
    "rules": Rule,
    "limits": Limits,
    "isolation": Isolation,
    "feedback": Feedback,
    "scoring": Scoring,
    "dates": Dates,
    "late": Late,
    "attempts": Attempts,
}


def _tell_schema_errors(error: ValidationError, found: Located) -> None:
    for entry in error.errors(include_url=False):
        where: Where = tuple(entry["loc"])
        kind = entry["type"]
        if kind == "extra_forbidden":
            found.problem(where, f"is not a key of the rubric{_suggest(str(where[-1]), _known(where))}", at_key=True)
        elif kind == "missing":
            found.problem(where, "is missing")
        elif kind == "too_short" and entry["input"]:
            continue  # it lists something, and what is wrong with that has been said
        else:
            found.problem(where, _sentence(kind, entry, where, found))


def _sentence(kind: str, entry: Mapping[str, Any], where: Where, found: Located) -> str:
    value, context = entry["input"], entry.get("ctx", {})
    if value is None:
        return "has no value"
    if kind == "value_error":
        return str(context["error"])
    if kind == "literal_error":
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
    if kind in ("model_type", "dict_type", "mapping_type", "model_attributes_type"):
        return f"must be a set of keys and values, not {_kind_of(value)}"
    return shown(entry["msg"], 160)


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
    return [field.alias or name for name, field in model.model_fields.items()]


def _any_of(choices: Iterable[str]) -> str:
    *most, last = choices
    return f"{', '.join(most)} or {last}" if most else last


def _suggest(word: str, choices: Iterable[str]) -> str:
    options = list(choices)
    close = difflib.get_close_matches(word.lower(), options, n=1, cutoff=0.6)
    return f": did you mean {shown(close[0])}?" if close and close[0] != word else ""


# --- what no single value shows: the rubric against itself --------------------------------------------------


def _tell_contradictions(found: Located) -> None:
    """Works on the raw data, so that one wrong value does not hide the mistakes around it."""
    data = found.data
    files = _texts(data.get("files"))
    _tell_repeats(found, ("files",), files)
    _tell_repeats(found, ("given",), _texts(data.get("given")))
    _tell_repeats(found, ("packages",), _texts(data.get("packages")))
    for i, name in _numbered(data.get("files")):
        if name.removesuffix(".py") in _texts(data.get("packages")):
            found.problem(("files", i), f"{shown(name)} hides the package of the same name")
        if name in _texts(data.get("given")):
            found.problem(("files", i), f"{shown(name)} is also in given: students submit it, or it is given")
    for name in _keys(data.get("parts")):
        if name not in files:
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
    earlier: dict[str, dict[str, Any]] = {}
    owner: dict[str, str] = {}
    for i, item in items:
        ident = item["id"] if isinstance(item.get("id"), str) else f"#{i + 1}"
        off = item.get("mode") == "off"
        if ident in earlier:
            found.problem(("items", i, "id"), f"{shown(ident)} is already the id of an earlier item")
        file = item.get("file")
        if isinstance(file, str) and file not in files and not off:
            found.problem(("items", i, "file"), f"{shown(file)} is not in files{_suggest(file, files)}")
        for j, name in _numbered(item.get("names")):
            if name in owner:
                found.problem(("items", i, "names", j), f"{shown(name)} already belongs to item {owner[name]}")
            owner.setdefault(name, shown(ident))
        _tell_repeats(found, ("items", i, "uses"), _texts(item.get("uses")))
        for j, used in _numbered(item.get("uses")):
            place: Where = ("items", i, "uses", j)
            if used == ident or (used not in earlier and used in every_id):
                found.problem(place, f"{shown(used)} does not come before {shown(ident)}: uses may only look back")
            elif used not in earlier:
                found.problem(place, f"there is no item {shown(used)}{_suggest(used, every_id)}")
            elif not off and earlier[used].get("mode") == "off":
                found.problem(place, f"{shown(used)} is off: make it given, or turn {shown(ident)} off as well")
            elif _later_file(earlier[used].get("file"), file, files):
                found.problem(
                    place, f"{shown(used)} is in {shown(earlier[used]['file'])}, which is loaded after {shown(file)}"
                )
        _tell_repeats(found, ("items", i, "not_allowed"), _texts(item.get("not_allowed")))
        for j, rule in _numbered(item.get("not_allowed")):
            if rule not in rules:
                found.problem(("items", i, "not_allowed", j), f"there is no rule {shown(rule)}{_suggest(rule, rules)}")
        earlier.setdefault(ident, item)


def _tell_total(found: Located, items: list[tuple[int, dict[str, Any]]]) -> None:
    data = found.data
    total, rescale = data.get("total"), data.get("rescale") is True
    counted = [item.get("points") for _, item in items if item.get("mode") != "off" and item.get("bonus") is not True]
    if rescale and total is None:
        found.problem(("rescale",), "needs a total to scale the points to: add total: 100", at_key=True)
    if not _is_amount(total) or not all(_is_amount(points) for points in counted):
        return
    added = sum((Fraction(repr(points)) for points in counted), Fraction(0))
    if rescale and added == 0:
        found.problem(("total",), "no item has points, so there is nothing to scale to the total")
    elif not rescale and added != Fraction(repr(total)):
        found.problem(
            ("total",),
            f"the points of the items add up to {float(added):g}, but total says {total:g}: "
            f"confirm with total: {float(added):g}, or let the points be scaled with rescale: true",
        )


def _tell_limits(found: Located) -> None:
    limits = found.data.get("limits")
    if isinstance(limits, dict):
        call, whole = limits.get("call_seconds", 5), limits.get("total_seconds", 480)
        if _is_amount(call) and _is_amount(whole) and call > whole:
            place = "call_seconds" if "call_seconds" in limits else "total_seconds"
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
    """Rules that make no sense together."""
    late, attempts = _mapping(found.data.get("late")), _mapping(found.data.get("attempts"))
    percent, most = late.get("percent", 10), late.get("most_percent", 100)
    if late.get("per", "none") != "none" and percent == 0:
        found.problem(("late", "percent"), "0 takes nothing off: say per: none if late work costs nothing")
    if _is_amount(percent) and _is_amount(most) and 0 < most < percent <= 100:
        key = "most_percent" if "most_percent" in late else "percent"
        found.problem(("late", key), f"the first late {late.get('per', 'day')} costs {percent:g}%, more than the most")
    if attempts.get("window_hours") and not attempts.get("limit"):
        found.problem(("attempts", "window_hours"), "needs a limit: how many attempts in that time?")
    if _mapping(found.data.get("feedback")).get("slow_items") != "after_deadline":
        return
    place: Where = ("feedback", "slow_items")
    if attempts.get("score") == "best":
        found.problem(place, "after_deadline does not go with attempts.score: best: earlier scores would lack them")
    if attempts.get("limit") or attempts.get("cooldown_minutes"):
        found.problem(
            place, "after_deadline does not go with attempts that are refused: the score they keep lacks them"
        )


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
