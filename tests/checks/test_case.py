"""The everyday case of a class of checks finds its function wherever it stands."""

from softmark.checks.case import Case
from softmark.checks.student import Student
from softmark.running.execute import Executor
from softmark.running.trusted import load

SOURCE = """
def double(x):
    return 2 * x


class Tally:
    def __init__(self, start=0):
        self.count = start

    def add(self, name):
        self.count += 1
        return self.count
"""


def answer(case):
    files = {"tally": SOURCE, "parts/tally": SOURCE}
    return case.made(Student(Executor(load(files))).knows([f"{name}.py" for name in files]))(*case.inputs)


def test_a_function():
    assert answer(Case("tally.double", (4,))) == 8


def test_one_of_a_file_in_a_folder():
    assert answer(Case("parts.tally.double", (4,))) == 8


def test_a_method_of_a_new_object():
    assert answer(Case("tally.Tally.add", ("Ann",))) == 1
    assert answer(Case("parts.tally.Tally.add", ("Ann",), sizes=(5,))) == 6
