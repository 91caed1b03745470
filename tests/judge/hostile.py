"""The hostile bank, by its own harness: what each row scores, and whether every promise was kept."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from .answers import Section
from .workshop import JudgeError, Workshop


def recorded(shop: Workshop, sample: int) -> Section:
    with tempfile.TemporaryDirectory(prefix="softmark-judge-hostile-") as place:
        file = Path(place) / "rows.json"
        words = ["--mode", "root", "--every", str(max(1, 100 // sample)), "--json", str(file), "--out", place]
        done = shop.run([sys.executable, "-m", "tests.hostile", *words])
        if not file.exists():
            raise JudgeError(f"the hostile bank wrote nothing: {(done.stderr or done.stdout)[-500:]}")
        rows = json.loads(file.read_text(encoding="utf-8"))
    return {f"{row['mode']} {row['key']}": _facts(row) for row in rows}


def _facts(row: dict[str, object]) -> dict[str, object]:
    return {
        "status": row["status"],
        "score": row["scores"],
        "promise": row["problems"],
        "text": row["visible"],
    }
