"""Drawings for the beginning and for part 1: one attention head."""

import math
import textwrap
from pathlib import Path

import canvas as c
import yaml
from canvas import KEY, PLAIN, QUERY, QUIET, STREAM, VALUE, WEIGHT

BITS = [0, 0, 1, 0]
ONE_HOT = {0: (1, 0), 1: (0, 1)}


def road_map():
    """All tasks, file by file, as the rubric lists them."""
    rubric = yaml.safe_load((Path(__file__).parents[2] / "autograder" / "rubric.yaml").read_text(encoding="utf-8"))
    tasks = [item for item in rubric["items"] if item.get("mode") != "off"]
    columns = {file: [item for item in tasks if item["file"] == file] for file in rubric["files"]}
    columns = {file: items for file, items in columns.items() if items}
    tallest = max(len(items) for items in columns.values())
    figure, ax = c.paper(15.2, 1.2 * tallest + 1.1)
    fills = (QUERY, KEY, VALUE, WEIGHT, c.STREAM)
    for x, (file, items) in enumerate(columns.items()):
        left, top = 0.1 + 3.05 * x, 1.2 * tallest + 0.2
        c.write(ax, left + 1.3, top + 0.5, file, 9.5, fontweight="bold")
        for y, item in enumerate(items):
            bonus = bool(item.get("bonus"))
            label = f"{item['id']} {item['title']}" + (" (bonus)" if bonus else "")
            low, line = top - 1.2 * (y + 1) + 0.22, "--" if bonus else "-"
            c.box(ax, left, low, 2.6, 1.0, "\n".join(textwrap.wrap(label, 18)), fills[x % 5], size=7.5, line=line)
        if x:
            c.arrow(ax, (left - 0.4, top - 0.47), (left - 0.04, top - 0.47))
    said = "; ".join(
        f"{file}: " + ", ".join(f"{i['id']} {i['title']}" for i in items) for file, items in columns.items()
    )
    return figure, f"Five columns of tasks, one for each file, joined from left to right. {said}."


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


def dots():
    """Three dots take a row out of one sequence and out of every sequence of a batch."""
    figure, ax = c.paper(14, 5.4)
    rows = [[STREAM if i == 1 else PLAIN for _ in range(2)] for i in range(3)]
    empty = [["", ""] for _ in range(3)]
    c.matrix(ax, 1.2, 1.5, empty, 0.62, rows, title="one sequence (n, d)", under="x[..., 1, :] has shape (d,)")
    c.write(ax, 0.75, 1.5 + 1.5 * 0.62, "row 1", 8.5)
    for sheet in range(3):  # the last one drawn lies in front
        c.matrix(ax, 6.9 - 0.85 * sheet, 2.2 - 0.5 * sheet, empty, 0.62, rows)
    c.write(ax, 6.7, 4.45, "a batch (B, n, d)", 9.5)
    c.write(ax, 6.7, 0.75, "x[..., 1, :] has shape (B, d):\nrow 1 of every sequence", 8, color=QUIET)
    for sheet in range(3):
        picked = [[STREAM if sheet == 1 else PLAIN] * 2 for _ in range(3)]
        c.matrix(ax, 11.8 - 0.85 * sheet, 2.2 - 0.5 * sheet, empty, 0.62, picked)
    c.write(ax, 11.6, 4.45, "the same batch", 9.5)
    c.write(ax, 11.6, 0.75, "x[1] has shape (n, d):\nthe whole of sequence 1", 8, color=QUIET)
    alt = (
        "Three drawings. On the left one sequence as a table with three rows; row 1 is marked: x[..., 1, :] has shape "
        "(d,). In the middle a batch as three such tables one behind the other; row 1 is marked in each of them: "
        "x[..., 1, :] has shape (B, d). On the right the same batch; all of the second table is marked: x[1] has "
        "shape (n, d)."
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


def stable_softmax():
    """The same weights from smaller numbers."""
    figure, ax = c.paper(14, 3.7)
    start = [1000, 1001, 999]
    shifted = [s - max(start) for s in start]
    exps = [math.exp(s) for s in shifted]
    total = sum(exps)
    steps = [
        ("scores", [f"{s}" for s in start], PLAIN),
        ("minus the largest", [f"{s}".replace("-", "−") for s in shifted], PLAIN),
        (r"$e^{\,\dots}$, never above 1", [f"{e:.3f}" for e in exps], WEIGHT),
        (f"divided by {total:.3f}", [f"{e / total:.3f}" for e in exps], VALUE),
    ]
    for i, (title, row, fill) in enumerate(steps):
        x = 0.25 + 3.5 * i
        c.matrix(ax, x, 1.6, [row], 0.8, fill, size=10, wide=1.1, title=title)
        if i:
            c.arrow(ax, (x - 0.8, 2.0), (x - 0.1, 2.0))
    c.write(
        ax, 3.3, 0.7, "Without the second step $e^{1000}$ overflows,\n" r"and $\infty / \infty$ is not a number.", 9.5
    )
    alt = (
        "The scores 1000, 1001, 999 become −1, 0, −2 when the largest is taken off; then "
        + ", ".join(steps[2][1]) + " by the exponential; then the weights " + ", ".join(steps[3][1]) + "."
    )  # fmt: skip
    return figure, alt


def values():
    """Weights times values, for the bits 0 0 1 0."""
    figure, ax = c.paper(14, 4.6)
    weights = [[r"$\frac{1}{6}$", r"$\frac{1}{6}$", r"$\frac{1}{2}$", r"$\frac{1}{6}$"]]
    c.matrix(ax, 0.5, 1.7, weights, 0.85, WEIGHT, size=13, title=r"weights $\alpha$", under=r"$1 \times 4$")
    c.write(ax, 4.35, 2.1, r"$\times$", 15)
    rows = [ONE_HOT[bit] for bit in BITS]
    c.matrix(ax, 5.1, 0.7, rows, 0.75, VALUE, size=10, title=r"values $V$", under=r"$4 \times 2$")
    for i, bit in enumerate(BITS):
        c.write(ax, 6.8, 0.7 + (3.5 - i) * 0.75, f"bit {bit}", 8.5, ha="left", color=QUIET)
    c.write(ax, 8.35, 2.1, r"$=$", 15)
    c.matrix(ax, 9.1, 1.7, [[r"$\frac{1}{2}$", r"$\frac{1}{2}$"]], 0.85, c.STREAM, size=13, title=r"$\mathbf{a}$",
             under=r"$1 \times 2$")  # fmt: skip
    c.write(ax, 12.4, 2.1, "half of what came\nhome says “a 1”;\na plain mean would\ngive (¾, ¼)", 9)
    alt = (
        "The weights one sixth, one sixth, one half, one sixth times the one-hot values of the bits 0 0 1 0 give the "
        "vector one half, one half. A plain mean would give three quarters, one quarter."
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


def find_ones():
    """Every token asks for a 1; one key answers."""
    figure, ax = c.paper(14, 5.4)
    c.matrix(ax, 0.5, 1.3, [ONE_HOT[b] for b in BITS], 0.62, PLAIN, title=r"$E$", under=r"bits 0 0 1 0")
    c.arrow(ax, (1.95, 3.3), (3.2, 3.75), bend=-0.1)
    c.write(ax, 2.5, 4.1, r"$(W^Q)^\top$", 9)
    c.arrow(ax, (1.95, 1.9), (3.2, 1.4), bend=0.1)
    c.write(ax, 2.45, 1.0, r"$(W^K)^\top$", 9)
    c.matrix(ax, 3.4, 2.95, [[0, 1]] * 4, 0.48, QUERY, 8.5)
    c.write(ax, 5.05, 3.9, r"$Q$: everyone" + "\nasks for a 1", 8.5, ha="left")
    c.matrix(ax, 3.4, 0.4, [[0, 10] if b else [10, 0] for b in BITS], 0.48, KEY, 8.5)
    c.write(ax, 5.05, 1.4, r"$K$: the booster", 8.5, ha="left")
    c.arrow(ax, (6.9, 3.4), (7.5, 2.9))
    c.arrow(ax, (6.9, 1.7), (7.5, 2.2))
    s = [[0, 0, 10, 0]] * 4
    c.matrix(ax, 7.7, 1.3, s, 0.62, [[KEY if j == 2 else PLAIN for j in range(4)]] * 4, title=r"$S = QK^\top$",
             under="raw scores")  # fmt: skip
    c.arrow(ax, (10.25, 2.55), (11.0, 2.55))
    big = math.exp(10) / (3 + math.exp(10))
    a = [["0", "0", f"{big:.4f}".removeprefix("0"), "0"]] * 4
    c.matrix(ax, 11.1, 1.3, a, 0.62, [[WEIGHT if j == 2 else PLAIN for j in range(4)]] * 4, 7, title="softmax",
             under="the zeros: 0.00005 each", wide=1.12)  # fmt: skip
    alt = (
        "The bits 0 0 1 0 as one-hot rows. Through W Q every query is (0, 1). Through W K the keys are the bits times "
        f"10. Every row of the scores is 0, 0, 10, 0, and every row of the weights gives {big:.4f} to the third token."
    )
    return figure, alt


FIGURES = {
    "map": road_map,
    "chicken": chicken,
    "simple": simple,
    "dots": dots,
    "scores": scores,
    "mask": mask,
    "softmax": stable_softmax,
    "values": values,
    "head": head,
    "find-ones": find_ones,
}
