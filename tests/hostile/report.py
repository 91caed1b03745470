"""What a run of the bank says, as a table for people; record.py writes it for machines."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from .harness import MODES, Outcome
from .layers import Alone
from .rows import FAMILIES, Row


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
