"""Every check runs at home on public numbers, and on the server on public and then on hidden ones."""

import numpy as np

from softmark.checks import item, require, rests_on


@item("1.1")
class TestConvolve:
    @rests_on("The kernel is reversed: its last entry meets the first number under it.")
    def test_values(self, student, reference, draw, same):
        """A kernel of three slides over a signal."""
        x, kernel = draw(draw.integer(6, 9)), draw(3)
        same(student.convolution.convolve(x, kernel), reference.convolution.convolve(x, kernel), axes="i")

    @rests_on("Only places where the whole kernel fits: n − k + 1 of them.")
    def test_other_sizes(self, student, reference, draw, same):
        """Any sizes: one answer for each place where the kernel fits."""
        k, n = sorted(draw.sizes(2, low=2, high=9))
        x, kernel = draw(n), draw(k)
        same(student.convolution.convolve(x, kernel), reference.convolution.convolve(x, kernel), axes="i")

    @rests_on("One where kernel and signal are equally long.")
    def test_one_place(self, student, reference, draw, same):
        """A kernel as long as the signal fits once."""
        x, kernel = draw(4), draw(4)
        same(student.convolution.convolve(x, kernel), reference.convolution.convolve(x, kernel), axes="i")

    @rests_on("x and kernel are not changed.")
    def test_inputs_kept(self, student, draw):
        """The inputs are not changed."""
        seen = student.convolution.convolve.observe(draw(6), draw(3))
        require(seen.changed == (), "convolve changes its input")


@item("1.2")
class TestConvolveImage:
    @rests_on("The kernel is reversed in both directions.")
    def test_values(self, student, reference, draw, same):
        """A square kernel slides over an image."""
        image, kernel = draw(5, 7), draw(3, 3)
        mine, right = student.convolution, reference.convolution
        same(mine.convolve_image(image, kernel), right.convolve_image(image, kernel), axes="row column")

    @rests_on("Kernels need not be square.")
    def test_not_square(self, student, reference, draw, same):
        """A kernel may be higher than wide, or wider than high."""
        h, w, rows, columns = sorted(draw.sizes(4))
        mine, right = student.convolution, reference.convolution
        for shape in ((h, w), (w, h)):
            image, kernel = draw(rows, columns), draw(*shape)
            same(mine.convolve_image(image, kernel), right.convolve_image(image, kernel), axes="row column")

    @rests_on("image and kernel are not changed.")
    def test_inputs_kept(self, student, draw):
        """The inputs are not changed."""
        seen = student.convolution.convolve_image.observe(draw(5, 4), draw(3, 2))
        require(seen.changed == (), "convolve_image changes its input")


@item("1.3")
class TestEdges:
    @rests_on("The root of the sum of both squares.")
    def test_values(self, student, reference, draw, same):
        """Steepness is the length of the gradient."""
        image = draw(*draw.sizes(2, low=4))
        same(student.convolution.edges(image), reference.convolution.edges(image), axes="row column")

    @rests_on("An image of one grey has no edges.")
    def test_flat(self, student, reference, draw, same):
        """One grey everywhere has no edges."""
        image = np.full((4, 6), float(draw.integer(1, 9)))
        same(student.convolution.edges(image), reference.convolution.edges(image), axes="row column")
