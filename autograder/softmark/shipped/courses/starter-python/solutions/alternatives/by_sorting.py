import string

NAME = "words.by_sorting"
SAYS = "The words are sorted, and each is counted in the list."
MODULE = "starter"


def word_counts(text: str) -> dict[str, int]:
    words = sorted(part.strip(string.punctuation) for part in text.lower().split())
    return {word: words.count(word) for word in words}
