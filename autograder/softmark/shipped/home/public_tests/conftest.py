"""For plain `pytest`: the same checks as `python check.py`. All that this file does is find the engine."""

import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
ENGINE = TESTS / "softmark.pyz"
sys.path[:] = [str(ENGINE), str(TESTS), *(entry for entry in sys.path if entry not in (str(ENGINE), str(TESTS)))]


def pytest_configure(config: pytest.Config) -> None:
    try:
        from softmark.home.plain_pytest import __file__ as found
        from softmark.home.plain_pytest import register

        if not found.startswith(str(ENGINE)):  # somebody has the engine installed, and perhaps another version of it
            raise ImportError("softmark.pyz is missing or damaged")
    except Exception as error:  # a file that is not there, and whatever a damaged one does
        raise pytest.UsageError(
            f"public_tests is not complete ({error}): unzip the assignment into a new, empty folder, then copy your "
            "own files from this folder over the empty ones there. Do not unzip it over this folder: that can "
            "overwrite your work."
        ) from None
    register(config, TESTS.parent)
