"""Known wrong answers about calculator.py."""


def evaluate(text: str) -> Fraction:
    """order.upper_number_first: The number on top of the stack comes first: 7 2 - is worked out as 2 − 7.
    Hint: Which of 7 and 2 is taken from the stack first?
    """
    operators = {"+": Fraction.__add__, "-": Fraction.__sub__, "*": Fraction.__mul__, "/": Fraction.__truediv__}
    stack = []
    for piece in read(text):
        if isinstance(piece, Fraction):
            stack.append(piece)
        elif len(stack) < 2:
            raise ValueError(text)
        else:
            stack.append(operators[piece](stack.pop(), stack.pop()))
    if len(stack) != 1:
        raise ValueError(text)
    return stack[0]


def evaluate(text: str) -> Fraction:
    """stack.rest_ignored: What is on top at the end is returned, even if other numbers are left below it.
    Hint: How many numbers are on the stack after 1 2?
    """
    operators = {"+": Fraction.__add__, "-": Fraction.__sub__, "*": Fraction.__mul__, "/": Fraction.__truediv__}
    stack = []
    for piece in read(text):
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
