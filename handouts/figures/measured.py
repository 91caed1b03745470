"""Figures of what was measured: they are drawn from measured.json, which measure.py makes."""

import json
from pathlib import Path

import canvas as c
import matplotlib.pyplot as plt
from canvas import INK
from matplotlib.patches import Rectangle

MEASURED = json.loads(Path(__file__).with_name("measured.json").read_text(encoding="utf-8"))
TASKS = ("wills", "any-ones")
WRITER = json.loads((Path(__file__).parents[1] / "writer" / "figures.json").read_text(encoding="utf-8"))
WITHOUT = json.loads(Path(__file__).with_name("without.json").read_text(encoding="utf-8"))["parts"]
SMALL = 4.4
"""Inches: a chart that fits a phone."""
LOOKS = {  # told apart by dashes and markers as well as by colour
    "transformer": {"color": c.BLUE, "linestyle": "-", "marker": "o"},
    "RNN": {"color": c.BROWN, "linestyle": "--", "marker": "s"},
    "n-gram": {"color": c.QUIET, "linestyle": "-.", "marker": "^"},
}


def attention():
    """Where the last word of an unfinished will looks, head by head."""
    found = MEASURED["wills"]["attention"]
    words = found["sentence"].split()
    rows = [head[-1] for head in found["heads"]]
    figure, ax = plt.subplots(figsize=(SMALL, 4.4), layout="constrained")
    for head, row in enumerate(rows):
        for place, weight in enumerate(row):
            ax.add_patch(Rectangle((head - 0.5, place - 0.5), 1, 1, facecolor=c.VIOLET, alpha=0.75 * weight))
            if weight >= 0.005:
                ax.text(head, place, f"{weight:.2f}", ha="center", va="center", fontsize=8.5)
    ax.set_xlim(-0.5, len(rows) - 0.5)
    ax.set_ylim(len(words) - 0.5, -0.5)
    ax.set_yticks(range(len(words)), words, fontsize=8.5)
    ax.set_xticks(range(len(rows)), [f"head {h}" for h in range(len(rows))], fontsize=8.5)
    ax.tick_params(length=0, labeltop=True, labelbottom=False)
    for side in ax.spines.values():
        side.set_visible(False)
    peaks = [f"head {h} looks most at {words[row.index(max(row))]} ({max(row):.2f})" for h, row in enumerate(rows)]
    alt = (
        f"Heat map: where the last word of “{found['sentence']}” looks, for each of four heads. "
        + "; ".join(peaks)
        + "."
    )
    return figure, alt


def losses():
    """Loss against the floor, on both texts."""
    figure, panels = plt.subplots(1, 2, figsize=(c.WIDTH, 2.9), layout="constrained")
    said = []
    for ax, task in zip(panels, TASKS, strict=True):
        found = MEASURED[task]
        for name, curve in found["curves"].items():
            steps = [1 + found["steps_apart"] * i for i in range(len(curve))]
            ax.plot(steps, curve, label=name, linewidth=1.8, **LOOKS[name] | {"marker": None})
        ax.axhline(
            found["loss"]["n-gram"], **LOOKS["n-gram"] | {"marker": None}, linewidth=1.3, label="n-gram (counted)"
        )
        ax.axhline(found["floor"], color=INK, linewidth=1.2, linestyle=":", label=f"the floor, {found['floor']:.4f}")
        ax.set_yscale("log")
        ax.yaxis.set_major_locator(plt.LogLocator(subs=(1, 2, 5)))
        ax.yaxis.set_major_formatter("{x:g}")
        ax.yaxis.set_minor_formatter(plt.NullFormatter())
        ax.set_xlabel("step")
        ax.set_title(task, fontsize=10)
        ax.legend(frameon=False, fontsize=8)
        ends = ", ".join(f"{name} {loss:.4f}" for name, loss in found["loss"].items())
        said.append(f"On {task}, on fresh rows: {ends}; their floor {found['floor_of_the_rows']:.4f}")
    panels[0].set_ylabel("loss, nats per token (log scale)")
    return figure, "Loss over training steps, falling towards a dotted floor. " + ". ".join(said) + "."


def distance():
    """Right answers, the further the harder."""
    figure, panels = plt.subplots(1, 2, figsize=(c.WIDTH, 2.9), sharey=True, layout="constrained")
    said = []
    for ax, task in zip(panels, TASKS, strict=True):
        found = MEASURED[task]
        for name, by_distance in found["accuracy"].items():
            kept = {where: right for where, right in by_distance.items() if where != "no 1"}
            ax.plot(list(kept), list(kept.values()), label=name, linewidth=1.8, markersize=4.5, **LOOKS[name])
            near, *_, far = kept.values()
            said.append(f"{task}, {name}: {near:.2f} near, {far:.2f} far")
        ax.axhline(found["chance"], color=INK, linewidth=1.2, linestyle=":", label="guessing")
        ax.set_ylim(0, 1.06)
        ax.set_title(task, fontsize=10)
        ax.tick_params(axis="x", labelsize=7.5)
        ax.set_xlabel("words between" if task == "wills" else "zeros after the last 1")
    panels[0].set_ylabel("probability of the right answer")
    panels[0].legend(frameon=False, fontsize=8, loc="center right")
    return figure, "Line charts of right answers by distance. " + "; ".join(said) + "."


def last_place():
    """What windows that are one token too short cost, place by place."""
    shown = 32
    right, short = (WRITER[name]["by_place"] for name in ("right", "cut_short"))
    extra = [theirs - mine for mine, theirs in zip(right, short, strict=True)][-shown:]
    places = range(len(right) - shown + 1, len(right) + 1)
    figure, ax = plt.subplots(figsize=(SMALL, 2.5), layout="constrained")
    ax.bar(places, extra, color=[c.BLUE] * (shown - 1) + [c.BROWN])
    ax.axhline(0, color=INK, linewidth=0.8)
    ax.annotate(
        f"the last place: +{extra[-1]:.2f}", (places[-1], extra[-1]), xytext=(-8, -4), textcoords="offset points",
        ha="right", va="top", fontsize=8.5,
    )  # fmt: skip
    ax.set_xlabel("place in the window, up to the context length of 192")
    ax.set_ylabel("extra loss, nats")
    others = max(abs(each) for each in extra[:-1])
    alt = (
        f"Bars for the last {shown} places of a window. The model trained with windows one token too short pays as "
        f"much as the other, within {others:.2f} nats, except at the last place: {extra[-1]:.2f} nats more."
    )
    return figure, alt


def without():
    """What a model pays that lacks one of its parts, against the floor."""
    figure, ax = plt.subplots(figsize=(SMALL, 2.5), layout="constrained")
    said = []
    for i, (part, found) in enumerate(WITHOUT.items()):
        whole, lacking = (100 * found[name] / found["floor"] for name in ("whole", "without"))
        ax.bar(i - 0.2, whole, 0.38, color=c.QUERY, edgecolor=INK, label="" if i else "whole")
        ax.bar(i + 0.2, lacking, 0.38, color=c.BROWN, edgecolor=INK, label="" if i else "without")
        ax.text(i + 0.2, lacking + 4, f"{lacking:.0f}", ha="center", fontsize=8.5)
        said.append(f"without {part} {lacking:.0f}% of the floor, whole {whole:.0f}%")
    ax.axhline(100, color=INK, linewidth=1.2, linestyle=":", label="the floor")
    ax.set_xticks(range(len(WITHOUT)), [f"{part}\n({found['text']})" for part, found in WITHOUT.items()], fontsize=8.5)
    ax.set_ylabel("loss, % of the floor")
    ax.set_ylim(0, 250)
    ax.legend(frameon=False, fontsize=8, loc="upper left")
    return figure, "Bars of the loss after training: " + "; ".join(said) + "."


FIGURES = {
    "measured-without": without,
    "measured-attention": attention,
    "measured-losses": losses,
    "measured-distance": distance,
    "measured-last-place": last_place,
}
