"""Pictures of what a model looks at and how well it learns, saved as PNG files.

matplotlib is optional: without it every function raises `NoPicture` with one sentence that says what to do.
Each function returns a `Picture`: the path, and the same content in words for those who cannot see it (the
words are stored in the file too). The colours run evenly from light to dark, so a grey print reads the same.
"""

import sys
from collections.abc import Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor, nn
from yours import Told

COLOURS = "magma_r"  # perceptually even, light to dark


class NoPicture(Told):
    """Why there is no picture, in one sentence."""


class Picture(NamedTuple):
    path: Path
    alt: str


def attention_weights(model: nn.Module, tokens: Tensor) -> list[Tensor]:
    """What each block of a language model looks at: one (B, h, n, n) tensor of weights for each block.

    Your own `attend` (task 1.6) already returns the weights; the blocks merely drop them. So for one forward
    pass this listens in on `attend` and keeps what it hears.
    """
    heard: list[list[Tensor]] = []
    opens = [block.register_forward_pre_hook(lambda *_: heard.append([])) for block in model.blocks]
    try:
        with torch.no_grad(), _listening_to_attend(model, heard):
            model(tokens)
    finally:
        for hook in opens:
            hook.remove()
    if not all(heard):
        raise NoPicture("your MultiHeadAttention never calls attend (task 1.6), so there are no weights to draw")
    # Usually one call for all heads at once; code that calls attend head by head gets them put side by side.
    return [calls[0] if len(calls) == 1 and calls[0].ndim == 4 else torch.stack(calls, dim=1) for calls in heard]


@contextmanager
def _listening_to_attend(model: nn.Module, heard: list[list[Tensor]]):
    """Every module that knows the name `attend` gets one that takes notes, until the end of the `with`."""

    def taking_notes(attend):
        def attend_and_note(*args, **kwargs):
            output, weights = attend(*args, **kwargs)
            if heard:
                heard[-1].append(weights.detach())
            return output, weights

        return attend_and_note

    names = {type(block.attention).__module__ for block in model.blocks} | {"attention"}
    modules = [sys.modules[name] for name in names if hasattr(sys.modules.get(name), "attend")]
    originals = [module.attend for module in modules]
    try:
        for module, original in zip(modules, originals, strict=True):
            module.attend = taking_notes(original)
        yield
    finally:
        for module, original in zip(modules, originals, strict=True):
            module.attend = original


def heat_map(
    weights: Tensor, rows: Sequence[str], columns: Sequence[str], path: str | Path, title: str, by_column: bool = False
) -> Picture:
    """Who looks at whom: row i shows how token i shares its attention out, with the numbers in the cells.

    Args:
        weights: (len(rows), len(columns)), each row summing to 1. Below 0.005 a cell stays empty.
        by_column: each column sums to 1 instead: who looks stands below, and who is looked at beside.
    """
    plt = _matplotlib()
    weights = weights.detach().float().cpu().numpy()
    n, m = weights.shape
    if (n, m) != (len(rows), len(columns)):
        raise ValueError(f"weights of {n} × {m} cannot be labelled with {len(rows)} rows and {len(columns)} columns")
    width, height = (0.09 * max(map(len, labels)) for labels in (rows, columns))  # inches for the longest label
    figure, axes = plt.subplots(figsize=(2.2 + width + 0.46 * m, 1.2 + height + 0.4 * n), layout="constrained")
    image = axes.imshow(weights, cmap=COLOURS, vmin=0, vmax=1, aspect="auto")
    axes.set_xticks(range(m), columns, rotation=60, ha="right", rotation_mode="anchor")
    axes.set_yticks(range(n), rows)
    axes.set_xlabel("looking (query)" if by_column else "looked at (key)")
    axes.set_ylabel("looked at (key)" if by_column else "looking (query)")
    axes.set_title(title)
    for i in range(n):
        for j in range(m):
            if weights[i, j] >= 0.005:
                ink = "white" if weights[i, j] > 0.5 else "black"
                axes.text(j, i, f"{weights[i, j]:.2f}", ha="center", va="center", color=ink, fontsize=8)
    figure.colorbar(image, label="weight")
    looking, seen, shares = (columns, rows, weights.T) if by_column else (rows, columns, weights)
    peaks = [f"{one} at {seen[int(w.argmax())]} ({w.max():.2f})" for one, w in zip(looking, shares, strict=True)]
    return _save(figure, path, f"{title}. Heat map of attention weights; each looks most at: {', '.join(peaks)}.")


def loss_curve(
    losses: dict[str, Sequence[float]], floor: float, path: str | Path, title: str, every: int = 1
) -> Picture:
    """The loss of each model, step by step, on its way down to the floor.

    A lucky batch can lie below the floor: that is the least *average* loss.

    Args:
        every: the losses are smooth already, one of so many steps.
    """
    plt = _matplotlib()
    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    curves = losses if every > 1 else {name: _smooth(values) for name, values in losses.items()}
    for (name, values), style in zip(curves.items(), _STYLES, strict=False):
        axes.plot(range(1, 1 + every * len(values), every), values, label=name, **style)
    axes.axhline(floor, color="black", linewidth=1, linestyle=":", label=f"floor, {floor:.4f}")
    axes.set_yscale("log")
    axes.yaxis.set_major_locator(plt.LogLocator(subs=(1, 2, 5)))
    axes.yaxis.set_major_formatter("{x:g}")
    axes.yaxis.set_minor_formatter(plt.NullFormatter())
    axes.set_xlabel("step")
    axes.set_ylabel("loss (nats per token, log scale)")
    axes.set_title(title)
    axes.legend(frameon=False)
    ends = [f"{name} ends at {values[-1]:.4f}" for name, values in curves.items() if len(values)]
    return _save(figure, path, f"{title}. Line chart of the loss over steps; {', '.join(ends)}; floor {floor:.4f}.")


def accuracy_by_distance(accuracy: dict[str, dict[str, float]], chance: float, path: str | Path, title: str) -> Picture:
    """How often each model is right, {model: {distance: between 0 and 1}}, the further the harder."""
    plt = _matplotlib()
    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    for (name, by_distance), style in zip(accuracy.items(), _STYLES, strict=False):
        axes.plot(list(by_distance), list(by_distance.values()), label=name, marker="o", markersize=4, **style)
    axes.axhline(chance, color="black", linewidth=1, linestyle=":", label="guessing")
    axes.set_ylim(-0.03, 1.03)
    axes.set_xlabel("tokens between the one that decides and the answer")
    axes.set_ylabel("probability of the right answer")
    axes.set_title(title)
    axes.legend(frameon=False)
    ends = []
    for name, by_distance in accuracy.items():
        near, *_, far = by_distance.values()
        ends.append(f"{name} {near:.2f} near and {far:.2f} far")
    return _save(figure, path, f"{title}. Line chart; right with probability: {', '.join(ends)}; guess {chance:.2f}.")


_STYLES = [  # told apart by line style as well as by colour
    {"color": "#00224e", "linestyle": "-", "linewidth": 2},
    {"color": "#7d7c78", "linestyle": "--", "linewidth": 2},
    {"color": "#b8860b", "linestyle": "-.", "linewidth": 2},
]


def _smooth(values: Sequence[float]) -> list[float]:
    """Each value averaged with those before it, the older the less: one batch is lucky, the next is not.

    Nothing ever drops out at once, as it would out of a window: that would be a kink which no model has learned.
    """
    keep = 1 - 2 / (1 + max(10, len(values) // 20))
    smooth, total, weight = [], 0.0, 0.0
    for value in values:
        total, weight = keep * total + value, keep * weight + 1
        smooth.append(total / weight)
    return smooth


def _matplotlib():
    try:
        import matplotlib
    except ImportError:
        raise NoPicture("pictures need matplotlib, which is not installed: pip install matplotlib") from None
    matplotlib.use("Agg")  # draws into files; needs no screen
    import matplotlib.pyplot as plt

    return plt


def _save(figure, path: str | Path, alt: str) -> Picture:
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=130, metadata={"Description": alt})
    _matplotlib().close(figure)
    return Picture(path, alt)
