"""Every check runs at home on public numbers, and on the server on public and then on hidden ones."""

from words import a_word

from softmark.checks import item, require, rests_on


@item("1.1")
class TestTable:
    @rests_on("Every entry is the distance between two beginnings.")
    def test_values(self, student, reference, draw, same):
        """Two words of different lengths, with letters in common."""
        n, m = draw.sizes(2, low=4, high=8)
        a, b = a_word(draw, n), a_word(draw, m)
        same(student.distance.distance_table(a, b), reference.distance.distance_table(a, b), axes="i j")

    @rests_on("A letter that is replaced costs 1, as much as one put in or taken out.")
    def test_replaced(self, student, reference, draw, same):
        """Words without a letter in common, equally long: each letter is replaced."""
        n = draw.integer(3, 6)
        a, b = a_word(draw, n, "abc"), a_word(draw, n, "xyz")
        same(student.distance.distance_table(a, b), reference.distance.distance_table(a, b), axes="i j")

    @rests_on("An empty word works: the distance to it is the length of the other.")
    def test_empty(self, student, reference, draw, same):
        """One word or both are empty."""
        word = a_word(draw, 4)
        for a, b in (("", word), (word, ""), ("", "")):
            same(student.distance.distance_table(a, b), reference.distance.distance_table(a, b), axes="i j")


@item("1.2")
class TestDistance:
    @rests_on("The distance between the whole words.")
    def test_values(self, student, reference, draw):
        """The distance between two words."""
        n, m = draw.sizes(2, low=3, high=8)
        a, b = a_word(draw, n), a_word(draw, m)
        got, right = student.distance.edit_distance(a, b), reference.distance.edit_distance(a, b)
        # the second sentence is told where numbers must stay hidden
        require(got == right, f"from {a} to {b} it is {right}, not {got}", "the distance is not the right one")

    @rests_on("A whole number, not an array with one number in it.")
    def test_type(self, student, reference, draw, same):
        """The answer is a number."""
        a, b = a_word(draw, 3), a_word(draw, 5)
        same(student.distance.edit_distance(a, b), reference.distance.edit_distance(a, b), what="the distance")


@item("1.3")
class TestNearest:
    @rests_on("The place of a word at the smallest distance.")
    def test_one(self, student, reference, draw, same):
        """One word is nearer than all others."""
        word = a_word(draw, 5)
        words = [a_word(draw, 7, "xyz"), word[:-1], a_word(draw, 6, "xyz")]
        same(student.distance.nearest(word, words), reference.distance.nearest(word, words))

    @rests_on("All of them where several are equally near, from the first to the last.")
    def test_several(self, student, reference, draw, same):
        """Two words are equally near, and a third is not."""
        word = a_word(draw, 4)
        words = [f"{word}z", a_word(draw, 6, "xyz"), f"a{word}"]
        same(student.distance.nearest(word, words), reference.distance.nearest(word, words))
