"""Two values in words: how the one that is differs from the one that is needed."""

from types import SimpleNamespace

import numpy as np
import pytest

from softmark.repairing.evidence import evidence, in_words


@pytest.mark.parametrize(("was", "needed", "said"), [
    (np.zeros((3, 2)), np.zeros(3), ("shape (3, 2)", "shape (3,)")),
    (np.zeros(3), np.array(1.0), ("shape (3,)", "a single number")),
    (np.array([[1.0, 2.0]]), np.array([[1.0, 0.5]]), ("2 at [0, 1]", "0.5")),
    (np.array(0.25), np.array(0.5), ("0.25", "0.5")),
    (np.array([True, False]), np.array([True, True]), ("False at [1]", "True")),
    (np.array([np.nan]), np.array([1.0]), ("nan at [0]", "1")),
    (np.array([1.0]), np.array([1.0 + 1e-9]), ("", "")),
    (3, 4, ("3", "4")),
    (None, np.array([1.0]), ("", "")),
    ("text", "other", ("", "")),
])  # fmt: skip
def test_the_first_difference_is_told(was, needed, said):
    assert in_words(was, needed) == said


@pytest.mark.parametrize(("was", "needed", "compared", "said"), [
    (np.zeros(2), np.ones(2), True, ("0 at [0]", "1")),
    (np.zeros(2), np.ones(2), False, ("", "")),
    (np.zeros(2), np.ones((2, 1)), False, ("shape (2,)", "shape (2, 1)")),
])  # fmt: skip
def test_where_many_numbers_would_do_none_is_called_what_the_task_needs(was, needed, compared, said):
    edit = SimpleNamespace(
        expression=(0, 1), kind="axis", expressions=("was", "needed"), file="", function="", returning=lambda text: text
    )
    values = {"was": [was], "needed": [needed]}
    lab = SimpleNamespace(returned=lambda files, check, function: values[files[""]])
    assert evidence(lab, edit, None, compared) == said
