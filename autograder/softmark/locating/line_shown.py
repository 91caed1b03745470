"""Puts the line where a wrong answer goes wrong into words, and decides whether it may be shown. locate.py finds it."""

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
    symptom: str = field(default="", compare=False)
    """What gave the line away, where it was not the values: a key of BY_SYMPTOM."""


class Silent(Exception):
    """No line is shown. The reason is for staff and the audit."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def may_show(hints: str) -> bool:
    """Whether a line is looked for and shown. Only here is it decided."""
    return hints != "off"


BY_SYMPTOM = {
    "dtype": "The dtype of your result begins in {}",
    "nan": "NaN or infinity first arises in {}",
    "gradient": "No gradient goes back through {}",
    "changed": "An argument is written into in {}",
    "kept": "What an earlier call made in {} is still used in a later one",
    "late": "Something that the function is given comes in only in {}; this task needs it earlier",
    "unused": "What {} computes is right, and is not used",
}


def sentence(file: str, line: int, missing: bool, symptom: str = "") -> str:
    """The sentence about a line. It says what was seen, and nothing that is only likely."""
    place = f"line {line} of {file}"
    if symptom in BY_SYMPTOM:
        return BY_SYMPTOM[symptom].format(place)
    if missing:
        return f"Everything up to {place} is right; after it a step is missing"
    return f"{place.capitalize()} is the first whose result is not what this task needs"
