from fractions import Fraction

NAME = "pile.rest_ignored"
SAYS = "What is on top at the end is returned, even if other numbers are left below it."
HINT = "How many numbers are on the pile after 1 2?"
SECTION = "1.2"
LOSES = ["1.2"]
MODULE = "calculator"


def evaluate(text: str) -> Fraction:
    signs = {"+": Fraction.__add__, "-": Fraction.__sub__, "*": Fraction.__mul__, "/": Fraction.__truediv__}
    pile = []
    for piece in read(text):  # noqa: F821 (laid over the reference)
        if isinstance(piece, Fraction):
            pile.append(piece)
        elif len(pile) < 2:
            raise ValueError(text)
        else:
            second, first = pile.pop(), pile.pop()
            pile.append(signs[piece](first, second))
    if not pile:
        raise ValueError(text)
    return pile[-1]
