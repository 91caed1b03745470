"""A grader that the tests of a file attack."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.hostile.harness import Bench, room

MODE = "root" if os.geteuid() == 0 else "user"


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    with room() as folder:
        made = Bench(MODE, "mini", folder)
        yield made
        made.close()
