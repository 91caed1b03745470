"""Puts the line where a wrong answer goes wrong into words, and decides whether it may be shown. locate.py finds it.

Light: the process that shows it at home imports neither torch nor numpy.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Place:
    """A line of the student's."""

    file: str
    line: int
    missing: bool = False
    """Up to here everything is right, and a step is missing after it."""
    step: int = field(default=-1, compare=False)
    """Of the watched call: the one that is blamed."""
    last: str = field(default="", compare=False)
    """The last right value before it, as the reference calls it; empty where it has no one name."""
    symptom: str = field(default="", compare=False)
    """What gave the line away, where it was not the values: a key of BY_SYMPTOM."""
    check: str = field(default="", compare=False)
    """The failed check that it was seen in."""


class Silent(Exception):
    """No line is shown. The reason is for staff and the audit."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def may_show(hints: str) -> bool:
    """Whether a line is looked for and shown: `local_hints` at home, `hints` on the server. Only here is it decided."""
    return hints != "off"


BY_SYMPTOM = {
    "dtype": "The dtype of your result begins in {}",
    "nan": "NaN or infinity first arises in {}",
    "gradient": "No gradient goes back through {}",
    "changed": "An argument is written into in {}",
    "kept": "What an earlier call made in {} is still used in a later one",
}


def sentence(file: str, line: int, missing: bool, last: str, symptom: str = "") -> str:
    """The sentence about a line. It does not accuse: a right solution that nobody here knows is possible."""
    if symptom in BY_SYMPTOM:
        return BY_SYMPTOM[symptom].format(f"{file} line {line}")
    known = f"your values match a known solution{f', the last of them {last}' if last else ''}"
    if missing:
        return f"Up to {file} line {line} {known}; there or after it a step is missing"
    return f"Before {file} line {line} {known}; from there they match none"
