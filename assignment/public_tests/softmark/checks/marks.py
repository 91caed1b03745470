"""`@item("1.2")`: the one mark that ties a check to a row of the rubric."""

from __future__ import annotations

import pytest

item = pytest.mark.item
"""Marks a test class or function with its rubric item: `@item("1.2")`."""
