"""Where a wrong value left the right way: the line, at home and on the server, and silence where it cannot be said."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from softmark.grading.check_result import CheckResult
from softmark.grading.result import ItemResult, Where
from softmark.locating import locate
from softmark.locating.fingerprints import fingerprint_of, fingerprints_in_every_order
from softmark.locating.line_shown import Place, Silent, sentence
from softmark.locating.right_way import RightWay, packed, read
from softmark.locating.watched_calls import MOST_STEPS, MOST_TOLD, Tracer, Watched
from softmark.render import sentences
from softmark.render.sentences import line_words
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
    ],
    ids=[
        "an older value is read",
        "another step",
        "comes back to what it was given",
        "the same is added once more",
        "a mask that hides nothing",
    ],
)
def test_a_step_is_said_to_be_missing_only_where_nothing_else_explains_it(
    right: str, change: tuple[str, str], line: int
) -> None:
    assert change[0] in right
    assert found(right.replace(*change), of=right) == Place("layer.py", line)


def test_one_step_is_said_to_be_missing_and_not_several() -> None:
    several = RIGHT.replace("torch.relu(hidden)", "torch.relu(hidden).exp().log1p()")
    for right, missing in ((several, False), (RIGHT, True)):
        left_out = RIGHT.replace("    hidden = torch.relu(hidden)\n", "")
        assert found(left_out, of=right) == Place("layer.py", 5 if missing else 6, missing=missing)


def test_a_step_is_missing_after_the_last_right_line_before_it_would_be_needed() -> None:
    right = RIGHT.replace("    return hidden @ v", "    v = v.exp()\n    return hidden @ v")
    left_out = right.replace("    hidden = torch.relu(hidden)\n", "")
    assert found(left_out, of=right) == Place("layer.py", 6, missing=True)
    wrong_between = left_out.replace("v.exp()", "v.exp() + v * 0.1")
    assert found(wrong_between, of=right) != Place("layer.py", 6, missing=True), "line 6 is not right there"


WORDS = """\
import torch


def layer(x, w, v):
    first = (x @ w).argmax(-1)
    second = (x @ w).argmin(-1)
    return torch.stack([first, second])
"""


def test_a_few_whole_numbers_may_be_right_in_another_place_and_who_joins_them_is_not_blamed() -> None:
    turned = ("[first, second]", "[second, first]")
    assert found(WORDS.replace(*turned), of=WORDS) == "a few whole numbers are soon alike"
    numbers = WORDS.replace("argmax", "amax").replace("argmin", "amin")
    assert found(numbers.replace(*turned), of=numbers) == Place("layer.py", 7)
    assert found(WORDS.replace("argmin", "argmax"), of=WORDS) == Place("layer.py", 6), "made twice: the second is wrong"


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


def test_a_loop_that_makes_too_few_parts_is_told_at_its_head_and_not_where_they_are_joined() -> None:
    loop = "    rows = []\n    for i in range(4):\n        rows.append(torch.relu(x[i] @ w) @ v)\n"
    by_rows = RIGHT.partition("    hidden")[0] + loop + "    return torch.stack(rows)\n"
    place = found(by_rows, "shape", of=by_rows.replace("range(4)", "range(5)"))
    assert isinstance(place, Place) and (place.line, place.symptom) == (6, "loop")
    said = sentence(place.file, place.line, place.missing, place.symptom)
    assert said == "The loop that begins in line 6 of layer.py does not make as many parts as this task needs"


def test_a_right_value_that_is_not_the_one_to_return_is_told_at_the_return() -> None:
    pair = RIGHT.replace("hidden = torch.relu(hidden)", "active = torch.relu(hidden)").replace(
        "hidden @ v", "active @ v"
    )
    both = pair.replace("return active @ v", "out = active @ v\n    return out, active")
    assert found(both.replace("return out, active", "return out, hidden"), of=both) == Place("layer.py", 8)
    assert found(both.replace("return out, active", "return active, out"), of=both) == Place("layer.py", 8)


def test_an_entry_that_is_taken_twice_is_told_where_it_is_taken_and_not_where_it_is_used() -> None:
    right = """\
import torch


def layer(x, w, v):
    parts = []
    for i in range(3):
        row = (x @ w)[i]
        kept = torch.relu(row)
        parts.append(kept)
    return torch.stack(parts)
"""
    assert found(right.replace("[i]", "[1]"), of=right) == Place("layer.py", 7)


def test_what_is_made_and_not_used_is_told_so() -> None:
    place = found(RIGHT.replace("return hidden @ v", "hidden @ v\n    return hidden"))
    assert isinstance(place, Place)
    said = sentence(place.file, place.line, place.missing, place.symptom)
    assert said == "What line 7 of layer.py computes is right, and is not used"


def test_the_two_sentences_about_a_line_say_what_was_seen() -> None:
    assert sentence("multihead.py", 165, False) == (
        "Line 165 of multihead.py is the first whose result is not what this task needs"
    )
    assert sentence("multihead.py", 59, True) == (
        "Everything up to line 59 of multihead.py is right; after it a step is missing"
    )


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


def test_an_empty_tensor_is_not_blamed_for_what_is_written_into_it() -> None:
    loop = "    for i in range(5):\n        out[i] = hidden[i] @ v\n    return out"
    made = RIGHT.replace("    hidden = x", "    out = torch.zeros(5, 2, dtype=x.dtype)\n    hidden = x")
    filled = made.replace("    return hidden @ v", loop)
    assert found(filled.replace("range(5)", "range(3)")) == Place("layer.py", 9), "rows that nothing is written into"
    alike = filled.replace("torch.zeros(5, 2, dtype=x.dtype)", "torch.zeros_like(x[:, :2])")
    assert found(alike.replace("hidden[i] @ v", "hidden[i] @ v + 1")) == Place("layer.py", 9), "a wrong value"
    each = "        part = torch.zeros_like(out)\n        part[:, c] = out[:, c]\n        parts.append(part)\n"
    by_columns = f"    out = hidden @ v\n    parts = []\n    for c in range(2):\n{each}    return parts[0] * parts[1]"
    parts = RIGHT.replace("    return hidden @ v", by_columns)
    assert found(parts) == Place("layer.py", 11), "one for each round is no value that was made twice"
    head, loops = RIGHT.partition("    hidden")[0], "    for i in range(5):\n        for j in range(i):\n"
    made = "    seen = torch.zeros(5, 5, dtype=torch.bool)\n"
    by_loops = f"{head}{made}{loops}            seen[i, j] = True\n    return seen\n"
    tril = f"{head}    return torch.ones(5, 5, dtype=torch.bool).tril()\n"
    assert found(by_loops, of=tril) == Place("layer.py", 8), "constants are written, one too few in each row"
    sums = filled.replace("(5, 2,", "(2, 2,").replace("out[i] = hidden", "out[i % 2] += hidden")
    assert found(sums) == Place("layer.py", 5), "of another size than any right answer"


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


def test_where_something_is_written_into_a_wrong_value_may_follow_from_that_and_has_no_line() -> None:
    locator = locate.Locator({}, {}, ())
    with pytest.raises(Silent, match="it writes into what it was given"):
        locator.place({"test_values": "values", "test_unchanged": locate.CHANGED}, lambda check: None)


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


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The right way of one check."""
    way = RightWay()
    way.add(followed(RIGHT, spread=True))
    (tmp_path / "ways").write_bytes(packed("key", {"check": way}))
    return tmp_path / "ways"


def test_a_way_is_read_as_it_was_written(file: Path) -> None:
    way = read(file, "key")["check"]
    assert all(way.knows(step.fingerprints) for step in followed(RIGHT).steps)
    assert not way.knows([12345]) and way.ends(followed(RIGHT).steps[-1].fingerprints, 0)
    with pytest.raises(Silent, match="no right way"):
        locate.Locator(read(file, "key"), {}, ()).around("another check", "values", "layer.layer", followed(RIGHT))


def test_a_file_that_is_damaged_or_of_other_numbers_has_no_ways(file: Path) -> None:
    assert "check" in read(file, "key") and "check" not in read(file, "another key")
    assert "check" not in read(file.with_name("nothing"), "key")
    file.write_bytes(b"damaged")
    assert "check" not in read(file, "key")


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


def claim(**changes: Any) -> dict[str, Any]:
    return {"steps": [step([["layer.py", 6]], [1, 2])], "results": [0], "followed": True, **changes}


def step(
    frames: Any,
    fingerprints: Any,
    op: str = "relu",
    parents: Any = (),
    signs: Any = ("float64", False, False, [], [], None),
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
        claim(steps=[step([], [], signs=("x" * 21, False, False, [], [], None))]),
        claim(steps=[step([], [], signs=("float64", 1, 0, [], [], None))]),
        claim(steps=[step([], [], signs=("float64", False, False, [-1], [], None))]),
        claim(steps=[step([], [], signs=("float64", False, False, [], [-1], None))]),
        claim(steps=[step([], [], signs=("float64", False, False, [], [], "2"))]),
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


NUMPY = """\
import numpy as np


def layer(x, w, v):
    hidden = x @ w
    total = np.exp(hidden).sum(axis=-1, keepdims=True)
    out = np.zeros_like(hidden)
    out[:] = np.exp(hidden) / total
    return out.T.reshape(3, 5).T @ v
"""


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (("x @ w", "x @ w * 1.1"), 5),
        (("axis=-1", "axis=0"), 6),
        (("np.exp(hidden) / total", "np.exp(hidden) * total"), 8),
        (("out.T.reshape(3, 5).T @ v", "out.reshape(3, 5).T @ v"), 9),
    ],
    ids=["a factor", "another axis", "another operation", "a reshape that mixes axes"],
)
def test_numpy_is_followed_like_torch(change: tuple[str, str], line: int) -> None:
    def followed_in_numpy(source: str, spread: bool = False) -> Watched:
        tracer = Tracer(frozenset({"layer.py"}), spread=spread)
        drawn = np.random.default_rng(3)
        given = [drawn.normal(size=shape) for shape in ((5, 4), (4, 3), (3, 2))]
        before = [array.copy() for array in given]
        answer = tracer(load({"layer": source})["layer"].layer, *given)
        assert type(answer) is np.ndarray and all(map(np.array_equal, given, before))
        return tracer.calls[-1]

    right = RightWay()
    right.add(followed_in_numpy(NUMPY, spread=True))
    assert change[0] in NUMPY
    wrong = NUMPY.replace(*change)
    own = locate.owners({"layer.py": ast.parse(wrong)}, {"layer.layer"})
    assert agreed(lambda: [locate.places(followed_in_numpy(wrong), right, own, "layer.layer")]) == Place(
        "layer.py", line
    )
