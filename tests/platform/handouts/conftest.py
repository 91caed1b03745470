"""The fixtures of tests/handouts, for tests that start processes."""

from tests.handouts.conftest import *  # noqa: F403
