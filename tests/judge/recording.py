"""A recording: what a tree did, as one JSON file."""

from __future__ import annotations

import json
import lzma
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .answers import Section
from .workshop import JudgeError

FORMAT = 1


@dataclass(frozen=True)
class Recording:
    made: Mapping[str, Any]
    """Of which tree, and what was asked for."""
    sections: Mapping[str, Section]

    def holds_all_of(self, other: Recording) -> bool:
        """Whether it was asked for at least as many answers."""
        mine, theirs = self.made, other.made
        return bool(mine["sample"] >= theirs["sample"] and mine["parts"] in ([], theirs["parts"]))

    def write(self, path: Path) -> None:
        text = json.dumps({"format": FORMAT, **vars(self)}, ensure_ascii=False, sort_keys=True, indent=0)
        raw = text.encode()
        path.write_bytes(lzma.compress(raw) if path.suffix == ".xz" else raw)

    @staticmethod
    def read(path: Path) -> Recording:
        try:
            raw = path.read_bytes()
            told = json.loads(lzma.decompress(raw) if path.suffix == ".xz" else raw)
            if told["format"] == FORMAT:
                return Recording(told["made"], {title: _today(rows) for title, rows in told["sections"].items()})
        except (ValueError, KeyError, TypeError, lzma.LZMAError):
            pass
        raise JudgeError(f"{path} is no recording that this judge can read: record it again")


def _today(rows: Section) -> Section:
    """Older recordings say of a check that did not pass on which numbers."""
    for row in rows.values():
        if isinstance(row.get("check"), dict):
            row["check"] = sorted(row["check"])
    return rows
