"""Every check runs at home on public numbers, and on the server on hidden ones."""

from gradescope_utils.autograder_utils.decorators import number, weight

from softmark.checks import raises, require


def a_text(draw, words=9):
    """A text over few words, so that some come again, with capitals and a full stop."""
    known = [draw.letters(length) for length in draw.sizes(4, low=2, high=7)]
    chosen = [draw.choice(known) for _ in range(words)]
    return " ".join([known[0].capitalize(), *chosen, known[0], known[1]]) + "."


@number("1.1")
class TestWordCounts:
    @weight(2)
    def test_values(self, student, reference, draw, same):
        """counts: every word is counted."""
        text = a_text(draw).lower().strip(".")
        same(student.starter.word_counts(text), reference.starter.word_counts(text))

    @weight(1.5)
    def test_signs(self, student, reference, draw, same):
        """signs: a word is the same at the beginning of a sentence and at its end."""
        text = a_text(draw)
        same(student.starter.word_counts(text), reference.starter.word_counts(text))

    @weight(0.5)
    def test_empty(self, student, same):
        """empty: there is nothing to count."""
        same(student.starter.word_counts(""), {})


@number("1.2")
class TestMostCommon:
    @weight(1.5)
    def test_values(self, student, reference, draw, same):
        """first words: those that the list begins with."""
        text, n = a_text(draw, 20), draw.integer(1, 3)
        same(student.starter.most_common(text, n), reference.starter.most_common(text, n))

    @weight(1)
    def test_ties(self, student, draw, same):
        """ties: all words occur once."""
        words = draw.shuffled(["pear", "fig", "apple", "plum", "cherry"])
        same(student.starter.most_common(" ".join(words), 2), [("apple", 1), ("cherry", 1)])

    @weight(0.5)
    def test_negative(self, student):
        """negative: there are no minus one words."""
        with raises(ValueError):
            student.starter.most_common("a text", -1)


@number("1.3")
class TestTally:
    @weight(1.5)
    def test_add(self, student, draw, same):
        """add: a name is added three times, another one once."""
        first, second, tally = draw.letters(4), draw.letters(5), student.starter.Tally()
        counts = [tally.add(name) for name in (first, first, second, first)]
        same(counts, [1, 2, 1, 3], what="what add returns")
        same(tally.counts, {first: 3, second: 1}, what="counts")

    @weight(1)
    def test_show(self, student, reference, draw, same):
        """show: what is printed, line by line."""
        names = [draw.letters(4), draw.letters(5), draw.letters(6)]
        tally, right = student.starter.Tally(), reference.starter.Tally()
        for name in (*names, names[1], names[0], names[1]):
            tally.add(name)
            right.add(name)
        same(tally.show.printed(), right.show.printed(), what="what show prints")

    @weight(0.5)
    def test_two(self, student, draw):
        """two tallies: what is added to one is not in the other."""
        one, other = student.starter.Tally(), student.starter.Tally()
        one.add(draw.letters(4))
        require(other.counts == {}, "a second tally begins with what was added to the first")
