"""A habit does not hide a mistake: each of the mistakes that come up most is named, whatever habit its author has.

Known code runs here against the graders, in this process.
"""

import pytest

from softmark.content.course import Course
from softmark.grading.calls.participants import Worlds
from softmark.naming.diagnose import name_mistake
from softmark.running.collect import trace
from softmark.running.trusted import Overlay
from tests.course.collected import checks
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
TWINS = {("softmax.over_queries", "one sequence")}
"""Two known mistakes differ only for a row (m,), which code for one sequence refuses: then neither is named."""
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
    found, traces = {}, {}
    worlds = Worlds(COURSE, checks())
    for answer in (answer for answer in COURSE.known_mistakes if answer.name in MISTAKES):
        item = COURSE.rubric.item(answer.loses[0])
        wanted = checks().of(item.id)
        if answer.name.startswith("attend."):  # a grade makes the others on top of a right `attend`
            wanted = [check for check in wanted if not check.stands_on]
        compared = tuple(check.name for check in wanted)
        if compared not in traces:
            traces[compared] = worlds.known(item.id, wanted, "habits")
        for habit in HABITS:
            source = f"{answer.source}\n{habit_of(item, habit)}"
            world = worlds.load(Overlay(answer.module, source, "answer.py"))
            sides = worlds.against("habits", world)
            mine = {check.name: trace(checks().run(check, sides)) for check in wanted}
            assert not all(each.passed for each in mine.values() if each.habit), (answer.name, habit)
            found[answer.name, habit] = name_mistake(mine, traces[compared])
    return found


@pytest.mark.parametrize("habit", HABITS)
@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_habit_does_not_hide_a_mistake(named, mistake, habit):
    assert named[mistake, habit] == (None if (mistake, habit) in TWINS else mistake)
