"""What somebody can do in the exam who knows the questions of home and their answers, and does not read the new ones.

Each way of guessing picks some of a question's options by what was seen at home, and one of those by chance. Numbers
are guessed as they were at home. Beside it stands what chance alone gives.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from softmark.questions.question import Question

Sheet = Sequence[Question]
Guess = Callable[[Sheet, int, Question], Sequence[str]]
"""Home's sheet, the place on the exam's sheet, the question there → the options (or numbers) that home speaks for."""
CLEAR = 3.0
"""Standard deviations: what chance does in one measurement of seven hundred."""


def by_place(home: Sheet, place: int, question: Question) -> Sequence[str]:
    """The letter, or the numbers, that were right at the same place."""
    return _same_letter(home[place], question)


def by_kind(home: Sheet, place: int, question: Question) -> Sequence[str]:
    """What was right in a question of that kind."""
    alike = [each for each in home if each.kind == question.kind]
    return [guess for each in alike for guess in _same_letter(each, question)]


def by_task(home: Sheet, place: int, question: Question) -> Sequence[str]:
    """What was right in a question about that task."""
    alike = [each for each in home if each.task == question.task]
    return [guess for each in alike for guess in _same_letter(each, question)]


def by_text(home: Sheet, place: int, question: Question) -> Sequence[str]:
    """An option whose words were right at home, in whatever question."""
    right = {each.right_option for each in home}
    return [option for option in question.options if option in right]


def not_seen(home: Sheet, place: int, question: Question) -> Sequence[str]:
    """An option whose words stood in no question at home."""
    seen = {option for each in home for option in each.options}
    return [option for option in question.options if option not in seen]


def seen(home: Sheet, place: int, question: Question) -> Sequence[str]:
    """An option whose words stood in some question at home, right or wrong."""
    strange = not_seen(home, place, question)
    return [option for option in question.options if option not in strange]


def in_a_question(home: Sheet, place: int, question: Question) -> Sequence[str]:
    """An option whose words a question at home spoke of."""
    sentences = {option: option.partition(": ")[2] for option in question.options}
    return [option for option, words in sentences.items() if words and any(words in each.text for each in home)]


def by_other_lines(home: Sheet, place: int, question: Question) -> Sequence[str]:
    """An option about a line that no question at home was about: such a line is not asked for again."""
    asked = {each.key for each in home}
    return [option for option in question.options if _line(option) not in asked]


WAYS: dict[str, Guess] = {
    "at the same place": by_place,
    "in the same kind": by_kind,
    "about the same task": by_task,
    "in the same words": by_text,
    "words not seen": not_seen,
    "words seen": seen,
    "words in a question": in_a_question,
    "lines not asked for": by_other_lines,
}


@dataclass(frozen=True)
class Worth:
    """What a way of guessing is worth over many sheets: of all questions, those of which it says anything."""

    questions: int
    spoken_of: int
    right: float
    by_chance: float
    deviation: float
    """Standard deviation of what is right, were it chance alone."""

    @property
    def is_clear(self) -> bool:
        """Better than chance by more than chance explains."""
        return self.right - self.by_chance > CLEAR * self.deviation

    def __str__(self) -> str:
        spread = CLEAR * self.deviation
        return (
            f"says something of {self.spoken_of} of {self.questions} questions, {self.right:.1f} right; "
            f"by chance {self.by_chance:.1f} ± {spread:.1f}"
        )


def worth(guess: Guess, exams: Sequence[tuple[Sheet, Sheet]]) -> Worth:
    """`exams`: for each program, home's sheet and the exam's."""
    right = chance = variance = 0.0
    asked = list(_asked(exams))
    spoken_of = 0
    for home, place, question in asked:
        chosen = set(guess(home, place, question))
        if not chosen or chosen == set(question.options):
            continue
        spoken_of += 1
        right += (question.right_option in chosen) / len(chosen)
        if question.options:
            # the right one is among the chosen with this chance, and then found with 1 in so many
            among = len(chosen) / len(question.options)
            chance += 1 / len(question.options)
            variance += among * (1 - among) / len(chosen) ** 2
    return Worth(len(asked), spoken_of, right, chance, math.sqrt(variance))


def _asked(exams: Sequence[tuple[Sheet, Sheet]]) -> Iterator[tuple[Sheet, int, Question]]:
    for home, exam in exams:
        for place, question in enumerate(exam):
            yield home, place, question


def _same_letter(known: Question, question: Question) -> Sequence[str]:
    """The option with the letter that was right there; for numbers, the same numbers."""
    if not question.options:
        return [] if known.options else [known.right_option]
    letters = dict(zip("abcdefgh", question.options, strict=False))
    return [letters[known.answer]] if known.answer in letters else []


def _line(option: str) -> str:
    """ "stats.py line 5: …" → "stats.py:5"."""
    found = re.match(r"(\S+\.py) line (\d+):", option)
    return ":".join(found.groups()) if found else ""
