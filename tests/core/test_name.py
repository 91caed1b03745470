"""A mistake has a name when it does what one known mistake does, check by check; else it has none."""

from types import SimpleNamespace

import pytest

from softmark.checks.trace import Trace
from softmark.core.name import name_of
from softmark.core.tape import Tape
from softmark.running.recording import KnownMistake

HALF, DOUBLE = (["value", "array", [], [["float64", [2], "cpu", number, 1.0, 0, 0]]] for number in (0.5, 2.0))
RAISED = ["failed", "raised", "ValueError", "shapes (2,3) and (4,)"]


def tape(name, signature=None, habit="", by_pattern=False):
    """`signature`: of its one reply, where it failed."""
    check = SimpleNamespace(name=name, item="1.1", habit=habit, by_pattern=by_pattern)
    return Tape(check, signature is None, "" if signature is None else "values", signature=(signature,))


def known(name, **signatures):
    traces = {
        check: Trace(found is None, (found,), "" if found is None else "values") for check, found in signatures.items()
    }
    return KnownMistake(name, "", "", "", ("1.1",), traces)


def named(tapes, *mistakes):
    found = name_of(tapes, mistakes)
    return found.name if found else None


SCALE, SIGN = known("scale", a=HALF, b=None), known("sign", a=DOUBLE, b=None)


def test_the_one_whose_replies_agree_is_the_name():
    assert named([tape("a", HALF), tape("b")], SCALE, SIGN) == "scale"
    assert named([tape("a", DOUBLE), tape("b")], SCALE, SIGN) == "sign"


@pytest.mark.parametrize(
    "tapes", [[tape("a", HALF), tape("b", HALF)], [tape("a"), tape("b", HALF)], [tape("a", RAISED), tape("b")]]
)
def test_a_check_that_behaves_otherwise_contradicts_it(tapes):
    assert named(tapes, SCALE, SIGN) is None


def test_two_that_fit_name_none():
    assert named([tape("a", HALF), tape("b")], SCALE, known("another", a=HALF, b=None)) is None


def test_only_checks_that_ran_on_both_sides_are_compared():
    assert named([tape("a", HALF), tape("b"), tape("c", HALF)], SCALE) == "scale"
    assert named([tape("b"), tape("c", HALF)], SCALE) is None, "none that failed"


def test_a_habit_does_not_hide_a_mistake():
    assert named([tape("a", HALF), tape("b", RAISED, habit="leading dimensions")], SCALE) == "scale"


def test_of_an_exception_kind_and_numbers_count_and_not_its_words():
    raises = known("shape", a=RAISED)
    assert named([tape("a", [*RAISED[:3], "operands (2,3), (4,)"])], raises) == "shape"
    assert named([tape("a", [*RAISED[:3], "shapes (2,5) and (4,)"])], raises) is None
    assert named([tape("a", ["failed", "raised", "TypeError", RAISED[3]])], raises) is None


def test_which_way_a_result_stopped_being_finite_counts_only_where_it_tells_two_apart():
    nan, inf = (["value", "array", [], [["float64", [2], "cpu", 0.0, 0.0, nans, 2]]] for nans in (2, 0))
    assert named([tape("a", nan)], known("overflow", a=inf)) == "overflow"
    assert named([tape("a", nan)], known("overflow", a=inf), known("divides", a=nan)) == "divides"
