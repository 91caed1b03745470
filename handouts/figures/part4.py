"""Drawings for part 4: a language model."""

import math

import canvas as c
import matplotlib.pyplot as plt
from canvas import INK, PLAIN, QUIET, STREAM, VALUE, WEIGHT


def embed():
    """A word's vector plus a place's vector."""
    figure, ax = c.paper(14, 4.0)
    c.matrix(ax, 0.65, 0.9, [[1], [0], [0]], 0.7, PLAIN, 10, title="tokens", under=r"$n$")
    c.arrow(ax, (1.5, 1.95), (2.5, 1.95))
    c.write(ax, 2.0, 2.25, "look up", 8)
    c.matrix(ax, 2.7, 0.9, [[30, 40], [10, 20], [10, 20]], 0.7, VALUE, 10, title="word vectors", under=r"$n \times d$")
    c.write(ax, 4.75, 1.95, r"$+$", 15)
    c.matrix(ax, 5.4, 0.9, [[1, 2], [3, 4], [5, 6]], 0.7, WEIGHT, 10, title="place vectors 0, 1, 2",
             under=r"$n \times d$")  # fmt: skip
    c.write(ax, 7.5, 1.95, r"$=$", 15)
    c.matrix(ax, 8.2, 0.9, [[31, 42], [13, 24], [15, 26]], 0.7, STREAM, 10, title=r"$X^0$", under=r"$n \times d$")
    c.write(ax, 11.85, 1.95, "the same word, 0,\nin two places:\ntwo vectors", 9)
    alt = (
        "The tokens 1, 0, 0 are looked up: (30, 40), (10, 20), (10, 20). The place vectors (1, 2), (3, 4), (5, 6) are "
        "added. The sum is (31, 42), (13, 24), (15, 26)."
    )
    return figure, alt


def model():
    """The whole model, from tokens to logits."""
    figure, ax = c.paper(14, 3.0)
    steps = (
        ("tokens", r"$B \times n$", PLAIN, 1.45),
        ("embed  4.1", r"$B \times n \times d$", STREAM, 1.9),
        ("block 1", r"$B \times n \times d$", WEIGHT, 1.6),
        ("block L", r"$B \times n \times d$", WEIGHT, 1.6),
        ("final norm", r"$B \times n \times d$", PLAIN, 1.85),
        ("unembed", r"$B \times n \times$ vocab", PLAIN, 2.1),
    )
    x = 0.15
    for i, (name, shape, fill, w) in enumerate(steps):
        if i:
            gap = 0.85 if name == "block L" else 0.5
            c.arrow(ax, (x, 1.7), (x + gap, 1.7))
            if name == "block L":
                c.write(ax, x + 0.35, 2.0, "…", 12)
            x += gap
        c.box(ax, x, 1.25, w, 0.9, name, fill, size=9.5)
        c.write(ax, x + w / 2, 0.95, shape, 8.5, va="top", color=QUIET)
        x += w
    alt = (
        "Tokens, B by n, are embedded, B by n by d; pass through the blocks 1 to L, which keep that shape; then the "
        "final norm; then the unembedding gives logits, B by n by vocabulary."
    )
    return figure, alt


def shift():
    """What the logits at each place are held against."""
    figure, ax = c.paper(14, 4.0)
    words = ["Noor", "raised", "twins", "so", "the"]
    for i, word in enumerate(words):
        x = 2.7 + 2.15 * i
        c.box(ax, x, 0.5, 1.7, 0.75, word, PLAIN, size=10)
        last, first = i == len(words) - 1, i == 0
        c.box(ax, x, 2.55, 1.7, 0.85, f"logits\nplace {i + 1}", c.HIDDEN if last else WEIGHT, size=8.5,
              line="--" if last else "-")  # fmt: skip
        if not last:
            c.arrow(ax, (x + 0.85, 2.55), (x + 2.15 + 0.7, 1.27))
        if last:
            c.write(ax, x + 0.85, 3.7, "not used", 8.5, color=QUIET)
        if first:
            c.write(ax, x + 0.85, 0.22, "never predicted", 8.5, color=QUIET)
    c.write(ax, 2.45, 2.97, "predictions", 9, ha="right")
    c.write(ax, 2.45, 0.87, "the text", 9, ha="right")
    alt = (
        "Five words, Noor raised twins so the, and logits at five places. An arrow leads from the logits at each "
        "place to the next word. The last logits are not used, and the first word is never predicted."
    )
    return figure, alt


def window():
    """A context of eight slides along."""
    figure, ax = c.paper(14, 4.0)
    for row in range(3):
        y = 3.0 - 1.1 * row
        for i in range(11):
            seen, new = row <= i < row + 8, i == row + 8
            if i > row + 8:
                continue
            fill = STREAM if new else (WEIGHT if seen else c.HIDDEN)
            c.box(
                ax, 0.6 + 1.1 * i, y, 0.95, 0.75, rf"$w_{{{i + 1}}}$", fill, size=10, line="-" if seen or new else ":"
            )
        c.arrow(ax, (0.6 + 1.1 * (row + 8) - 0.12, y + 0.37), (0.6 + 1.1 * (row + 8) + 0.02, y + 0.37))
    c.write(
        ax,
        6.6,
        0.3,
        "solid: what the model sees      after the arrow: the word it adds      dotted: out of sight",
        8.5,
        color=QUIET,
    )
    alt = (
        "Three rows. First the model sees w1 to w8 and adds w9; then it sees w2 to w9 and adds w10; then w3 to w10, "
        "and adds w11."
    )
    return figure, alt


LOGITS = {"her": 2.0, "him": 1.0, "them": 0.0, "it": -1.0}


def sharpened(temperature, keep=4):
    kept = sorted(LOGITS.values(), reverse=True)[:keep]
    exps = [math.exp(z / temperature) if z in kept else 0.0 for z in LOGITS.values()]
    return [e / sum(exps) for e in exps]


def temperature():
    """The same four logits, drawn from in four ways."""
    figure, panels = plt.subplots(1, 4, figsize=(c.WIDTH, 2.1), sharey=True, layout="constrained")
    cases = (("temperature 1", 1.0, 4), ("temperature ½", 0.5, 4), ("temperature 2", 2.0, 4), ("1, top_k = 2", 1.0, 2))
    said = []
    for ax, (title, t, keep) in zip(panels, cases, strict=True):
        probs = sharpened(t, keep)
        ax.bar(range(4), probs, color=WEIGHT, edgecolor=INK, linewidth=0.8)
        for i, p in enumerate(probs):
            ax.text(i, p + 0.02, f"{p:.2f}" if p else "0", ha="center", va="bottom", fontsize=8)
        ax.set_xticks(range(4), LOGITS, fontsize=8)
        ax.set_ylim(0, 1.05)
        ax.set_yticks([])
        ax.spines["left"].set_visible(False)
        ax.set_title(title, fontsize=9)
        said.append(f"{title}: " + ", ".join(f"{w} {p:.2f}" for w, p in zip(LOGITS, probs, strict=True)))
    alt = "Four bar charts of the probabilities made from the logits 2, 1, 0, −1. " + "; ".join(said) + "."
    return figure, alt


def training():
    """One turn of the loop."""
    figure, ax = c.paper(14, 3.7)
    steps = (("a batch", r"$B \times n$", PLAIN), ("model", "logits", WEIGHT), ("loss  4.3", "one number", STREAM),
             ("gradients", "of this batch alone", PLAIN), ("one step", "weights move", VALUE))  # fmt: skip
    for i, (name, under, fill) in enumerate(steps):
        x = 0.3 + 2.75 * i
        c.box(ax, x, 1.7, 2.0, 0.95, name, fill, size=10)
        c.write(ax, x + 1.0, 1.5, under, 8.5, va="top", color=QUIET)
        if i:
            c.arrow(ax, (x - 0.75, 2.17), (x, 2.17))
    c.line(ax, [(12.3, 2.65), (12.3, 3.3), (1.3, 3.3)])
    c.arrow(ax, (1.3, 3.3), (1.3, 2.67))
    c.write(ax, 6.8, 3.48, "the next batch", 8.5)
    c.arrow(ax, (6.8, 1.08), (6.8, 0.6))
    c.write(ax, 6.8, 0.35, "noted: the loss before the step", 8.5)
    alt = (
        "A loop: a batch goes through the model, gives logits, then a loss, which is noted; gradients of this batch "
        "alone; one step that moves the weights; then the next batch."
    )
    return figure, alt


def chain():
    """The chain rule: from word to word, probabilities multiply and logarithms add up."""
    figure, ax = c.paper(14, 3.1)
    words = ("a", "girl", "lost", "her")
    for i, word in enumerate(words):
        x = 0.4 + 3.5 * i
        c.box(ax, x, 1.55, 1.6, 0.8, f"$\\it{{{word}}}$", STREAM if i else PLAIN)
        if i:
            c.arrow(ax, (x - 1.85, 1.95), (x - 0.05, 1.95))
            c.write(ax, x - 0.95, 2.4, r"$\times\,\frac{1}{2}$", 12)
            c.write(ax, x - 0.95, 1.4, r"$-\,0.69$", 9)
    c.write(ax, 1.2, 2.75, "given", 9)
    c.write(ax, 7, 0.6, r"$P = \frac{1}{8}$        $\log P = -\,3 \ln 2 = -\,2.08$", 12)
    alt = (
        "The words a, girl, lost, her. The first is given. Each arrow to the next word multiplies by one half and adds "
        "minus 0.69. In the end P is one eighth, and log P is minus 3 ln 2, minus 2.08."
    )
    return figure, alt


FIGURES = {
    "chain": chain,
    "embed": embed,
    "model": model,
    "shift": shift,
    "window": window,
    "temperature": temperature,
    "training": training,
}
