"""Words and how often they occur."""

import string


def word_counts(text: str) -> dict[str, int]:
    """How often each word of a text occurs: word → count, the words in small letters. Blanks separate words.

    Graded:
        - counts (2): every word with how often it occurs.
        - signs (1.5): capital letters do not matter, and punctuation around a word is left out.
        - empty (0.5): a text without words gives an empty dict.
    """
    # BEGIN SOLUTION 1.1 (about five lines)
    counts: dict[str, int] = {}
    for part in text.lower().split():
        word = part.strip(string.punctuation)
        counts[word] = counts.get(word, 0) + 1
    return counts
    # END SOLUTION


def most_common(text: str, n: int) -> list[tuple[str, int]]:
    """The most common words of a text, n of them, as pairs (word, count).

    Graded:
        - first words (1.5): the n most common words as pairs (word, count), the most common first.
        - ties (1): words that are equally common are in alphabetical order.
        - negative (0.5): a negative n raises ValueError.
    """
    # BEGIN SOLUTION 1.2 (about four lines)
    if n < 0:
        raise ValueError("n must not be negative")
    pairs = sorted(word_counts(text).items(), key=lambda pair: (-pair[1], pair[0]))
    return pairs[:n]
    # END SOLUTION


class Tally:
    """Counts names as they come."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}

    def add(self, name: str) -> int:
        """Count a name once more.

        Graded:
            - add (1.5): `add` counts a name, and returns how often it was added by now.
            - two tallies (0.5): they share nothing.
        """
        # BEGIN SOLUTION 1.3 (about two lines)
        self.counts[name] = self.counts.get(name, 0) + 1
        return self.counts[name]
        # END SOLUTION

    def show(self) -> None:
        """Print the tally.

        Graded:
            - show (1): a line for each name, with a stroke for each time, the names in alphabetical order.

        Example:
            >>> tally = Tally()
            >>> for name in ("Cy", "Ann", "Cy"):
            ...     _ = tally.add(name)
            >>> tally.show()
            Ann |
            Cy ||
        """
        # BEGIN SOLUTION 1.3 (about two lines)
        for name in sorted(self.counts):
            print(name, "|" * self.counts[name])
        # END SOLUTION
