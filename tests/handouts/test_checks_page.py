"""The page of everything a check may use: made from the docstrings, and complete."""

import re

import pytest

from softmark import checks
from softmark.build.handouts import checks_page
from softmark.checks.fixtures import FIXTURES
from tests.mini_course import ROOT

PAGE = ROOT / "handouts" / "guides" / "checks.md"


def test_the_page_says_what_the_docstrings_say():
    made = checks_page.text()
    assert PAGE.read_text(encoding="utf-8") == made, (
        "run: python -m softmark.build.handouts.checks_page > handouts/guides/checks.md"
    )


@pytest.mark.parametrize("name", [name for name in checks.__all__ if name not in ("Same", "Weights")])
def test_every_name_that_graders_import_is_on_it(name):
    assert re.search(rf"^`@?{name}\(", checks_page.text(), re.M)


def test_every_fixture_is_on_it():
    assert all(f"- `{name}`: " in checks_page.text() for name in FIXTURES)
