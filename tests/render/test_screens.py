"""What is read of a grade, as it was reviewed (screens.py)."""

from __future__ import annotations

import pytest

from tests.render import screens

KEPT = screens.kept()


@pytest.mark.parametrize("name", screens.SITUATIONS)
def test_what_is_read_of_a_grade(name: str) -> None:
    assert screens.shown(name) == KEPT.get(name), "if this is meant: python -m tests.render.screens"


def test_nothing_hidden_is_told() -> None:
    for name in screens.SITUATIONS:
        student, _, staff = screens.shown(name).partition("--- staff")
        assert "31337.25" not in student and "/proc" not in student and "it was 5" not in student
        assert "31337.25" in staff or "hidden" not in name


def test_every_text_that_was_reviewed_is_of_a_situation() -> None:
    assert [*KEPT] == [*screens.SITUATIONS]
