"""Which answers open a right way at home: those of known mistakes that are not found by trying."""

import numpy as np

from softmark.build.record_right_way import AnswersSeen, RecordedWays, openers
from softmark.locating.right_way import RightWay


def test_an_answer_opens_a_way_unless_it_is_right_or_found_long_before_a_right_one() -> None:
    ways = RecordedWays(
        {"long": RightWay({1}), "short": RightWay({1})}, {"long": {5}, "short": set()}, {"long": 5, "short": 2}
    )
    answers = {"long": {5: 9, 6: 9, 7: 2}, "short": {7: 2, 8: 1}}
    assert openers(ways, answers) == {"long": {6}, "short": {7, 8}}


def test_operations_that_make_new_numbers_are_counted_and_those_that_rearrange_are_not() -> None:
    seen = AnswersSeen()
    x = np.random.default_rng(3).normal(size=(4, 5))
    seen(lambda x: np.exp(x).reshape(5, 4).T / np.exp(x).sum(axis=0)[:4, None], x)
    seen.end("check")
    assert set(seen.answers["check"].values()) == {3}, "exp, divide and add"
    seen(lambda x: x, np.arange(3.0))
    seen.end("another")
    assert seen.answers["another"] == {}, "too few numbers to open anything"
