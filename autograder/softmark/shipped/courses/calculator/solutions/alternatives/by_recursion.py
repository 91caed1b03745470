from fractions import Fraction

NAME = "evaluate.by_recursion"
SAYS = "The line is taken apart from its end: the last operator, and what makes its two numbers."
MODULE = "calculator"


def evaluate(text: str) -> Fraction:
    pieces = read(text)  # noqa: F821 (laid over the reference)

    def take() -> Fraction:
        if not pieces:
            raise ValueError("an operator needs two numbers before it")
        piece = pieces.pop()
        if isinstance(piece, Fraction):
            return piece
        second = take()
        first = take()
        if piece == "+":
            return first + second
        if piece == "-":
            return first - second
        return first * second if piece == "*" else first / second

    result = take()
    if pieces:
        raise ValueError("a line leaves one number")
    return result
