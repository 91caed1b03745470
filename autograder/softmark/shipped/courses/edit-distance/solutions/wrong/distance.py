"""Known wrong answers about distance.py."""


def distance_table(a: str, b: str) -> np.ndarray:
    """replace.costs_two: A replaced letter costs 2, as if it were taken out and another put in.
    Hint: How far is “bat” from “cat”? Count the letters that must change.
    """
    table = np.add.outer(np.arange(len(a) + 1), np.arange(len(b) + 1))
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            kept = table[i - 1, j - 1] + (0 if a[i - 1] == b[j - 1] else 2)
            table[i, j] = min(table[i - 1, j] + 1, table[i, j - 1] + 1, kept)
    return table


def nearest(word: str, words: list[str]) -> list[int]:
    """nearest.first_only: Only the first of the nearest words is returned, however many there are.
    Hint: Two words can be equally near. What does your code do with the second?
    """
    distances = [edit_distance(word, each) for each in words]
    return [distances.index(min(distances))]
