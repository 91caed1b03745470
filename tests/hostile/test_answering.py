"""Call-backs are answered where a hard limit of time and memory holds, whatever the reference is made to compute."""

import os
from types import ModuleType

import numpy as np
import pytest

from softmark.grading.calls import callback_process, callbacks
from softmark.grading.calls.callback_process import TOO_MUCH, Answering
from softmark.sandbox import wire
from softmark.sandbox.patience import Patience
from softmark.sandbox.processor_time import Meter
from tests.proc import A_HANG, children_of

NAMES = frozenset({"maths.twice", "maths.count", "maths.many"})


@pytest.fixture
def asked():
    """Asks the reference below, in a process of its own, as a worker would."""
    maths = ModuleType("maths")
    maths.twice = lambda x: 2 * x
    maths.count = lambda n: sum(range(n))  # one call of C, deaf to every alarm of Python's
    maths.many = lambda n: np.zeros(n)
    maths.secret = lambda: 42
    answers = Answering({"maths": maths})

    def ask(name, *args, seconds=A_HANG, head=None):
        packed = wire.pack({"args": list(args), "kwargs": {}})
        told = head or {"do": "forward", "target": f"maths.{name}", "keep": False}
        call = wire.Sealed(told, bytearray(packed.text), bytearray(packed.body))
        reply = answers.answer(call, NAMES, Patience(Meter(), seconds))
        return reply.head.get("raise") or reply.open().value["value"]

    ask.answers = answers
    yield ask
    answers.close()


def test_an_ordinary_question_is_answered(asked):
    assert asked("twice", np.arange(3.0)).tolist() == [0, 2, 4]


def test_a_computation_in_c_is_ended_when_the_time_is_over(asked):
    assert asked("count", 10**14, seconds=0.5) == TOO_MUCH
    assert asked("twice", np.ones(1)) == TOO_MUCH, "for the rest of this check"
    asked.answers.forget()
    assert asked("twice", np.ones(1)).tolist() == [2]


def test_a_check_has_so_much_cpu_time_and_no_more(asked, monkeypatch):
    monkeypatch.setattr(callback_process, "CHECK_SECONDS", 1)
    said = {str(asked("count", 3 * 10**6, seconds=A_HANG)) for _ in range(400)}
    assert TOO_MUCH in said
    assert asked.answers.cpu_seconds < 5


def test_a_grade_has_so_much_cpu_time_and_no_more(asked, monkeypatch):
    monkeypatch.setattr(callback_process, "GRADE_SECONDS", 1)
    for _ in range(400):
        asked.answers.forget()
        if asked("count", 3 * 10**6, seconds=A_HANG) == TOO_MUCH:
            break
    asked.answers.forget()
    assert asked("twice", np.ones(1)) == TOO_MUCH
    assert asked.answers.cpu_seconds < 5


def test_whoever_loses_one_child_after_the_other_gets_no_more(asked):
    for _ in range(callback_process.MOST_LOST):
        asked.answers.forget()
        assert asked("count", 10**14, seconds=0.3) == TOO_MUCH
    asked.answers.forget()
    assert asked("twice", np.ones(1)) == TOO_MUCH


def test_memory_that_is_not_there_is_refused_and_the_next_question_is_answered(asked):
    assert asked("many", 10**10) == TOO_MUCH
    assert asked("twice", np.ones(1)).tolist() == [2]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (np.zeros(1 << 21, dtype=np.float32), TOO_MUCH),
        (np.zeros(3, dtype=np.float16), "a given function takes no numbers of half precision"),
    ],
)
def test_more_numbers_than_any_answer_needs_and_half_precision_are_refused(asked, given, says):
    assert asked("twice", given) == says
    assert asked("many", callbacks.MOST_NUMBERS + 1) == TOO_MUCH, "also in an answer"


def test_only_names_that_were_agreed_are_answered(asked):
    assert asked("secret") == "a call-back that was not agreed"
    assert asked("", head={"do": "backward", "tape": 0}) == "a call-back that was not agreed"


def test_nothing_is_left_behind(asked):
    before = set(children_of(os.getpid()))
    asked("twice", np.ones(1))
    asked.answers.close()
    assert set(children_of(os.getpid())) <= before
