NAME = "words.signs_kept"
SAYS = "A full stop counts as part of the word before it."
HINT = "What is the last word of a sentence, as your code sees it?"
SECTION = "1.1"
LOSES = ["1.1"]
MODULE = "starter"


def word_counts(text: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for word in text.lower().split():
        counts[word] = counts.get(word, 0) + 1
    return counts
