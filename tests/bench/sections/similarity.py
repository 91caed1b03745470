"""Similarity beside copydetect: 300 files of a generated class, of which it is known who copied from whom."""

from __future__ import annotations

import itertools
from pathlib import Path

from .. import peer
from ..course import ROOT, WORK
from ..figures import Row, at_least, ratios, row, unmeasured
from ..measure import Failed
from ..peer import NotAvailable
from ..session import Session, told

TITLE = "similarity"
SIZE = 300
TOP = 20
PATIENCE = 400.0


def run(session: Session) -> list[Row]:
    folder, truth = session.people(SIZE)
    known = {tuple(pair) for pair in truth}
    session.say(f"similarity of {SIZE} submissions")
    ours = []
    for _ in range(session.rounds):
        found, used = session.inside("similarity", ROOT, folder)
        ours.append(used.cpu)
    mine = precision(found["pairs"], known)
    rows = [
        row(TITLE, f"{SIZE} submissions compared, processor time", "s", ours),
        row(TITLE, f"our precision in the first {TOP} pairs", "", [mine], exact=True),
    ]
    name = f"copydetect ÷ ours, {SIZE} files, processor time"
    goal, better = at_least(10), f"our precision ÷ copydetect's, first {TOP} pairs"
    try:
        python = peer.set_up("copydetect")
        session.say(f"copydetect on the same {SIZE}, as one file each (some minutes)")
        joined, stubs = _joined(folder)
        script = Path(__file__).parents[1] / "run_copydetect.py"
        theirs = session.run(
            [str(python), str(script), str(joined), str(stubs)], env=peer.environment(), timeout=PATIENCE, codes=None
        )
    except (NotAvailable, Failed) as problem:
        return [*rows, unmeasured(TITLE, name, "×", str(problem), goal)]
    if theirs.code:
        if theirs.wall < PATIENCE:
            return [*rows, unmeasured(TITLE, name, "×", f"it failed: {theirs.output[-200:]}", goal)]
        note = f"it was stopped after {PATIENCE:.0f} s: at least this much"
        return [*rows, row(TITLE, name, "×", ratios([theirs.cpu] * len(ours), ours), goal, note=note)]
    other = precision(told(theirs)["pairs"], known)
    return [
        *rows,
        row(TITLE, "copydetect, processor time", "s", [theirs.cpu], note="stubs given to it as boilerplate"),
        row(TITLE, name, "×", ratios([theirs.cpu] * len(ours), ours), goal),
        row(TITLE, f"copydetect's precision in the first {TOP} pairs", "", [other], exact=True),
        row(TITLE, better, "×", [mine / other if other else float(TOP)], at_least(1), exact=True),
    ]


def precision(ranked: list[list[str]], known: set[tuple[str, ...]], top: int = TOP) -> float:
    """The share of the first pairs that are copies."""
    first = [tuple(sorted(pair)) for pair in ranked[:top]]
    return sum(pair in known for pair in first) / top


def _joined(folder: Path) -> tuple[Path, Path]:
    """Every submission as one file, and the stubs likewise: copydetect compares file with file."""
    place, stubs = WORK / "joined", WORK / "joined-stubs"
    for out in (place, stubs):
        out.mkdir(exist_ok=True)
        for old in out.iterdir():
            old.unlink()
    names: list[str] = []
    for one in sorted(folder.iterdir()):
        names = sorted(path.name for path in one.glob("*.py"))
        text = "\n\n".join((one / name).read_text(encoding="utf-8") for name in names)
        (place / f"{one.name}.py").write_text(text, encoding="utf-8")
    for name in itertools.chain(names):
        (stubs / name).write_text((ROOT / "assignment" / name).read_text(encoding="utf-8"), encoding="utf-8")
    return place, stubs
