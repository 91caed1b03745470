"""What has been decided about the strangers' answers, from judged.yaml: whose losses are no fault of the grader, which
names are true of whom, and how many were named when they were first graded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).parent
WANTED = 0.9
"""Of the wrong answers that are caught, so many are to be named in the end."""
NOT_FOLLOWED = frozenset({"1.7", "4.4", "4.5"})
"""Tasks in which no line is looked for by design: numbers that become two matrices, drawing, training."""


@dataclass(frozen=True)
class SetApart:
    """An answer that does not fit the stub as it is now, and why."""

    loses: tuple[str, ...]
    why: str


@dataclass(frozen=True)
class Judged:
    set_apart: Mapping[str, SetApart]
    names: Mapping[str, frozenset[str]]
    """Of a wrong answer: the names of the bank that were read beside its code and are true of it."""
    first_caught: int
    first_named: int

    def misnamed(self, stranger: str, named: frozenset[str]) -> list[str]:
        """Names that nobody has read beside this answer and found true."""
        return sorted(named - self.names.get(stranger, frozenset()))


def read(path: Path = HERE / "judged.yaml") -> Judged:
    said: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    apart = {name: SetApart(tuple(map(str, row["loses"])), row["why"]) for name, row in said["set_apart"].items()}
    names = {name: frozenset([true] if isinstance(true, str) else true) for name, true in said["names"].items()}
    return Judged(apart, names, said["first_sight"]["caught"], said["first_sight"]["named"])
