"""Seeded numbers: the same everywhere, different for every check, term and audience."""

import numpy as np
import pytest

from softmark.checks.draw import Draw


def drawn(key="key", check="TestMean.test_values"):
    return Draw(key, check, "numpy")


def test_the_stream_never_changes():
    """Recorded references depend on these very numbers; a change here makes every student's folder stale."""
    draw = drawn()
    assert draw(4).tolist() == GOLDEN_NUMBERS
    assert draw.sizes(3) == GOLDEN_SIZES
    assert draw.tokens(10, 5).tolist() == GOLDEN_TOKENS


GOLDEN_NUMBERS = [2.2265625, -1.671875, 0.4296875, 1.0078125]
GOLDEN_SIZES = [8, 4, 2]
GOLDEN_TOKENS = [8, 3, 0, 2, 8]


def test_another_key_or_check_gives_other_numbers():
    numbers = drawn()(50)
    assert not np.array_equal(numbers, drawn(key="another")(50))
    assert not np.array_equal(numbers, drawn(check="TestMean.test_one_column")(50))
    assert np.array_equal(numbers, drawn()(50))


def test_numbers_are_exact_in_short_float_formats():
    numbers = drawn()(1000)
    assert np.array_equal(numbers, numbers.astype(np.float16).astype(np.float64))
    assert abs(numbers).max() < 4
    assert abs(numbers.mean()) < 0.15
    assert 1.0 < numbers.std() < 1.3


def test_sizes_are_pairwise_distinct():
    for check in range(50):
        sizes = drawn(check=str(check)).sizes(5, low=2, high=8)
        assert len(set(sizes)) == 5
        assert all(2 <= size <= 8 for size in sizes)


def test_what_is_made_of_the_sizes_differs_from_them_too():
    for check in range(50):
        n, h, w = drawn(check=str(check)).sizes(3, high=6, derived=lambda n, h, w: (n - 1, h * w, w * w))
        assert len({n, h, w, n - 1, h * w, w * w}) == 6


def test_sizes_that_cannot_be_kept_apart_are_an_error_of_the_grader():
    with pytest.raises(ValueError, match="cannot draw 2 sizes between 2 and 4 that differ from what is made of them"):
        drawn().sizes(2, low=2, high=4, derived=lambda a, b: (a,))


def test_more_sizes_than_there_are_is_an_error_of_the_grader():
    with pytest.raises(ValueError, match="cannot draw 4 distinct sizes between 2 and 4"):
        drawn().sizes(4, low=2, high=4)


def test_a_permutation_holds_every_number_once():
    assert sorted(drawn().permutation(20).tolist()) == list(range(20))


def test_tokens_stay_below_the_vocabulary():
    tokens = drawn().tokens(7, 30, 30)
    assert tokens.dtype == np.int64
    assert set(np.unique(tokens)) == set(range(7))


@pytest.mark.parametrize("count", [2, 3, 4, 5, 8])
def test_a_permutation_moves_something_and_is_not_its_own_inverse(count):
    for check in range(300):
        order = drawn(check=str(check)).permutation(count)
        assert sorted(order) == list(range(count)) and list(order) != list(range(count))
        assert count == 2 or list(order[order]) != list(range(count)), "gather and scatter would be the same"


@pytest.mark.parametrize("width", [3, 4, 6])
def test_no_row_is_sorted_or_all_alike(width):
    for check in range(100):
        draw = drawn(check=str(check))
        for rows in (draw(5, width), draw.tokens(2, 5, width), draw.tokens(9, 5, width)):
            for row in rows.tolist():
                assert row not in (sorted(row), sorted(row, reverse=True)), "sorting it would change nothing"


def test_plain_python_draws_the_same_numbers_as_lists():
    lists, arrays = Draw("key", "TestMean.test_values", "python"), drawn()
    for shape in ((), (5,), (4, 3), (2, 3, 4)):
        assert lists(*shape, scale=0.5) == arrays(*shape, scale=0.5).tolist()
        assert lists.tokens(3, *shape) == arrays.tokens(3, *shape).tolist()
    for count in (1, 2, 3, 4, 9):
        assert lists.permutation(count) == arrays.permutation(count).tolist()
    assert lists.sizes(3) == arrays.sizes(3)


def test_words_and_orders_are_drawn_too():
    draw = drawn()
    word = draw.letters(6, "abc")
    assert len(word) == 6 and len(set(word)) >= 2 and set(word) <= set("abc")
    assert draw.choice(["only"]) == "only"
    parts = ["a", "b", "c", "d"]
    assert all(draw.shuffled(parts) != parts for _ in range(50)) and sorted(draw.shuffled(parts)) == parts
