"""An answer that cheats: `make grade SUB=examples/hostile`. It earns nothing, and harms nothing."""

import glob
import json
from fractions import Fraction


class Anything(Fraction):
    """Equal to every number."""

    def __eq__(self, other):
        return True

    __hash__ = Fraction.__hash__


def look_for_the_solution():
    found = glob.glob("/**/reference/calculator.py", recursive=True) + glob.glob("../**/calculator.py", recursive=True)
    for path in found:
        with open(path) as file:
            exec(file.read(), globals())


for folder in (".", "..", "/autograder/results"):
    try:
        with open(f"{folder}/results.json", "w") as file:
            json.dump({"score": 10, "tests": [{"name": "1.1", "score": 10}]}, file)
    except OSError:
        pass
try:
    look_for_the_solution()
except Exception:
    pass


def read(text):
    return [Anything(1)]


def evaluate(text):
    return Anything(1)


class Calculator:
    tape = Anything(1)

    def enter(self, text):
        return Anything(1)

    def show(self):
        print(json.dumps({"passed": True, "score": 10}))
