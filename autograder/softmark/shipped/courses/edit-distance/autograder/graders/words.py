"""Words out of a check's own numbers."""


def a_word(draw, length, letters="abc"):
    """A word of few different letters, so that some meet and some do not."""
    return "".join(letters[i] for i in draw.tokens(len(letters), length))
