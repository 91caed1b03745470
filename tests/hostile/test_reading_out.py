"""Solutions cannot be read out of what students receive: what is left of the attack that once did.

An hour of it, on the assignment itself, runs with FULL=1 (`python -m tests.hostile.reading_out` for a shorter one).
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from softmark.content.course import Course
from softmark.locating.right_way import RightWay, Ways, packed, read
from softmark.locating.watched_calls import Tracer, Watched
from softmark.running.trusted import load
from tests.hostile import reading_out
from tests.hostile.reading_out import Search, Target

torch = pytest.importorskip("torch")
SOLUTION = """\
def layer(x, w):
    scores = x @ w
    weights = scores.exp()
    return weights / weights.sum(-1, keepdim=True)
"""
MISTAKE = SOLUTION.replace("sum(-1", "sum(-2")
MOST = 6_000
"""Operations: enough for many searches of one step, and not for one of four."""


def drawn() -> dict[str, torch.Tensor]:
    generator = torch.Generator().manual_seed(3)
    return {name: torch.randn(*shape, generator=generator) for name, shape in (("x", (5, 4)), ("w", (4, 3)))}


def followed(source: str) -> Watched:
    tracer = Tracer(frozenset(), spread=True)
    tracer(load({"layer": source})["layer"].layer, *drawn().values())
    return tracer.calls[-1]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The right way of the one task, locked, with a known mistake that opens it."""
    way = RightWay()
    way.add(followed(SOLUTION))
    openers = set(followed(MISTAKE).keys) - set(followed(SOLUTION).keys)
    (tmp_path / "ways").write_bytes(packed("key", {"check": way}, {"check": openers}, b"reference"))
    return tmp_path / "ways"


def searched(ways: Ways, use_file: bool) -> reading_out.Found:
    x, w = drawn().values()
    answer = load({"layer": SOLUTION})["layer"].layer(x, w)
    target = Target("1.1", "check", {"x": x, "w": w}, {3, 4, 5}, answer)
    return Search(target, ways, 600.0, use_file=use_file, most=MOST).run()


def test_a_file_without_its_lock_would_be_walked_through_step_by_step(file: Path) -> None:
    found = searched(read(file, "key", b"reference"), use_file=True)
    assert found.solved and "(x @ w)" in found.waypoints


@pytest.mark.slow
def test_the_file_as_it_is_gives_no_more_than_the_public_answer_alone(file: Path) -> None:
    with_file, without = searched(read(file, "key"), use_file=True), searched(Ways(), use_file=False)
    assert not with_file.waypoints and not with_file.opened
    assert (with_file.solved, with_file.tried) == (without.solved, without.tried) == ("", MOST)


@pytest.mark.slow
@pytest.mark.skipif(os.environ.get("FULL") != "1", reason="an hour of processor time: FULL=1")
def test_an_hour_of_it_on_the_assignment_gives_no_more_than_brute_force() -> None:
    course = Course.at(reading_out.ROOT)
    seconds = 3600.0 / 2 / len(reading_out.TASKS)
    points = [
        reading_out.points(course, reading_out.attack(course, file, seconds, list(reading_out.TASKS)))
        for file in ("none", "shipped")
    ]
    assert points[1] <= points[0]
