"""What a run of the bank says: one table for people, one file for machines, one page to keep."""

from __future__ import annotations

import json
import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from .engine import one_line, write_atomically
from .harness import MODES, Outcome
from .layers import Alone
from .peers import Verdict
from .rows import FAMILIES, Row

Peers = Mapping[str, Mapping[str, Verdict]]
"""peer → row → verdict"""


def expected(row: Row) -> str:
    if row.all_lost:
        return "nothing"
    if not row.loses:
        return "full marks"
    if isinstance(row.loses, Mapping):
        return ", ".join(f"{item}: {score:g}" for item, score in row.loses.items())
    return "all but " + ", ".join(row.loses)


def got(outcome: Outcome) -> str:
    return f"{outcome.total:g} points, {outcome.status}" if outcome.scores else "no result"


def memory(outcome: Outcome) -> str:
    return "" if outcome.memory_mb is None else f"{outcome.memory_mb:.0f} MB"


class Live:
    """The table as it grows: a row is printed when it is known."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.mode = ""

    def __call__(self, outcome: Outcome) -> None:
        if outcome.mode != self.mode:
            self.mode = outcome.mode
            self.console.rule(Text(f"{outcome.mode}: {MODES.get(outcome.mode, '')}"))
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1), expand=True)
        for width in (1, 30, None, 20, 22, 7, 7):
            table.add_column(width=width, ratio=None if width else 1, overflow="ellipsis", no_wrap=True)
        mark = Text("✗", "red") if not outcome.ok else Text("~", "yellow") if outcome.reduced else Text("✓", "green")
        row = outcome.row
        cells = (row.key, row.what, expected(row), got(outcome), f"{outcome.seconds:.1f} s", memory(outcome))
        table.add_row(mark, *[Text(cell) for cell in cells])
        self.console.print(table)
        for problem in outcome.problems:
            self.console.print(Text(textwrap.indent(problem[:400], "     "), "red"))
        if outcome.reduced:
            self.console.print(Text(f"     reduced: {outcome.reduced}", "yellow"))


def totals(console: Console, outcomes: Sequence[Outcome], alone: Sequence[Alone], not_run: Mapping[str, str]) -> None:
    table = Table(title="As expected, of all rows", title_justify="left")
    table.add_column("family")
    modes = [mode for mode in MODES if any(outcome.mode == mode for outcome in outcomes)]
    for mode in modes:
        table.add_column(mode, justify="right")
    for family in (*FAMILIES, "all"):
        cells = []
        for mode in modes:
            those = [o for o in outcomes if o.mode == mode and family in (o.row.family, "all")]
            cells.append(f"{sum(o.ok for o in those)} of {len(those)}")
        table.add_row(family, *cells)
    cells = [f"{sum(a.ok for a in alone if a.mode == m)} of {sum(a.mode == m for a in alone)}" for m in modes]
    table.add_row("each layer alone", *cells)
    table.add_row("seconds", *[f"{sum(o.seconds for o in outcomes if o.mode == mode):.0f}" for mode in modes])
    console.print(table)
    for each in alone:
        if not each.ok:
            console.print(Text(f"✗ {each.mode}: {each.layer} alone does not stop it: {each.what}", "red"))
        elif each.reduced:
            console.print(Text(f"~ {each.mode}: {each.layer} is {each.reduced}", "yellow"))
    reduced = Counter(o.mode for o in outcomes if o.reduced)
    for mode, count in reduced.items():
        console.print(Text(f"~ {mode}: {count} rows ran behind a lower wall", "yellow"))
    for mode, why in not_run.items():
        console.print(Text(f"~ {mode} was not run: {why}", "yellow"))


def side_by_side(console: Console, outcomes: Iterable[Outcome], found: Peers) -> None:
    """The same cheats, three graders."""
    ours = {o.row.key: o for o in outcomes if o.row.peer}
    table = Table(title="A wrong answer and a cheat: does it get full marks?", title_justify="left")
    for title in ("row", "what it does", "Softmark", *found):
        table.add_column(title, overflow="fold")
    for key, outcome in ours.items():
        cells = [_word(found[peer].get(key)) for peer in found]
        table.add_row(
            outcome.row.name, outcome.row.what, Text("no", "green") if outcome.ok else Text("YES", "red"), *cells
        )
    lost = [sum(v.fooled for v in verdicts.values()) for verdicts in found.values()]
    table.add_row(
        "fooled", "", f"{sum(not o.ok for o in ours.values())} of {len(ours)}", *[f"{n} of {len(ours)}" for n in lost]
    )
    console.print(table)


def _word(verdict: Verdict | None) -> Text:
    if verdict is None:
        return Text("")
    return Text("YES", "red") if verdict.fooled else Text(f"no ({verdict.says})" if verdict.score is None else "no")


def write(
    out: Path, outcomes: Sequence[Outcome], alone: Sequence[Alone], not_run: Mapping[str, str], found: Peers
) -> None:
    """hostile.json and hostile.md below `out`."""
    out.mkdir(parents=True, exist_ok=True)
    write_atomically(
        out / "hostile.json", json.dumps(plain(outcomes, alone, not_run, found), indent=1) + "\n", mode=0o644
    )
    lines = ["# Hostile and hapless submissions", ""]
    for mode in dict.fromkeys(o.mode for o in outcomes):
        those = [o for o in outcomes if o.mode == mode]
        lines += [f"## {mode}: {MODES[mode]}", "", f"{sum(o.ok for o in those)} of {len(those)} rows as expected.", ""]
        lines += ["| | family | row | what it does | expected | got | s | MB |", "|:--|:--|:--|:--|:--|:--|--:|--:|"]
        for o in those:
            cells = (o.row.family, o.row.name, o.row.what, expected(o.row), got(o))
            mark = "✗" if not o.ok else "~" if o.reduced else "✓"
            lines.append(
                f"| {mark} | " + " | ".join(_plain(cell) for cell in cells) + f" | {o.seconds:.1f} | {memory(o)[:-3]} |"
            )
        lines += ["", "Each layer alone:", ""]
        lines += [
            f"- {'✓' if a.ok else '✗'} {a.layer}: " + _plain(f"{a.what} ({a.reduced})" if a.reduced else a.what)
            for a in alone
            if a.mode == mode
        ]
        lines.append("")
    lines += [f"{mode} was not run: {why}." for mode, why in not_run.items()]
    if found:
        lines += [
            "## The same cheats, other graders",
            "",
            "| row | " + " | ".join(found) + " |",
            "|:--|" + ":--|" * len(found),
        ]
        for key in dict.fromkeys(o.row.key for o in outcomes if o.row.peer):
            cells = [("full marks" if v.fooled else v.says) if (v := found[peer].get(key)) else "" for peer in found]
            lines.append(f"| {key} | " + " | ".join(_plain(cell) for cell in cells) + " |")
    write_atomically(out / "hostile.md", "\n".join(lines) + "\n", mode=0o644)


def plain(
    outcomes: Sequence[Outcome], alone: Sequence[Alone], not_run: Mapping[str, str], found: Peers
) -> dict[str, Any]:
    return {
        "rows": [
            {
                "mode": o.mode, "family": o.row.family, "row": o.row.name, "what": o.row.what,
                "expected": expected(o.row), "score": o.total, "scores": o.scores, "status": o.status, "ok": o.ok,
                "problems": o.problems, "reduced": o.reduced, "seconds": o.seconds, "memory_mb": o.memory_mb,
            }
            for o in outcomes
        ],
        "layers": [{**vars(a), "ok": a.ok} for a in alone],
        "not_run": dict(not_run),
        "peers": {
            peer: {key: {**vars(verdict), "fooled": verdict.fooled} for key, verdict in verdicts.items()}
            for peer, verdicts in found.items()
        },
    }  # fmt: skip


def _plain(text: str) -> str:
    """For Markdown: no sign in it means anything but itself."""
    return re.sub(r"([\\`*_<|\[\]$])", r"\\\1", one_line(text, limit=2000))
