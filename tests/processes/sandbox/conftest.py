"""A server with its sandbox, once for each way of running it, for the tests of a file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.sandbox_lab import LABS, SEEN_BY_OTHERS, Lab


@pytest.fixture(
    scope="module",
    params=[pytest.param(name, marks=pytest.mark.full if name in SEEN_BY_OTHERS else ()) for name in LABS],
)
def lab(request: pytest.FixtureRequest) -> Iterator[Lab]:
    with LABS[request.param]() as opened:
        yield opened
