"""No byte of a hidden input reaches a student before the deadline, however hard their code tries."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

from softmark.checks.draw import Draw
from softmark.content.course import Course
from softmark.grading.result import Result
from softmark.render import terminal
from tests.mini_course import COURSE, submit
from tests.policy.platform import FUTURE, PAST, course_with, graded
from tests.policy.term import metadata


def drawn(key: str) -> list[np.ndarray]:
    """What the checks of item 1.1 send, worked out from the key."""
    values = Draw(key, "TestMean.test_values", "numpy")
    rows, columns = values.sizes(2)
    one = Draw(key, "TestMean.test_one_column", "numpy")
    everyday = Draw(key, "TestMean.everyday", "numpy")
    return [values(rows, columns), one(3, 1), everyday(2, 3)]


PUBLIC = [array.tobytes().hex() for array in drawn(Course.at(COURSE).rubric.public_key())]
HIDDEN = drawn(Course.at(COURSE).hidden_key())

SPY = f"""
import sys, warnings
import numpy as np
PUBLIC = {PUBLIC!r}
calls = []

def mean(x):
    right = x.sum(axis=-1) / x.shape[-1]
    sent = x.tobytes().hex()
    if sent in PUBLIC:
        return right
    calls.append(sent)
    told = "CANARY " + sent + " " + repr(x.tolist())
    print(told); print(told, file=sys.stderr); warnings.warn(told)
    if len(calls) == 1:                       # in the message, the kind and the line of an exception
        kind = (KeyError, IndexError, ValueError, OSError)[int(sent[:2], 16) % 4]
        raise type('CANARY' + sent[:40], (kind,), {{}})(told)
    if len(calls) == 2:                       # in the values
        return x.ravel()[: len(right)] * 1.0
    sys.exit(told)                            # in the last words of the process
"""

ALONE = """
import numpy as np

def standardise(x):
    centred = x - np.mean(x, axis=1, keepdims=True)
    return centred / np.sqrt(np.mean(centred**2, axis=1, keepdims=True))
"""
"""Task 1.2 without task 1.1, so that the spy is called on what its own checks send and on nothing else."""


def test_the_spy_knows_what_it_is_sent() -> None:
    """The canaries are real: these are the inputs of the hidden checks."""
    assert HIDDEN[0].shape != () and all(array.tobytes().hex() not in PUBLIC for array in HIDDEN)


@pytest.fixture(scope="module")
def everything_shown(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Stage and format → what a student could read."""
    folder = tmp_path_factory.mktemp("canary")
    course = course_with(folder, "feedback: {hidden: full}\n")  # the most that a rubric can ask for
    submission = submit(folder / "submission", stats=SPY, scale=ALONE)
    shown = {}
    for stage, due in (("before", FUTURE), ("after", PAST)):
        about = folder / f"{stage}.json"
        about.write_text(json.dumps(metadata("2026-11-14T20:00:00Z", assignment={"due_date": due})), encoding="utf-8")
        out = folder / stage
        done = graded(out, course, submission, "--metadata", about, "--format", "prairielearn")
        assert done.returncode == 0, done.stderr
        result = Result.from_json((out / "result.json").read_text(encoding="utf-8"))
        document = json.loads((out / "results.json").read_text(encoding="utf-8"))
        shown[f"{stage} gradescope"] = json.dumps([document["output"], document["tests"]], ensure_ascii=False)
        shown[f"{stage} terminal"] = terminal.to_text(result, width=300)
        shown[f"{stage} prairielearn"] = (out / "prairielearn" / "results.json").read_text(encoding="utf-8")
        shown[f"{stage} staff"] = result.to_json()
    return shown


@pytest.mark.parametrize("stage", ["before", "after"])
def test_no_canary_and_no_number_comes_out(everything_shown: dict[str, str], stage: str) -> None:
    numbers = {repr(number) for array in HIDDEN for number in array.ravel().tolist() if abs(number * 128) % 16}
    assert len(numbers) > 10
    for place, text in everything_shown.items():
        if not place.startswith(stage) or place.endswith("staff"):
            continue
        assert "CANARY" not in text, place
        for array in HIDDEN:
            assert array.tobytes().hex()[:16] not in text, place
        assert not [number for number in numbers if number in text], place


def test_of_an_exception_only_the_builtin_class_and_the_own_line_are_told(everything_shown: dict[str, str]) -> None:
    row = json.loads(everything_shown["after gradescope"])[1][0]["output"]
    assert re.search(r"with the hidden numbers: your code raised \w+ \(stats\.py line \d+\)", row), row


def test_before_the_deadline_not_even_those(everything_shown: dict[str, str]) -> None:
    row = json.loads(everything_shown["before gradescope"])[1][0]["output"]
    assert "with the hidden numbers: your code raised an exception" in row
    assert "stats.py line" not in row and not re.search(r"\w+Error", row)


def test_staff_see_what_happened(everything_shown: dict[str, str]) -> None:
    assert "CANARY" in everything_shown["before staff"]
