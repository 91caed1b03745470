"""`python -m tests.bench`: measure, print the table, write dist/bench/bench.json and a picture."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from datetime import datetime, timezone
from pathlib import Path

from . import machine, page, table
from .course import ROOT, WORK
from .figures import MISSED, Row, unmeasured
from .measure import Failed
from .peer import NotAvailable
from .sections import audit, check, classes, grade, train, wire, workers
from .sections import page as class_page
from .session import Session

SECTIONS = {
    "grade": grade,
    "check": check,
    "class": classes,
    "workers": workers,
    "wire": wire,
    "page": class_page,
    "audit": audit,
    "training": train,
}
ONLY_FULL = ("audit",)
"""`make audit` says the same of the whole bank."""
RESULT = WORK / "bench.json"


def main(argv: list[str] | None = None) -> int:
    reader = argparse.ArgumentParser(
        prog="python -m tests.bench",
        description="Measure Softmark beside its peers: the same checks on the same submissions, on this machine, now.",
        epilog="FULL=1 adds classes of 1,000 and 2,000, the Dask cluster and the audit. "
        "Exit codes: 0 no goal missed, 1 one is.",
    )
    reader.add_argument("--only", nargs="+", choices=SECTIONS, metavar="SECTION", help=", ".join(SECTIONS))
    reader.add_argument("--rounds", type=int, default=3, metavar="N", help="how often each is measured (default: 3)")
    reader.add_argument("--write-page", action="store_true", help="only bring handouts/speed.md up to date")
    asked = reader.parse_args(argv)
    if asked.rounds < 1:
        reader.error("--rounds is 1 or more")
    if asked.write_page:
        return page.write(RESULT, ROOT / "handouts" / "speed.md")
    full = os.environ.get("FULL") == "1"
    usual = [name for name in SECTIONS if full or name not in ONLY_FULL]
    return _measure(asked.only or usual, asked.rounds, full)


def _measure(wanted: list[str], rounds: int, full: bool) -> int:
    began = time.monotonic()
    session = Session(rounds, full, say=lambda text: print(f"[{time.monotonic() - began:4.0f} s] {text}", flush=True))
    before = os.getloadavg()[0]
    busy_before = _idle_look()
    print(
        f"{machine.cores()} cores, load {before:.1f}; others use {busy_before:.0%} of them before anything is measured"
    )
    found = _earlier() if set(wanted) < set(SECTIONS) else {}
    rows: list[Row] = []
    for name in wanted:
        section = SECTIONS[name]
        start, at = len(session.loads), time.monotonic()
        try:
            made = section.run(session)
        except (Failed, NotAvailable) as problem:
            made = [unmeasured(section.TITLE, "the whole section", "", str(problem)[:400])]
        rows += made
        loads = session.loads[start:]
        found[name] = {
            "rows": [row.plain() for row in made],
            "date": datetime.now(timezone.utc).strftime("%Y-%m-%d"),
            "rounds": rounds,
            "seconds": round(time.monotonic() - at, 1),
            "others": round(sum(load.others for load in loads) / max(1, len(loads)), 3),
            "others_at_worst": round(session.others(loads), 3),
        }
    result = {
        "machine": {**machine.about(), **_versions()},
        "load_before": before,
        "others_before": round(busy_before, 3),
        "seconds": round(time.monotonic() - began, 1),
        "full": full,
        "sections": {name: found[name] for name in SECTIONS if name in found},
    }
    WORK.mkdir(parents=True, exist_ok=True)
    RESULT.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    table.show(result, wanted)
    pictures = table.picture(result, WORK)
    print(f"written: {', '.join(str(Path(path).relative_to(ROOT)) for path in (RESULT, *pictures))}")
    return 1 if any(row.verdict == MISSED for row in rows) else 0


def _earlier() -> dict[str, dict[str, object]]:
    """The other sections stay as they were measured last."""
    try:
        kept: dict[str, dict[str, object]] = json.loads(RESULT.read_text(encoding="utf-8"))["sections"]
    except (OSError, ValueError, KeyError):
        return {}
    return kept


def _idle_look() -> float:
    """What others do while we do nothing."""
    before = machine.Ticks.now()
    time.sleep(1.0)
    return machine.between(before, machine.Ticks.now(), 0.0).others


def _versions() -> dict[str, str]:
    from importlib.metadata import version

    return {name: version(name) for name in ("torch", "numpy", "pytest", "gradescope-utils")}


if __name__ == "__main__":
    sys.exit(main())
