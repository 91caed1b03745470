"""What the tests of the class page share; the browser itself is in tests/conftest.py."""

from __future__ import annotations

import pytest

from softmark.classes.report import cohort, page
from tests.classes.report.synthetic import group


@pytest.fixture(scope="session")
def large() -> page.Page:
    """Two thousand students on one page."""
    return page.render(cohort.gather(group(2000)))
