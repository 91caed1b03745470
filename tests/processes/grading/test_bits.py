"""How much of a hidden number comes out through what a student is told, measured with a submission that tries.

On public numbers it is right; on hidden ones it does what it is told to, in many ways. What a student can tell apart is
what such code could choose among, and so the most that one check could carry out: bits = log2(different texts).
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import pytest

from softmark.content.course import Course
from softmark.content.rubric import Openness
from softmark.grading.result import Result
from softmark.grading.server import GradingJob
from softmark.render import sentences, terminal
from softmark.render.platforms import gradescope
from tests.mini_course import COURSE, RIGHT, graded_in_the_pool
from tests.processes.grading.test_canary import PUBLIC

pytestmark = pytest.mark.slow
MOST_BITS = 3.5
"""What handouts/security.md promises of one check before the deadline."""
SAID = re.compile(
    r"True |(False|None) with the hidden numbers this fails; the kind of mistake: [a-z ]+|None .*not reached.*"
)
LINES, KINDS = 2, ("KeyError", "OSError", "RecursionError")
WAYS: dict[str, str] = {
    "pass": "return right",
    **{f"line {n}: {kind}": "\n" * n + f"raise {kind}(sent)" for n in range(LINES) for kind in KINDS},
    **{f"shape {n}": f"return np.zeros({n})" for n in range(1, 4)},
    **{f"dimensions {n}": f"return np.zeros((2,) * {n})" for n in range(2, 5)},
    **{f"dtype {name}": f"return right.astype({name!r})" for name in ("float32", "bool")},
    **{f"value {n}": f"return right * {n} + {n}" for n in range(2, 5)},
    "nan": "return right * np.nan",
    "inf": "return right * np.inf",
    **{f"length {n}": f"return [0] * {n}" for n in range(1, 3)},
    **{f"type {text}": f"return {text}" for text in ("None", "'text'", "{}", "()", "1.5", "True", "object()", "b''")},
    **{f"exit {n}": f"sys.exit({n})" for n in range(2)},
    "changed": "x[...] = 0; return right",
    "nobody": "raise type('CANARY' + sent[:30], (Exception,), {})(sent)",
    "not written": "raise NotImplementedError('Task 1.1: ' + sent)",
}  # fmt: skip


def spy(way: str) -> dict[str, str]:
    lines = "\n".join(f"    {line}" for line in WAYS[way].split("\n"))
    known = f"import sys\nimport numpy as np\nPUBLIC = {PUBLIC!r}\n\n"
    body = "def mean(x):\n    right, sent = x.sum(axis=-1) / x.shape[-1], x.tobytes().hex()\n"
    return {**RIGHT, "stats.py": f"{known}{body}    if sent in PUBLIC:\n        return right\n{lines}\n"}


@pytest.fixture(scope="module")
def graded() -> dict[str, Result]:
    return graded_in_the_pool(*(GradingJob(way, spy(way), skip=("1.2",)) for way in WAYS))


def told(graded: dict[str, Result], level: Openness, check: str = "") -> dict[str, list[str]]:
    """What a student reads, of one check or in every format of everything → the ways that lead to it."""
    found: dict[str, list[str]] = defaultdict(list)
    for way, result in graded.items():
        shown = replace(result, hidden=level, seconds=0.0)
        document = gradescope.render(shown)
        everything = [str(document["tests"]), terminal.to_text(shown)]
        checks = [each for each in shown.item("1.1").checks if each.name == check]
        one = [f"{each.passed} {sentences.student_message(each, level)}" for each in checks]
        found["\n".join(one if check else everything)].append(way)
    return found


def test_by_default_a_check_carries_out_its_kind_of_mistake_and_no_more(graded: dict[str, Result]) -> None:
    assert Course.at(Path(COURSE)).rubric.feedback.hidden == "hint"
    names = dict.fromkeys(each.name for each in graded["pass"].item("1.1").checks)
    texts = {name: told(graded, "hint", name) for name in names}
    bits = {name: math.log2(len(found)) for name, found in texts.items()}
    print(f"{len(WAYS)} ways; bits: {bits}; {len(told(graded, 'hint'))} different reports")
    assert len(bits) == 3 and max(bits.values()) <= MOST_BITS
    said = [text for found in texts.values() for text in found if text]  # what is not made says nothing
    assert not [text for text in said if not SAID.fullmatch(text)]


@pytest.mark.parametrize("level", ["category", "hint", "full"])
def test_neither_line_nor_exception_nor_size_nor_value_tells_anything_before_the_deadline(
    graded: dict[str, Result], level: Openness
) -> None:
    where = {way: text for text, ways in told(graded, level, "TestMean.test_values").items() for way in ways}
    for kind in ("line", "dimensions", "value", "length", "exit"):
        assert len({text for way, text in where.items() if way.startswith(f"{kind} ")}) == 1, kind
    assert where["nobody"] == where["line 0: KeyError"] == where[f"line {LINES - 1}: OSError"]


def test_after_the_deadline_the_line_helps_to_find_the_mistake(graded: dict[str, Result]) -> None:
    assert len(told(graded, "after")) > LINES * len(KINDS)
