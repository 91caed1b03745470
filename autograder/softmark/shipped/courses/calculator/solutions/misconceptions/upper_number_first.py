from fractions import Fraction

NAME = "order.upper_number_first"
SAYS = "The number on top of the stack comes first: 7 2 - is worked out as 2 − 7."
HINT = "Which of 7 and 2 is taken from the stack first?"
SECTION = "1.2"
LOSES = ["1.2"]
MODULE = "calculator"


def evaluate(text: str) -> Fraction:
    operators = {"+": Fraction.__add__, "-": Fraction.__sub__, "*": Fraction.__mul__, "/": Fraction.__truediv__}
    stack = []
    for piece in read(text):  # noqa: F821 (laid over the reference)
        if isinstance(piece, Fraction):
            stack.append(piece)
        elif len(stack) < 2:
            raise ValueError(text)
        else:
            stack.append(operators[piece](stack.pop(), stack.pop()))
    if len(stack) != 1:
        raise ValueError(text)
    return stack[0]
