"""Every check runs at home on public numbers, and on the server on public and then on hidden ones."""

from softmark.checks import item, require, rests_on


@item("1.1")
class TestRowMeans:
    @rests_on("The sum of each row, divided by the number of its columns.")
    def test_values(self, student, reference, draw, same):
        """Each row has its own mean."""
        x = draw(*draw.sizes(2))
        same(student.starter.row_means(x), reference.starter.row_means(x), axes="row")

    @rests_on("One column works: a number is its own mean.")
    def test_one_column(self, student, reference, draw, same):
        """A single number is its own mean."""
        x = draw(3, 1)
        same(student.starter.row_means(x), reference.starter.row_means(x), axes="row")

    @rests_on("x is not changed.")
    def test_input_kept(self, student, draw):
        """The input is not changed."""
        require(student.starter.row_means.observe(draw(2, 3)).changed == (), "row_means changes its input")


@item("1.2")
class TestCentre:
    @rests_on("Every row has mean 0, and its differences stay as they are.")
    def test_values(self, student, reference, draw, same):
        """Every row is shifted by its own mean."""
        x = draw(*draw.sizes(2))
        same(student.starter.centre(x), reference.starter.centre(x), axes="row column")

    @rests_on("x is not changed.")
    def test_input_kept(self, student, draw):
        """The input is not changed."""
        require(student.starter.centre.observe(draw(2, 3)).changed == (), "centre changes its input")


@item("1.3")
class TestStandardise:
    @rests_on("Every row has mean 0 and spread 1.")
    def test_values(self, student, reference, draw, same):
        """Every row gets mean 0 and spread 1."""
        x = draw(*draw.sizes(2, low=3))
        same(student.starter.standardise(x), reference.starter.standardise(x), axes="row column")

    @rests_on("Numbers far from 0 give the same answer as numbers near it.")
    def test_far_from_zero(self, student, reference, draw, same):
        """Numbers near 100 give the same answer as numbers near 0."""
        x = draw(4, 5) + 100.0
        same(student.starter.standardise(x), reference.starter.standardise(x), axes="row column", loosen=10)
