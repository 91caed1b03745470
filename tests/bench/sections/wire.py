"""The wire: what a call into the sandbox costs, by the size of what goes there and comes back."""

from __future__ import annotations

from softmark.sandbox import clean_start

from ..figures import Row, row
from ..session import Session, told

TITLE = "the wire"


def run(session: Session) -> list[Row]:
    session.say("the wire, call by call")
    command = clean_start.command("tests.bench.behind:wire", [str(max(3, session.rounds))], preload=["numpy", "torch"])
    found = told(session.run(command))
    rows = []
    for count, rounds in found["sizes"].items():
        size = f"{int(count):,} float64 number{'s' if count != '1' else ''}"
        rows.append(row(TITLE, f"there and back, {size}", "µs", rounds["wire"]))
        rows.append(row(TITLE, f"the same call in one process, {size}", "µs", rounds["here"]))
    rows.append(row(TITLE, "a new sandboxed worker to its first answer", "ms", found["spawn_ms"]))
    return rows
