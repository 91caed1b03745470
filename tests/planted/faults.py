"""The list of faults, and how one is planted in a tree."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import yaml

LISTED = Path(__file__).with_name("faults.yaml")


class NotThere(Exception):
    """The text that a fault changes is not in the tree any more; one sentence."""


@dataclass(frozen=True)
class Fault:
    id: str
    behaviour: str
    """What the product does while it is planted, in words that say nothing of the engine."""
    room: str
    file: str
    old: str
    """What stands in the file, exactly once."""
    new: str
    """What stands there while it is planted."""
    tests: str
    """The tests of its room, as pytest is told them."""
    judge: str
    """What the judge is narrowed to; empty where it cannot see the fault."""
    caught_by_tests: str
    """The first test function that fails, or "nobody"."""
    caught_by_judge: str
    """The kinds of differences, or "nobody: why"."""

    def planted(self, text: str) -> str:
        """The file's text with the fault in it."""
        if (found := text.count(self.old)) != 1:
            raise NotThere(
                f"{self.id}: {self.file} holds the text that it changes {found} times, not once; plant it anew where "
                f"this is decided now: {self.behaviour}"
            )
        return text.replace(self.old, self.new)


def listed() -> list[Fault]:
    rows = yaml.safe_load(LISTED.read_text(encoding="utf-8"))
    return [Fault(id=name, **row) for name, row in rows.items()]
