"""A hand changes how an answer is written, never what it does."""

import random
from pathlib import Path

import pytest

from softmark.content.course import Course
from tests.made_up import style, work
from tests.made_up.answers import Spellable
from tests.made_up.style import Hand, Setting

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def attention() -> Spellable:
    return Spellable(Course.at(ROOT))


def written(body: str, seed: int, **habits: float) -> str:
    rng = random.Random(seed)
    hand = Hand.of(rng)
    quiet = {"remarks": 0.0, "traces": 0.0, "blanks": 0.0, "helpers": 0.0} | habits
    hand = type(hand)(**{**vars(hand), **quiet})
    setting = Setting("f", ("xs", "n"), "numpy", frozenset({"np", "range", "len"}))
    lines, helper = style.write(style.shaped(body, hand, setting, rng), hand, setting, rng)
    return helper + "def f(xs, n):\n" + "\n".join("    " + line for line in lines)


def value(text: str, xs: list[int], n: int) -> object:
    space: dict[str, object] = {}
    exec(text, space)
    return space["f"](xs, n)  # type: ignore[operator]


BODIES = (
    "total = 0\nfor i in range(n):\n    total = total + xs[i] * 2\nreturn total + 1",
    "squares = [x ** 2 for x in xs]\nreturn sum(squares), len(squares)",
    "a, b = xs[0], xs[1]\nc = a * 3\nd = b - 1\nreturn c if c < d else d",
    "last = 0\nfor i in range(n):\n    last = i\nif n == 0:\n    r = -1\nelse:\n    r = last\nreturn r",
    "out = []\nfor x in xs:\n    y = x * x\n    out.append(y)\nreturn out[::-1]",
    "i = 5\nrows = [i for i in range(n)]\nreturn rows, i",
)


@pytest.mark.parametrize("body", BODIES)
def test_any_hand_keeps_what_a_function_returns(body):
    plain = "def f(xs, n):\n" + "\n".join("    " + line for line in body.split("\n"))
    for seed in range(60):
        everything = dict.fromkeys(("steps", "folds", "splits", "moves", "loops", "renames", "helpers"), 0.9)
        text = written(body, seed, **everything)
        for xs, n in (([3, 1, 4], 3), ([2, 7], 0), ([5, 5, 5, 1], 2)):
            assert value(text, xs, n) == value(plain, xs, n), text


def test_hands_differ():
    assert len({written(BODIES[0], seed) for seed in range(20)}) > 10


def test_what_is_not_written_is_left_as_in_the_stub(attention):
    rng = random.Random(1)
    stub = work.compose(attention, [], attention.tasks, Hand.of(rng), rng)
    for name, text in stub.files.items():
        assert "NotImplementedError" in text, name
        given = (ROOT / "assignment" / name).read_text(encoding="utf-8")
        assert set(text.split("\n")) <= set(given.split("\n")), "nothing of the reference is left in it"
    assert stub.loses == attention.tasks
