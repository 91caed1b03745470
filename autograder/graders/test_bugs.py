"""Bonus: find the bug (bugs.py). The input comes from the student; the two functions run on the trusted side."""

from softmark.checks import item, require, rests_on

MOST = 64


def count(given):
    return sum(part.numel() for part in (given if isinstance(given, tuple | list) else (given,)))


@item("5.1")
class TestInputForScores:
    @rests_on("A right `attention_scores` and the one in suspects.py answer differently on (q, k).")
    def test_shows_the_error(self, student, examine):
        """A right attention_scores and the one in suspects.py answer differently."""
        examine("attention.attention_scores", "suspects.attention_scores", student.bugs.input_for_scores())

    @rests_on("q and k have at most 64 numbers together.")
    def test_small(self, student):
        """q and k have at most 64 numbers together."""
        numbers = count(student.bugs.input_for_scores())
        require(numbers <= MOST, f"the input has {numbers} numbers; at most {MOST} are allowed")


@item("5.2")
class TestInputForSoftmax:
    @rests_on("A right `softmax` and the one in suspects.py answer differently on these scores.")
    def test_shows_the_error(self, student, examine):
        """A right softmax and the one in suspects.py answer differently."""
        examine("attention.softmax", "suspects.softmax", student.bugs.input_for_softmax())

    @rests_on("There are at most 64 scores.")
    def test_small(self, student):
        """There are at most 64 scores."""
        numbers = count(student.bugs.input_for_softmax())
        require(numbers <= MOST, f"there are {numbers} scores; at most {MOST} are allowed")
