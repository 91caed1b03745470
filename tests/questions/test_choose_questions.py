"""Which questions somebody gets: at home those of the public key, in the exam none that home could have asked."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from softmark.checks.request import Outcome, Request
from softmark.content.course import Course
from softmark.grading.calls.participants import TrustedParticipants, Worlds
from softmark.locating.shapes_seen import Seen, ShapesSeen
from softmark.questions.choose_questions import Pool, pool
from softmark.questions.program import Program
from softmark.questions.trials import Trials
from softmark.running.collect import Checks, with_checks
from softmark.running.execute import Executor
from softmark.running.trusted import Local, load
from tests.mini_course import COURSE
from tests.processes.questions.test_sheets import ALIAS, LONG, STATS


class LabOfOurs:
    """Runs a program that we wrote, here."""

    def __init__(self, course: Course, checks: Checks, texts: Mapping[str, str]) -> None:
        self._worlds = Worlds(course, checks)
        self._key = course.rubric.public_key()
        self._texts = texts

    def _modules(self, changed: Mapping[str, str]) -> dict:
        return load({Path(name).stem: text for name, text in {**self._texts, **changed}.items()}, folder="/own")

    def sides(self, changed: Mapping[str, str], rerun: bool = False) -> TrustedParticipants:
        return self._worlds.against(self._key, Local(self._modules(changed)))

    def watch(self, requests: Sequence[Request], rerun: bool = False) -> tuple[list[Outcome], list[Seen]]:
        executor, watcher = Executor(self._modules({})), ShapesSeen(frozenset(self._texts))
        outcomes = []
        for request in requests:
            executor.follow = watcher if request is requests[-1] else None
            outcomes.append(executor.perform(request))
        return outcomes, list(watcher.seen)


pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")
"""Changed programs divide by 0."""


@cache
def trials_of(texts: tuple[tuple[str, str], ...]) -> Trials:
    """As in a class: what was run for one sheet is not run again for the next."""
    course, kept = Course.at(COURSE), []
    with_checks(course.graders, kept.append)  # numpy is all that they need, and it stays
    program = Program(dict(texts), course.rubric.items)
    return Trials(program, kept[0], LabOfOurs(course, kept[0], dict(texts)))


@pytest.fixture
def asked():
    """`asked(texts, words)`: the questions at home (or `home`), then those of an exam for each of these words."""

    def ask(texts: Mapping[str, str], words: Sequence[str] = (), home: Pool | None = None) -> tuple[Pool, list[Pool]]:
        trials = trials_of(tuple(texts.items()))
        at_home = home or pool(trials, Course.at(COURSE).rubric.public_key())
        return at_home, [pool(trials, word, 2, unlike=at_home) for word in words]

    return ask


def test_an_exam_asks_nothing_that_was_asked_at_home(asked):
    at_home, exams = asked(LONG, ["a salt", "another salt", "a third one"])
    practised_lines = {question.key for question in at_home.about_lines}
    assert len(at_home.questions) == 5 and practised_lines
    for exam in exams:
        assert not {question.ident for question in exam.questions} & {question.ident for question in at_home.questions}
        assert not {question.key for question in exam.about_lines} & practised_lines
        assert {question.kind for question in exam.questions} == {"purpose", "line", "shape", "prediction"}


def test_what_was_an_answer_at_home_is_no_option_where_there_are_others(asked):
    """What many changes break is right more often than the rest: whoever remembers it would guess better."""
    at_home, exams = asked(LONG, ["a salt", "another salt", "a third one"])
    answers = {question.right_option for question in at_home.of("purpose")}
    for exam in exams:
        assert answers.isdisjoint(exam.of("purpose")[0].options)


def test_what_was_a_wrong_option_at_home_is_none_where_there_are_others(asked):
    """The same: a sentence that stood there as a wrong option is right more often than one that nobody has seen."""
    usual, _ = asked(LONG)
    seen = usual.of("purpose")[0]
    wrong = next(option for option in seen.options if option != seen.right_option)
    home = Pool((replace(seen, options=("3.1: Some other sentence.", wrong), answer="a", key="stats.py:99"),))
    for word in ("a salt", "another salt", "a third one"):
        _, (without,) = asked(LONG, [word], Pool((replace(seen, options=(), answer="1", key="stats.py:99"),)))
        _, (exam,) = asked(LONG, [word], home)
        assert wrong in {option for question in without.of("purpose")[:2] for option in question.options}
        assert wrong not in {option for question in exam.of("purpose")[:2] for option in question.options}


def test_what_a_line_broke_at_home_is_no_option_where_there_are_others(asked):
    usual, _ = asked(LONG)
    (line,) = usual.of("line")
    _, (exam,) = asked(LONG, ["a salt"], Pool((replace(line, key="stats.py:99"),)))
    sentence = next(each for each in exam.of("purpose")[0].options if each.startswith(line.task))
    told = f"Exactly one of these changes would break this: “{sentence.partition(': ')[2]}” (task {line.task}). Which?"
    _, (other,) = asked(LONG, ["a salt"], Pool((replace(line, text=told, key="stats.py:99"),)))
    assert sentence not in other.of("purpose")[0].options


def test_another_salt_asks_otherwise(asked):
    _, exams = asked(LONG, ["a salt", "another salt"])
    assert exams[0] != exams[1]


def test_a_program_without_lines_to_spare_gives_no_exam(asked):
    """Three lines in all: home has asked about those that say something."""
    short = {
        "stats.py": "def mean(x):\n    return x.sum(axis=-1) / x.shape[-1]\n",
        "scale.py": "from stats import mean\n\n\ndef standardise(x):\n    c = x - mean(x)[:, None]\n"
        "    return c / mean(c**2)[:, None] ** 0.5\n",
    }
    at_home, (exam,) = asked(short, ["a salt"])
    assert at_home.questions and not exam.sheet(Program(short, []).dice("sheet"))


@pytest.mark.parametrize(
    "stats",
    [
        ALIAS,
        STATS.replace("def mean", "def first") + "\n\nsecond = first\nmean = second\n",
        "def mean(x):\n    raise NotImplementedError('Task 1.1')\n\n\n"
        + STATS.replace("def mean", "def own")
        + "\n\nmean = own\n",
    ],
)
def test_a_function_is_found_under_its_other_name(stats):
    program = Program({**LONG, "stats.py": stats}, Course.at(COURSE).rubric.items)
    function = program.asked_for("stats.mean")
    assert function is not None and len(function.statements) == 5


def test_a_method_is_found_under_its_other_name():
    class Task:
        id, file, names, slow = "1.1", "stats.py", ("Mean.forward",), False

    text = "def own(self, x):\n    return x\n\n\nclass Mean:\n    forward = own\n"
    assert Program({"stats.py": text}, [Task()]).asked_for("stats.Mean.forward").statements
    text = "class Mean:\n    pass\n\n\ndef own(self, x):\n    return x\n\n\nMean.forward = own\n"
    assert Program({"stats.py": text}, [Task()]).asked_for("stats.Mean.forward").statements
