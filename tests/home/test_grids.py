"""Two tables of numbers: as few digits as show every difference, and brackets around what is wrong."""

import json
import math

from softmark.render.words.grids import side_by_side


def shown(expected, yours, width=66):
    return side_by_side(json.dumps(expected), json.dumps(yours), width)


def test_wrong_cells_are_marked():
    assert shown([[12.5, 1.0], [2.0, 3.0]], [[25.0, 1.0], [2.0, 3.0]]) == [
        "expected         yours",
        " 12.50   1.00    [25.00]  1.00",
        "  2.00   3.00      2.00   3.00",
    ]


def test_whole_numbers_have_no_digits_and_small_differences_all_they_need():
    assert shown([[1, 0]], [[1, 1]])[1:] == [" 1  0       1 [1]"]
    assert shown([[0.1234]], [[0.1239]])[1:] == [" 0.123     [0.124]"]


def test_infinity_and_nan():
    assert shown([[-math.inf, 1.5]], [[math.nan, 1.5]])[1:] == ["   −∞  1.50    [ nan] 1.50"]
    assert shown([[math.nan]], [[math.nan]]) == []


def test_wide_tables_stand_below_each_other_and_wider_ones_not_at_all():
    row = [100.25 + n for n in range(8)]
    below = shown([row], [[0.0, *row[1:]]], 70)
    assert below[0] == "expected"
    assert below[2] == "yours"
    assert shown([row], [[0.0, *row[1:]]], 60) == []


def test_nothing_is_shown_where_there_is_nothing_to_compare():
    assert side_by_side("", "", 66) == []
