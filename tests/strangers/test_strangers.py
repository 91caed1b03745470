"""The strangers' sets and what was decided about them belong together. (Grading them takes minutes: `make audit`.)"""

import pytest

from softmark.content.course import Course
from softmark.grading.check_result import CheckResult
from softmark.grading.result import ItemResult, Repair, RepairSearch, Where
from tests.mini_course import ROOT
from tests.strangers.__main__ import HERE, JUDGED, KINDS, Stranger, Went, figures, findings, lines_told, sample
from tests.strangers.repairs import LookedFor, explained

NAMES = {f"{kind}/{path.stem}" for kind in KINDS for path in (HERE / kind).glob("*.py")}
WRONG = "wrong/014_unscaled"


def went(name=WRONG, tasks=("1.2",), lost=None, named=(), wrong=True):
    return Went(Stranger(name, wrong, {}, tasks), {"1.2": 2.0} if lost is None else lost, frozenset(named), None)


def test_every_decision_is_about_an_answer_that_is_there_and_a_name_of_the_bank():
    bank = {answer.name for answer in Course.at(ROOT).known_mistakes}
    assert set(JUDGED.set_apart) | set(JUDGED.names) <= NAMES
    assert set().union(*JUDGED.names.values()) <= bank


def test_the_sample_is_the_same_every_time_and_holds_right_and_wrong_ones_in_proportion():
    chosen = sample(40)
    assert chosen == sample(40)
    assert set(chosen) <= NAMES
    assert {len(chosen), sum(name.startswith("right/") for name in chosen)} == {40, 12}


def test_a_wrong_answer_that_loses_its_task_and_is_called_what_was_read_beside_it_is_no_finding():
    assert list(findings([went(named=["scale.missing"])])) == []


@pytest.mark.parametrize(
    ("one", "said"),
    [
        (went(lost={}), "loses nothing; expected: 1.2"),
        (went(lost={"1.2": 2.0, "1.6": 0.5}), "loses 2 in 1.2, 0.5 in 1.6; expected: 1.2"),
        (went(named=["scale.by_d_k"]), "called scale.by_d_k, which nobody has found true of it"),
        (went("right/003_d2l", (), {"4.5": 0.54}, wrong=False), "loses 0.54 in 4.5; expected: nothing"),
    ],
)
def test_whatever_a_stranger_would_be_angry_about_is_a_finding(one, said):
    assert [line.partition(": ")[2] for line in findings([one])] == [said]


def test_an_answer_written_for_an_earlier_stub_loses_what_that_explains_and_is_counted_by_itself():
    old = went("right/001_nanogpt", (), {"1.7": 1.0}, wrong=False)
    assert list(findings([old])) == []
    told = "\n".join(figures([old]))
    assert "right answers that keep all points:  0 of 0" in told
    assert "written for an earlier stub:       1, losing what that explains: 1" in told


def test_first_sight_and_in_the_end_are_told_side_by_side():
    told = "\n".join(figures([went(named=["scale.missing"]), went("wrong/010_divide_by_inverse_root")]))
    assert "named at first sight:              128 of 172 (74.4%)" in told
    assert "named in the end:                  1 of 2 (50.0%)" in told


def told(line=0, *, task="1.2", followed=True, silent="", raised=""):
    """A wrong answer whose author names line 12 of attention.py."""
    place = {"file": "attention.py", "line": line} if line else None
    stranger = Stranger(WRONG, True, {}, (task,), "attention.py", (12,))
    return Went(stranger, {task: 2.0}, frozenset(), place, followed=followed, silent=silent, raised=raised)


def test_a_line_counts_as_told_where_it_is_shown_or_stands_in_an_errors_chain():
    assert [told(13).located, told(14).located, told().located] == ["right", "elsewhere", "silent"]
    assert (
        told(raised="your code raised TypeError: … (attention.py line 12 calls softmax; attention.py line 40)").located
        == "raised"
    )
    assert told(raised="your code raised TypeError: … (attention.py line 40; block.py line 12)").located == "silent"


def test_what_can_be_followed_is_decided_by_the_kind_of_the_check_and_the_task_and_silence_has_its_reasons():
    went = [
        *(told(12), told(20), told(silent="several lines")),
        told(12, followed=False),  # a gradient, told all the same: it is in no share
        *(told(followed=False, silent="it raises"), told(task="4.4", silent="several lines")),
    ]
    assert list(lines_told(went)) == [
        "lines: right 2, elsewhere 1, told by an error's own lines 0, silent where values can be followed 1, "
        "silent where they cannot 2",
        "  where values can be followed:      right 1 of 3 (33.3%), elsewhere 1 of 3 (33.3%)",
        "  silent, followed:                    1  several lines",
        "  silent, not followed:                1  it raises",
        "  silent, not followed:                1  task 4.4",
    ]


def looked_for(*, line=0, repaired=0, named=""):
    """A wrong answer whose author names line 12, with the line it is shown at and the one where a change repairs it."""
    where = Where("attention.py", line, "") if line else None
    found = (Repair("axis", "attention.py", repaired, "", repaired, "softmax", "", ""),) if repaired else ()
    check = CheckResult("test_values", "Values.", passed=False, diagnosis=named or None)
    row = ItemResult("1.4", "A task", 2.0, 0.0, "failed", (check,), where=where, repair=RepairSearch(9, 9, found))
    return LookedFor(WRONG, row, "attention.py", (12,), 1.0)


def test_the_figures_say_how_many_are_explained_and_how_many_are_led_elsewhere():
    went = [
        looked_for(line=12),
        looked_for(repaired=12),
        looked_for(line=30, repaired=12),  # the repair takes the place of the line
        looked_for(line=30, named="softmax.overflows"),
        looked_for(repaired=30),
        looked_for(),
    ]
    assert list(explained(went)) == [
        "named, shown or repaired:        4 of 6 (66.7%)",
        "  names left out:                3 of 6 (50.0%)",
        "shown another line:              2 of 6 (33.3%)",
        "repairs claimed elsewhere:       1 of 3 (33.3%)",
    ]
