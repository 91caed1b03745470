"""What a check holds of the student's has no value there: using it as one is an error that says what to write."""

from __future__ import annotations

import operator
import re
from types import ModuleType

import numpy as np
import pytest

from softmark.checks.compare import Mismatch, Same, require, require_array
from softmark.checks.errors import GraderFault, NoValue
from softmark.checks.fixtures import Finding, conclude
from softmark.checks.student import FunctionView, ObjectView, Student
from softmark.running.execute import Executor


class Line:
    def __init__(self, slope):
        self.slope = slope
        self.fitted = False

    def at(self, x):
        return self.slope * x


def code() -> ModuleType:
    made = ModuleType("lines")
    vars(made).update(Line=Line, twice=lambda x: 2 * x, slope_of=lambda made: made.slope)
    return made


def student() -> Student:
    return Student(Executor({"lines": code()}))


def line() -> ObjectView:
    made = student().lines.Line(3.0)
    assert isinstance(made, ObjectView)
    return made


STAND_INS = {
    "everything": student,
    "a file": lambda: student().lines,
    "a function": lambda: student().lines.twice,
    "an object": line,
    "a method of it": lambda: line().at,
}
NEVER = {
    "bool": bool,
    "not": operator.not_,
    "==": lambda it: it == 5.0,
    "== from the left": lambda it: operator.eq(5.0, it),
    "!=": lambda it: it != 5.0,
    "== itself": lambda it: it == it,
    "<": lambda it: it < 1,
    ">=": lambda it: it >= 1,
    "max": lambda it: max(it, 1),
    "sorted": lambda it: sorted([it, it]),
    "in a list": lambda it: it in [5.0],
    "in a set": lambda it: {it},
    "float": float,
    "int": int,
    "round": round,
    "an array": np.asarray,
    "np.allclose": lambda it: np.allclose(it, 1.0),
    "with": lambda it: it.__enter__(),
    "deleting an attribute": lambda it: delattr(it, "b"),
    "require": lambda it: require(it, "the line is fitted"),
}
"""What no stand-in does: above all, none says whether it is true, equal or less."""
OPERATIONS = {
    **NEVER,
    "len": len,
    "iteration": list,
    "unpacking": lambda it: [*it],
    "indexing": lambda it: it[0],
    "setting an index": lambda it: operator.setitem(it, 0, 1),
    "in it": lambda it: 1 in it,
    "+": lambda it: it + 1,
    "- from the left": lambda it: 1 - it,
    "@": lambda it: it @ np.ones(2),
    "negative": operator.neg,
    "abs": abs,
    "array + it": lambda it: np.ones(2) + it,
    "setting an attribute": lambda it: setattr(it, "b", 5.0),
    "same as another": lambda it: Same()(it, it),
}
COMPARISONS = {
    "same": lambda it: Same()(it, 5.0),
    "same, as an array": lambda it: Same()(it, np.ones(2)),
    "require_array": lambda it: require_array(it, np.ones(2)),
}


@pytest.mark.parametrize("kind", STAND_INS)
def test_every_operation_that_a_stand_in_does_not_support_raises(kind: str) -> None:
    says = re.compile(r"in a check: it has no value there; .*(call|read it with|use what)", re.DOTALL)
    for name in NEVER if kind == "an object" else OPERATIONS:
        try:
            OPERATIONS[name](STAND_INS[kind]())
        except NoValue as told:
            assert says.search(str(told)), name
        else:
            pytest.fail(f"{name} raises nothing")


@pytest.mark.parametrize("comparison", COMPARISONS)
@pytest.mark.parametrize("kind", STAND_INS)
def test_only_what_a_call_gave_is_an_answer_that_can_be_wrong(kind: str, comparison: str) -> None:
    with pytest.raises(Mismatch if kind == "an object" else NoValue):
        COMPARISONS[comparison](STAND_INS[kind]())


@pytest.mark.parametrize("operation", NEVER)
def test_a_student_who_returns_an_object_for_an_array_has_not_broken_the_grader(operation: str) -> None:
    """Where the reference gets on with the check, it was the reply (grade.py asks it); else it is the check."""
    finding = Finding("TestLine.test_at")
    asked = student()
    finding.log = asked.log
    with pytest.raises(NoValue) as told:
        OPERATIONS[operation](asked.lines.Line(3.0))
    conclude(finding, told.value)
    assert (finding.passed, finding.category) == (False, "type")
    assert finding.after_reply.startswith("test_stands_for.py line ")


def test_a_function_or_a_file_is_not_handed_on() -> None:
    asked = student()
    for stand_in in (asked, asked.lines, asked.lines.twice, asked.lines.Line(3.0).at):
        with pytest.raises(NoValue, match="cannot be handed to a function in a check"):
            asked.lines.twice(stand_in)
    assert asked.lines.slope_of(asked.lines.Line(3.0)) == 3.0, "an object is: it lives where the function does"


def test_what_it_is_for_still_works() -> None:
    made = line()
    assert made.at(2.0) == 6.0
    assert made.attribute("slope") == 3.0 and made.attribute("fitted") is False
    assert student().lines.twice.observe(4).value == 8
    assert isinstance(made.at, FunctionView) and repr(made) == "<an object of Line, which has no value in a check>"
    with pytest.raises(AttributeError):
        _ = made._hidden


def test_the_message_says_what_to_write() -> None:
    with pytest.raises(GraderFault) as told:
        require(line().at, "the line is nowhere")  # type: ignore[arg-type]
    assert str(told.value) == (
        "`at` of an object cannot be true or false in a check: it has no value there; "
        'read it with .attribute("at"), or call it, .at(…), and use what it returns'
    )
    with pytest.raises(GraderFault) as told:
        _ = line() == line()
    assert str(told.value) == (
        "an object of Line cannot be compared in a check: it has no value there; "
        "use what its methods return, or its attributes"
    )


def test_it_is_the_checks_mistake_and_never_the_students() -> None:
    finding = Finding("TestLine.test_fitted")
    asked = student()
    finding.log = asked.log
    try:
        require(asked.lines.Line(3.0).at, "the line is nowhere")  # type: ignore[arg-type]
    except NoValue as error:
        conclude(finding, error)
    assert finding.passed is None and finding.category == "grader"
    assert finding.staff.startswith("test_stands_for.py line ") and "`at` of an object cannot be" in finding.staff
