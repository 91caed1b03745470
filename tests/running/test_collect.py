"""The graders, collected once and run at will; whatever a check does, somebody is told whose mistake it is."""

import pytest

from softmark.checks.draw import Draw
from softmark.checks.errors import GraderFault
from softmark.checks.weights import Weights
from softmark.content.course import Course
from softmark.running.collect import with_checks
from tests.known_code import Lab
from tests.mini_course import COURSE

CHECKS = '''
import pytest
from gradescope_utils.autograder_utils.decorators import number, weight

@number("1.1")
class TestMean:
    def test_passes(self, student, draw, same):
        """It passes."""
        same(student.stats.mean(draw(2, 3) * 0), draw(2) * 0)

    @weight(3)
    def test_plain_assert(self, student):
        assert 1 == 2, "one is not two"

    def test_grader_fault(self, student):
        raise KeyError("a slip of ours")

    def test_skip_is_no_pass(self, student):
        pytest.skip("not today")

    @pytest.mark.parametrize("rows", [2, 3])
    def test_sizes(self, student, draw, rows):
        assert student.stats.mean(draw(rows, 4)).shape == (rows,)

    def test_with_a_fixture_of_pytests_own(self, student, draw, tmp_path):
        assert tmp_path.exists() and student.stats.mean(draw(2, 2)).shape == (2,)
'''


@pytest.fixture
def run(tmp_path):
    """Collect some grader text and run every check against the right answer."""

    def collected(text):
        (tmp_path / "test_some.py").write_text(text, encoding="utf-8")
        found = {}

        def drive(checks):
            lab = Lab(Course.at(COURSE), checks)
            for check in checks:
                found[check.name.partition(".")[2]] = check, lab.finding(check, "key")

        with_checks(tmp_path, drive)
        return found

    return collected


def test_whose_mistake_it_is(run):
    found = {name: finding for name, (_, finding) in run(CHECKS).items()}
    assert found["test_passes"].passed is True
    assert found["test_plain_assert"].passed is False
    assert found["test_plain_assert"].public == "one is not two"
    assert found["test_plain_assert"].safe == "the property does not hold"
    assert found["test_grader_fault"].passed is None
    assert "a slip of ours" in found["test_grader_fault"].staff
    assert "a slip of ours" not in found["test_grader_fault"].public
    assert found["test_skip_is_no_pass"].passed is None
    assert found["test_sizes[2]"].passed is True
    assert found["test_with_a_fixture_of_pytests_own"].passed is True


def test_titles_and_weights(run):
    found = {name: check for name, (check, _) in run(CHECKS).items()}
    assert found["test_passes"].title == "It passes."
    assert found["test_plain_assert"].weight == 3
    assert found["test_sizes[3]"].item == "1.1"


def test_weights_come_out_of_the_checks_own_numbers(run):
    text = """
from gradescope_utils.autograder_utils.decorators import number

@number("1.1")
class TestMean:
    def test_direct(self, draw, weights):
        first, matrix = draw(4), weights.matrix(4, 1)
        assert matrix.shape == (4, 1) and (matrix[:, 0] != first).any()

    def test_through_pytest(self, draw, weights, tmp_path):
        first, numbers = draw(4), weights.numbers(4, scale=2.0)
        assert numbers.shape == (4,) and (numbers != 2 * first).any()

    def test_alone(self, weights):
        assert abs(weights.matrix(200, 400, gain=3.0) @ weights.numbers(400)).mean() > 1.0
"""
    assert [finding.passed for _, finding in run(text).values()] == [True, True, True]
    drawn, weights = Draw("key", "check", "numpy"), Weights(Draw("key", "check", "numpy"))
    assert (weights.matrix(3, 4, gain=1.5) == 0.75 * drawn(3, 4)).all(), "of size gain / √columns"
    assert (weights.numbers(5) == drawn(5)).all()


def test_most_checks_skip_pytests_own_protocol(run):
    found = {name: check for name, (check, _) in run(CHECKS).items()}
    assert found["test_passes"].direct is not None
    assert found["test_with_a_fixture_of_pytests_own"].direct is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("def test_stray(student):\n    pass\n", r"has no @number\(…\): every check belongs to a task of the rubric"),
        ("import nowhere_at_all\n", "nowhere_at_all"),
        ("def broken(:\n", "SyntaxError"),
        ("x = 1\n", "none found"),
    ],
)
def test_graders_that_cannot_be_collected_are_our_fault(run, text, says):
    with pytest.raises(GraderFault, match=says):
        run(text)
