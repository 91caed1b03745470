"""A habit does not hide a mistake: each of the mistakes that come up most is named, whatever habit its author has.

Known code runs here against the graders, in this process.
"""

from dataclasses import replace

import pytest

from softmark.build import recorded_numbers
from softmark.content.course import Course
from softmark.core.name import name_of
from softmark.running.recording import KnownMistake
from tests.course.collected import checks
from tests.known_code import Lab, tapes
from tests.mini_course import ROOT

pytestmark = pytest.mark.slow
COURSE = Course.at(ROOT)
MISTAKES = [
    "simple.sees_future",
    "scale.missing",
    "scale.by_d_k",
    "scale.by_root_of_n",
    "mask.inverted",
    "mask.diagonal_hidden",
    "fill.zero",
    "fill.minus_ten",
    "softmax.overflows",
    "softmax.over_queries",
    "values.plain_mean",
    "values.weights_turned",
    "attend.mask_after_softmax",
    "attend.unscaled",
    "head.no_mask",
    "split.reshaped_only",
    "merge.reshaped_only",
    "mha.no_mask",
    "norm.unbiased",
    "block.post_norm",
]
UNNAMED = {
    ("softmax.over_queries", "one sequence"),
    ("softmax.over_queries", "one batch"),
    ("values.weights_turned", "one sequence"),
    ("scale.missing", "one batch"),
    ("scale.by_d_k", "one batch"),
    ("scale.by_root_of_n", "one batch"),
}
"""Silent rather than wrong: another known mistake differs from the first only for a row (m,), which these habits
refuse; where the last raises by itself, the habit raises before it."""
HABITS = {
    "one batch": "assert x.ndim == {dims} + 1, x.shape",
    "one sequence": "assert x.ndim == {dims}, x.shape",
    "float32": "return in_float32(own({given}))",
}
WRITTEN = """
def written(own):
    def with_habit({first}, *rest, **named):
        {habit}
        return own({given})
    return with_habit

def in_float32(made):
    return tuple(part.float() for part in made) if isinstance(made, tuple) else made.float()

{name} = written({name})
"""


def habit_of(item, habit):
    """Code that gives this habit to every function of a task that takes a tensor."""
    code = []
    for name in item.names:
        if name != "causal_mask":
            first = "self, x" if "." in name else "x"
            given = f"{first}, *rest, **named"
            line = HABITS[habit].format(dims=3 if name == "merge_heads" else 2, given=given)
            code.append(WRITTEN.format(name=name, first=first, given=given, habit=line))
    return "".join(code)


@pytest.fixture(scope="module")
def named():
    """(mistake, habit) → the name it gets."""
    found, known, lab = {}, {}, Lab(COURSE, checks())
    for answer in (answer for answer in COURSE.known_mistakes if answer.name in MISTAKES):
        item = COURSE.rubric.item(answer.loses[0])
        numbers = lab.numbers("habits", checks().of(item.id))
        if item.id not in known:
            alike = [each for each in COURSE.known_mistakes if each.loses == (item.id,)]
            known[item.id] = [shown(each, recorded_numbers.signature(lab.known, numbers, each)) for each in alike]
        for habit in HABITS:
            code = replace(answer, source=f"{answer.source}\n{habit_of(item, habit)}")
            mine = tapes(checks().of(item.id), recorded_numbers.signature(lab.known, numbers, code).traces)
            name = name_of(mine, known[item.id])
            found[answer.name, habit] = name and name.name
    return found


def shown(answer, signature):
    return KnownMistake(answer.name, answer.says, answer.hint, answer.section, answer.loses, signature.traces)


@pytest.mark.parametrize("habit", HABITS)
@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_habit_does_not_hide_a_mistake(named, mistake, habit):
    assert named[mistake, habit] == (None if (mistake, habit) in UNNAMED else mistake)
