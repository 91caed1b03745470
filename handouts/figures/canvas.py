"""Pens and paper for the drawings: boxes, arrows, matrices with their numbers, and one look for all of them.

Light fills with dark ink everywhere, so that every drawing keeps its contrast on a grey printer; colour only repeats
what a label says already. A dark page shows them with light and dark exchanged.
"""

import re
from collections.abc import Sequence
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch, Rectangle
from matplotlib.transforms import Bbox

INK, QUIET = "#1b1f24", "#4a5460"
QUERY, KEY, VALUE = "#cfe2f6", "#f8d9b0", "#cfe8cd"
WEIGHT, PLAIN, STREAM, HIDDEN = "#e6dcf5", "#f1f3f5", "#fff3b8", "#d9dde2"
BLUE, BROWN, VIOLET = "#0b4f9e", "#a33c00", "#5b3f96"
"""As in the page's style."""
WIDTH = 7.0
"""Inches: as wide as the text of a printed page."""

plt.rcParams.update(
    {
        "svg.hashsalt": "handout",  # the same drawing has the same bytes
        "font.family": "DejaVu Sans",
        "font.size": 9,
        "mathtext.fontset": "dejavusans",
        "text.color": INK,
        "axes.edgecolor": QUIET,
        "axes.labelcolor": INK,
        "xtick.color": INK,
        "ytick.color": INK,
        "axes.spines.top": False,
        "axes.spines.right": False,
    }
)


def paper(width: float, height: float, inches: float = WIDTH) -> tuple[plt.Figure, Axes]:
    """An empty sheet with its own units: x from 0 to width, y from 0 to height, both the same size."""
    figure = plt.figure(figsize=(inches, inches * height / width))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, width)
    axes.set_ylim(0, height)
    axes.set_axis_off()
    return figure, axes


def write(ax: Axes, x: float, y: float, text: str, size: float = 9, **kwargs) -> None:
    ax.text(x, y, text, **{"ha": "center", "va": "center", "fontsize": size, "zorder": 5} | kwargs)


def box(ax: Axes, x: float, y: float, w: float, h: float, text: str = "", fill: str = PLAIN, **kwargs) -> None:
    """A rounded box with its lower left corner at x, y."""
    edge = {"edgecolor": kwargs.pop("edge", INK), "linestyle": kwargs.pop("line", "-"), "linewidth": 1}
    shape = FancyBboxPatch((x, y), w, h, boxstyle="round,pad=0,rounding_size=0.08", facecolor=fill, **edge, zorder=3)
    ax.add_patch(shape)
    if text:
        write(ax, x + w / 2, y + h / 2, text, **kwargs)


def arrow(ax: Axes, start: tuple[float, float], end: tuple[float, float], bend: float = 0.0, **kwargs) -> None:
    look = {"color": INK, "linewidth": 1.2, "zorder": 2} | kwargs
    ax.add_patch(
        FancyArrowPatch(
            start, end, arrowstyle="-|>", mutation_scale=10, shrinkA=0, shrinkB=0,
            connectionstyle=f"arc3,rad={bend}", **look,
        )
    )  # fmt: skip


def line(ax: Axes, points: Sequence[tuple[float, float]], **kwargs) -> None:
    ax.plot(*zip(*points, strict=True), **{"color": INK, "linewidth": 1.2, "zorder": 2} | kwargs)


def matrix(
    ax: Axes,
    x: float,
    y: float,
    entries: Sequence[Sequence[object]],
    cell: float = 0.5,
    fills: Sequence[Sequence[str]] | str = PLAIN,
    size: float = 9,
    title: str = "",
    under: str = "",
    wide: float = 1.0,
    bold: set[tuple[int, int]] = frozenset(),
) -> tuple[float, float]:
    """A grid of numbers with its lower left corner at x, y; row 0 on top. Returns its width and height."""
    n, m, w = len(entries), len(entries[0]), cell * wide
    for i, row in enumerate(entries):
        for j, entry in enumerate(row):
            fill = fills if isinstance(fills, str) else fills[i][j]
            low = y + (n - 1 - i) * cell
            ax.add_patch(Rectangle((x + j * w, low), w, cell, facecolor=fill, edgecolor=INK, linewidth=0.8, zorder=3))
            heavy = "bold" if (i, j) in bold else "normal"
            write(ax, x + (j + 0.5) * w, low + cell / 2, str(entry), size, fontweight=heavy)
    if title:
        write(ax, x + m * w / 2, y + n * cell + 0.2, title, 9.5, va="bottom")
    if under:
        write(ax, x + m * w / 2, y - 0.13, under, 8, va="top", color=QUIET)
    return m * w, n * cell


def save(figure: plt.Figure, folder: Path, name: str) -> None:
    """Cut to what is drawn, so that no page has an empty band around a picture, and without a ground of its own.

    Letters are outlines: a browser may not have our font.
    """
    figure.canvas.draw()  # from now on everything has its place
    drawn = _drawn(figure)
    path = folder / f"{name}.svg"
    with plt.rc_context({"svg.fonttype": "path"}):
        figure.savefig(path, metadata={"Date": None, "Creator": None}, bbox_inches=drawn, transparent=True)
    # of several spaces in a row in a text, SVG shows one
    written = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"(?<=\S) {2,}(?=\S)", lambda gap: "\u00a0" * len(gap[0]), written), encoding="utf-8")
    plt.close(figure)


def _drawn(figure: plt.Figure) -> Bbox:
    """The part of a sheet with ink on it, in inches."""
    (ax,) = figure.axes
    inked = [artist.get_window_extent() for artist in (*ax.patches, *ax.texts, *ax.lines)]
    return Bbox.union(inked).padded(4).transformed(figure.dpi_scale_trans.inverted())
