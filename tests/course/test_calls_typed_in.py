"""The calls of part 1's checks, as students are shown them, really typed in: with the reference they all run."""

import sys

import pytest
import torch  # noqa: F401 (the checks hand over tensors)

from softmark.checks.values import HandleRef
from softmark.content.course import Course
from softmark.home.call_text import Writer
from tests.course.collected import checks
from tests.known_code import Lab
from tests.mini_course import ROOT

COURSE = Course.at(ROOT)


@pytest.fixture(scope="module")
def calls():
    """The call of each check, as it is shown, after its imports."""
    lab, key = Lab(COURSE, checks()), COURSE.rubric.public_key()
    return [shown(lab.finding(check, key).log.replies) for check in checks() if check.item.startswith("1.")]


def shown(replies):
    writer = Writer({"attention": "attention"})
    for reply in replies:
        named = [
            (key, value) for key, value in reply.request.kwargs.items() if key not in ("weights", "train", "dtype")
        ]
        text = writer.call(reply.request.target, [*(("", value) for value in reply.request.args), *named])
        if isinstance(reply.outcome.value, HandleRef):
            writer.made[reply.outcome.value.number] = text
    return text


@pytest.fixture
def in_the_folder(monkeypatch):
    """As if Python were started where a right attention.py is."""
    monkeypatch.syspath_prepend(str(COURSE.reference_folder))
    before = sys.modules.pop("attention", None)
    yield
    sys.modules.pop("attention", None)
    sys.modules.update({"attention": before} if before else {})


@pytest.mark.usefixtures("in_the_folder")
def test_every_call_of_part_1_that_is_shown_with_its_imports_runs(calls):
    whole = [text for text in calls if text.line()]
    assert len(whole) >= 5
    for text in whole:
        names: dict = {}
        exec(text.line(), names)
        assert eval(text.python, names) is not None
