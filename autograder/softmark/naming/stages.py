"""Decides how much help a failed task gets after each attempt: numbers first, then the line and a hint, then the name.

    1  what was called, expected and got; where it went wrong, if the task is long enough to leave something to find
    2  where it went wrong, or that a step is missing, and the hint
    3  the mistake by its name

At home a task reaches the next stage when it fails again after its code was changed, on the server with the attempts.
Staff always see everything.
"""

from __future__ import annotations

from typing import Literal

Stage = Literal[1, 2, 3]
BARE: Stage = 1
HINTED: Stage = 2
NAMED: Stage = 3
LONG = 5
"""Lines of the reference's answer from which a task is long."""


def reached(failures: int) -> Stage:
    """The stage after so many failures."""
    return BARE if failures <= 1 else HINTED if failures == 2 else NAMED


def shows_line(stage: int, long: bool) -> bool:
    return long or stage >= HINTED


def shows_hint(stage: int) -> bool:
    return stage >= HINTED


def shows_name(stage: int) -> bool:
    return stage >= NAMED
