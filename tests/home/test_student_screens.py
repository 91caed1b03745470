"""In fifty typical situations a student reads what was reviewed: the whole screen, word for word."""

import pytest
import torch  # noqa: F401 (the assignment's checks need it)

from tests.home import student_screens
from tests.home.student_screens import SITUATIONS

RENEW = "after a change that is meant: python -m tests.home.student_screens, and review the difference"


@pytest.mark.parametrize("name", SITUATIONS)
def test_what_a_student_reads(name: str) -> None:
    assert student_screens.shown(name) == student_screens.kept().get(name), RENEW


def test_every_screen_belongs_to_a_situation() -> None:
    assert [*student_screens.kept()] == [*SITUATIONS], RENEW


def test_every_table_and_section_fits_80_columns() -> None:
    screens = [text for text in student_screens.kept().values() if "--plain" not in text and "✗" in text]
    assert screens
    assert [line for text in screens for line in text.split("\n") if len(line) > 80] == []
