"""Every check runs at home on public numbers, and on the server on public and then on hidden ones."""

from softmark.checks import item, raises, require, rests_on


def a_text(draw, words=9):
    """A text over few words, so that some come again, with capitals and a full stop."""
    known = [draw.letters(length) for length in draw.sizes(4, low=2, high=7)]
    chosen = [draw.choice(known) for _ in range(words)]
    return " ".join([known[0].capitalize(), *chosen, known[0], known[1]]) + "."


@item("1.1")
class TestWordCounts:
    @rests_on("Every word with how often it occurs.")
    def test_values(self, student, reference, draw, same):
        """Every word is counted."""
        text = a_text(draw).lower().strip(".")
        same(student.starter.word_counts(text), reference.starter.word_counts(text))

    @rests_on("Capital letters do not matter, and punctuation around a word is left out.")
    def test_signs(self, student, reference, draw, same):
        """A word is the same at the beginning of a sentence and at its end."""
        text = a_text(draw)
        same(student.starter.word_counts(text), reference.starter.word_counts(text))

    @rests_on("A text without words gives an empty dict.")
    def test_empty(self, student, same):
        """There is nothing to count."""
        same(student.starter.word_counts(""), {})


@item("1.2")
class TestMostCommon:
    @rests_on("The n most common words as pairs (word, count), the most common first.")
    def test_values(self, student, reference, draw, same):
        """The first words of the list."""
        text, n = a_text(draw, 20), draw.integer(1, 3)
        same(student.starter.most_common(text, n), reference.starter.most_common(text, n))

    @rests_on("Words that are equally common are in alphabetical order.")
    def test_ties(self, student, draw, same):
        """All words occur once."""
        words = draw.shuffled(["pear", "fig", "apple", "plum", "cherry"])
        same(student.starter.most_common(" ".join(words), 2), [("apple", 1), ("cherry", 1)])

    @rests_on("A negative n raises ValueError.")
    def test_negative(self, student):
        """There are no minus one words."""
        with raises(ValueError):
            student.starter.most_common("a text", -1)


@item("1.3")
class TestTally:
    @rests_on("`add` counts a name, and returns how often it was added by now.")
    def test_add(self, student, draw, same):
        """A name is added three times, another one once."""
        first, second, tally = draw.letters(4), draw.letters(5), student.starter.Tally()
        counts = [tally.add(name) for name in (first, first, second, first)]
        same(counts, [1, 2, 1, 3], what="what add returns")
        same(tally.counts, {first: 3, second: 1}, what="counts")

    @rests_on("`show` prints a line for each name, with a stroke for each time, the names in alphabetical order.")
    def test_show(self, student, reference, draw, same):
        """What is printed, line by line."""
        names = [draw.letters(4), draw.letters(5), draw.letters(6)]
        tally, right = student.starter.Tally(), reference.starter.Tally()
        for name in (*names, names[1], names[0], names[1]):
            tally.add(name)
            right.add(name)
        same(tally.show.printed(), right.show.printed(), what="what show prints")

    @rests_on("Two tallies share nothing.")
    def test_two(self, student, draw):
        """What is added to one is not in the other."""
        one, other = student.starter.Tally(), student.starter.Tally()
        one.add(draw.letters(4))
        require(other.counts == {}, "a second tally begins with what was added to the first")
