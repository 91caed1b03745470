"""Whether a task that fails again is the same program as before."""

import ast

import pytest

from softmark.home import attempts
from softmark.home.tasks import Assignment, Task

TASK = Task("1.1", "One", 1.0, False, "a.py", ("f", "M.forward"), (), (), False)
OTHER = Task("1.2", "Two", 1.0, False, "a.py", ("g",), (), (), False)
ASSIGNMENT = Assignment("mini", "Mini", "torch", ("a.py",), (), (), "name", True, True, (TASK, OTHER), {})
SOURCE = """
SIZE = 3
UNUSED = 4


def helper(x):
    return x + SIZE


def f(x):
    return helper(x) + g(x)


def g(x):
    return x


class M:
    def __init__(self):
        self.x = 1

    def forward(self, x):
        return self.part(x)

    def part(self, x):
        return x
"""


def printed(*change):
    assert not change or change[0] in SOURCE
    return attempts.version(TASK, ASSIGNMENT, {"a.py": ast.parse(SOURCE.replace(*change) if change else SOURCE)})


@pytest.mark.parametrize(
    "change",
    [("helper(x) + g(x)", "helper(x)"), ("x + SIZE", "x - SIZE"), ("SIZE = 3", "SIZE = 5"), ("x = 1", "x = 2"),
     ("    def part(self, x):\n        return x", "    def part(self, x):\n        return -x")],
    ids=["the function", "its helper", "a number it uses", "its constructor", "its other method"],
)  # fmt: skip
def test_a_change_in_what_the_task_reaches_is_a_change(change):
    assert printed(*change) != printed()


@pytest.mark.parametrize(
    "change",
    [("UNUSED = 4", "UNUSED = 5"), ("def g(x):\n    return x", "def g(x):\n    return 2 * x"),
     ("def f(x):\n", 'def f(x):\n    """Says so."""\n\n    # why\n'), ("x + SIZE", "(x  +  SIZE)")],
    ids=["what it does not use", "another task", "words", "layout"],
)  # fmt: skip
def test_nothing_else_is(change):
    assert printed(*change) == printed()
