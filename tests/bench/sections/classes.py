"""A class at a time: submissions a second beside the peers', beside the limit, and memory as the class grows."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

from ..course import ROOT, WORK
from ..figures import Goal, Row, at_least, at_most, ratios, row, unmeasured
from ..machine import cores
from ..measure import Failed, Used
from ..peer import NotAvailable, Peer
from ..session import Session

TITLE = "a class"
SIZES = (10, 30, 100)
FULL_SIZES = (1000, 2000)
CALLED = 100
"""From this size on the goals count: below it, what starts once still weighs."""
MOST_ROUNDS = 2
"""A round takes three minutes."""
SAMPLED = 24
"""Submissions for the limit."""
MIXED, MIXED_FULL = 60, 1000
"""Sizes of classes as they really are: training, unfinished work and accidents included."""


def run(session: Session) -> list[Row]:
    sizes = (*SIZES, *FULL_SIZES) if session.full else SIZES
    ours: dict[int, list[Used]] = {size: [] for size in sizes}
    limit: list[float] = []
    peers: dict[str, list[tuple[Used, int]]] = {}
    missing: dict[str, str] = {}
    rounds = min(session.rounds, MOST_ROUNDS)
    for turn in range(rounds):
        for size in sizes:
            if size > CALLED and turn:
                continue  # ten minutes and more each
            session.say(f"a class of {size}, round {turn + 1} of {rounds}")
            ours[size].append(batch(session, size))
        limit.append(_limit(session))
        for name, make, _ in _peers(session):
            if name in missing:
                continue
            session.say(f"{name} on {2 * cores()} submissions of that class")
            try:
                peers.setdefault(name, []).append(_peer(session, make, turn))
            except (NotAvailable, Failed) as problem:
                missing[name] = str(problem)
    rows: list[Row] = []
    for name, _, goal in _peers(session):
        if name in missing:
            rows.append(unmeasured(TITLE, f"throughput ÷ {name}", "×", missing[name], at_least(goal)))
            continue
        for size in sizes:
            rows += _against(session, name, goal, size, ours[size], peers[name])
    for size in sizes:
        each = [used.cpu / size for used in ours[size]]
        rows.append(row(TITLE, f"processor time a submission, class of {size}", "s", each))
        wanted = at_most(1.6) if size >= CALLED else None
        rows.append(row(TITLE, f"the same ÷ the same calls in one warm process, class of {size}", "×",
                        ratios(each, limit[: len(each)]), wanted))  # fmt: skip
    rows.append(row(TITLE, "the same calls in one warm process, no sandbox, no verdict", "s", limit, note="a limit"))
    rows += _memory(sizes, ours)
    rows += _mixed(session, MIXED, at_most(0.75), rounds)
    if session.full:
        rows += _mixed(session, MIXED_FULL, None, 1)
    return rows


def _peers(session: Session) -> list[tuple[str, Callable[[Path], Peer], float]]:
    """Name, how to run it, how many times faster we want to be."""
    peers = session.peers
    return [
        ("fresh pytest", peers.pytest, 7),
        ("otter run", peers.otter, 10),
    ]


def batch(session: Session, size: int, *options: str) -> Used:
    """`softmark batch` over a generated class, into a new journal."""
    return _batch(session, session.people(size), session.course, session.fresh("batches", str(size)), *options)


def _batch(session: Session, folder: Path, course: Path, out: Path, *options: str) -> Used:
    return session.softmark(
        "batch", folder, "--course", course, "--out", out, *options, memory=True, every=1.0, timeout=3600
    )


def _mixed(session: Session, size: int, goal: Goal | None, rounds: int) -> list[Row]:
    """The whole assignment, over a class as it is handed in."""
    name = f"class of {size} with training and accidents"
    try:
        return _mixed_rounds(session, name, size, goal, rounds)
    except Failed as problem:  # what was measured before it is kept
        return [unmeasured(TITLE, name, "×", str(problem)[:400], goal)]


def _mixed_rounds(session: Session, name: str, size: int, goal: Goal | None, rounds: int) -> list[Row]:
    made = session.fresh("mixed", str(size), "in")
    session.run([sys.executable, "-m", "tests.made_up", str(size), str(made), "--course", str(ROOT)])
    (export,) = (path for path in made.iterdir() if path.is_dir())
    torch, used = [], []
    for turn in range(rounds):
        session.say(f"a class of {size} with training and accidents, round {turn + 1} of {rounds}")
        torch.append(session.run([sys.executable, "-c", "import torch"]).cpu)
        used.append(_batch(session, export, session.whole, session.fresh("mixed", str(size), "out")))
    each_cpu = [each.cpu / size for each in used]
    return [
        row(TITLE, f"{name} ÷ `import torch`, processor time a submission", "×", ratios(each_cpu, torch), goal),
        row(TITLE, f"{name}, processor time a submission", "s", each_cpu),
        row(TITLE, f"{name}, on the clock", "s", [each.wall for each in used], note=f"{cores()} at a time"),
        row(TITLE, f"{name}, peak proportional memory", "MB", [each.peak_mb for each in used if each.peak_mb]),
    ]  # fmt: skip


def _limit(session: Session) -> float:
    folder = session.people(CALLED)
    chosen = sorted(folder.iterdir())[:: max(1, CALLED // SAMPLED)]
    found, _ = session.inside("calls", session.course, *chosen)
    return sum(found["cpu"]) / len(found["cpu"])


def _peer(session: Session, make: Callable[[Path], Peer], turn: int) -> tuple[Used, int]:
    """A peer over a few submissions of the class, a fresh process each, as many at a time as there are cores."""
    folder = session.people(CALLED)
    count = 2 * cores()
    everybody = sorted(folder.iterdir())
    chosen = [everybody[(7 * turn + 13 * place) % len(everybody)] for place in range(count)]
    listed = WORK / "peers" / "listed.json"
    made = [make(submission) for submission in chosen]
    commands = [{"command": peer.command, "env": peer.env, "cwd": str(peer.cwd)} for peer in made]
    listed.write_text(json.dumps(commands), encoding="utf-8")
    used = session.run([sys.executable, "-m", "tests.bench.inside", "pool", str(cores()), str(listed)])
    return used, count


def _against(
    session: Session, name: str, goal: float, size: int, ours: list[Used], theirs: list[tuple[Used, int]]
) -> list[Row]:
    wanted = at_least(goal) if size >= CALLED else None
    cpu = ratios([used.cpu / count for used, count in theirs], [used.cpu / size for used in ours])
    clock = ratios([used.wall / count for used, count in theirs], [used.wall / size for used in ours])
    busy = session.others([used.load for used in ours] + [used.load for used, _ in theirs])
    title = f"throughput ÷ {name}, class of {size}"
    return [
        row(TITLE, f"{title}, by processor time", "×", cpu, wanted),
        row(TITLE, f"{title}, by the clock", "×", clock, wanted, busy=busy,
            note=f"{cores()} at a time on both sides"),
    ]  # fmt: skip


def _memory(sizes: tuple[int, ...], ours: dict[int, list[Used]]) -> list[Row]:
    peaks = {size: max((used.peak_mb or 0.0 for used in ours[size]), default=0.0) for size in sizes}
    rows = [
        row(
            TITLE,
            f"peak proportional memory, class of {size}",
            "MB",
            [peaks[size]],
            at_most(900) if size == 2000 else None,
        )
        for size in sizes
    ]
    small, large = (CALLED, sizes[-1]) if sizes[-1] > CALLED else (sizes[-2], CALLED)
    name = f"memory, class of {large} ÷ class of {small}"
    if not peaks[small]:
        return [unmeasured(TITLE, name, "×", "this system does not let us read it", at_most(1.15))]
    grown = peaks[large] / peaks[small]
    return [*rows, row(TITLE, name, "×", [grown], at_most(1.15), exact=True, note="flat: at most 15% more")]
