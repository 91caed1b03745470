"""Drawings of the thread: one sentence with its numbers, all of them from assignment/thread.json."""

import json
from pathlib import Path

import canvas as c
from canvas import KEY, PLAIN, QUERY, QUIET, STREAM, VALUE, WEIGHT

THREAD = json.loads((Path(__file__).parents[2] / "assignment" / "thread.json").read_text(encoding="utf-8"))
WORDS = THREAD["sentence"]


def shown(entry):
    """A number as it stands on paper: a real minus, and −∞."""
    return str(entry).replace("-inf", "−∞").replace("-", "−")


def rows(entries):
    return [[shown(entry) for entry in row] for row in entries]


def one_head():
    """X, Q, K and V of the three words, scores, weights and outputs."""
    figure, ax = c.paper(16, 7.4)
    head, size = THREAD["head"], {"cell": 0.62, "size": 8.5}
    c.matrix(ax, 1.3, 4.6, rows(THREAD["x"]), fills=STREAM, title=r"$X$", **size)
    for i, word in enumerate(WORDS):
        c.write(ax, 1.15, 4.6 + (2.5 - i) * 0.62, word, 8.5, ha="right", color=QUIET)
    for x, name, fill, title in (
        (5.2, "q", QUERY, r"$Q$"),
        (8.9, "k", KEY, r"$K\,/\,\ln 2$"),
        (12.6, "v", VALUE, r"$V$"),
    ):
        c.matrix(ax, x, 4.6, rows(head[name]), fills=fill, title=title, **size)
    c.arrow(ax, (3.9, 5.53), (5.05, 5.53))
    masked = [[c.HIDDEN if entry == "-inf" else PLAIN for entry in row] for row in head["masked"]]
    seen = [[WEIGHT if entry else c.HIDDEN for entry in row] for row in head["weights"]]
    c.matrix(ax, 1.3, 1.2, rows(head["dots"]), title=r"$QK^\top\,/\,\ln 2$", **size)
    c.matrix(ax, 5.2, 1.2, rows(head["masked"]), fills=masked, title="halved and masked", wide=1.2, **size)
    c.matrix(ax, 9.1, 1.2, rows(head["weights"]), fills=seen, title="weights", wide=1.1, **size)
    outputs = r"$\mathbf{a}_1, \mathbf{a}_2, \mathbf{a}_3$"
    c.matrix(ax, 12.6, 1.2, rows(head["a"]), fills=STREAM, title=outputs, wide=1.2, **size)
    for start, end, label in ((3.3, 5.1, "1.2, 1.3"), (7.5, 9.0, "1.4"), (11.25, 12.5, "1.5")):
        c.arrow(ax, (start, 2.13), (end, 2.13))
        c.write(ax, (start + end) / 2, 2.45, label, 8)
    c.write(ax, 8.4, 0.5, r"each row sums to 1: $2^{\,\mathrm{score}}$ divided by the sum of its row", 8.5, color=QUIET)
    said = "; ".join(f"{word}: " + ", ".join(map(shown, row)) for word, row in zip(WORDS, head["weights"], strict=True))
    alt = (
        "The words a, girl, lost as rows of X, Q, K and V; then dot products, masked scores in units of ln 2, weights "
        f"and outputs. Weights by word: {said}. The output of lost is {', '.join(map(shown, head['a'][2]))}."
    )
    return figure, alt


def lane():
    """One column a step, for the token *lost*: from word and place to the next word."""
    block, model = THREAD["block"], THREAD["model"]
    steps = [
        (r"$\mathbf{x}$", THREAD["x"][2], STREAM, "word\n+ place"),
        (r"$\mathbf{t}^2$", block["t2"][2], WEIGHT, "two\nheads"),
        (r"$\mathbf{t}^3$", block["t3"][2], STREAM, r"$+\ \mathbf{x}$"),
        (r"$\mathbf{t}^4$", block["t4"][2], PLAIN, "norm"),
        ("hidden", block["hidden"][2], KEY, "ReLU"),
        (r"$\mathbf{t}^5$", block["t5"][2], VALUE, "feed-\nforward"),
        (r"$\mathbf{y}$", block["y"][2], STREAM, r"$+\ \mathbf{t}^3$"),
        ("final", model["final"][2], PLAIN, "norm"),
        ("P", model["probabilities"][2], WEIGHT, "next\nword"),
    ]
    figure, ax = c.paper(15.6, 4.7)
    for i, (title, column, fill, under) in enumerate(steps):
        x = 0.2 + 1.66 * i
        c.matrix(ax, x, 1.3, [[shown(entry)] for entry in column], 0.62, fill, 8.5, title=title, wide=1.5)
        c.write(ax, x + 0.46, 0.85, under, 8, color=QUIET)
        if i:
            c.arrow(ax, (x - 0.66, 2.54), (x - 0.06, 2.54))
    for i, word in enumerate(THREAD["words"]):
        c.write(ax, 0.2 + 1.66 * 8 + 1.05, 1.3 + (3.5 - i) * 0.62, word, 8.5, ha="left")
    spoken = ("x", "two heads", "t3", "norm", "hidden", "feed-forward", "y", "final norm", "probabilities")
    said = "; ".join(f"{name}: " + ", ".join(map(shown, step[1])) for name, step in zip(spoken, steps, strict=True))
    return figure, f"The vector of lost, step by step, in columns. {said}."


FIGURES = {"thread-head": one_head, "thread-lane": lane}
