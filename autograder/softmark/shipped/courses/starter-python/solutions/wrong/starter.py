"""Known wrong answers about starter.py."""


def word_counts(text: str) -> dict[str, int]:
    """words.signs_kept: A full stop counts as part of the word before it.
    Hint: What is the last word of a sentence, as your code sees it?
    """
    counts: dict[str, int] = {}
    for word in text.lower().split():
        counts[word] = counts.get(word, 0) + 1
    return counts


def most_common(text: str, n: int) -> list[tuple[str, int]]:
    """common.ties_as_met: Words that are equally common stand in the order in which they occur.
    Hint: Which of two words that occur once comes first?
    """
    if n < 0:
        raise ValueError(n)
    return sorted(word_counts(text).items(), key=lambda pair: -pair[1])[:n]
