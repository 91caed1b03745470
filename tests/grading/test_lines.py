"""Where a value went wrong is told by hostile code: whatever it tells, the grade goes on."""

import time
from types import SimpleNamespace

import pytest

from softmark.checks.errors import Died, TimedOut
from softmark.checks.fixtures import Finding
from softmark.core.recording import Numbers
from softmark.core.tape import Tape
from softmark.grading import lines
from softmark.grading.charge import Budget
from softmark.grading.lines import Lines
from softmark.grading.result import Where
from softmark.grading.watching import Watching
from softmark.locating import locate
from softmark.locating.account import Step, Watched
from softmark.locating.line_shown import Place
from softmark.locating.right_way import RightWay
from softmark.sandbox import wire
from tests.proc import A_HANG

TEXT = 'a = "\x0c \x1c \u2028"\nreturn a\n'
CHECKS = [SimpleNamespace(name=name, asks=lambda op: False) for name in "abc"]


class Failing:
    """Checks that compare values. Running one lets the worker say how its answer came about."""

    def __init__(self, watching, category):
        self.watching, self.category, self.runs = watching, category, []

    def task_of(self, check):
        return "1.1"

    def run(self, check, sides):
        self.runs.append(check.name)
        account = Watched([Step("relu", (), ())]).to_json()
        self.watching.note_steps("stats.mean", wire.Frame({}, {"watched": account}), {"stats.py": TEXT})
        return Finding(check.name, False, category=self.category)


@pytest.fixture
def look_with(monkeypatch):
    """Looks for the line of failed checks; `places` makes of the worker's account what it will."""

    def look(places, category="values", budget=None):
        monkeypatch.setattr(locate, "places", places)
        program = SimpleNamespace(watching=Watching())
        program.on_top_of = lambda names: program
        checks = Failing(program.watching, category)
        material = SimpleNamespace(
            course=SimpleNamespace(right_ways=dict.fromkeys("abc", RightWay()), reference={}),
            assignment=SimpleNamespace(contract=frozenset(), framework="torch", files=("stats.py",)),
            checks=checks,
            public=Numbers("key", lambda name: [], ()),
        )
        programs = SimpleNamespace(student=program, judge=None)
        looking = Lines(material, programs, budget or spent(0.0), {"stats.py": TEXT}, {})
        looked = looking.look([(Tape(check, False, "values"), frozenset()) for check in CHECKS])
        assert looked.followed
        return looked.silent or looking.shown(looked.place), checks.runs

    return look


def spent(seconds):
    """The budget of somebody who has used up so much of ten seconds."""
    return Budget(10.0 - seconds, lambda check: 1.0)


def test_the_text_of_a_line_is_what_was_handed_in_and_lines_are_pythons(look_with):
    found, runs = look_with(lambda *told: {Place("stats.py", 2, step=0)})
    assert found == Where("stats.py", 2, "return a") and runs == ["a", "b", "c"]


def test_the_line_after_the_last_is_empty_and_no_fault_of_the_graders(look_with):
    assert look_with(lambda *told: {Place("stats.py", 3, step=0)})[0] == Where("stats.py", 3, "")


def endless(*told):
    until = time.monotonic() + A_HANG
    while time.monotonic() < until:
        pass
    raise AssertionError("nobody stopped it")


def deep(call, right, own, target, kind):  # not `*told`: there Python 3.13.0 forgets to count how deep it is
    return deep(call, right, own, target, kind)


@pytest.mark.parametrize("places", [deep, endless, lambda *told: [bytearray(1 << 30)], lambda *told: {}["x"]])
def test_an_account_that_the_locator_stumbles_over_says_nothing(look_with, monkeypatch, places):
    monkeypatch.setattr(lines, "SECONDS", 0.01)
    assert look_with(places)[0] == "its account of itself cannot be read"


@pytest.mark.parametrize("category", [Died.category, TimedOut.category])
def test_code_that_cannot_bear_being_followed_is_not_followed_again(look_with, category):
    found, runs = look_with(lambda *told: {Place("stats.py", 2, step=0)}, category)
    assert found == "out of time" and runs == ["a"]


def test_once_the_time_is_used_up_nobody_looks_any_more(look_with):
    assert look_with(lambda *told: {Place("stats.py", 2, step=0)}, budget=spent(10.0)) == ("out of time", [])


def test_what_the_locator_takes_is_counted(look_with, monkeypatch):
    monkeypatch.setattr(lines, "SECONDS", 0.01)
    budget = spent(0.0)
    look_with(endless, budget=budget)
    assert budget.seconds < 10.0
