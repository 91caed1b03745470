"""Drawings for the beginning and for part 1: one attention head."""

import math

import canvas as c
from canvas import KEY, PLAIN, QUERY, QUIET, VALUE, WEIGHT


def chicken():
    """What "it" means depends on a word that is not "it": the sentence in two layers."""
    figure, ax = c.paper(15.4, 7.4)
    words = ["the", "chicken", "didn't", "cross", "the", "road", "because", "it", "was", "too"]
    for row, (last, noun) in enumerate((("tired", 1), ("wide", 5))):
        low = 4.1 - 3.9 * row
        high = low + 2.4
        x, centres = 1.9, []
        for word in [*words, last]:
            w = 0.35 + 0.155 * len(word)
            strong = word == last or len(centres) == noun
            for base, bold in ((low, strong), (high, word == "it")):
                c.box(ax, x, base, w, 0.6, word, c.STREAM if bold else PLAIN, size=10,
                      fontweight="bold" if bold else "normal")  # fmt: skip
            centres.append(x + w / 2)
            x += w + 0.17
        c.write(ax, 0.9, low + 0.3, "layer $k$", 9, color=QUIET)
        c.write(ax, 0.9, high + 0.3, "layer $k+1$", 9, color=QUIET)
        other = centres[5 if noun == 1 else 1]
        c.arrow(ax, (centres[7], high), (centres[noun], low + 0.64), linewidth=2.6)
        c.arrow(ax, (centres[7], high), (other, low + 0.64), linewidth=0.7, linestyle=(0, (3, 3)), color=QUIET)
    alt = (
        "The sentence about the chicken twice, each time in layer k and, above, in layer k+1. When it ends in tired, a "
        "thick arrow runs from it in layer k+1 down to chicken in layer k and a thin dashed one to road; when it ends "
        "in wide, the thick arrow runs to road."
    )
    return figure, alt


def simple():
    """Each output mixes the inputs up to its own place."""
    figure, ax = c.paper(11, 4.9, inches=5.2)
    for i in range(3):
        c.box(ax, 1.1 + 3.4 * i, 0.35, 1.5, 0.7, rf"$\mathbf{{x}}_{i + 1}$", PLAIN, size=12)
        c.box(ax, 1.1 + 3.4 * i, 2.2, 1.5, 0.75, "mix", WEIGHT, size=10)
        c.box(ax, 1.1 + 3.4 * i, 4.0, 1.5, 0.7, rf"$\mathbf{{a}}_{i + 1}$", c.STREAM, size=12)
        c.arrow(ax, (1.85 + 3.4 * i, 2.95), (1.85 + 3.4 * i, 3.98))
        for j in range(i + 1):
            c.arrow(ax, (1.85 + 3.4 * j, 1.05), (1.85 + 3.4 * i + 0.22 * (j - i), 2.18))
    alt = (
        "Three inputs x1, x2, x3 below three mixing boxes and three outputs a1, a2, a3. The first box takes x1 only, "
        "the second x1 and x2, the third all three: no arrow points back from a later input to an earlier output."
    )
    return figure, alt


def scores():
    """One matrix product does every dot product."""
    figure, ax = c.paper(14, 5.3)
    q = [["", "", ""] for _ in range(4)]
    light = [[QUERY if i == 1 else PLAIN for _ in range(3)] for i in range(4)]
    c.matrix(ax, 0.6, 1.2, q, 0.62, light, title=r"$Q$", under=r"$n \times d_k$")
    c.write(ax, 0.3, 1.2 + 2.5 * 0.62, r"$\mathbf{q}_2$", 11)
    c.write(ax, 3.0, 2.4, r"$\times$", 15)
    keys = [[KEY if j == 3 else PLAIN for j in range(5)] for _ in range(3)]
    c.matrix(ax, 3.6, 1.5, [[""] * 5 for _ in range(3)], 0.62, keys, title="", under=r"$d_k \times m$")
    c.write(ax, 3.6 + 3.5 * 0.62, 3.6, r"$\mathbf{k}_4$", 11)
    c.write(ax, 4.4, 3.62, r"$K^\top$", 10.5)
    c.write(ax, 7.35, 2.4, r"$=$", 15)
    mark = [[WEIGHT if (i, j) == (1, 3) else PLAIN for j in range(5)] for i in range(4)]
    entry = [["" for _ in range(5)] for _ in range(4)]
    c.matrix(ax, 8.0, 1.2, entry, 0.62, mark, title=r"$QK^\top$", under=r"$n \times m$")
    spot = (8.0 + 3.5 * 0.62, 1.2 + 2.5 * 0.62)
    c.arrow(ax, (12.3, 4.3), (spot[0] + 0.05, spot[1] + 0.1), bend=0.2, zorder=6)
    c.write(ax, 12.4, 4.62, r"$\mathbf{q}_2 \cdot \mathbf{k}_4$", 11)
    c.write(ax, 12.55, 2.3, r"then every entry" + "\n" + r"is divided by $\sqrt{d_k}$", 9)
    c.write(ax, 10.9, 0.1, "row i: what query i thinks of every key\ncolumn j: what every query thinks of key j", 8.5,
            color=QUIET)  # fmt: skip
    alt = (
        "A 4 by 3 matrix of queries times a 3 by 5 matrix of transposed keys gives a 4 by 5 matrix. Row 2 of the "
        "queries and column 4 of the transposed keys are marked; they meet in row 2, column 4 of the result."
    )
    return figure, alt


RAW = [[1.0, 2.0, 0.0, 3.0], [0.0, 1.0, 2.0, 1.0], [2.0, 0.0, 1.0, 4.0], [1.0, 1.0, 0.0, 1.0]]


def softmax(row):
    exps = [math.exp(score) for score in row]
    return [e / sum(exps) for e in exps]


def mask():
    """From scores, by −∞, to weights."""
    figure, ax = c.paper(14, 4.6)
    hidden = [[c.HIDDEN if j > i else PLAIN for j in range(4)] for i in range(4)]
    masked = [["−∞" if j > i else f"{RAW[i][j]:g}" for j in range(4)] for i in range(4)]
    weights = [softmax(RAW[i][: i + 1]) + [0.0] * (3 - i) for i in range(4)]
    shown = [[f"{w:.2f}" if w else "0" for w in row] for row in weights]
    shades = [[f"#{int(255 - 70 * w):02x}{int(255 - 90 * w):02x}ff" if w else c.HIDDEN for w in row] for row in weights]
    for x, entries, fills, title in (
        (1.2, [[f"{s:g}" for s in row] for row in RAW], PLAIN, "scores"),
        (5.6, masked, hidden, "masked scores"),
        (10.3, shown, shades, "weights"),
    ):
        c.matrix(ax, x, 1.0, entries, 0.72, fills, size=9.5, title=title)
        for i in range(4):
            if x < 2:
                c.write(ax, x - 0.14, 1.0 + (3.5 - i) * 0.72, f"token {i + 1}", 7.5, ha="right", color=QUIET)
    c.arrow(ax, (4.2, 2.45), (5.5, 2.45))
    c.write(ax, 4.85, 2.85, "1.3\nmask", 8.5)
    c.arrow(ax, (8.65, 2.45), (10.15, 2.45))
    c.write(ax, 9.4, 2.85, "1.4\nsoftmax", 8.5)
    c.write(ax, 7.05, 0.65, "grey: the future", 8.5, color=QUIET)
    c.write(ax, 11.75, 0.65, "every row sums to 1", 8.5, color=QUIET)
    alt = (
        "Three 4 by 4 tables. Scores; the same with minus infinity above the diagonal; and the weights after the "
        "softmax: " + "; ".join("row " + str(i + 1) + " is " + ", ".join(r) for i, r in enumerate(shown)) + "."
    )
    return figure, alt


def head():
    """The whole head, as a flow of shapes."""
    figure, ax = c.paper(14, 8.6)
    c.box(ax, 0.3, 3.9, 1.7, 1.0, r"$X$" + "\n" + r"$n \times d$", c.STREAM, size=10.5)
    rows = ((6.6, "q", QUERY, r"$Q$", r"$n \times d_k$"), (3.9, "k", KEY, r"$K$", r"$n \times d_k$"),
            (1.2, "v", VALUE, r"$V$", r"$n \times d_v$"))  # fmt: skip
    for y, name, fill, letter, shape in rows:
        c.arrow(ax, (2.0, 4.4), (3.0, y + 0.5))
        c.box(ax, 3.0, y, 1.5, 1.0, rf"$W^{name.upper()}$", PLAIN, size=11)
        c.arrow(ax, (4.5, y + 0.5), (5.1, y + 0.5))
        c.box(ax, 5.1, y, 1.5, 1.0, letter + "\n" + shape, fill, size=10.5)
    c.box(ax, 7.6, 5.2, 1.9, 1.1, "scores  1.2\n" + r"$QK^\top/\sqrt{d_k}$", PLAIN, size=9.5)
    c.arrow(ax, (6.6, 7.1), (7.75, 6.3))
    c.arrow(ax, (6.6, 4.4), (7.75, 5.2))
    c.write(ax, 8.55, 4.92, r"$n \times n$", 8.5, color=QUIET)
    c.box(ax, 10.0, 5.2, 1.5, 1.1, "mask  1.3\n" + r"$-\infty$", c.HIDDEN, size=9.5)
    c.arrow(ax, (9.5, 5.75), (10.0, 5.75))
    c.box(ax, 11.9, 5.2, 2.0, 1.1, "softmax  1.4\n" + r"$A$", WEIGHT, size=9.5)
    c.arrow(ax, (11.5, 5.75), (11.9, 5.75))
    c.write(ax, 12.85, 6.55, "rows sum to 1", 8.5, color=QUIET)
    c.box(ax, 8.9, 1.15, 2.9, 1.1, "weighted sum  1.5\n" + r"$A\, V$", PLAIN, size=9.5)
    c.arrow(ax, (6.6, 1.7), (8.9, 1.7))
    c.arrow(ax, (12.85, 5.2), (11.2, 2.25), bend=-0.2)
    c.box(
        ax, 12.4, 1.2, 1.4, 1.0, r"$\mathbf{a}_1 \ldots \mathbf{a}_n$" + "\n" + r"$n \times d_v$", c.STREAM, size=10.5
    )
    c.arrow(ax, (11.8, 1.7), (12.4, 1.7))
    c.write(ax, 5.0, 8.1, "three roles of the same tokens", 9, color=QUIET)
    c.write(ax, 10.8, 7.4, "who looks at whom", 9, color=QUIET)
    c.write(ax, 10.9, 0.6, "what is brought home", 9, color=QUIET)
    alt = (
        "Flow of one attention head. X, n by d, passes through W Q, W K and W V and becomes Q, K and V. Q and K meet "
        "in the scores, Q times K transposed over the root of d k, n by n; the mask puts minus infinity; the softmax "
        "makes the weights A, whose rows sum to 1; the weights add up the values to the outputs a 1 to a n, n by d v."
    )
    return figure, alt


FIGURES = {
    "chicken": chicken,
    "simple": simple,
    "scores": scores,
    "mask": mask,
    "head": head,
}
