"""Every check runs at home on public numbers, and on the server on hidden ones."""

from gradescope_utils.autograder_utils.decorators import number, weight

from softmark.checks import Case, require


class EveryFunction:
    """What every task promises, checked on the case of its class."""

    @weight(0.5)
    def test_input_kept(self, everyday):
        """input kept: x is not changed."""
        seen = everyday.case.made(everyday.student).observe(*everyday.case.inputs)
        require(seen.changed == (), "your code changes its input")


@number("1.1")
class TestRowMeans(EveryFunction):
    def case(self, draw, weights):
        return Case("starter.row_means", (draw(2, 3),))

    @weight(2.5)
    def test_means(self, student, reference, draw, same):
        """means: each row has its own."""
        x = draw(*draw.sizes(2))
        same(student.starter.row_means(x), reference.starter.row_means(x), axes="row")

    @weight(1)
    def test_one_column(self, student, reference, draw, same):
        """one column: a single number is its own mean."""
        x = draw(3, 1)
        same(student.starter.row_means(x), reference.starter.row_means(x), axes="row")


@number("1.2")
class TestCentre(EveryFunction):
    def case(self, draw, weights):
        return Case("starter.centre", (draw(2, 3),))

    @weight(2.5)
    def test_centre(self, student, reference, draw, same):
        """centre: every row is shifted by its own mean."""
        x = draw(*draw.sizes(2))
        same(student.starter.centre(x), reference.starter.centre(x), axes="row column")


@number("1.3")
class TestStandardise(EveryFunction):
    def case(self, draw, weights):
        return Case("starter.standardise", (draw(2, 3),))

    @weight(1.5)
    def test_spread(self, student, reference, draw, same):
        """spread: every row gets mean 0 and spread 1."""
        x = draw(*draw.sizes(2, low=3))
        same(student.starter.standardise(x), reference.starter.standardise(x), axes="row column")

    @weight(1)
    def test_far_from_zero(self, student, reference, draw, same):
        """far from zero: numbers near 100 give the same answer as numbers near 0."""
        x = draw(4, 5) + 100.0
        same(student.starter.standardise(x), reference.starter.standardise(x), axes="row column", loosen=10)
