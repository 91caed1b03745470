"""Both parts of the miniature: a mean, and standard scores on top of it."""

from gradescope_utils.autograder_utils.decorators import number, weight

from softmark.checks import Case, require


class EveryFunction:
    @weight(1)
    def test_input_kept(self, everyday):
        """input kept: x is not changed."""
        seen = everyday.case.made(everyday.student).observe(*everyday.case.inputs)
        require(seen.changed == (), "your code changes its input")


@number("1.1")
class TestMean(EveryFunction):
    def case(self, draw, weights):
        return Case("stats.mean", (draw(2, 3),))

    @weight(2)
    def test_values(self, student, reference, draw, same):
        """values: the mean is the sum over the last axis divided by its length."""
        rows, columns = draw.sizes(2)
        x = draw(rows, columns)
        same(student.stats.mean(x), reference.stats.mean(x), axes="row")

    @weight(1)
    def test_one_column(self, student, reference, draw, same):
        """one column: a single number is its own mean."""
        x = draw(3, 1)
        same(student.stats.mean(x), reference.stats.mean(x), axes="row")


@number("1.2")
class TestStandardise(EveryFunction):
    def case(self, draw, weights):
        return Case("scale.standardise", (draw(2, 3),))

    @weight(3)
    def test_values(self, student, reference, draw, same):
        """values: standard scores have mean 0 and spread 1 in every row."""
        rows, columns = draw.sizes(2, low=3)
        x = draw(rows, columns)
        same(student.scale.standardise(x), reference.scale.standardise(x), axes="row column")

    @weight(2)
    def test_far_from_zero(self, student, reference, draw, same):
        """far from zero: numbers near 1,000 give the same scores as numbers near 0."""
        x = draw(4, 5) + 1000.0
        same(student.scale.standardise(x), reference.scale.standardise(x), axes="row column", loosen=10)
