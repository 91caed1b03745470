"""Signs that tell a line without any right solution: a dtype, an overflow, a gradient that ends, an argument written
into, something kept from an earlier call, an index that was made before."""

from __future__ import annotations

import ast
from types import SimpleNamespace
from typing import Any

import pytest

from softmark.locating import locate, symptoms
from softmark.locating.line_shown import sentence
from softmark.locating.names import Names
from softmark.locating.right_way import RightWay
from softmark.locating.watched_calls import KEPT, Tracer, Watched
from softmark.running.trusted import load

torch = pytest.importorskip("torch")

HEAD = "import torch\n\n\ndef norm(x):\n"


def watched(body: str, *, gradient: bool = False, times: int = 1) -> Watched:
    """A call of `norm` with (3, 4) numbers, or the last of several."""
    norm: Any = load({"norm": HEAD + body})["norm"].norm
    tracer = Tracer(frozenset({"norm.py"}))
    for rows in range(times, 0, -1):
        x = torch.arange(4.0 * (rows + 2), dtype=torch.float64).reshape(-1, 4).requires_grad_(gradient)
        tracer(lambda x=x: norm(x))
    return tracer.calls[-1]


def lines(call: Watched, begun: set[int]) -> set[int]:
    return {call.steps[number].frames[0][1] for number in begun}


def test_a_dtype_begins_where_it_first_appears() -> None:
    buffer = "    out = torch.zeros(x.shape)\n    for i in range(3):\n        out[i] = x[i] * 2\n    return out\n"
    call = watched(buffer)
    assert lines(call, symptoms.dtype_begins(call)) == {5}
    cast = watched("    scaled = x * 2\n    small = scaled.float()\n    return small.sum()\n")
    assert lines(cast, symptoms.dtype_begins(cast)) == {6}
    assert symptoms.dtype_begins(watched("    return x.float().double()\n")) == set(), (
        "it has the dtype of what was given"
    )


def test_an_overflow_begins_where_no_input_has_it() -> None:
    call = watched("    e = torch.exp(1000 * x)\n    total = e.sum()\n    return e / total\n")
    assert lines(call, symptoms.overflow_begins(call, RightWay())) == {5}
    hidden = watched("    s = x.masked_fill(x > 1, -torch.inf)\n    return torch.exp(s) / 0 * 0\n")
    assert lines(hidden, symptoms.overflow_begins(hidden, RightWay())) == {6}, "−∞ is no overflow: it hides a key"


@pytest.mark.parametrize(
    ("body", "cut"),
    [
        ("    y = x.detach()\n    return y * 2\n", {5}),
        ("    y = x * 2\n    return x + y.data\n", {6}),
        ("    with torch.no_grad():\n        mean = x.mean(-1, keepdim=True)\n    return x - mean\n", {6}),
        ("    top = x.amax(-1, keepdim=True).detach()\n    return torch.exp(x - top)\n", set()),
        ("    out = torch.zeros_like(x)\n    return out + x\n", set()),
        ("    unused = x.detach()\n    return x * 2\n", set()),
    ],
    ids=["detached", "data", "no_grad", "a largest taken off again", "a shape alone", "not on the way"],
)
def test_a_gradient_ends_where_it_is_cut_on_the_way_to_the_result(body: str, cut: set[int]) -> None:
    call = watched(body, gradient=True)
    assert lines(call, symptoms.gradient_ends(call)) == cut


@pytest.mark.parametrize("line", ["x -= 1", "x.sub_(1)", "x[0] = 0"])
def test_an_argument_is_written_into_at_the_line_that_does_it(line: str) -> None:
    call = watched(f"    y = x * 2\n    {line}\n    return x + y\n")
    assert lines(call, symptoms.argument_written(call)) == {6}
    own = watched(f"    x = x * 2\n    {line}\n    return x\n")
    assert symptoms.argument_written(own) == set(), "what the function made itself is its own"


def test_what_an_earlier_call_left_behind_is_told_where_it_was_made() -> None:
    keeping = "    if not hasattr(norm, 'kept'):\n        norm.kept = x.sum()\n    return x / norm.kept\n"
    first, later = watched(keeping), watched(keeping, times=2)
    assert KEPT not in {step.op for step in first.steps}
    kept = [step for step in later.steps if step.op == KEPT]
    assert [step.frames for step in kept] == [(("norm.py", 6),)]
    own = locate.owners({"norm.py": ast.parse(HEAD + keeping)}, {"norm.norm"})
    right = RightWay()
    for step in later.steps[:2]:
        right.tokens.update(step.fingerprints)
    (place,) = locate.places(later, right, own, "norm.norm")
    told = sentence(place.file, place.line, place.missing, place.symptom)
    assert told == "What an earlier call made in line 6 of norm.py is still used in a later one"


def test_a_wrong_index_is_told_where_it_was_made() -> None:
    body = "    part = slice(0, 2)\n    rest = x * 2\n    y = rest[:, part]\n    return y.sum(-1)[0 : len(y)]\n"
    names = Names({"norm.py": ast.parse(HEAD + body)})
    assert names.index_made_at("norm.py", 7) == 5
    assert names.index_made_at("norm.py", 8) == 8, "an index written in its place"
    loop = "    out = []\n    for i in range(2):\n        out.append(x[i])\n    return out\n"
    assert Names({"norm.py": ast.parse(HEAD + loop)}).index_made_at("norm.py", 7) == 7, (
        "what a loop counts is no mistake"
    )


def test_a_wrong_number_is_told_where_it_was_made() -> None:
    """√n is no number of a right solution: the line that takes the size is wrong, not the one that divides."""
    body = "    scale = math.sqrt(x.shape[0])\n    y = x * 2\n    return y / scale\n"
    names = Names({"norm.py": ast.parse(HEAD + body)})
    assert names.number_made_at("norm.py", 7) == 5
    inline = "    width = x.shape[0]\n    return x / width**0.5\n"
    assert Names({"norm.py": ast.parse(HEAD + inline)}).number_made_at("norm.py", 6) == 6, "the root is taken here"
    computed = "    scale = x.norm()\n    y = x * 2\n    return y / scale\n"
    assert Names({"norm.py": ast.parse(HEAD + computed)}).number_made_at("norm.py", 7) == 7, "no plain number"


def test_a_right_size_is_not_blamed_for_what_a_later_line_makes_of_it() -> None:
    def blamed(body: str, line: int) -> int:
        return Names({"norm.py": ast.parse(HEAD + body)}).number_made_at("norm.py", line)

    assert blamed("    n = x.shape[0]\n    y = x * 2\n    return y / math.sqrt(n)\n", 7) == 5, (
        "the root of a wrong size"
    )
    assert blamed("    d = x.shape[1]\n    y = x * 2\n    return y / math.isqrt(d)\n", 7) == 7, "a wrong root of it"
    assert blamed("    d = x.shape[1]\n    y = x * 2\n    return y / int(math.sqrt(d))\n", 7) == 7, "a rounded root"
    assert blamed("    n, d = x.shape\n    y = x * 2\n    return y / math.sqrt(n)\n", 7) == 7, "n is what it says"
    shared = "    d = x.shape[1]\n    y = x.view(2, d // 2)\n    return y / math.sqrt(d)\n"
    assert blamed(shared, 7) == 7, "another line needs it as it is"


def test_how_a_failed_check_is_looked_at_depends_on_what_it_asks() -> None:
    def check(*asks: str) -> Any:
        return SimpleNamespace(asks=lambda op: op in asks)

    assert locate.kind_of(check(), "values") == "values" and locate.kind_of(check(), "property") == "property"
    assert locate.kind_of(check("grad"), "values") == locate.kind_of(check("grad"), "property") == locate.GRADIENT
    assert locate.kind_of(check("grad"), "raised") == "raised"
    assert locate.kind_of(check("observe"), "property") == locate.CHANGED


def test_what_can_be_followed_is_decided_by_the_kind_of_the_check_alone() -> None:
    locator = locate.Locator({"values": RightWay()}, {}, ())
    assert locator.can_follow({"values": "shape"}) and locator.can_follow({"another": "dtype"})
    for kind in (locate.GRADIENT, locate.CHANGED, "raised", "property", "device", "type"):
        assert not locator.can_follow({"values": kind})
    assert not locator.can_follow({"random": "values"}), "a check without a right way"


@pytest.mark.parametrize(
    ("kind", "body", "told"),
    [
        ("dtype", "    y = x.float()\n    return y * 2\n", "The dtype of your result begins in line 5 of norm.py"),
        (locate.CHANGED, "    x -= 1\n    return x\n", "An argument is written into in line 5 of norm.py"),
        (locate.GRADIENT, "    y = x.detach()\n    return y\n", "No gradient goes back through line 5 of norm.py"),
        (
            "nan",
            "    e = torch.exp(1000 * x)\n    return e / e.sum()\n",
            "NaN or infinity first arises in line 5 of norm.py",
        ),
        (
            "nan",
            "    hidden = x > 1\n    return x + hidden * -torch.inf\n",
            "Something is multiplied by infinity in line 6 of norm.py, and 0 · ∞ is NaN",
        ),
    ],
)
def test_what_is_said_of_a_line_is_what_was_seen_there(kind: str, body: str, told: str) -> None:
    own = locate.owners({"norm.py": ast.parse(HEAD + body)}, {"norm.norm"})
    call = watched(body, gradient=kind == locate.GRADIENT)
    right = RightWay()
    right.tokens.update(call.steps[0].fingerprints)
    if kind == "nan":  # two wrong steps in lines that are not next to each other: no right way tells them apart
        right = RightWay()
    (place,) = locate.places(call, right, own, "norm.norm", kind)
    assert sentence(place.file, place.line, place.missing, place.symptom) == told


def test_a_loop_over_rows_is_right_where_all_rounds_together_are() -> None:
    right = RightWay()
    norm: Any = load({"norm": HEAD + "    y = torch.exp(x)\n    return y.sum(-1)\n"})["norm"].norm
    tracer = Tracer(frozenset({"norm.py"}), spread=True)
    tracer(lambda: norm(torch.arange(12.0, dtype=torch.float64).reshape(3, 4)))
    right.add(tracer.calls[-1])
    loop = "    out = []\n    for row in x:\n        e = row.exp()\n        out.append(e)\n        out[-1] = e.mean()\n"
    loop += "    return torch.stack(out)\n"
    own = locate.owners({"norm.py": ast.parse(HEAD + loop)}, {"norm.norm"})
    assert {place.line for place in locate.places(watched(loop), right, own, "norm.norm")} == {9}


def test_half_of_a_value_is_not_the_quotient_that_comes_later() -> None:
    """Right solutions divide too, later and by another value: no step is missing before a division by 2."""
    right = RightWay()
    norm: Any = load({"norm": HEAD + "    y = x + 1\n    e = torch.exp(y)\n    return e / e.sum()\n"})["norm"].norm
    tracer = Tracer(frozenset({"norm.py"}), spread=True)
    tracer(lambda: norm(torch.arange(12.0, dtype=torch.float64).reshape(3, 4)))
    right.add(tracer.calls[-1])
    halved = "    y = x + 1\n    unused = 0\n    y = y / 2\n    e = torch.exp(y)\n    return e / e.sum()\n"
    own = locate.owners({"norm.py": ast.parse(HEAD + halved)}, {"norm.norm"})
    assert {(each.line, each.missing) for each in locate.places(watched(halved), right, own, "norm.norm")} == {
        (7, False)
    }
