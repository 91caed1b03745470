"""A calculator that takes the numbers first: 1 2 + 3 * is (1 + 2) · 3."""

from fractions import Fraction


def read(text: str) -> list[Fraction | str]:
    """The pieces of a line: numbers as exact fractions, the operators + - * / as they are. Blanks separate pieces.

    Graded:
        - pieces (2): every one in its order, numbers such as 7, 0.5 and -3 as `Fraction`, operators as text.
        - words (1): anything else raises ValueError.

    Example:
        >>> read("0.5 2 *")
        [Fraction(1, 2), Fraction(2, 1), '*']
    """
    # BEGIN SOLUTION 1.1 (about one line)
    return [piece if piece in ("+", "-", "*", "/") else Fraction(piece) for piece in text.split()]
    # END SOLUTION


def evaluate(text: str) -> Fraction:
    """The value of a line. A number goes onto a stack; an operator takes the two on top and puts back their result.

    Graded:
        - sums and products (1.5): of the two numbers on top of the stack.
        - order (1): the lower number comes first, so 7 2 - is 5 and 6 3 / is 2.
        - stacks (1): too few numbers for an operator, and a line that leaves more or less than one, raise ValueError.
        - zero (0.5): a division by 0 raises ZeroDivisionError.
    """
    # BEGIN SOLUTION 1.2 (about ten lines)
    operators = {"+": Fraction.__add__, "-": Fraction.__sub__, "*": Fraction.__mul__, "/": Fraction.__truediv__}
    stack: list[Fraction] = []
    for piece in read(text):
        if isinstance(piece, Fraction):
            stack.append(piece)
            continue
        if len(stack) < 2:
            raise ValueError(f"{piece} needs two numbers before it")
        second, first = stack.pop(), stack.pop()
        stack.append(operators[piece](first, second))
    if len(stack) != 1:
        raise ValueError("a line leaves one number")
    return stack[0]
    # END SOLUTION


class Calculator:
    def __init__(self) -> None:
        self.tape: list[Fraction] = []

    def enter(self, text: str) -> Fraction:
        """Work out a line and keep its result.

        Graded:
            - tape (1.5): `enter` returns the result and puts it at the end of `tape`; a line that raises leaves `tape`
              as it was.
        """
        # BEGIN SOLUTION 1.3 (about two lines)
        self.tape.append(evaluate(text))
        return self.tape[-1]
        # END SOLUTION

    def show(self) -> None:
        """Print the tape.

        Graded:
            - lines (1.5): `show` prints one for each result, with its number from 1: `1: 9/2`.
        """
        # BEGIN SOLUTION 1.3 (about two lines)
        for number, result in enumerate(self.tape, start=1):
            print(f"{number}: {result}")
        # END SOLUTION
