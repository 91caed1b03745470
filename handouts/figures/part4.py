"""Drawings for part 4: a language model."""

import canvas as c
from canvas import PLAIN, QUIET, STREAM, WEIGHT


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


FIGURES = {"model": model, "shift": shift}
