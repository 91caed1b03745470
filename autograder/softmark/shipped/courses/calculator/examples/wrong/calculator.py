"""A wrong answer: what is on top of the stack comes first. `make grade SUB=examples/wrong`"""

from fractions import Fraction


def read(text):
    pieces = []
    for word in text.split():
        if word in "+-*/":
            pieces.append(word)
        else:
            pieces.append(Fraction(word))
    return pieces


def evaluate(text):
    stack = []
    for piece in read(text):
        if piece in ("+", "-", "*", "/"):
            if len(stack) < 2:
                raise ValueError("not enough numbers")
            a = stack.pop()
            b = stack.pop()
            if piece == "+":
                piece = a + b
            elif piece == "-":
                piece = a - b
            elif piece == "*":
                piece = a * b
            else:
                piece = a / b
        stack.append(piece)
    if len(stack) != 1:
        raise ValueError("not one result")
    return stack[0]


class Calculator:
    def __init__(self):
        self.tape = []

    def enter(self, text):
        result = evaluate(text)
        self.tape.append(result)
        return result

    def show(self):
        for i in range(len(self.tape)):
            print(str(i + 1) + ":", self.tape[i])
