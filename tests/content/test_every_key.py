"""Every key of the rubric does something: with another value, something that a person meets is different.

A key that changes nothing is a promise to instructors that nobody keeps. `KEYS` must name every key there is, so a new
one cannot be added without saying what it does.
"""

from __future__ import annotations

import ast
import copy
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
import yaml

from softmark.build.handouts.fillings import Fillings
from softmark.checks.draw import Draw
from softmark.checks.errors import GraderFault
from softmark.content import task_list
from softmark.content.course import Course
from softmark.content.framework import packages
from softmark.content.rubric import Part, Rubric
from softmark.content.rubric_reader import parse_rubric
from softmark.content.stubs import cut
from softmark.content.validated import keys as names
from softmark.content.yaml_places import RubricError
from softmark.grading import grade_submission
from softmark.grading.check_result import CheckResult
from softmark.grading.intake import source_reading, submission
from softmark.grading.result import Result, blank
from softmark.policy.decide import decide
from softmark.policy.platform_metadata import understood
from softmark.render import terminal
from softmark.render.platforms import gradescope
from softmark.sandbox.level import Level
from tests.mini_course import COURSE, ROOT
from tests.policy.term import metadata

BASE = """
name: mini
title: Two small functions
term: spring-2026
framework: numpy
total: 100
files: [first.py, second.py]
parts: {first.py: The beginning}
packages: [numpy]
items:
  - {id: "1.1", title: Double, points: 60, file: first.py, names: [double]}
  - {id: "1.2", title: Train, points: 40, file: second.py, names: [train], slow: true}
late: {per: day, percent: 10}
"""
PLAIN = yaml.safe_load(BASE)
ON_TIME, LATE = metadata(), metadata("2026-11-16T20:00:00-08:00")


def with_values(**values: Any) -> Rubric:
    """The base with some keys changed: `late__percent=20` is late.percent, `items__0__points=50` the first item's."""
    data = copy.deepcopy(PLAIN)
    for key, value in values.items():
        place: Any = data
        *steps, last = key.split("__")
        for step in steps:
            place = place[int(step)] if isinstance(place, list) else place.setdefault(step, {})
        place[last] = copy.deepcopy(value)
    return parse_rubric(json.dumps(data))  # that is YAML too, and quicker to write


# What people meet -----------------------------------------------------------------------------------------------------


def sheet(about: Any = LATE, *, now: str = "2026-11-20", points: float = 60) -> Callable[[Rubric], Any]:
    """What Gradescope shows of work that earned so much, its second task failed on hidden numbers alone."""

    def seen(rubric: Rubric) -> Any:
        clock = datetime.fromisoformat(now).replace(tzinfo=timezone.utc)
        policy = decide(rubric, understood(about), autograder="v", now=clock)
        return gradescope.render(policy.applied(result_of(rubric, points)))

    return seen


def result_of(rubric: Rubric, points: float = 60) -> Result:
    result = blank(rubric)
    for row in result.items:
        score = min(row.points, points)
        points -= score
        whole = score == row.points
        check = CheckResult("a", "It works.", "hidden", whole, category="values", diagnosis="double.twice")
        status = "passed" if whole else "failed"
        done = replace(row, score=score, status=status, checks=(check,))
        result = result.with_item(done)
    return replace(result, status="graded")


def card(rubric: Rubric) -> str:
    return terminal.to_text(result_of(rubric))


def handed_in(folder: Path, *names: str, size: int = 10) -> Callable[[Rubric], Any]:
    def seen(rubric: Rubric) -> Any:
        place = folder / "handed-in"
        place.mkdir(exist_ok=True)
        for name in names:
            (place / name).write_text("#" * size, encoding="utf-8")
        taken = submission.take(place, rubric)
        return sorted(taken.files), [note.text for note in taken.notes]

    return seen


def imported(text: str) -> Callable[[Rubric], Any]:
    return lambda rubric: [note.text for note in source_reading.notes({"first.py": ast.parse(text)}, rubric)]


def numbers(key: Callable[[Rubric], str]) -> Callable[[Rubric], Any]:
    return lambda rubric: Draw(key(rubric), "check", "numpy")(3).tolist()


def stub(rubric: Rubric) -> str:
    text = "def double(x):\n    # BEGIN SOLUTION 1.1 (one line)\n    return 2 * x\n    # END SOLUTION\n"
    return cut(text, "first.py", rubric.modes)


def wall(rubric: Rubric) -> str:
    course = Course.at(COURSE)
    course.__dict__["rubric"] = rubric
    try:
        grade_submission.stand_behind(Level("same-user", {"landlock": "on"}, "Isolation: same-user."), course)
    except GraderFault as fault:
        return str(fault)
    return "stands"


def at_home(rubric: Rubric) -> Any:
    return task_list.plain(rubric)


def handout(rubric: Rubric) -> str:
    return Fillings(rubric).fill("{{rubric}} {{rules}}", "handout")


CLOSED = metadata(
    "2026-11-18T20:00:00-08:00",
    assignment={"due_date": "2026-11-14T23:59:00-08:00", "late_due_date": "2026-11-16T23:59:00-08:00"},
)
NO_DATE = {**metadata("2026-11-16T20:00:00-08:00"), "assignment": {"due_date": None, "late_due_date": None}}
EARLY = sheet(ON_TIME, now="2026-11-14")
DUE = {"due": "2026-11-14 23:59", "timezone": "UTC"}


Observer = Callable[[Rubric], Any]
KEYS: dict[str, tuple[dict[str, Any], dict[str, Any], Observer]] = {
    "name": ({}, {"name": "other"}, numbers(Rubric.public_key)),
    "title": ({}, {"title": "Three"}, sheet()),
    "term": ({}, {"term": "spring-2027"}, numbers(Rubric.public_key)),
    "framework": ({}, {"framework": "torch"}, lambda rubric: packages(rubric.framework)),
    "visibility": ({}, {"visibility": "hidden"}, sheet()),
    "parts": ({}, {"parts": {"first.py": "The end"}}, card),
    "given": ({}, {"given": ["data.py"]}, imported("import data")),
    "data": ({}, {"data": ["folder/numbers.csv"]}, lambda rubric: rubric.given_and_data),
    "packages": ({}, {"packages": ["math"]}, imported("import numpy")),
    "items.id": ({}, {"items__0__id": "A.1"}, sheet()),
    "items.title": ({}, {"items__0__title": "Triple"}, sheet()),
    "items.points": ({}, {"items__0__points": 61, "total": 101}, sheet()),
    "items.bonus": ({"items__1__points": 0, "total": 60}, {"items__1__bonus": True, "total": 60}, sheet()),
    "items.mode": ({}, {"items__0__mode": "given"}, stub),
    "items.uses": ({}, {"items__1__uses": ["1.1"]}, at_home),
    "items.contains": ({}, {"items__0__contains": ["1.2"]}, at_home),
    "items.hours": ({}, {"items__0__hours": 1.5}, handout),
    "handout.ai": ({}, {"handout__ai": "Ask a chat about PyTorch."}, handout),
    "handout.collaboration": ({}, {"handout__collaboration": "Write alone."}, handout),
    "isolation.required": ({}, {"isolation__required": "full"}, wall),
    "feedback.hints": ({}, {"feedback__hints": "off"}, sheet()),
    "feedback.hidden": ({"feedback__hidden": "full"}, {"feedback__hidden": "category"}, EARLY),
    "dates.due": ({}, {"dates": DUE}, sheet(NO_DATE)),
    "dates.timezone": ({"dates": DUE}, {"dates": {**DUE, "timezone": "Pacific/Kiritimati"}}, sheet(NO_DATE)),
    "dates.late_due": ({"dates": DUE, "late__closed": "zero"},
                       {"dates": {**DUE, "late_due": "2026-11-15 23:59"}, "late__closed": "zero"}, sheet(NO_DATE)),
    "late.per": ({}, {"late__per": "hour"}, sheet()),
    "late.percent": ({}, {"late__percent": 20}, sheet()),
    "late.grace_minutes": ({}, {"late__grace_minutes": 10_000}, sheet()),
    "late.free_days": ({}, {"late__free_days": 1}, sheet()),
    "late.most_percent": ({}, {"late__most_percent": 15}, sheet()),
    "late.closed": ({}, {"late__closed": "zero"}, sheet(CLOSED)),
}  # fmt: skip
"""Key → the rubric without it, the rubric with it, and what is looked at."""

SEEN_ELSEWHERE = {
    "total": "test_points_that_do_not_add_up_to_the_total_are_refused",
    "files": "test_a_file_that_is_asked_for_is_missed",
    "items.file": "test_a_file_that_is_asked_for_is_missed",
    "limits.files_kb": "test_what_may_be_handed_in_has_a_size",
    **dict.fromkeys(
        ("items.names", "items.not_allowed", "rules.says", "rules.calls"), "test_rules_and_names_decide_what_is_refused"
    ),
    **dict.fromkeys(
        ("items.slow", "limits.call_seconds", "limits.slow_call_seconds", "limits.grade_seconds", "limits.memory_mb"),
        "test_limits_decide_what_is_too_much",
    ),
}
"""Those that need a folder or a grade of their own."""


def keys(model: type[Part], before: str = "") -> Iterator[str]:
    """Every key that the rubric knows, with dots: "late.percent"."""
    hints = get_type_hints(model)
    for name, written in names(model).items():
        key = f"{before}{written}"
        inner = [part for part in (hints[name], *_inside(hints[name])) if _is_model(part)]
        if inner:
            yield from keys(inner[0], f"{key}.")
        else:
            yield key


def _inside(annotation: Any) -> Iterator[Any]:
    for part in get_args(annotation):
        yield part
        yield from _inside(part)


def _is_model(part: Any) -> bool:
    return isinstance(part, type) and issubclass(part, Part)


def test_every_key_is_looked_at() -> None:
    assert set(keys(Rubric)) == set(KEYS) | set(SEEN_ELSEWHERE)
    graded = (ROOT / "tests" / "processes" / "grading" / "test_every_key.py").read_text(encoding="utf-8")
    assert not [name for name in SEEN_ELSEWHERE.values() if name not in globals() and f"def {name}(" not in graded]


def test_points_that_do_not_add_up_to_the_total_are_refused() -> None:
    with pytest.raises(RubricError, match="add up to 100, but total says 50"):
        with_values(total=50)


@pytest.mark.parametrize("key", sorted(KEYS))
def test_another_value_is_seen(key: str) -> None:
    without, with_it, look = KEYS[key]
    seen = [json.dumps(look(with_values(**values)), sort_keys=True, default=str) for values in (without, with_it)]
    assert seen[0] != seen[1]


def test_points_that_do_not_add_up_are_refused() -> None:
    with pytest.raises(RubricError, match="add up to 100, but total says 90"):
        with_values(total=90)


def test_a_file_that_is_asked_for_is_missed(tmp_path: Path) -> None:
    look = handed_in(tmp_path, "first.py")
    both, one = look(with_values()), look(with_values(files=["first.py"], items__1__file="first.py"))
    assert "second.py is missing from your submission: without it, 1.2 cannot be graded" in both[1]
    assert one[1] == []


def test_what_may_be_handed_in_has_a_size(tmp_path: Path) -> None:
    look = handed_in(tmp_path, "first.py", "second.py", size=600)
    assert look(with_values())[0] == ["first.py", "second.py"]
    assert look(with_values(limits__files_kb=1))[0] == ["first.py"]
