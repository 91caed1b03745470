"""Where a wrong value left the right way: the line, and silence where it cannot be said."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from softmark.grading.check_result import CheckResult
from softmark.grading.result import ItemResult, Where
from softmark.locating import locate
from softmark.locating.account import MOST_STEPS, MOST_TOLD, Watched
from softmark.locating.fingerprints import in_every_order, spread
from softmark.locating.line_shown import Place, Silent, sentence
from softmark.locating.own_lines import OwnLines
from softmark.locating.right_way import RightWay, packed, read
from softmark.locating.watched_calls import Tracer
from softmark.render import sentences
from softmark.render.sentences import line_words
from softmark.running.trusted import load

torch = pytest.importorskip("torch")

RIGHT = """\
import torch


def layer(x, w, v):
    hidden = x @ w
    hidden = torch.relu(hidden)
    return hidden @ v
"""


def followed(source: str, *, as_right: bool = False) -> Watched:
    """A call of the miniature's `layer`, watched."""
    module = load({"layer": source})["layer"]
    tracer = Tracer(frozenset({"layer.py"}), as_right=as_right)
    generator = torch.Generator().manual_seed(3)
    x, w, v = (torch.randn(*shape, generator=generator, dtype=torch.float64) for shape in ((5, 4), (4, 3), (3, 2)))
    tracer(lambda: module.layer(x, w, v))
    return tracer.calls[-1]


def own_lines(source: str, reference: str = "") -> OwnLines:
    return OwnLines({"layer.py": ast.parse(source)}, {"layer.layer"}, {"layer.py": reference} if reference else {})


def found(source: str, kind: str = "values", of: str = RIGHT, reference: str = "") -> Place | str:
    """The line, or why none is said."""
    right = RightWay()
    right.add(followed(of, as_right=True))
    own = own_lines(source, reference)
    return agreed(lambda: [locate.places(followed(source), right, own, "layer.layer", kind)])


def agreed(seen: Callable[[], list[set[Place]]]) -> Place | str:
    try:
        return locate.agreed(seen())
    except Silent as silent:
        return silent.reason


WRONG = {
    "another function": (("torch.relu(hidden)", "torch.tanh(hidden)"), 6),
    "a factor": (("x @ w", "x @ (2 * w)"), 5),
    "added at the end": (("return hidden @ v", "return hidden @ v + 1"), 7),
    "turned round": (("torch.relu(hidden)", "torch.relu(hidden); hidden = hidden.flip(0)"), 6),
    "made and thrown away": (("return hidden @ v", "hidden @ v\n    return hidden"), 7),
    "not a number": (("x @ w\n", "x @ w / 0\n"), 5),
    "what was given comes back": (("return hidden @ v", "hidden = x + w.sum() - w.sum()\n    return hidden"), 7),
    "lines next to each other": (("return hidden @ v", "a = hidden * 2\n    b = v * 3\n    return a @ b"), 7),
    "another order of axes before it": (
        ("x @ w\n    hidden = torch.relu", "(w.T @ x.T).reshape(1, 3, 5).transpose(1, 2)[0]\n    hidden = torch.abs"),
        6,
    ),
}


@pytest.mark.parametrize(("change", "line"), WRONG.values(), ids=WRONG.keys())
def test_the_line_where_the_values_leave_the_right_way(change: tuple[str, str], line: int) -> None:
    assert change[0] in RIGHT
    assert found(RIGHT.replace(*change)) == Place("layer.py", line)


SILENT = {
    "two places": ((("x @ w", "(x @ w).abs()"), ("return hidden", "v = v * 3\n    return hidden")), "several lines"),
    "a constant of its own": (
        (("import torch\n", "import torch\n\nKEPT = torch.arange(3.0)\n"), ("x @ w", "x @ w + KEPT")),
        "made of plain numbers or kept from elsewhere",
    ),
    "numbers that leave torch": (
        (("return hidden @ v", "return torch.tensor([[sum(x[0].tolist())]])"),),
        "made of plain numbers or kept from elsewhere",
    ),
    "only a rounding apart": ((), "its values are those of a right solution"),
}


@pytest.mark.parametrize(("changes", "reason"), SILENT.values(), ids=SILENT.keys())
def test_where_no_line_can_be_said_there_is_a_reason(changes: tuple[tuple[str, str], ...], reason: str) -> None:
    source = RIGHT
    for change in changes:
        assert change[0] in source
        source = source.replace(*change)
    assert found(source) == reason


def test_the_right_numbers_in_another_shape_are_told_at_the_end() -> None:
    assert found(RIGHT, "shape") == Place("layer.py", 7)


def test_who_stops_too_soon_misses_a_step_after_the_last_line() -> None:
    assert found(RIGHT.replace("return hidden @ v", "return hidden")) == Place("layer.py", 6, missing=True)


def test_an_input_that_was_made_twice_is_told_where_it_was_made_for_the_second_time() -> None:
    right = RIGHT.replace("    return hidden @ v", "    other = x @ w.abs()\n    return (hidden @ v) * (other @ v)")
    assert found(right.replace("w.abs()", "w"), of=right) == Place("layer.py", 7)


def test_of_a_line_that_stands_in_the_reference_too_at_most_a_step_is_missing_before_it() -> None:
    right = RIGHT.replace("torch.relu(hidden)", "torch.relu(hidden).exp().log1p()")
    renamed = RIGHT.replace("hidden", "inner")
    left_out = renamed.replace("    inner = torch.relu(inner)\n", "")
    assert found(left_out, of=right) == Place("layer.py", 6), "of several missing steps nothing is known"
    assert found(left_out, of=right, reference=right) == Place("layer.py", 5, missing=True)
    swapped = left_out.replace("inner @ v", "inner.abs() @ v")
    assert found(swapped, of=right, reference=right) == Place("layer.py", 6), "another line than the reference's"
    doubled = "def layer(x, w, v):\n    return (x @ w).exp() @ v\n"
    assert found(doubled, reference=doubled) == "the reference has this line, too", "it works on nothing made before"


HEADS = """\
import torch


def layer(x, w, v):
    pairs = torch.stack([x, x + 1], dim=1)
    turned = pairs.transpose(0, 1)
    scores = turned.exp()
    return scores.sum(-1)
"""


def test_a_reshape_that_mixes_axes_is_told_where_it_is_made_and_not_where_it_is_used() -> None:
    mixed = HEADS.replace("pairs.transpose(0, 1)", "pairs.reshape(2, 5, 4)\n    scale = 1")
    assert found(mixed.replace("sum(-1)", "mean(-2)"), of=HEADS) == Place("layer.py", 6)
    harmless = HEADS.replace("turned.exp()", "turned.reshape(10, 4).exp().reshape(2, 5, 4)")
    assert found(harmless.replace("scores.sum(-1)", "scores.mean(-1)"), of=HEADS) == Place("layer.py", 8)


def test_a_right_value_that_is_not_the_one_to_return_is_told_at_the_return() -> None:
    pair = RIGHT.replace("hidden = torch.relu(hidden)", "active = torch.relu(hidden)").replace(
        "hidden @ v", "active @ v"
    )
    both = pair.replace("return active @ v", "out = active @ v\n    return out, active")
    assert found(both.replace("return out, active", "return out, hidden"), of=both) == Place("layer.py", 8)
    assert found(both.replace("return out, active", "return active, out"), of=both) == Place("layer.py", 8)


FILLED = RIGHT.replace("    hidden = x", "    out = torch.zeros(5, 2, dtype=x.dtype)\n    hidden = x").replace(
    "    return hidden @ v", "    for i in range(5):\n        out[i] = hidden[i] @ v\n    return out"
)


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (("range(5)", "range(3)"), 9),
        (("hidden[i] @ v", "hidden[i] @ v + 1"), 9),
        (("torch.relu(hidden)", "torch.exp(hidden)"), 7),
    ],
    ids=["rows that nothing is written into", "a wrong value is written", "wrong before it is filled"],
)
def test_a_tensor_that_is_filled_piece_by_piece_is_not_blamed_for_what_is_written_into_it(
    change: tuple[str, str], line: int
) -> None:
    assert change[0] in FILLED
    assert found(FILLED.replace(*change)) == Place("layer.py", line)


@pytest.mark.parametrize(
    ("missing", "symptom", "said"),
    [
        (False, "", "Line 6 of layer.py is the first whose result is not what this task needs"),
        (True, "", "Everything up to line 6 of layer.py is right; after it a step is missing"),
        (False, "dtype", "The dtype of your result begins in line 6 of layer.py"),
        (False, "unused", "What line 6 of layer.py computes is right, and is not used"),
    ],
)
def test_the_sentences_about_a_line_say_what_was_seen(missing: bool, symptom: str, said: str) -> None:
    assert sentence("layer.py", 6, missing, symptom) == said


EARLY, BESIDE, LATER = ({Place("layer.py", line)} for line in (5, 6, 9))


@pytest.mark.parametrize(
    ("seen", "said"),
    [
        ([EARLY, LATER, LATER], Place("layer.py", 5)),
        ([BESIDE, EARLY, LATER], Place("layer.py", 6)),
        ([EARLY | LATER, EARLY], Place("layer.py", 5)),
        ([LATER, EARLY, EARLY], "failed checks disagree"),
        ([{Place("other.py", 5)}, EARLY], "failed checks disagree"),
        ([EARLY | LATER, BESIDE | LATER], "several lines"),
    ],
    ids=["later", "next to it", "one sees two places", "earlier", "another file", "all see two places"],
)
def test_the_everyday_checks_line_stands_against_later_ones_and_no_others(
    seen: list[set[Place]], said: Place | str
) -> None:
    """Rarer inputs hide a departure, never make one."""
    assert agreed(lambda: seen) == said


@pytest.mark.parametrize(
    ("failed", "looked_at", "reason"),
    [
        ({"a": "values", "b": locate.CHANGED}, [], "it writes into what it was given"),
        ({"a": "type", "b": "values"}, [], "no value comes back"),
        ({"b": "values", "a": "type"}, ["b"], "nothing was seen"),
        ({"unknown": "raised"}, [], "it raises"),
        ({"unknown": "values"}, [], "no check compares values"),
    ],
)
def test_only_what_can_be_followed_is_looked_at(failed: dict[str, str], looked_at: list[str], reason: str) -> None:
    looked: list[str] = []

    def look(check: str) -> set[Place]:
        looked.append(check)
        raise Silent("nothing was seen")

    with pytest.raises(Silent, match=reason):
        locate.place(failed, {"a", "b"}, look)
    assert looked == looked_at


def test_prints_do_not_mind_rounding_and_mind_everything_else() -> None:
    x = torch.randn(3, 4, dtype=torch.float64)
    right = set(spread(x))
    for same in (x.float(), x * (1 + 1e-7), x.T):
        assert set(in_every_order(same)) & right
    for other in (x + 1e-2, x.flip(0), x[:2], -x, x * 1.01):
        assert not set(in_every_order(other)) & right
    hidden = torch.tensor([[0.5, float("-inf")], [1.0, 2.0]])
    assert set(in_every_order(hidden.masked_fill(hidden < -1e30, -1e9))) & set(spread(hidden))
    assert not set(in_every_order(hidden / 1.4)) & set(spread(hidden)), "what is hidden drowns nothing"
    assert not set(in_every_order(hidden.flip(1))[:1]) & set(spread(hidden))


def test_a_way_is_read_as_it_was_written_and_damaged_or_of_other_numbers_it_is_none(tmp_path: Path) -> None:
    made, file = RightWay(), tmp_path / "ways"
    made.add(followed(RIGHT, as_right=True))
    file.write_bytes(packed("key", {"check": made}))
    way = read(file, "key")["check"]
    assert all(way.knows(step.fingerprints) for step in followed(RIGHT).steps)
    assert not way.knows([12345]) and way.ends(followed(RIGHT).steps[-1].fingerprints, 0)
    assert not read(file, "another key") and not read(file.with_name("nothing"), "key")
    file.write_bytes(b"damaged")
    assert not read(file, "key")


@pytest.mark.parametrize("hints", ["name", "category", "off"])
def test_no_line_is_shown_where_hints_are_off(hints: str) -> None:
    place = Where("layer.py", 6, "hidden = torch.tanh(hidden)")
    wrong = CheckResult("a", "It is right.", passed=False, category="values", message="it is 1")
    item = ItemResult("1.1", "A layer", 2.0, status="failed", where=place, checks=(wrong,))
    told = [line.text for line in sentences.report(item, Told(hints)) if line.label in ("where", "")]
    assert told == ([] if hints == "off" else [f"{line_words(place)}:", "6 | hidden = torch.tanh(hidden)"])


@dataclass
class Told:
    hints: Any
    hidden: Any = "hint"
    handout: Any = True


LINES = {"layer.py": 7}
STEP: dict[str, Any] = {
    **{"op": "relu", "parents": [], "frames": [["layer.py", 6]], "fingerprints": [1, 2], "dtype": "float64"},
    **{"overflows": False, "cuts": False, "shape": []},
}


def step(**changes: Any) -> list[Any]:
    return [*{**STEP, **changes}.values()]


def claim(*steps: Any, **changes: Any) -> str:
    return json.dumps({"steps": steps or (step(),), "results": [0], "followed": True, **changes})


CANNOT_BE = {
    "nothing": "null",
    "no fields": "{}",
    "a result that is no step": claim(results=[1]),
    "too many steps": claim(*[step()] * (MOST_STEPS + 1)),
    "made from itself": claim(step(parents=[0])),
    "another file": claim(step(frames=[["/etc/passwd", 1]])),
    "a line after the last": claim(step(frames=[["layer.py", 8]])),
    "line 0": claim(step(frames=[["layer.py", 0]])),
    "True as a line": claim(step(frames=[["layer.py", True]])),
    "too many fingerprints": claim(step(fingerprints=list(range(25)))),
    "a text as a fingerprint": claim(step(fingerprints=["text"])),
    "a long name": claim(step(op="x" * 61)),
    "a long dtype": claim(step(dtype="x" * 21)),
    "1 for True": claim(step(overflows=1)),
    "a negative fingerprint": claim(step(fingerprints=[-1])),
    "a negative size": claim(step(shape=[-1])),
    "half a step": claim(step()[:5]),
    "followed by a text": claim(followed="yes"),
    "deep": "[" * 100_000,
    "long": "{" + " " * MOST_TOLD + "}",
    "no JSON": "",
    "no text": None,
}


@pytest.mark.parametrize("told", CANNOT_BE.values(), ids=CANNOT_BE.keys())
def test_what_a_worker_says_is_taken_only_if_it_can_be_so(told: Any) -> None:
    assert Watched.from_json(claim(), LINES).steps[0].frames == (("layer.py", 6),)
    with pytest.raises(ValueError, match=r"cannot|not there|Expecting"):
        Watched.from_json(told, LINES)


def test_an_answer_of_many_steps_is_told_whole() -> None:
    """A reply may have 4,000 parts; a loop over tokens and heads has more, and goes as one text."""
    loops = RIGHT.replace("    hidden = x @ w\n", "    for _ in range(300):\n        x = x + 0\n    hidden = x @ w\n")
    call = followed(loops.replace("torch.relu", "torch.abs"))
    assert len(call.steps) > 300
    assert Watched.from_json(call.to_json(), {"layer.py": 12}) == call


def test_a_forged_account_as_long_as_one_may_be_is_looked_through() -> None:
    """A parent is an earlier step, so nothing runs for ever; and nothing recurses as deep as somebody likes."""
    steps = [step(fingerprints=[2, 1], op="view", parents=[at - 1] * (at > 0)) for at in range(MOST_STEPS - 1)]
    steps.append(step(frames=[["layer.py", 7]], fingerprints=[3], parents=[MOST_STEPS - 2]))
    call = Watched.from_json(claim(*steps, results=[MOST_STEPS - 1]), LINES)
    assert len(locate.places(call, RightWay({1}), own_lines(RIGHT, RIGHT), "layer.layer")) <= 1
