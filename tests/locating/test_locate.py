"""Where a wrong value left the right way: the line, at home and on the server, and silence where it cannot be said."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from softmark.build import record_right_way
from softmark.build.reference_words import Words
from softmark.grading.result import ItemResult, Where
from softmark.locating import locate
from softmark.locating.fingerprints import fingerprint_of, fingerprints_in_every_order
from softmark.locating.line_shown import Place, Silent
from softmark.locating.right_way import RightWay, read, write
from softmark.locating.watched_calls import MOST_STEPS, MOST_TOLD, Tracer, Watched
from softmark.naming.stages import NAMED
from softmark.render import sentences
from softmark.running.trusted import load
from tests.mini_course import ROOT

torch = pytest.importorskip("torch")
REFERENCE = ROOT / "solutions" / "reference"

RIGHT = """\
import torch


def layer(x, w, v):
    hidden = x @ w
    hidden = torch.relu(hidden)
    return hidden @ v
"""


def followed(source: str, *, spread: bool = False) -> Watched:
    """A call of the miniature's `layer`, watched."""
    module = load({"layer": source})["layer"]
    tracer = Tracer(frozenset({"layer.py"}), spread=spread)
    generator = torch.Generator().manual_seed(3)
    x, w, v = (torch.randn(*shape, generator=generator, dtype=torch.float64) for shape in ((5, 4), (4, 3), (3, 2)))
    tracer(lambda: module.layer(x, w, v))
    return tracer.calls[-1]


def found(source: str, kind: str = "values", of: str = RIGHT) -> Place | str:
    """The line, or why none is said."""
    right = RightWay()
    right.add(followed(of, spread=True))
    own = locate.owners({"layer.py": ast.parse(source)}, {"layer.layer"})
    return agreed(lambda: [locate.places(followed(source), right, own, "layer.layer", kind)])


def agreed(seen: Callable[[], list[set[Place]]]) -> Place | str:
    try:
        return locate.agreed(seen())
    except Silent as silent:
        return silent.reason


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (("torch.relu(hidden)", "torch.tanh(hidden)"), Place("layer.py", 6)),
        (("x @ w", "x @ (2 * w)"), Place("layer.py", 5)),
        (("return hidden @ v", "return hidden @ v + 1"), Place("layer.py", 7)),
        (("    hidden = torch.relu(hidden)\n", ""), Place("layer.py", 5, missing=True)),
        (("return hidden @ v", "return hidden"), Place("layer.py", 6, missing=True)),
        (("torch.relu(hidden)", "torch.relu(hidden); hidden = hidden.flip(0)"), Place("layer.py", 6)),
        (("return hidden @ v", "hidden @ v\n    return hidden"), Place("layer.py", 7)),
        (("x @ w\n", "x @ w / 0\n"), Place("layer.py", 5)),
    ],
    ids=[
        "another function",
        "a factor",
        "added at the end",
        "a step left out",
        "stops too soon",
        "turned round",
        "made and thrown away",
        "not a number",
    ],
)
def test_the_line_where_the_values_leave_the_right_way(change: tuple[str, str], place: Place) -> None:
    assert change[0] in RIGHT
    assert found(RIGHT.replace(*change)) == place


STREAM = """\
import torch


def layer(x, w, v):
    first = x @ w
    second = first + (x @ w).abs()
    third = (2 * second).exp()
    return third @ v
"""

AROUND = """\
import torch


def layer(x, w, v):
    part = x * x.exp()
    part = part.tanh()
    return part + x
"""


@pytest.mark.parametrize(
    ("right", "change", "line"),
    [
        (STREAM, ("(2 * second).exp()", "first.exp()"), 7),
        (STREAM, ("third = (2 * second).exp()", "third = second * x.sum() / x.sum() * 1.5"), 7),
        (RIGHT, ("    return hidden @ v", "    hidden = x + w.sum() - w.sum()\n    return hidden"), 7),
        (AROUND, ("x * x.exp()", "x * x.exp() + x"), 5),
        (RIGHT, ("torch.relu(hidden)", "hidden.masked_fill(hidden > 1e9, 0.0)"), 6),
        (RIGHT, ("torch.relu(hidden)", "hidden + 1e-30"), 6),
    ],
    ids=[
        "an older value is read",
        "another step",
        "comes back to what it was given",
        "the same is added once more",
        "a mask that hides nothing",
        "a number that changes nothing",
    ],
)
def test_a_step_is_said_to_be_missing_only_where_nothing_else_explains_it(
    right: str, change: tuple[str, str], line: int
) -> None:
    assert change[0] in right
    assert found(right.replace(*change), of=right) == Place("layer.py", line)


def test_what_right_solutions_do_long_after_is_another_step() -> None:
    long = RIGHT.replace("torch.relu(hidden)", "torch.relu(hidden).exp().log1p().sqrt().tanh()")
    soon = RIGHT.replace("torch.relu(hidden)", "torch.relu(hidden).exp()")
    for right, missing in ((long, False), (soon, True)):
        left_out = RIGHT.replace("    hidden = torch.relu(hidden)\n", "")
        assert found(left_out, of=right) == Place("layer.py", 5 if missing else 6, missing=missing)


def test_right_ways_that_do_something_else_with_the_same_values_are_recorded_anew() -> None:
    made = {"test_values": RightWay({1: (frozenset({"relu"}), frozenset({"matmul"}))})}
    other = {"test_values": RightWay({1: (frozenset({"relu"}), frozenset())})}
    assert record_right_way.alike(made, made) and not record_right_way.alike(made, other)


def test_most_of_the_failed_checks_decide_whether_a_step_is_missing() -> None:
    says, denies = {Place("layer.py", 5, missing=True)}, {Place("layer.py", 5)}
    assert locate.agreed([says, denies, says]).missing
    assert not locate.agreed([says, denies]).missing and not locate.agreed([says, denies, denies]).missing


def test_another_order_of_axes_and_another_shape_are_not_wrong_yet() -> None:
    turned = RIGHT.replace("hidden = x @ w\n", "hidden = (w.T @ x.T).reshape(1, 3, 5).transpose(1, 2)[0]\n")
    assert found(turned.replace("torch.relu", "torch.abs")) == Place("layer.py", 6)


def test_a_tensor_that_is_filled_piece_by_piece_is_not_wrong_while_it_is_filled() -> None:
    pieces = RIGHT.replace(
        "    hidden = x @ w\n",
        "    hidden = torch.zeros(5, 3, dtype=x.dtype)\n    for i in range(5):\n        hidden[i] = x[i] @ w\n",
    )
    assert found(pieces.replace("torch.relu(hidden)", "torch.exp(hidden)")) == Place("layer.py", 8)


def test_two_places_are_no_place() -> None:
    two = RIGHT.replace("x @ w", "(x @ w).abs()").replace("return hidden @ v", "v = v * 3\n    return hidden @ v")
    assert found(two) == "several lines"
    beside = RIGHT.replace("return hidden @ v", "left = hidden * 2\n    right = v * 3\n    return left @ right")
    assert found(beside) == Place("layer.py", 7), "lines next to each other are one place"


def test_what_is_kept_from_elsewhere_is_not_followed() -> None:
    kept = RIGHT.replace("import torch\n", "import torch\n\nKEPT = torch.arange(3.0, dtype=torch.float64)\n")
    assert found(kept.replace("x @ w\n", "x @ w + KEPT\n")) == "made of plain numbers or kept from elsewhere"


def test_what_writes_into_its_arguments_is_not_followed() -> None:
    writes = RIGHT.replace("    hidden = x @ w\n", "    x[0] = 0\n    hidden = x @ w\n")
    assert found(writes) == "it writes into what it was given"


def test_a_number_that_only_a_rounding_apart_is_right_has_no_line() -> None:
    """The check failed and no value is seen to be wrong: nothing is missing after the last step."""
    assert found(RIGHT) == "its values are those of a right solution"
    assert found(RIGHT, "shape") == Place("layer.py", 7), "the right numbers in another shape: nothing is missing"


def test_of_two_lines_the_everyday_checks_stands_against_a_later_one() -> None:
    early, late = {Place("layer.py", 5)}, {Place("layer.py", 7)}
    assert locate.agreed([early, late, late]) == Place("layer.py", 5), "rarer inputs hide a departure, never make one"
    assert locate.agreed([late, early, early]) == Place("layer.py", 5)
    assert agreed(lambda: [late, early]) == "failed checks disagree" and agreed(lambda: []) == "several lines"


def test_where_the_everyday_check_sees_two_places_a_third_is_not_shown() -> None:
    two, other = {Place("layer.py", 3), Place("layer.py", 5)}, {Place("layer.py", 9)}
    assert agreed(lambda: [two, other, other]) == "several lines"
    assert locate.agreed([two, {Place("layer.py", 5)}]) == Place("layer.py", 5)


def test_where_no_value_comes_back_no_line_is_looked_for() -> None:
    locator = locate.Locator({"a": RightWay(), "b": RightWay()}, {}, ())
    looked: list[str] = []
    with pytest.raises(Silent, match="no value comes back"):
        locator.place({"a": "type", "b": "values"}, lambda check: looked.append(check))
    assert looked == []
    with pytest.raises(Silent, match="nothing was seen"):
        locator.place({"b": "values", "a": "type"}, lambda check: looked.append(check))
    assert looked == ["b"]


def test_numbers_that_leave_torch_are_not_followed() -> None:
    plain = "def layer(x, w, v):\n    import torch\n    return torch.tensor([[sum(x[0].tolist())]])\n"
    assert found(plain) == "made of plain numbers or kept from elsewhere"


def test_prints_do_not_mind_rounding_and_mind_everything_else() -> None:
    x = torch.randn(3, 4, dtype=torch.float64)
    right = set(fingerprint_of(x, spread=True))
    assert set(fingerprint_of(x.float())) <= right and set(fingerprint_of(x * (1 + 1e-7))) <= right
    assert set(fingerprints_in_every_order(x.T)) & right, "another order of the axes"
    for other in (x + 1e-2, x.flip(0), x[:2], -x, x * 1.01):
        assert not set(fingerprints_in_every_order(other)) & right
    hidden = torch.tensor([[0.5, float("-inf")], [1.0, 2.0]])
    assert set(fingerprint_of(hidden.masked_fill(hidden < -1e30, -1e9))) <= set(fingerprint_of(hidden, spread=True))
    assert not set(fingerprint_of(hidden / 1.4)) & set(fingerprint_of(hidden, spread=True)), (
        "what is hidden drowns nothing"
    )
    assert not set(fingerprint_of(hidden.flip(1))) & set(fingerprint_of(hidden, spread=True))


def test_right_ways_travel_as_numbers(tmp_path: Path) -> None:
    way = RightWay()
    way.add(followed(RIGHT, spread=True))
    way.words = Words({"layer": RIGHT}, {"layer.layer"}).of([followed(RIGHT, spread=True)])
    write(tmp_path / "ways", "key", {"check": way})
    assert read(tmp_path / "ways", "key") == {"check": way}
    assert read(tmp_path / "ways", "another key") == {} and read(tmp_path / "nothing", "key") == {}
    (tmp_path / "ways").write_bytes(b"damaged")
    assert read(tmp_path / "ways", "key") == {}


def test_the_last_right_value_has_the_references_name() -> None:
    words = Words({"layer": RIGHT.replace("hidden = torch", "active = torch").replace("hidden @", "active @")}, set())
    clear = RIGHT.replace("hidden = torch", "active = torch").replace("hidden @", "active @")
    assert set(words.of([followed(clear, spread=True)]).values()) == {"`hidden`", "`active`"}
    twice = Words({"layer": RIGHT}, {"layer.layer"}).of([followed(RIGHT, spread=True)])
    assert set(twice.values()) == {"what layer returns"}, "two values are called hidden: neither is named"


@pytest.mark.parametrize("hints", ["name", "category", "off"])
def test_no_line_is_shown_where_hints_are_off(hints: str) -> None:
    place = Where("layer.py", 6, "hidden = torch.tanh(hidden)", last="the reference's `hidden`")
    item = ItemResult("1.1", "A layer", 2.0, status="failed", where=place)
    told = [line.text for line in sentences.report(item, Told(hints)) if line.kind == "where"]
    assert told == ([] if hints == "off" else [f"{sentences.where(place)}:", "    6 | hidden = torch.tanh(hidden)"])


@dataclass
class Told:
    hints: Any
    hidden: Any = "hint"
    stage: Any = NAMED
    handout: Any = True


LINES = {"layer.py": 7}


def claim(**changes: Any) -> dict[str, Any]:
    return {"steps": [step([["layer.py", 6]], [1, 2])], "results": [0], "followed": True, **changes}


def step(
    frames: Any, fingerprints: Any, op: str = "relu", parents: Any = (), signs: Any = ("float64", False, False, [])
) -> Any:
    return [op, list(parents), frames, fingerprints, *signs]


def test_what_a_worker_says_is_taken_only_if_it_can_be_so() -> None:
    assert Watched.validate(claim(), LINES).steps[0].frames == (("layer.py", 6),)
    for told in (
        None,
        {},
        claim(results=[1]),
        claim(steps=[step([["layer.py", 6]], [1])] * (MOST_STEPS + 1)),
        claim(steps=[step([], [], parents=[0])]),  # made from itself
        claim(steps=[step([["/etc/passwd", 1]], [])]),
        claim(steps=[step([["layer.py", 8]], [])]),
        claim(steps=[step([["layer.py", True]], [])]),
        claim(steps=[step([], list(range(25)))]),
        claim(steps=[step([], [], op="x" * 61)]),
        claim(steps=[step([], ["text"])]),
        claim(steps=[step([], [], signs=("x" * 21, False, False, []))]),
        claim(steps=[step([], [], signs=("float64", 1, 0, []))]),
        claim(steps=[step([], [], signs=("float64", False, False, [-1]))]),
        claim(steps=[step([], [], signs=())]),
        claim(followed="yes"),
    ):
        with pytest.raises(ValueError, match=r"cannot|not there"):
            Watched.validate(told, LINES)
        with pytest.raises(ValueError, match=r"cannot|not there"):
            Watched.from_json(json.dumps(told), LINES)


@pytest.mark.parametrize("told", [None, {}, "", "[" * 100_000, "{" + " " * MOST_TOLD + "}", '"text"', "NaN"])
def test_an_account_is_one_text_of_bounded_length(told: Any) -> None:
    with pytest.raises(ValueError, match=r"cannot|Expecting"):
        Watched.from_json(told, LINES)


def test_an_answer_of_many_steps_is_told_whole() -> None:
    """A reply may have 4,000 parts; a loop over tokens and heads has more, and goes as one text."""
    loops = RIGHT.replace("    hidden = x @ w\n", "    for _ in range(300):\n        x = x + 0\n    hidden = x @ w\n")
    call = followed(loops.replace("torch.relu", "torch.abs"))
    assert len(call.steps) > 300
    assert Watched.from_json(call.to_json(), {"layer.py": 12}) == call


def test_a_forged_account_as_long_as_one_may_be_is_looked_through() -> None:
    """A parent is an earlier step, so nothing runs for ever; and nothing recurses as deep as somebody likes."""
    steps = [step([["layer.py", 6]], [2, 1], "view", [number - 1] * (number > 0)) for number in range(MOST_STEPS)]
    call = Watched.validate(claim(steps=steps, results=[MOST_STEPS - 1]), LINES)
    own = locate.owners({"layer.py": ast.parse(RIGHT)}, {"layer.layer"})
    right = RightWay({1: (frozenset({"view"}), frozenset())})
    assert {place.line for place in locate.places(call, right, own, "layer.layer")} == {6}
    steps.append(step([["layer.py", 7]], [3], parents=[MOST_STEPS - 2]))
    longer = Watched.validate(claim(steps=[*steps[: MOST_STEPS - 1], steps[-1]], results=[MOST_STEPS - 1]), LINES)
    assert len(locate.places(longer, right, own, "layer.layer")) <= 1
