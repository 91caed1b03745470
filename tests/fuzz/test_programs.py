"""A slice of `python -m tests.fuzz`, the same each time: programs that answer wrongly, given to the real grader."""

import pytest

from tests.fuzz.__main__ import KINDS, NAMES, program
from tests.hostile.harness import Bench, possible, room

pytestmark = pytest.mark.slow
MODE = "docker" if possible("docker") is None else "user"


@pytest.fixture(scope="module")
def bench():
    if why := possible(MODE):
        pytest.skip(why)
    with room() as folder:
        made = Bench(MODE, "torch", folder)
        yield made
        made.close()


def test_the_same_program_with_right_answers_keeps_every_point(bench):
    assert bench.grade(program(0, (), tuple(NAMES), bench.points)).problems == []


A_FEW = [(2, ("layout", "container", "call-backs")), (3, ("shape", "frames")), (4, ("dtype", "accounts"))]


@pytest.mark.parametrize(
    ("seed", "kinds"),
    [(1, KINDS), *(pytest.param(*each, marks=pytest.mark.full) for each in A_FEW)],
    ids=lambda part: part if isinstance(part, int) else ", ".join(part),
)
def test_wrong_numbers_earn_nothing_whatever_they_come_in(bench, seed, kinds):
    outcome = bench.grade(program(seed, kinds, ("attention.py", "multihead.py"), bench.points))
    assert outcome.problems == []
    assert outcome.asked[0] > 50, "the program was asked, again and again"
