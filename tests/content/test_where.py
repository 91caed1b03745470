"""Where a wrong value left the right way: the line, at home and on the server, and silence where it cannot be said."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from softmark.checks import locate
from softmark.checks.locate import Place
from softmark.checks.right_way import RightWay, read, write
from softmark.checks.tracing import MOST_STEPS, Tracer, Watched, print_of, prints_in_every_order
from softmark.checks.trusted import load
from tests.engine.mini import ROOT, softmark

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


def found(source: str) -> Place | None:
    right = RightWay()
    right.add(followed(RIGHT, spread=True))
    own = locate.owners({"layer.py": ast.parse(source)}, {"layer.layer"})
    return locate.agreed([locate.places(followed(source), right, own, "layer.layer")])


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (("torch.relu(hidden)", "torch.tanh(hidden)"), Place("layer.py", 6)),
        (("x @ w", "x @ (2 * w)"), Place("layer.py", 5)),
        (("return hidden @ v", "return hidden @ v + 1"), Place("layer.py", 7)),
        (("    hidden = torch.relu(hidden)\n", ""), Place("layer.py", 5, missing=True)),
        (("return hidden @ v", "return hidden"), Place("layer.py", 6, missing=True)),
        (("torch.relu(hidden)", "torch.relu(hidden); hidden = hidden.flip(0)"), Place("layer.py", 6)),
    ],
    ids=["another function", "a factor", "added at the end", "a step left out", "stops too soon", "turned round"],
)
def test_the_line_where_the_values_leave_the_right_way(change: tuple[str, str], place: Place) -> None:
    assert change[0] in RIGHT
    assert found(RIGHT.replace(*change)) == place


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
    two = RIGHT.replace("return hidden @ v", "left = hidden * 2\n    right = v * 3\n    return left @ right")
    assert found(two) is None


def test_numbers_that_leave_torch_are_not_followed() -> None:
    assert found("def layer(x, w, v):\n    import torch\n    return torch.tensor([[sum(x[0].tolist())]])\n") is None


def test_prints_do_not_mind_rounding_and_mind_everything_else() -> None:
    x = torch.randn(3, 4, dtype=torch.float64)
    right = set(print_of(x, spread=True))
    assert set(print_of(x.float())) <= right and set(print_of(x * (1 + 1e-7))) <= right
    assert set(prints_in_every_order(x.T)) & right, "another order of the axes"
    for other in (x + 1e-2, x.flip(0), x[:2], -x, x * 1.01):
        assert not set(prints_in_every_order(other)) & right
    hidden = torch.tensor([[0.5, float("-inf")], [1.0, 2.0]])
    assert set(print_of(hidden.masked_fill(hidden < -1e30, -1e9))) <= set(print_of(hidden, spread=True))


def test_right_ways_travel_as_numbers(tmp_path: Path) -> None:
    way = RightWay()
    way.add(followed(RIGHT, spread=True))
    write(tmp_path / "ways", "key", {"check": way})
    assert read(tmp_path / "ways", "key") == {"check": way}
    assert read(tmp_path / "ways", "another key") == {} and read(tmp_path / "nothing", "key") == {}
    (tmp_path / "ways").write_bytes(b"damaged")
    assert read(tmp_path / "ways", "key") == {}


LINES = {"layer.py": 7}


def claim(**changes: Any) -> dict[str, Any]:
    return {"steps": [["relu", [-1], [["layer.py", 6]], [1, 2]]], "results": [0], "followed": True, **changes}


def test_what_a_worker_says_is_taken_only_if_it_can_be_so() -> None:
    assert Watched.claimed(claim(), LINES).steps[0].frames == (("layer.py", 6),)
    step = ["relu", [-1], [["layer.py", 6]], [1]]
    for told in (
        None,
        {},
        claim(results=[1]),
        claim(steps=[step] * (MOST_STEPS + 1)),
        claim(steps=[["relu", [0], [], []]]),  # made from itself
        claim(steps=[["relu", [-1], [["/etc/passwd", 1]], []]]),
        claim(steps=[["relu", [-1], [["layer.py", 8]], []]]),
        claim(steps=[["relu", [-1], [["layer.py", True]], []]]),
        claim(steps=[["relu", [-1], [], list(range(25))]]),
        claim(steps=[["x" * 61, [-1], [], []]]),
        claim(steps=[["relu", [-1], [], ["text"]]]),
        claim(followed="yes"),
    ):
        with pytest.raises(ValueError, match=r"cannot|not there"):
            Watched.claimed(told, LINES)


# The assignment itself ------------------------------------------------------------------------------------------------


def submission(folder: Path, file: str, *changes: tuple[str, str]) -> Path:
    shutil.copytree(REFERENCE, folder, ignore=shutil.ignore_patterns("__pycache__", "README.md"))
    text = (folder / file).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    (folder / file).write_text(text, encoding="utf-8")
    return folder


SWAPPED = ("heads, _ = attend(q, k, v, mask)", "heads, _ = attend(q, v, k, mask)")
UNSCALED = (" / math.sqrt(d_k)", "")


def line_of(folder: Path, file: str, text: str) -> int:
    lines = (folder / file).read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


@pytest.mark.slow
def test_keys_and_values_swapped_in_a_call_points_at_that_call_on_the_server(tmp_path: Path) -> None:
    folder = submission(tmp_path / "s", "multihead.py", SWAPPED)
    done = softmark("grade", folder, "--course", ROOT, "--out", tmp_path / "o", "--json")
    where = {row["id"]: row["where"] for row in json.loads(done.stdout)["items"]}
    line = line_of(folder, "multihead.py", SWAPPED[1])
    assert where["2.2"]["file"] == "multihead.py" and where["2.2"]["line"] == line and not where["2.2"]["missing"]
    assert [ident for ident, place in where.items() if place] == ["2.2"]
    shown = json.loads((tmp_path / "o" / "results.json").read_text(encoding="utf-8"))
    row = next(row["output"] for row in shown["tests"] if row["number"] == "2.2")
    assert f"Before multihead.py line {line} your values match a known solution; from there they match none:" in row
    assert f"{line} | {SWAPPED[1]}" in row


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "change", "task", "says"),
    [
        ("multihead.py", SWAPPED, "2.2", "from there they match none"),
        ("attention.py", UNSCALED, "1.2", "a step is missing after it"),
    ],
)
def test_check_py_shows_the_same_line(tmp_path: Path, file: str, change: tuple[str, str], task: str, says: str) -> None:
    home = shutil.copytree(ROOT / "assignment", tmp_path / "home", ignore=shutil.ignore_patterns("__pycache__"))
    for path in submission(tmp_path / "s", file, change).glob("*.py"):
        shutil.copy(path, home / path.name)
    tasks = home / "public_tests" / "tasks.json"
    told = tasks.read_text(encoding="utf-8").replace('"stages": "staged"', '"stages": "at_once"')
    tasks.write_text(told, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(home / "check.py"), task, "--plain"], capture_output=True, text=True, encoding="utf-8"
    )
    line = line_of(home, file, change[1] or "return q @ k.transpose(-2, -1)")
    told = " ".join(done.stdout.split())
    assert says in told and f"{file} line {line}" in told, done.stdout + done.stderr
