"""The class in numbers."""

from __future__ import annotations

import statistics as by_the_book
from dataclasses import replace

import numpy as np
import pytest

from softmark.classes.report import statistics
from softmark.classes.report.statistics import figures, shown
from softmark.grading.check_result import CheckResult
from tests.classes.report.synthetic import by_hand

SCORES = [(4, 6), (4, 3), (2, 3), (0, 0), (2, 6)]


def test_a_task_has_mean_difficulty_and_a_correlation_with_the_rest() -> None:
    found = figures([by_hand(f"s{n}", scores) for n, scores in enumerate(SCORES)])
    first, second = found.items
    assert (first.mean, first.difficulty) == (2.4, 0.6)
    # with two tasks, the rest of one is the other
    expected = by_the_book.correlation([s[0] for s in SCORES], [s[1] for s in SCORES])
    assert first.discrimination == pytest.approx(expected) and second.discrimination == pytest.approx(expected)
    assert (first.full, first.part, first.none) == (2, 2, 1)


def test_alpha_is_cronbachs() -> None:
    scores = np.array([[3.0, 4, 3], [1, 2, 1], [4, 4, 5], [2, 1, 2], [5, 4, 4]])
    spread = sum(by_the_book.variance(column) for column in scores.T)
    whole = by_the_book.variance(scores.sum(axis=1))
    assert statistics.alpha(scores) == pytest.approx(3 / 2 * (1 - spread / whole))


def test_where_nobody_differs_a_figure_has_no_meaning_and_prints_a_dash() -> None:
    found = figures([by_hand("a", (4, 6)), by_hand("b", (4, 0)), by_hand("c", (4, 3))])
    assert found.items[0].discrimination is None and shown(found.items[0].discrimination) == "–"
    alone = figures([by_hand("a")])
    assert (alone.alpha, alone.deviation) == (None, None)
    assert figures([]).mean is None


def test_the_histogram_has_round_columns_and_one_for_full_marks() -> None:
    bars = statistics.histogram(np.array([0.0, 4.99, 5, 99.5, 100, 104]), 100)
    assert len(bars) == 21
    assert [(bar.low, bar.count) for bar in bars if bar.count] == [(0, 2), (5, 1), (95, 1), (100, 2)]
    assert bars[-1].high is None
    assert [bar.low for bar in statistics.histogram(np.array([7.0]), 7)][:3] == [0, 0.5, 1]


def test_grades_that_the_grader_spoilt_are_not_counted() -> None:
    spoilt = by_hand("b", (0, 0))
    spoilt = replace(spoilt, result=replace(spoilt.result, status="grader_error"))
    found = figures([by_hand("a"), spoilt])
    assert (found.count, found.left_out, found.mean) == (1, 1, 10)


def test_misconceptions_are_ranked_with_the_students_behind_each() -> None:
    def mistaken(ident: str, *names: str):  # type: ignore[no-untyped-def]
        one = by_hand(ident, (0, 6))
        checks = tuple(
            CheckResult(n, "t", "public", False, diagnosis=n, says=f"{n}!", section="1.1") for n in names * 2
        )
        return replace(one, result=one.result.with_item(replace(one.result.item("1.1"), checks=checks)))

    found = figures([mistaken("s1", "scale.missing"), mistaken("s2", "mask.late", "scale.missing"), by_hand("s3")])
    assert [(m.name, m.entries) for m in found.known_mistakes] == [
        ("scale.missing", ("s1", "s2")),
        ("mask.late", ("s2",)),
    ]
    assert found.known_mistakes[0].says == "scale.missing!"


def test_tasks_stand_in_the_order_of_their_numbers() -> None:
    assert sorted(["1.10", "1.9", "2.1", "1.2"], key=statistics.item_order) == ["1.2", "1.9", "1.10", "2.1"]
