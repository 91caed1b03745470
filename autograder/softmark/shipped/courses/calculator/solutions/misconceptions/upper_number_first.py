from fractions import Fraction

NAME = "order.upper_number_first"
SAYS = "The number on top of the pile comes first: 7 2 - is worked out as 2 − 7."
HINT = "Which of 7 and 2 is taken from the pile first?"
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
            pile.append(signs[piece](pile.pop(), pile.pop()))
    if len(pile) != 1:
        raise ValueError(text)
    return pile[0]
