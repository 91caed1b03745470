"""What a run came to, for tests and for the judge: nothing in it differs between two runs of one tree.

    {"rows": {mode: {"family/name": {"ok", "problems", "status", "scores", "reduced", "digest", "digest_of"}}},
     "layers": {mode: {layer: {"ok", "through", "stopped", "reduced"}}}, "not_run": {mode: why}}

`scores` has a number for each task; `reduced` names the layers that a row depends on and this machine lacks. `digest`
stands for all that the student sees; where a row's answers are random, only for what is not a number in it, and
`digest_of` says so. In `problems` measured numbers and temporary folders are left out.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from .engine import write_atomically
from .harness import Outcome
from .layers import Alone
from .rows import Row

TEXT, WORDS = "text", "text without numbers"
"""What a digest is of."""
_NUMBER = re.compile(r"[+−-]?\d+(?:\.\d+)?(?:e[+−-]?\d+)?")
_MEASURED = re.compile(r"\d+(?:\.\d+)?(?= (?:s|MB)\b)|(?<![\d.])\d{2,}(?![\d.])")
_TEMPORARY = re.compile(r"/\S*softmark-hostile-[^/\s]+")


def sampled(rows: Iterable[Row], every: int) -> list[Row]:
    """About one row in so many: the same ones in every tree that has them, whatever else stands in the bank."""
    return [row for row in rows if int(hashlib.sha256(row.key.encode()).hexdigest(), 16) % max(1, every) == 0]


def recorded(outcomes: Iterable[Outcome], alone: Iterable[Alone], not_run: Mapping[str, str]) -> dict[str, Any]:
    rows: dict[str, dict[str, Any]] = {}
    for outcome in outcomes:
        rows.setdefault(outcome.mode, {})[outcome.row.key] = _row(outcome)
    layers: dict[str, dict[str, Any]] = {}
    for each in alone:
        told = {"ok": each.ok, "through": each.through, "stopped": each.stopped, "reduced": each.reduced}
        layers.setdefault(each.mode, {})[each.layer] = told
    return {"rows": rows, "layers": layers, "not_run": dict(not_run)}


def _row(outcome: Outcome) -> dict[str, Any]:
    random = outcome.row.random
    seen = _NUMBER.sub("0", outcome.visible) if random else outcome.visible
    return {
        "ok": outcome.ok,
        "problems": [unmeasured(problem) for problem in outcome.problems],
        "status": outcome.status,
        "scores": outcome.scores,
        "reduced": outcome.reduced,
        "digest": hashlib.sha256(seen.encode("utf-8", "surrogatepass")).hexdigest(),
        "digest_of": WORDS if random else TEXT,
    }


def unmeasured(problem: str) -> str:
    """A problem without what another run would measure otherwise."""
    return _MEASURED.sub("…", _TEMPORARY.sub("…", problem))


def write(path: Path, outcomes: Iterable[Outcome], alone: Iterable[Alone], not_run: Mapping[str, str]) -> None:
    text = json.dumps(recorded(outcomes, alone, not_run), ensure_ascii=False, indent=1, sort_keys=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, text + "\n", mode=0o644)
