"""The hostile bank, by its own harness: what each row scores, and whether every promise was kept."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .answers import Facts, Section
from .workshop import JudgeError, Workshop

BUILT = Path("assignment/public_tests")
"""What looks for a line needs it."""


def recorded(shop: Workshop, sample: int, names: Sequence[str] = ()) -> Section:
    if not (shop.root / BUILT).is_dir():
        shop.build()
    with tempfile.TemporaryDirectory(prefix="softmark-judge-hostile-") as place:
        file = Path(place) / "rows.json"
        words = [*names, "--mode", "root", "--short", "--every", str(max(1, 100 // sample)), "--json", str(file)]
        done = shop.run([sys.executable, "-m", "tests.hostile", *words])
        if not file.exists():
            raise JudgeError(f"the hostile bank wrote nothing: {(done.stderr or done.stdout)[-500:]}")
        told = json.loads(file.read_text(encoding="utf-8"))
    rows = {f"{mode} {key}": _facts(row) for mode, rows in told["rows"].items() for key, row in rows.items()}
    layers = told["layers"].items()
    return rows | {f"{mode} layer {key}": layer for mode, found in layers for key, layer in found.items()}


def _facts(row: Mapping[str, Any]) -> Facts:
    return {
        "status": row["status"],
        "score": row["scores"],
        "promise": row["problems"],
        "reduced": row["reduced"],
        "text": row["digest"],
    }
