"""Edit distance: how many letters must be put in, taken out or replaced to turn one word into another."""

import numpy as np


def distance_table(a: str, b: str) -> np.ndarray:
    """The distances between all beginnings of two words.

        D[i, 0] = i,  D[0, j] = j
        D[i, j] = min(D[i−1, j] + 1,  D[i, j−1] + 1,  D[i−1, j−1] + (a_i ≠ b_j))

    Args:
        a: a word of n letters; may be empty
        b: a word of m letters; may be empty

    Returns:
        (n + 1, m + 1) whole numbers (int64): the entry [i, j] is the distance from a[:i] to b[:j].

    Graded:
        - Every entry is the distance between two beginnings.
        - A letter that is replaced costs 1, as much as one put in or taken out.
        - An empty word works: the distance to it is the length of the other.

    Example:
        distance_table("ab", "b") is [[0, 1], [1, 1], [2, 1]].
    """
    # BEGIN SOLUTION 1.1 (about seven lines)
    table = np.zeros((len(a) + 1, len(b) + 1), dtype=np.int64)
    table[:, 0] = np.arange(len(a) + 1)
    table[0, :] = np.arange(len(b) + 1)
    for i, mine in enumerate(a, start=1):
        for j, theirs in enumerate(b, start=1):
            table[i, j] = min(table[i - 1, j] + 1, table[i, j - 1] + 1, table[i - 1, j - 1] + (mine != theirs))
    return table
    # END SOLUTION


def edit_distance(a: str, b: str) -> int:
    """The distance between two whole words: one entry of the table.

    Args:
        a: a word
        b: another

    Returns:
        A Python int.

    Graded:
        - The distance between the whole words.
        - A whole number, not an array with one number in it.
    """
    # BEGIN SOLUTION 1.2 (about one line)
    return int(distance_table(a, b)[-1, -1])
    # END SOLUTION


def nearest(word: str, words: list[str]) -> list[int]:
    """Which of `words` are nearest to `word`: what a spelling checker would suggest.

    Args:
        word: what somebody typed
        words: at least one

    Returns:
        The places in `words`, from 0 upwards, of all words at the smallest distance.

    Graded:
        - The place of a word at the smallest distance.
        - All of them where several are equally near, from the first to the last.
    """
    # BEGIN SOLUTION 1.3 (about two lines)
    distances = [edit_distance(word, each) for each in words]
    return [place for place, distance in enumerate(distances) if distance == min(distances)]
    # END SOLUTION
