"""Every check runs at home on public numbers, and on the server on public and then on hidden ones."""

from softmark.checks import item, raises, rests_on


def some(draw, count):  # different numbers, none of them 0 or 1
    return draw.shuffled(list(range(2, 30)))[:count]


@item("1.1")
class TestRead:
    @rests_on("Every piece in its order: numbers such as 7, 0.5 and -3 as `Fraction`, operators as text.")
    def test_pieces(self, student, reference, draw, same):
        """Numbers and operators, in their order."""
        text = "{} -{} {}.25 + * /  -".format(*some(draw, 3))
        same(student.calculator.read(text), reference.calculator.read(text))

    @rests_on("Anything else raises ValueError.")
    def test_words(self, student):
        """A word is no number."""
        for text in ("1 two +", "1 2 plus", "1 2 %"):
            with raises(ValueError):
                student.calculator.read(text)


@item("1.2")
class TestEvaluate:
    @rests_on("Sums and products of the two numbers on top of the stack.")
    def test_sums_and_products(self, student, reference, draw, same):
        """(a + b) · c and a + b · c."""
        a, b, c = some(draw, 3)
        for text in (f"{a} {b} + {c} *", f"{a} {b} {c} * +", f"{a}"):
            same(student.calculator.evaluate(text), reference.calculator.evaluate(text))

    @rests_on("7 2 - is 5 and 6 3 / is 2: the lower number comes first.")
    def test_order(self, student, reference, draw, same):
        """a − b and a / b."""
        a, b = some(draw, 2)
        for text in (f"{a} {b} -", f"{a} {b} /"):
            same(student.calculator.evaluate(text), reference.calculator.evaluate(text))

    @rests_on("Too few numbers for an operator, and a line that leaves more or less than one, raise ValueError.")
    def test_stacks(self, student):
        """Too few numbers, too many, none."""
        for text in ("+", "1 +", "1 + 2", "1 2", ""):
            with raises(ValueError):
                student.calculator.evaluate(text)

    @rests_on("A division by 0 raises ZeroDivisionError.")
    def test_zero(self, student, draw):
        """Nothing is divided by 0."""
        with raises(ZeroDivisionError):
            student.calculator.evaluate(f"{draw.integer(2, 9)} 0 /")


@item("1.3")
class TestCalculator:
    @rests_on(
        "`enter` returns the result and puts it at the end of `tape`; a line that raises leaves `tape` as it was."
    )
    def test_enter(self, student, reference, draw, same):
        """Two lines, and one that is none between them."""
        a, b = some(draw, 2)
        machine, right = student.calculator.Calculator(), reference.calculator.Calculator()
        for text in (f"{a} {b} /", f"{a} {b} *"):
            same(machine.enter(text), right.enter(text))
            with raises(ValueError):
                machine.enter("1 2")
        same(machine.tape, right.tape, what="tape")

    @rests_on("`show` prints a line for each result, with its number from 1: `1: 9/2`.")
    def test_show(self, student, reference, draw, same):
        """What is printed, line by line."""
        a, b = some(draw, 2)
        machine, right = student.calculator.Calculator(), reference.calculator.Calculator()
        for each in (machine, right):
            each.enter(f"{a} {b} /")
            each.enter(f"{a} {b} +")
        same(machine.show.printed(), right.show.printed(), what="what show prints")
