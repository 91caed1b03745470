"""Both parts of the miniature: a mean, and standard scores on top of it."""

from softmark.checks import item, require, rests_on


@item("1.1")
class TestMean:
    @rests_on("The sum over the last axis, divided by its length.")
    def test_values(self, student, reference, draw, same):
        """The mean is the sum over the last axis divided by its length."""
        rows, columns = draw.sizes(2)
        x = draw(rows, columns)
        same(student.stats.mean(x), reference.stats.mean(x), axes="row")

    @rests_on("One column works: a number is its own mean.")
    def test_one_column(self, student, reference, draw, same):
        """A single number is its own mean."""
        x = draw(3, 1)
        same(student.stats.mean(x), reference.stats.mean(x), axes="row")

    @rests_on("x is not changed.")
    def test_input_kept(self, student, draw):
        """The input is not changed."""
        require(student.stats.mean.observe(draw(2, 3)).changed == (), "mean changes its input")


@item("1.2")
class TestStandardise:
    @rests_on("Every row has mean 0 and spread 1.")
    def test_values(self, student, reference, draw, same):
        """Standard scores have mean 0 and spread 1 in every row."""
        rows, columns = draw.sizes(2, low=3)
        x = draw(rows, columns)
        same(student.scale.standardise(x), reference.scale.standardise(x), axes="row column")

    @rests_on("Numbers far from 0 give the same scores as numbers near it.")
    def test_far_from_zero(self, student, reference, draw, same):
        """Numbers near 1,000 give the same scores as numbers near 0."""
        x = draw(4, 5) + 1000.0
        same(student.scale.standardise(x), reference.scale.standardise(x), axes="row column", loosen=10)
