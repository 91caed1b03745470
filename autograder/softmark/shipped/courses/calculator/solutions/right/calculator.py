"""Right answers about calculator.py, written in other ways."""


def evaluate(text: str) -> Fraction:
    """evaluate.by_recursion: The line is taken apart from its end: the last operator, and what makes its
    two numbers.
    """
    pieces = read(text)

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
