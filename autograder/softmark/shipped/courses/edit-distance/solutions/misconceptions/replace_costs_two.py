import numpy as np

NAME = "replace.costs_two"
SAYS = "A replaced letter costs 2, as if it were taken out and another put in."
HINT = "How far is “bat” from “cat”? Count the letters that must change."
SECTION = "1.1"
LOSES = ["1.1"]
MODULE = "distance"


def distance_table(a: str, b: str) -> np.ndarray:
    table = np.add.outer(np.arange(len(a) + 1), np.arange(len(b) + 1))
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            kept = table[i - 1, j - 1] + (0 if a[i - 1] == b[j - 1] else 2)
            table[i, j] = min(table[i - 1, j] + 1, table[i, j - 1] + 1, kept)
    return table
