"""A course in plain Python: a check uses the student's own objects, and compares values on this side."""

from __future__ import annotations

import pytest

from softmark.checks.compare import Mismatch, Same
from softmark.checks.errors import BadAnswer, NotLoaded, NotWritten, NoValue, StudentRaised
from softmark.checks.raising import raises
from softmark.checks.student import Student
from softmark.running.execute import Executor
from softmark.running.trusted import load

BANK = """
from collections import Counter, deque, namedtuple
from dataclasses import dataclass
from enum import Enum, IntEnum
from fractions import Fraction

RATE = Fraction(1, 20)

class Overdrawn(ValueError):
    pass

class Account:
    def __init__(self, owner, balance=0):
        self.owner, self.balance, self.history = owner, balance, []

    @classmethod
    def of(cls, text):
        return cls(*text.split(":"))

    def pay(self, amount):
        if amount > self.balance:
            raise Overdrawn(f"{self.owner} has only {self.balance}")
        self.balance -= amount
        self.history.append(-amount)
        return self.balance

    def twin(self):
        return Account(self.owner, self.balance)

    @property
    def broken(self):
        raise KeyError("no such thing")

    def __len__(self):
        return len(self.history)

    def __getitem__(self, place):
        return self.history[place]

    def __setitem__(self, place, value):
        self.history[place] = value

    def __contains__(self, amount):
        return amount in self.history

    def __add__(self, other):
        return Account(self.owner, self.balance + other.balance)

    def __radd__(self, number):
        return number + self.balance

    def __neg__(self):
        return -self.balance

    def __eq__(self, other):
        return True

    __hash__ = None

    def __str__(self):
        return f"{self.owner}: {self.balance}"

@dataclass
class Point:
    x: int
    y: int

Pair = namedtuple("Pair", "left right")
Color = Enum("Color", "RED GREEN")
Size = IntEnum("Size", "SMALL LARGE")

class Word(str):
    def __eq__(self, other):
        return True
    __hash__ = str.__hash__

def open_account(owner): return Account(owner)
def balance_of(account): return account.balance
def total(accounts): return sum(each.balance for each in accounts)
def by_name(accounts): return {each.owner: each for each in accounts}
def middle(a, b): return Point((a.x + b.x) // 2, (a.y + b.y) // 2)
def pair(): return Pair(1, "two")
def color(): return Color.GREEN
def size(): return Size.LARGE
def first_letters(words): return {word[0] for word in words}
def word(): return Word("anything")
def counted(text): return Counter(text)
def last_three(parts): return deque(parts, maxlen=3)
def adder(n): return lambda x: x + n
def hello(name):
    print("Hello,", name)
    print("Bye")
    return 7
def shout():
    while True: print("a" * 100_000)
def sort_in_place(numbers): numbers.sort(); return numbers
def unwritten(): raise NotImplementedError("Task 1.2: write it")
class mean:
    def __init__(self, *numbers): pass
"""


def student() -> Student:
    return Student(Executor(load({"bank": BANK})))


@pytest.fixture
def bank():
    return student().bank


def test_an_object_keeps_its_state_and_shows_it_as_values(bank):
    account = bank.Account("Ann", 50)
    assert account.pay(20) == 30
    assert (account.balance, account.owner, account.history) == (30, "Ann", [-20])
    account.balance = 7
    assert account.balance == 7


def test_length_places_and_members_are_the_objects_own(bank):
    account = bank.Account("Ann", 50)
    for amount in (5, 6, 7):
        account.pay(amount)
    assert len(account) == 3
    assert account[1] == -6
    account[1] = -60
    assert -60 in account and 1 not in account
    assert str(account) == "Ann: 32"
    with raises(IndexError):
        account[9]


def test_operators_are_the_objects_own_and_give_values_or_objects(bank):
    both = bank.Account("Ann", 5) + bank.Account("Bob", 6)
    assert both.balance == 11
    assert 4 + both == 15
    assert -both == -11


def test_a_students_equality_never_decides(bank):
    """This one says yes to everything."""
    account = bank.Account("Ann", 5)
    for compare in (lambda: account == account, lambda: account != 5, lambda: account < account, lambda: bool(account)):
        with pytest.raises(NoValue):
            compare()
    with pytest.raises(Mismatch, match=r"the result is an object of Account; expected a Python number"):
        Same()(account, 5.0)
    with pytest.raises(NoValue, match="compare its attributes"):
        Same()(account, bank.Account("Bob", 6))
    with pytest.raises(Mismatch, match="'anything'; expected 'something'"):
        Same()(bank.word(), "something")
    assert account.method("__eq__", 5) is True, "asked for by its name it is a value like any other"


def test_objects_go_back_into_the_students_functions(bank):
    ann, bob = bank.Account("Ann", 5), bank.Account("Bob", 6)
    assert bank.balance_of(ann) == 5
    assert bank.total([ann, bob]) == 11
    assert bank.by_name.object((ann, bob))["Bob"].balance == 6


def test_a_call_gives_values_and_no_objects_unless_the_check_asks_for_them(bank):
    with pytest.raises(BadAnswer, match="your code returned an object of type Account"):
        bank.open_account("Ann")
    assert bank.open_account.object("Ann").owner == "Ann"
    assert bank.Account.of.object("Ann:3").balance == "3"
    assert bank.Account("Ann", 3).twin.object().balance == 3
    assert bank.adder.object(3)(4) == 7


def test_a_class_in_the_place_of_a_function_is_a_wrong_answer(bank):
    """Its objects could answer whatever a check asks an array."""
    with pytest.raises(BadAnswer, match="an object of type mean"):
        bank.mean(1, 2)


def test_dataclasses_and_enums_are_objects_and_a_named_tuple_is_a_tuple(bank):
    point = bank.middle.object(bank.Point(0, 0), bank.Point(4, 8))
    assert (point.x, point.y) == (2, 4)
    assert bank.pair() == (1, "two")
    assert (bank.color.object().name, bank.size.object().value) == ("GREEN", 2)
    with pytest.raises(BadAnswer, match="your code returned an object of type Point"):
        bank.middle(point, point)


def test_subclasses_come_as_pythons_own_types(bank):
    assert type(bank.counted("aab")) is dict and bank.counted("aab") == {"a": 2, "b": 1}
    assert bank.last_three([1, 2, 3, 4]) == [2, 3, 4]
    assert type(bank.word()) is str
    assert bank.first_letters(["ab", "ac", "b"]) == {"a", "b"}
    assert bank.attribute("RATE") * 20 == 1


def test_printed_text_is_an_answer(bank):
    assert bank.hello.printed("Ann") == "Hello, Ann\nBye\n"
    with pytest.raises(Mismatch, match="the text says 'Hello, Ann' in line 1, where 'Hello, Bob' is expected"):
        Same()(bank.hello.printed("Ann"), bank.hello.printed("Bob"), what="the text")


def test_endless_printing_is_refused():
    source = BANK.replace("while True", "for _ in range(3)")
    with pytest.raises(BadAnswer, match="printed more than 100,000 characters"):
        Student(Executor(load({"bank": source}))).bank.shout.printed()


def test_an_input_that_is_changed_is_noticed_in_lists_too(bank):
    assert bank.sort_in_place.observe([3, 1, 2]).changed == ("argument 1",)
    assert bank.sort_in_place.observe([1, 2, 3]).changed == ()


def test_a_check_may_want_an_exception(bank):
    account = bank.Account("Ann", 5)
    with raises(ValueError) as caught:
        account.pay(6)
    assert caught.message == "Ann has only 5"
    with raises(KeyError, ValueError, says="only 5"):
        account.pay(6)
    with raises(bank.Overdrawn):
        account.pay(6)
    with raises(LookupError):
        _ = account.broken


@pytest.mark.parametrize(
    ("wanted", "amount", "says"),
    [
        (ValueError, 1, "your code raised nothing; it should raise ValueError"),
        (KeyError, 9, "your code raised ValueError: Ann has only 5.*; it should raise KeyError"),
    ],
)
def test_another_exception_or_none_is_a_wrong_answer(bank, wanted, amount, says):
    with pytest.raises(Mismatch, match=says) as told, raises(wanted):
        bank.Account("Ann", 5).pay(amount)
    assert "Ann" not in told.value.safe()


def test_what_is_not_written_raises_nothing_that_a_check_wants(bank):
    with pytest.raises(NotWritten), raises(NotImplementedError):
        bank.unwritten()


def test_a_name_that_is_not_there_is_told_as_before(bank):
    account = bank.Account("Ann")
    with pytest.raises(NotLoaded, match=r"your Account has no interest; has it been renamed or removed\?"):
        account.interest(3)
    with pytest.raises(StudentRaised, match="KeyError"):
        _ = account.broken
