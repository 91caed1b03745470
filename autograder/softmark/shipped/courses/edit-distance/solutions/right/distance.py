"""Right answers about distance.py, written in other ways."""


def distance_table(a: str, b: str) -> np.ndarray:
    """table.by_recursion: A function that calls itself and remembers; the table is filled from it."""

    @cache
    def distance(i: int, j: int) -> int:
        if i == 0 or j == 0:
            return i + j
        replaced = distance(i - 1, j - 1) + (a[i - 1] != b[j - 1])
        return min(distance(i - 1, j) + 1, distance(i, j - 1) + 1, replaced)

    return np.array([[distance(i, j) for j in range(len(b) + 1)] for i in range(len(a) + 1)], dtype=np.int64)


from functools import cache
