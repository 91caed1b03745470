"""A check in the form that code was written for: a batch at once, or each thing of it by itself."""

from dataclasses import dataclass

import numpy as np
import pytest

from softmark.checks.each_alone import Alone
from softmark.checks.errors import StudentRaised
from softmark.checks.fixtures import Finding, conclude, fixture_for
from softmark.checks.request import Outcome
from softmark.checks.student import Student
from softmark.running.forms import Forms

ROWS = Alone("one row", dims=1, habit="leading dimensions")


@dataclass(frozen=True)
class Toy:
    """A check of `means.minus_mean(x)`, on inputs of these shapes."""

    name: str
    shapes: tuple
    habit: str = ""
    alone: Alone | None = ROWS
    family: str = "TestMinusMean"

    def judge(self, student, reference, same):
        for shape in self.shapes:
            x = np.sin(np.arange(np.prod(shape))).reshape(shape)
            same(student.means.minus_mean(x), reference.means.minus_mean(x))


FIRST, SECOND = Toy("first", ((2, 3),)), Toy("second", ((4, 5),))
SEVERAL = Toy("several", ((3,), (2, 2, 3)), habit=ROWS.habit)


class Port:
    def __init__(self, function):
        self.function = function

    def perform(self, request):
        try:
            return Outcome(value=self.function(*request.args))
        except Exception as error:
            raise StudentRaised(type(error).__name__, str(error)) from None


class Sides:
    key, framework, files, redrawn = "key", "numpy", (), {}

    def __init__(self, function):
        self.function = function
        self.asked = []

    def student(self, check):
        self.asked.append(check)
        return Student(Port(self.function))

    def reference(self, check):
        return Student(Port(lambda x: x - x.mean(axis=-1, keepdims=True)))


def run_as_written(check, sides):
    finding = Finding(check.name, habit=check.habit)
    error = None
    try:
        check.judge(*(fixture_for(name, sides, finding) for name in ("student", "reference", "same")))
    except AssertionError as problem:
        error = problem
    except StudentRaised as problem:
        error = problem
    conclude(finding, error)
    return finding


def findings(function, *checks):
    forms, sides = Forms(run_as_written, lambda check: FIRST), Sides(function)
    return [forms.run(check, sides) for check in checks or (FIRST, SECOND, SEVERAL)], sides


def for_one_row(x):
    (_,) = x.shape
    return x - x.mean()


def for_a_batch(x):
    _, _ = x.shape
    return x - x.mean(axis=1, keepdims=True)


def test_code_for_any_dimensions_is_asked_once_for_each_check():
    found, sides = findings(lambda x: x - x.mean(axis=-1, keepdims=True))
    assert [finding.passed for finding in found] == [True, True, True]
    assert sides.asked == ["first", "second", "several"]


def test_code_for_one_row_loses_the_habit_alone():
    found, _ = findings(for_one_row)
    assert [finding.passed for finding in found] == [True, True, False]
    assert found[2].public.startswith("your code handles one row, but not several at once, with more")
    assert all(finding.alone is not None for finding in found), "nobody looks for a line in it"


def test_code_for_a_batch_loses_the_habit_alone_and_is_not_asked_again():
    found, sides = findings(for_a_batch)
    assert [finding.passed for finding in found] == [True, True, False]
    assert sides.asked == ["first", "second", "several"]


def test_what_refuses_a_batch_loses_the_habit_though_it_takes_everything_else():
    """Code that knows the shapes of the check about the habit."""

    def all_but_a_batch(x):
        assert x.ndim != 2
        return x - x.mean(axis=-1, keepdims=True)

    found, _ = findings(all_but_a_batch)
    assert [finding.passed for finding in found] == [True, True, False]


def test_a_wrong_batch_is_not_saved_by_its_single_rows():
    """The first check passes on a batch: a later one that fails there has failed, though each row would be right."""

    def mixes_rows_of_five(x):
        return x - x.mean(axis=None if x.shape[-1] == 5 else -1, keepdims=True)

    found, _ = findings(mixes_rows_of_five, FIRST, SECOND)
    assert [finding.passed for finding in found] == [True, False]


def test_wrong_code_for_one_row_is_compared_as_what_it_is():
    """Twice as much, row by row: the replies are those of the same mistake on the whole batch."""
    found, _ = findings(lambda x: 2 * for_one_row(x), FIRST)
    whole, _ = findings(lambda x: 2 * (x - x.mean(axis=-1, keepdims=True)), FIRST)
    assert (found[0].passed, found[0].category) == (False, "values")
    assert found[0].reply_fingerprints() == whole[0].reply_fingerprints()


def test_a_later_check_alone_finds_out_what_the_first_one_would_say():
    """On a server the first check may be known from an earlier submission, and is not run."""
    found, sides = findings(for_one_row, SECOND)
    assert found[0].passed
    assert sides.asked == ["second", "first, again", "first, one at a time", "second, one at a time"]


@pytest.mark.parametrize("reason", ["not written", "too slow", "not loaded"])
def test_what_does_not_fail_by_its_form_is_not_tried_in_the_other(reason):
    tried = []

    def run(check, sides):
        tried.append(check)
        return Finding(check.name, False, category=reason)

    Forms(run, lambda check: FIRST).run(FIRST, Sides(for_one_row))
    assert tried == [FIRST]


def test_a_check_of_the_habit_alone_finds_it_out_too():
    """A known mistake is run on the failed checks first, whichever they are: it must say the same as in order."""
    in_order, alone = findings(for_one_row)[0][2], findings(for_one_row, SEVERAL)[0][0]
    assert alone.public == in_order.public
    assert alone.reply_fingerprints() == in_order.reply_fingerprints()
