"""Drawings for part 3: the transformer block."""

import canvas as c
from canvas import INK, PLAIN, QUIET, STREAM, VALUE, WEIGHT


def feed_forward():
    """Out, bend, back: each token alone."""
    figure, ax = c.paper(14, 3.9)
    for i in range(3):
        y = 2.7 - 1.15 * i
        c.box(ax, 0.5, y, 1.5, 0.8, rf"$\mathbf{{x}}_{i + 1}$", STREAM, size=11)
        c.arrow(ax, (2.0, y + 0.4), (2.7, y + 0.4))
        c.box(ax, 2.7, y, 1.8, 0.8, r"$W_1, b_1$", PLAIN, size=10)
        c.arrow(ax, (4.5, y + 0.4), (5.1, y + 0.4))
        c.box(ax, 5.1, y - 0.08, 2.6, 0.96, r"ReLU, width $d_{ff}$", WEIGHT, size=9.5)
        c.arrow(ax, (7.7, y + 0.4), (8.3, y + 0.4))
        c.box(ax, 8.3, y, 1.8, 0.8, r"$W_2, b_2$", PLAIN, size=10)
        c.arrow(ax, (10.1, y + 0.4), (10.8, y + 0.4))
        c.box(ax, 10.8, y, 2.7, 0.8, rf"FFN$(\mathbf{{x}}_{i + 1})$, width $d$", STREAM, size=9.5)
    alt = (
        "Three tokens, each on a line of its own: through W1 and b1 to a ReLU of width d ff, through W2 and b2 back "
        "to width d. No arrow connects one token with another."
    )
    return figure, alt


def block():
    """The stream runs straight through; two parts read from it and add to it."""
    figure, ax = c.paper(14, 9.5, inches=5.6)
    x = 3.0
    for dx, faint in ((0, False), (7.2, True)):
        ink = QUIET if faint else INK
        c.line(ax, [(x + dx, 0.9), (x + dx, 8.5)], linewidth=7, color="#e8c93a", solid_capstyle="butt", zorder=1)
        c.arrow(ax, (x + dx, 8.3), (x + dx, 8.75), color=ink)
        c.box(ax, x + dx - 0.55, 0.2, 1.1, 0.7, r"$\mathbf{x}_i$" if not faint else r"$\mathbf{x}_j$", STREAM, size=12)
        c.write(ax, x + dx, 9.08, r"$\mathbf{y}_i$" if not faint else r"$\mathbf{y}_j$", 12)
        for y in (4.3, 7.75):
            c.box(ax, x + dx - 0.27, y - 0.27, 0.54, 0.54, "+", "#ffffff", size=12)
    # reading and writing of token i
    for low, name, first, second, up in ((1.25, "LayerNorm", r"$\mathbf{t}_i^1$", "attention", 4.3),
                                         (4.85, "LayerNorm", r"$\mathbf{t}_i^4$", "feed-forward", 7.75)):  # fmt: skip
        c.line(ax, [(x, low), (x + 1.55, low), (x + 1.55, low + 0.3)])
        c.arrow(ax, (x + 1.55, low), (x + 1.55, low + 0.35))
        c.box(ax, x + 0.55, low + 0.35, 2.0, 0.68, name, PLAIN, size=9.5)
        c.arrow(ax, (x + 1.55, low + 1.03), (x + 1.55, low + 1.5))
        c.write(ax, x + 1.85, low + 1.27, first, 9, ha="left")
        fill = WEIGHT if second == "attention" else VALUE
        c.box(ax, x + 0.35, low + 1.5, 2.4, 0.78, second, fill, size=9.5)
        c.line(ax, [(x + 1.55, low + 2.28), (x + 1.55, up), (x + 0.8, up)])
        c.arrow(ax, (x + 1.55, up), (x + 0.28, up))
    c.write(ax, x + 0.95, 4.62, r"$\mathbf{t}_i^2$", 9)
    c.write(ax, x + 0.95, 8.07, r"$\mathbf{t}_i^5$", 9)
    c.write(ax, x - 0.4, 4.95, r"$\mathbf{t}_i^3$", 10, ha="right")
    # what attention reads of the other stream is normalised too
    far = x + 7.2
    c.line(ax, [(far, 1.25), (far - 1.55, 1.25), (far - 1.55, 1.55)])
    c.arrow(ax, (far - 1.55, 1.25), (far - 1.55, 1.6))
    c.box(ax, far - 2.55, 1.6, 2.0, 0.68, "LayerNorm", PLAIN, size=9.5)
    c.line(ax, [(far - 1.55, 2.28), (far - 1.55, 3.14)], linewidth=2)
    c.arrow(ax, (far - 1.53, 3.14), (x + 2.78, 3.14), color=INK, linewidth=2)
    c.write(ax, far - 1.3, 2.7, r"$\mathbf{t}_j^1$", 9, ha="left")
    c.write(ax, 7.3, 3.75, "the only bridge\nbetween tokens", 8.5)
    c.write(ax, 1.1, 6.3, "the residual\nstream of\ntoken i", 8.5)
    c.write(ax, 12.1, 6.3, "the stream of\nan earlier\ntoken j", 8.5)
    alt = (
        "The residual stream of token i runs straight up from x i to y i. From it a branch reads through a layer "
        "norm, t1, and attention, t2, and is added back to the stream, giving t3. A second branch reads through a "
        "layer norm, t4, and the feed-forward network, t5, and is added back, giving y. The stream of an earlier "
        "token j runs beside it; the only arrow between the two goes from there, through a layer norm, t1 of j, into "
        "attention."
    )
    return figure, alt


FIGURES = {"feed-forward": feed_forward, "block": block}
