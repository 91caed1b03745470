"""Which lines stand to choose from where a question asks for one."""

import random
from types import SimpleNamespace

from softmark.questions.changes import Change
from softmark.questions.purpose_and_line import lines
from softmark.questions.trials import Sentence, Tried

SENTENCES = [Sentence("1.1", title) for title in ("The sum.", "The length.", "One column.", "Gradients.")]


class Told:
    """A program of four lines, each of which breaks the one sentence that it is for."""

    program = SimpleNamespace(line=lambda file, line: f"line {line}")

    def tried(self, line: int) -> Tried:
        change = Change("1.1", "stats.py", line, "mean", "`x` were `y` in {place}", "")
        verdicts = {sentence: number != line for number, sentence in enumerate(SENTENCES, 1)}
        return Tried(change, verdicts, dict.fromkeys(SENTENCES, "the result differs"))

    def telling(self, one: Tried) -> list[Sentence]:
        return one.broken

    def judged(self, change: Change, wanted: list[Sentence], rerun: bool = False) -> Tried:
        return self.tried(change.line)


def offered(practised: set[str]) -> list[tuple[str, ...]]:
    told = Told()
    found = lines(told, [told.tried(line) for line in (1, 2, 3, 4)], random.Random(3), practised)
    return [tuple(sorted(option.partition(":")[0] for option in question.options)) for question in found]


def test_a_line_that_was_practised_is_no_option():
    """It is not asked for again: whoever practised could leave it out, and guess among the others."""
    every = tuple(f"stats.py line {number}" for number in (1, 2, 3, 4))
    assert offered(set()) == [every] * 4
    assert offered({"stats.py:2"}) == [(every[0], every[2], every[3])] * 3
