"""Decides what the entries of a class are called, in a folder as in a zip: which names count, and which ids they
give."""

from __future__ import annotations

import re
import unicodedata

from ..grading.intake.containers import JUNK

_OF_A_SYSTEM = ("__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini")


def is_ignored(name: str) -> bool:
    """Whether this cannot be anybody's submission."""
    return name in JUNK or name.startswith(".")


def is_a_systems(name: str) -> bool:
    """Whether the operating system put it there, so that nobody need hear about it."""
    return name in _OF_A_SYSTEM or name.startswith("._")


def natural(name: str) -> list[tuple[int, str]]:
    """submission_9 before submission_10."""
    return [(int(part), "") if part.isdecimal() and part.isascii() else (-1, part) for part in re.split(r"(\d+)", name)]


def is_zip(name: str) -> bool:
    return name.lower().endswith(".zip")


def stem(name: str) -> str:
    return name[:-4] if is_zip(name) else name


class Idents:
    """Names that can be a folder's on any system, each given once."""

    def __init__(self) -> None:
        self._given: set[str] = set()

    def of(self, text: str) -> str:
        clean = unicodedata.normalize("NFC", text)
        clean = re.sub(r"[^\w .,@+()=-]", "_", clean)[:80].strip(" .") or "_"
        number, name = 1, clean
        while name.casefold() in self._given:
            number += 1
            name = f"{clean}-{number}"
        self._given.add(name.casefold())
        return name
