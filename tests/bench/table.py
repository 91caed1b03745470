"""The table on the terminal and the picture of its goals."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .figures import MET, MISSED, NOISY, UNMEASURED, number, shown

_COLOURS = {MET: "green", MISSED: "bold red", NOISY: "yellow", UNMEASURED: "yellow"}


def spread(row: dict[str, Any]) -> str:
    """What the rounds said, from the lowest to the highest; nothing where there was only one."""
    if row["measured"] is None or row["rounds"] < 2:
        return ""
    return f"{number(row['low'])} – {number(row['high'])}"


def show(result: dict[str, Any], wanted: Sequence[str]) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(width=None if sys.stdout.isatty() else 150)
    table = Table(
        title="Softmark beside its peers", title_justify="left", caption=load_line(result), caption_justify="left"
    )
    table.add_column("what", ratio=1)
    for name in ("goal", "measured", "spread"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("verdict", no_wrap=True)
    for name in wanted:
        rows = result["sections"][name]["rows"]
        table.add_section()
        for row in rows:
            colour = _COLOURS.get(row["verdict"], "")
            note = f"[dim] ({row['note']})[/dim]" if row["note"] else ""
            table.add_row(
                f"{row['name']}{note}", row["goal"], shown(row["measured"], row["unit"]), spread(row),
                f"[{colour}]{row['verdict']}[/]" if colour else "",
            )  # fmt: skip
    console.print(table)


def load_line(result: dict[str, Any]) -> str:
    about = result["machine"]
    worst = max((part["others_at_worst"] for part in result["sections"].values()), default=0.0)
    return (
        f"{about['cores']} cores, {about['processor']}, {about['memory_gb']} GB, {about['system']}, "
        f"Python {about['python']}, torch {about['torch']}. Load {result['load_before']:.1f} before; "
        f"others used up to {worst:.0%} of the machine meanwhile."
    )


def picture(result: dict[str, Any], folder: Path) -> list[Path]:
    """Every goal as a bar: how far the measured value is from it, with the spread; beyond the line is better."""
    try:
        import matplotlib
    except ImportError:
        return []
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    chosen = [row for part in result["sections"].values() for row in part["rows"] if row["goal"] and row["measured"]]
    if not chosen:
        return []
    colours = {MET: "#2a9d6f", MISSED: "#c8443c", NOISY: "#d9a441", UNMEASURED: "#999999"}
    figure, axes = plt.subplots(figsize=(9, 0.42 * len(chosen) + 1.2), layout="constrained")
    for place, row in enumerate(reversed(chosen)):
        low, middle, high = sorted(better(row, row[name]) for name in ("low", "measured", "high"))
        axes.barh(place, middle - 1, left=1, color=colours[row["verdict"]], height=0.6)
        axes.plot([low, high], [place, place], color="black", linewidth=1)
    axes.axvline(1, color="black", linewidth=0.8)
    axes.set_xscale("log")
    axes.set_yticks(range(len(chosen)), [f"{row['name']} ({row['goal']})" for row in reversed(chosen)], fontsize=7)
    axes.set_xlabel("times better than the goal (left of the line: missed)")
    written = []
    for kind in ("svg", "png"):
        path = folder / f"bench.{kind}"
        figure.savefig(path, dpi=110, metadata={"Date": None} if kind == "svg" else None)
        written.append(path)
    plt.close(figure)
    return written


def better(row: dict[str, Any], value: float) -> float:
    """How many times better than its goal a value is: 1 is the goal itself."""
    goal = float(re.sub(r"[^0-9.]", "", row["goal"]))
    value = max(value, 1e-9)
    return goal / value if row["goal"].startswith("≤") else value / goal
