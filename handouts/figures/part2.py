"""Drawings for part 2: several heads side by side."""

import canvas as c
from canvas import PLAIN, QUIET, STREAM, WEIGHT

A, B = "#cfe2f6", "#f8d9b0"  # head 0 and head 1


def split():
    """Two tokens, four features, two heads: what goes where, and what a lone reshape would do."""
    figure, ax = c.paper(14, 5.9)
    x = [[0, 1, 2, 3], [4, 5, 6, 7]]
    by_head = [[A, A, B, B]] * 2
    c.matrix(ax, 1.15, 3.3, x, 0.68, by_head, 10, title=r"$X$  $(n, d) = (2, 4)$")
    for i in range(2):
        c.write(ax, 1.02, 3.3 + (1.5 - i) * 0.68, f"token {i}", 8, ha="right", color=QUIET)
    c.arrow(ax, (4.0, 3.98), (5.05, 3.98))
    c.write(ax, 4.5, 4.25, "cut", 8.5)
    for i in range(2):
        c.matrix(ax, 5.2, 4.35 - 1.25 * i, [x[i][:2]], 0.68, A, 10)
        c.matrix(ax, 6.75, 4.35 - 1.25 * i, [x[i][2:]], 0.68, B, 10)
    c.write(ax, 6.65, 5.4, r"$(n, h, d/h) = (2, 2, 2)$", 9)
    c.arrow(ax, (8.35, 3.98), (9.55, 3.98))
    c.write(ax, 8.95, 4.25, "swap", 8.5)
    c.matrix(ax, 9.8, 3.3, [r[:2] for r in x], 0.68, A, 10, under="head 0")
    c.matrix(ax, 11.9, 3.3, [r[2:] for r in x], 0.68, B, 10, under="head 1")
    c.write(ax, 11.5, 5.4, r"$(h, n, d/h) = (2, 2, 2)$", 9)
    c.write(ax, 0.2, 1.3, "One reshape, without the swap,\nhas the right shape\nand the wrong numbers:", 8.5, ha="left")
    c.matrix(ax, 9.8, 0.75, [x[0][:2], x[0][2:]], 0.6, [[A, A], [B, B]], 9.5)
    c.matrix(ax, 11.9, 0.75, [x[1][:2], x[1][2:]], 0.6, [[A, A], [B, B]], 9.5)
    c.write(ax, 8.0, 1.35, "“head 0” is all\nof token 0", 8.5, ha="center", color=QUIET)
    c.write(ax, 11.65, 1.35, "✗", 13)
    c.write(ax, 11.65, 3.98, "✓", 13)
    alt = (
        "Two tokens, 0 1 2 3 and 4 5 6 7, are cut in two chunks each and then swapped, so that head 0 holds the rows "
        "0 1 and 4 5, and head 1 the rows 2 3 and 6 7. Below, crossed out: one reshape alone would put 0 1 and 2 3, "
        "both of token 0, into head 0."
    )
    return figure, alt


def many():
    """All heads at once, then side by side, then W^O."""
    figure, ax = c.paper(14, 5.6)
    c.box(ax, 0.2, 2.3, 1.5, 1.0, r"$X$" + "\n" + r"$n \times d$", STREAM, size=10.5)
    c.box(ax, 2.4, 2.05, 1.9, 1.5, r"$W^Q, W^K, W^V$" + "\nsplit  2.1", PLAIN, size=9.5)
    c.arrow(ax, (1.7, 2.8), (2.4, 2.8))
    for i, (y, fill) in enumerate(((4.2, A), (2.35, WEIGHT), (0.5, B))):
        c.arrow(ax, (4.3, 2.8), (5.1, y + 0.45))
        c.box(ax, 5.1, y, 2.1, 0.9, f"head {i}\nattend  1.6", fill, size=8.5)
        c.arrow(ax, (7.2, y + 0.45), (8.0, y + 0.45))
        c.box(ax, 8.0, y, 1.15, 0.9, rf"$Z_{i}$" + "\n" + r"$n \times d/h$", fill, size=9)
        c.arrow(ax, (9.15, y + 0.45), (9.85, 2.8))
    for i, fill in enumerate((A, WEIGHT, B)):
        c.box(ax, 9.85 + 0.5 * i, 2.35, 0.5, 0.9, rf"$Z_{i}$", fill, size=8.5)
    c.write(ax, 10.6, 2.1, "merge  2.1", 8.5, va="top", color=QUIET)
    c.write(ax, 10.6, 3.5, r"$n \times d$", 8.5, color=QUIET)
    c.arrow(ax, (11.35, 2.8), (11.75, 2.8))
    c.box(ax, 11.75, 2.35, 0.8, 0.9, r"$W^O$", PLAIN, size=10)
    c.arrow(ax, (12.55, 2.8), (12.9, 2.8))
    c.box(ax, 12.9, 2.35, 0.95, 0.9, r"$n \times d$", STREAM, size=9)
    alt = (
        "X, n by d, is projected and split into heads; each head attends by itself, causally, and scales by its own "
        "width; the results Z0, Z1, Z2 are laid side by side, n by d, and W O writes them back, n by d."
    )
    return figure, alt


def contributions():
    """W^O cut by columns: each head's own share."""
    figure, ax = c.paper(14.6, 4.7)
    c.matrix(
        ax, 0.4, 2.0, [["", "", "", ""]] * 2, 0.6, [[A, A, B, B]] * 2, title=r"$[Z_0\ Z_1]$", under=r"$n \times d$"
    )
    c.write(ax, 3.2, 2.6, r"$\times$", 14)
    cols = [[A] * 4, [A] * 4, [B] * 4, [B] * 4]
    c.matrix(ax, 3.6, 1.4, [[""] * 4] * 4, 0.6, cols, title=r"$(W^O)^\top$", under=r"$d \times d$")
    c.write(ax, 6.5, 2.6, r"$=$", 14)
    c.matrix(ax, 6.95, 2.3, [["", ""]] * 2, 0.5, A)
    c.matrix(ax, 8.15, 2.3, [[""] * 4] * 2, 0.5, A)
    c.write(ax, 8.05, 2.8, "·", 14)
    c.write(ax, 10.45, 2.8, r"$+$", 14)
    c.matrix(ax, 10.75, 2.3, [["", ""]] * 2, 0.5, B)
    c.matrix(ax, 11.95, 2.3, [[""] * 4] * 2, 0.5, B)
    c.write(ax, 11.85, 2.8, "·", 14)
    c.write(ax, 8.55, 1.8, r"$Z_0 (W^O_0)^\top$" + "\nhead 0 writes", 8.5)
    c.write(ax, 12.35, 1.8, r"$Z_1 (W^O_1)^\top$" + "\nhead 1 writes", 8.5)
    c.write(ax, 10.4, 0.75, "each of them n × d: a whole vector for every token", 8.5, color=QUIET)
    alt = (
        "The merged heads, n by d, times W O transposed, d by d. The first rows of W O transposed meet head 0 only, "
        "the last rows head 1 only, so the product is a sum: Z0 times its part of W O plus Z1 times its part."
    )
    return figure, alt


FIGURES = {"split": split, "many": many, "contributions": contributions}
