"""Every check runs at home on public numbers, and on the server on hidden ones."""

import numpy as np
from gradescope_utils.autograder_utils.decorators import number, weight

from softmark.checks import Case, require


class EveryFunction:
    """What every task promises, checked on the case of its class."""

    @weight(0.5)
    def test_inputs_kept(self, everyday):
        """inputs kept: what goes in is not changed."""
        seen = everyday.case.made(everyday.student).observe(*everyday.case.inputs)
        require(seen.changed == (), "your code changes its input")


@number("1.1")
class TestConvolve(EveryFunction):
    def case(self, draw, weights):
        return Case("convolution.convolve", (draw(6), draw(3)))

    @weight(2)
    def test_turned(self, student, reference, draw, same):
        """turned: a kernel of three is reversed and slides over a signal."""
        x, kernel = draw(draw.integer(6, 9)), draw(3)
        same(student.convolution.convolve(x, kernel), reference.convolution.convolve(x, kernel), axes="i")

    @weight(1)
    def test_places(self, student, reference, draw, same):
        """places: any sizes give one answer for each place where the kernel fits."""
        k, n = sorted(draw.sizes(2, low=2, high=9))
        x, kernel = draw(n), draw(k)
        same(student.convolution.convolve(x, kernel), reference.convolution.convolve(x, kernel), axes="i")

    @weight(0.5)
    def test_one_place(self, student, reference, draw, same):
        """one place: a kernel as long as the signal fits once."""
        x, kernel = draw(4), draw(4)
        same(student.convolution.convolve(x, kernel), reference.convolution.convolve(x, kernel), axes="i")


@number("1.2")
class TestConvolveImage(EveryFunction):
    def case(self, draw, weights):
        return Case("convolution.convolve_image", (draw(5, 4), draw(3, 2)))

    @weight(2.5)
    def test_turned(self, student, reference, draw, same):
        """turned: a square kernel is reversed in both directions and slides over an image."""
        image, kernel = draw(5, 7), draw(3, 3)
        mine, right = student.convolution, reference.convolution
        same(mine.convolve_image(image, kernel), right.convolve_image(image, kernel), axes="row column")

    @weight(1)
    def test_not_square(self, student, reference, draw, same):
        """not square: a kernel may be higher than wide, or wider than high."""
        h, w, rows, columns = sorted(draw.sizes(4))
        mine, right = student.convolution, reference.convolution
        for shape in ((h, w), (w, h)):
            image, kernel = draw(rows, columns), draw(*shape)
            same(mine.convolve_image(image, kernel), right.convolve_image(image, kernel), axes="row column")


@number("1.3")
class TestEdges(EveryFunction):
    def case(self, draw, weights):
        return Case("convolution.edges", (draw(4, 6),))

    @weight(1)
    def test_steepness(self, student, reference, draw, same):
        """steepness: the length of the gradient."""
        image = draw(*draw.sizes(2, low=4))
        same(student.convolution.edges(image), reference.convolution.edges(image), axes="row column")

    @weight(0.5)
    def test_flat(self, student, draw, same):
        """flat: there is no edge where an image is one grey, and there is one elsewhere."""
        image = np.full((4, 7), float(draw.integer(1, 9)))
        image[:, 0] += 1.0
        found = student.convolution.edges(image)
        same(found[:, 1:], np.zeros((2, 4)), axes="row column", what="edges of the grey part")
        require(bool((found[:, 0] > 0).all()), "an image whose first column is brighter has no edges")
