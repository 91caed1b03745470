"""Every check runs at home on public numbers, and on the server on public and then on hidden ones."""

import torch

from softmark.checks import item, require, rests_on


def labels(draw, n):
    """As many of one kind as of the other, give or take one, in any order."""
    return torch.tensor([1.0 if i % 2 else -1.0 for i in draw.permutation(n).tolist()])


@item("1.1")
class TestScores:
    @rests_on("One score for each point.")
    def test_values(self, student, reference, draw, same):
        """Each point has its own score."""
        n, d = draw.sizes(2, low=3)
        x, w, b = draw(n, d), draw(d), draw(1)[0]
        same(student.logistic.scores(x, w, b), reference.logistic.scores(x, w, b), axes="n")

    @rests_on("x, w and b are not changed.")
    def test_inputs_kept(self, student, draw):
        """What goes in stays as it is."""
        seen = student.logistic.scores.observe(draw(4, 3), draw(3), draw(1)[0])
        require(seen.changed == (), "scores changes what it is given")


@item("1.2")
class TestLoss:
    @rests_on("The mean over all points.")
    def test_values(self, student, reference, draw, same):
        """Points of both kinds."""
        n = draw.integer(5, 9)
        s, y = 2 * draw(n), labels(draw, n)
        same(student.logistic.loss(s, y), reference.logistic.loss(s, y))

    @rests_on("Scores of a thousand, right or wrong, give a finite loss.")
    def test_large(self, student, reference, draw, same):
        """Far on the right side, and far on the wrong one."""
        y = labels(draw, 6)
        for s in (1000 * y, -1000 * y):
            same(student.logistic.loss(s, y), reference.logistic.loss(s, y))


@item("1.3")
class TestStep:
    @rests_on("Both take a step downhill, as long as lr says.")
    def test_values(self, student, reference, draw, same):
        """One step."""
        n, d = draw.sizes(2, low=3)
        given = (draw(n, d), labels(draw, n), draw(d), draw(1)[0], 0.5)
        same(student.logistic.step(*given), reference.logistic.step(*given), parts=("the new w", "the new b"))

    @rests_on("w and b are not changed: the new ones are returned.")
    def test_inputs_kept(self, student, draw):
        """What goes in stays as it is."""
        seen = student.logistic.step.observe(draw(4, 3), labels(draw, 4), draw(3), draw(1)[0], 0.5)
        require(seen.changed == (), "step changes what it is given")
