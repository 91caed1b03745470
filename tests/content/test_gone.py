"""What became of keys that a rubric may still have is told where they stand."""

from __future__ import annotations

import pytest

from softmark.content.gone import KEYS
from softmark.content.rubric_reader import parse_rubric
from softmark.content.yaml_places import RubricError
from tests.policy.term import RUBRIC


def told(key: str, value: str) -> str:
    piece, _, name = key.rpartition(".")
    text = RUBRIC + (f"{piece}: {{{name}: {value}}}\n" if piece else f"{key}: {value}\n")
    with pytest.raises(RubricError) as caught:
        parse_rubric(text)
    return str(caught.value)


@pytest.mark.parametrize("key", [key for key in KEYS if not key.startswith("items.")])
def test_a_key_that_is_gone_is_told_what_became_of_it(key: str) -> None:
    assert (
        told(key, "1") == f"rubric.yaml:11:{len(key.rpartition('.')[0]) + 4 if '.' in key else 1}: {key}: {KEYS[key]}"
    )


@pytest.mark.parametrize("key", [key for key in KEYS if key.startswith("items.")])
def test_so_is_one_of_a_task(key: str) -> None:
    name = key.removeprefix("items.")
    with pytest.raises(RubricError) as caught:
        parse_rubric(RUBRIC.replace("points:", f"{name}: 1, points:", 1))
    assert str(caught.value).endswith(f".{name}: {KEYS[key]}")
