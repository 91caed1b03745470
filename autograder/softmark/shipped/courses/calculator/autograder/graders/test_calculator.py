"""Every check runs at home on public numbers, and on the server on hidden ones."""

from gradescope_utils.autograder_utils.decorators import number, weight

from softmark.checks import raises


def some(draw, count):  # different numbers, none of them 0 or 1
    return draw.shuffled(list(range(2, 30)))[:count]


@number("1.1")
class TestRead:
    @weight(2)
    def test_pieces(self, student, reference, draw, same):
        """pieces: numbers and operators, in their order."""
        text = "{} -{} {}.25 + * /  -".format(*some(draw, 3))
        same(student.calculator.read(text), reference.calculator.read(text))

    @weight(1)
    def test_words(self, student):
        """words: a word is no number."""
        for text in ("1 two +", "1 2 plus", "1 2 %"):
            with raises(ValueError):
                student.calculator.read(text)


@number("1.2")
class TestEvaluate:
    @weight(1.5)
    def test_sums_and_products(self, student, reference, draw, same):
        """sums and products: (a + b) · c and a + b · c."""
        a, b, c = some(draw, 3)
        for text in (f"{a} {b} + {c} *", f"{a} {b} {c} * +", f"{a}"):
            same(student.calculator.evaluate(text), reference.calculator.evaluate(text))

    @weight(1)
    def test_order(self, student, reference, draw, same):
        """order: a − b and a / b."""
        a, b = some(draw, 2)
        for text in (f"{a} {b} -", f"{a} {b} /"):
            same(student.calculator.evaluate(text), reference.calculator.evaluate(text))

    @weight(1)
    def test_stacks(self, student):
        """stacks: too few numbers, too many, none."""
        for text in ("+", "1 +", "1 + 2", "1 2", ""):
            with raises(ValueError):
                student.calculator.evaluate(text)

    @weight(0.5)
    def test_zero(self, student, draw):
        """zero: nothing is divided by 0."""
        with raises(ZeroDivisionError):
            student.calculator.evaluate(f"{draw.integer(2, 9)} 0 /")


@number("1.3")
class TestCalculator:
    @weight(1.5)
    def test_enter(self, student, reference, draw, same):
        """tape: two lines, and one that is none between them."""
        a, b = some(draw, 2)
        machine, right = student.calculator.Calculator(), reference.calculator.Calculator()
        for text in (f"{a} {b} /", f"{a} {b} *"):
            same(machine.enter(text), right.enter(text))
            with raises(ValueError):
                machine.enter("1 2")
        same(machine.tape, right.tape, what="tape")

    @weight(1.5)
    def test_show(self, student, reference, draw, same):
        """lines: what is printed, line by line."""
        a, b = some(draw, 2)
        machine, right = student.calculator.Calculator(), reference.calculator.Calculator()
        for each in (machine, right):
            each.enter(f"{a} {b} /")
            each.enter(f"{a} {b} +")
        same(machine.show.printed(), right.show.printed(), what="what show prints")
