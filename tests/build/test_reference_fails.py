"""A course whose reference fails its own check: the author reads what to change, and never "your code"."""

import pytest

from softmark.build.reference_fails import sentence
from softmark.checks.compare import Same
from softmark.checks.fixtures import Finding, conclude
from softmark.checks.student import Student
from softmark.content.course import Course
from softmark.running.execute import Executor
from softmark.running.trusted import load
from tests.mini_course import COURSE


def told(ask):
    course = Course.at(COURSE)
    finding = Finding("TestMean.test_values")
    student = Student(
        Executor(load({**course.reference, "more": "def squares():\n    return (i * i for i in range(3))\n"}))
    )
    finding.log = student.log
    try:
        ask(student)
    except Exception as problem:
        conclude(finding, problem)
    return sentence(course, finding).removeprefix("the reference does not pass TestMean.test_values: ")


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda it: it.stats.maen(3),
         "stats.py does not define maen: did you mean mean?"),
        (lambda it: it.stots.mean(3),
         "the reference has no stots.py: did you mean stats?"),
        (
            lambda it: it.more.squares(),
            "it returned an object of type generator, which is not a plain value: "
            "a check asks for it with student.file.function.object(…)",
        ),
        (lambda it: Same()(3, 4), "the result is 3; expected 4"),
    ],
)  # fmt: skip
def test_it_is_told_in_the_authors_words(ask, says):
    assert told(ask) == says
