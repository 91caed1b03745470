NAME = "common.ties_as_met"
SAYS = "Words that are equally common stand in the order in which they occur."
HINT = "Which of two words that occur once comes first?"
SECTION = "1.2"
LOSES = ["1.2"]
MODULE = "starter"


def most_common(text: str, n: int) -> list[tuple[str, int]]:
    if n < 0:
        raise ValueError(n)
    return sorted(word_counts(text).items(), key=lambda pair: -pair[1])[:n]  # noqa: F821 (laid over the reference)
