"""A line that may be right is not shown: what it was handed may be the wrong thing, though a right value elsewhere."""

from __future__ import annotations

import ast

import pytest

from softmark.locating import locate
from softmark.locating.doubt import Doubtful
from softmark.locating.line_shown import Place, Silent, sentence
from softmark.locating.right_way import RightWay
from softmark.locating.watched_calls import Tracer, Watched
from softmark.running.trusted import load

torch = pytest.importorskip("torch")

NETWORK = """\
import torch


def unit(x, w):
    centred = x - x.mean(-1, keepdim=True)
    return centred * w


def network(x, w, mask):
    stream = x.exp() + w

    # two rounds
    for _ in range(2):
        stream = unit(stream, w)

    # the end
    return unit(stream, 2 * w)
"""
"""`unit` is another task's; lines 10, 14 and 17 are this task's own."""


def watched(source: str, name: str = "network", *, spread: bool = False) -> Watched:
    module = load({"network": source})["network"]
    tracer = Tracer(frozenset({"network.py"}), spread=spread)
    generator = torch.Generator().manual_seed(5)
    x, w = (torch.randn(*shape, generator=generator, dtype=torch.float64) for shape in ((5, 4), (4,)))
    mask = torch.tensor([True, True, False, True])
    tracer(lambda: getattr(module, name)(x, w, mask))
    return tracer.calls[-1]


def found(change: tuple[str, str], of: str = NETWORK, kind: str = "values") -> Place | str:
    """The line that is shown for a wrong program, or why there is none."""
    assert change[0] in of
    source, right = of.replace(*change), RightWay()
    right.add(watched(of, spread=True))
    own = locate.owners({"network.py": ast.parse(source)}, {"network.network", "network.unit"})
    try:
        return locate.agreed([locate.places(watched(source), right, own, "network.network", kind)])
    except Silent as silent:
        return silent.reason


HANDED = "what a call was handed may be the wrong thing"


def test_a_call_is_not_blamed_for_a_value_that_was_made_further_up() -> None:
    assert found(("x.exp() + w", "x.exp()")) == HANDED, "x.exp() is right, but not what the loop is to begin with"
    near = NETWORK.replace("\n    # two rounds\n    for _ in range(2):\n    ", "")
    assert found(("x.exp() + w", "x.exp()"), of=near) == Place("network.py", 11), "side by side they are one place"


def test_what_a_loop_made_may_be_of_too_few_rounds() -> None:
    assert found(("range(2)", "range(1)")) == HANDED


def test_a_call_is_blamed_where_what_it_first_does_with_the_value_is_right() -> None:
    assert found(("stream = unit(stream, w)", "stream = unit(stream, w + 1)")) == Place("network.py", 14)
    assert found(("return unit(stream, 2 * w)", "return unit(x, w)")) == Place("network.py", 17), "x was given"


HELPER = """\
import torch


def _twice(x):
    return 2 * x


def network(x, w, mask):
    first = _twice(x.exp())
    second = _twice(w.exp())
    return first * second
"""


def test_a_helper_that_works_in_another_call_is_not_blamed() -> None:
    assert found(("_twice(w.exp())", "_twice(w)"), of=HELPER) == "the same line gives something right in another call"
    assert found(("2 * x", "3 * x"), of=HELPER) == Place("network.py", 5)
    through_another = HELPER.replace("return 2 * x", "return unit(x)").replace(
        "def network", "def unit(x):\n    return 2 * x\n\n\ndef network"
    )
    assert (
        found(("_twice(w.exp())", "_twice(w)"), of=through_another)
        == "the same line gives something right in another call"
    )


MASKED = """\
import torch


def network(x, w, mask):
    scores = x * w
    scores = scores.masked_fill(~mask, -torch.inf)
    exps = scores.exp()
    weights = exps / exps.sum(-1, keepdim=True)
    return weights
"""


def test_a_mask_that_comes_too_late_is_told_where_it_comes_in() -> None:
    lines = MASKED.splitlines(keepends=True)
    masks_last = "".join([*lines[:5], *lines[6:8], "    weights = weights.masked_fill(~mask, 0.0)\n", lines[8]])
    place = found((MASKED, masks_last), of=MASKED)
    assert isinstance(place, Place) and (place.line, place.symptom) == (8, "late")
    said = sentence(place.file, place.line, place.missing, place.symptom)
    assert said == (
        "Something that the function is given comes in only in line 8 of network.py; this task needs it earlier"
    )
    one_too_many = ("    scores = scores.masked", "    scores = scores.tanh() * 2\n    scores = scores.masked")
    assert found(one_too_many, of=MASKED) == Place("network.py", 6), "most of the work is still to come"


def test_what_another_check_sees_counts_if_it_stands_before_the_doubtful_line() -> None:
    doubt = Doubtful(HANDED, ("network.py", 14))
    assert doubt.allows(Place("network.py", 10)) and not doubt.allows(Place("network.py", 14))


def shown(change: tuple[str, str], of: str) -> set[int] | str:
    """The same with the lines that made a number."""
    assert change[0] in of
    source, right = of.replace(*change), RightWay()
    right.add(watched(of, spread=True))
    locator = locate.Locator({"test": right}, {"network.py": ast.parse(source)}, {"network.network"})
    try:
        return {place.line for place in locator.around("test", "values", "network.network", watched(source))}
    except Silent as silent:
        return silent.reason


WINDOW = """\
import torch


def network(x, w, mask):
    size = len(x) - 2
    scaled = x * w
    begin = max(0, size)
    kept = scaled[begin:]
    return kept.exp()
"""


def test_a_slice_is_not_blamed_for_bounds_that_were_calculated_further_up() -> None:
    assert shown(("len(x) - 2", "len(x) - 1"), WINDOW) == "a number was made further up"
    assert shown(("scaled[begin:]", "scaled[:begin]"), WINDOW.replace("len(x) - 2", "len(x) // len(w)")) == {8}


NUMBER = """\
import torch


def _factor(x):
    return len(x) ** 0.5


def network(x, w, mask):
    factor = _factor(x)
    return x * w * factor
"""


def test_a_line_is_not_blamed_for_a_number_that_a_helper_made() -> None:
    assert shown(("** 0.5", "** 0.25"), NUMBER) == "a number was made further up"
    plain = NUMBER.replace("factor = _factor(x)", "factor = len(x) ** 0.5")
    assert shown(("factor = len(x) ** 0.5", "factor = len(x) ** 0.25"), plain) == {9}, "where the number is made"


def test_a_size_is_told_where_it_is_taken_from_a_list_of_them() -> None:
    sizes = "    sizes = list(x.shape)\n    d = sizes[-1]\n    product = x * w\n    return product / d\n"
    right = f"import torch\n\n\ndef network(x, w, mask):\n{sizes}"
    assert shown(("sizes[-1]", "sizes[-2]"), right) == {6}


RENAMED = """\
import torch


def network(x, w, mask):
    kept = x
    stream = x * w
    stream = stream.exp()
    return stream + kept
"""


def test_a_line_is_not_blamed_for_a_value_that_was_given_another_name_further_up() -> None:
    changed = RENAMED.replace("    kept = x\n", "").replace("* w\n", "* w\n    kept = stream\n    w = w.exp()\n")
    assert shown((RENAMED, changed), RENAMED) == "a value was given another name further up"
    assert shown(("stream + kept", "stream + x + x"), RENAMED) == {8}


WHOLE = """\
import torch


def network(x, w, mask):
    square = x[:4] * w
    return square.exp() @ w
"""
PARTS = """\
import torch


def network(x, w, mask):
    square = x[:4] * w
    parts = []
    for i in range(4):
        part = square[:, i]

        kept = part.flip(0)
        parts.append(kept.exp() @ w)
    return torch.stack(parts)
"""


def test_parts_are_not_right_because_together_they_are_what_was_cut() -> None:
    assert found((WHOLE, PARTS), of=WHOLE) == "something was cut as in no right solution", "columns instead of rows"
