from fractions import Fraction

NAME = "stack.rest_ignored"
SAYS = "What is on top at the end is returned, even if other numbers are left below it."
HINT = "How many numbers are on the stack after 1 2?"
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
            second, first = stack.pop(), stack.pop()
            stack.append(operators[piece](first, second))
    if not stack:
        raise ValueError(text)
    return stack[-1]
