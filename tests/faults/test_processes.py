"""Processes of the grader die, hang or are killed, at every step in turn: what was earned stays, and nobody is blamed
who did not do it."""

import json

import pytest

from tests.faults.lab import NOT_YOURS, Place, inside, scores, unpacked
from tests.mini_course import built, frozen, submit
from tests.platform.gradescope import validate

pytestmark = pytest.mark.slow

FULL_MARKS = {"1.1": 4.0, "1.2": 6.0}


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    return unpacked(tmp_path_factory.mktemp("source"))


@pytest.mark.parametrize("when", ["before", "during"])
def test_a_worker_killed_once_at_any_step_costs_nothing(tmp_path, when):
    """The kill comes from outside (the kernel, short of memory, say): the check has another worker, and another go."""
    target = tmp_path / "results.json"
    seen = inside("worker_hit_at_every_step", frozen(built()), submit(tmp_path / "s"), target, "SIGKILL", when)
    assert scores(seen["untouched"]["document"]) == FULL_MARKS
    assert len(seen["hit"]) >= 8, "its files are placed, each is loaded, and every check asks"
    for made in seen["hit"]:
        document = made["document"]
        validate(document)
        assert [row["max_score"] for row in document["tests"]] == [4, 6]
        assert scores(document) == FULL_MARKS, made["staff"]


def test_a_worker_that_stops_answering_costs_its_deadline_and_one_check(tmp_path):
    """SIGSTOP: the process is there, and silent. Only the parent's clock ends that."""
    seen = inside("worker_stopped_once", frozen(built()), submit(tmp_path / "s"), tmp_path / "results.json", 8)
    validate(seen["document"])
    assert sum(scores(seen["document"]).values()) >= 6
    assert "the kind of mistake: too slow" in json.dumps(seen["document"])
    assert "did not finish within 1 s" in seen["staff"]


@pytest.mark.parametrize("step", [1, 7])
def test_without_the_fork_server_nothing_more_is_graded_and_it_is_said(tmp_path, step):
    seen = inside("server_killed", frozen(built()), submit(tmp_path / "s"), tmp_path / "results.json", step)
    document = seen["document"]
    validate(document)
    assert seen["status"] == "grader_error"
    assert NOT_YOURS in document["output"]
    assert "fork server is gone" not in document["output"]
    assert "fork server is gone" in seen["staff"]
    assert "fork server is gone" in json.dumps(document["extra_data"])
    assert "your code" not in json.dumps(document["tests"])


@pytest.mark.parametrize("where", ["between", "in the middle"])
def test_the_grader_killed_at_any_write_leaves_a_valid_file_with_what_was_done(tmp_path, source, where):
    place = Place(tmp_path / "place", source)
    place.results.mkdir()
    seen = inside("grader_killed_between_any_two_writes", source, place.root, where)
    whole = json.loads(seen["whole"])
    validate(whole)
    assert scores(whole) == FULL_MARKS and seen["code"] == 0
    assert len(seen["killed"]) >= 5, "blank, planned, each task, and the end"
    assert any(killed["leftovers"] for killed in seen["killed"]) == (where == "in the middle")
    best = -1.0
    for number, killed in enumerate(seen["killed"]):
        if killed["text"] is None:
            assert where == "in the middle" and number == 0, "only before the very first file"
            continue
        document = json.loads(killed["text"])
        validate(document)
        assert [row["number"] for row in document["tests"]] == ["1.1", "1.2"]
        assert [row["max_score"] for row in document["tests"]] == [4, 6]
        assert document["score"] >= best, "what was done is not undone"
        best = document["score"]
        if scores(document) != FULL_MARKS:
            assert "did not finish" in document["output"] and NOT_YOURS in document["output"]
    assert best == 10, "the last kill comes after everything is written"


@pytest.mark.parametrize("step", [1, 7])
def test_a_leap_past_the_budget_ends_the_grade_and_keeps_what_was_done(tmp_path, step):
    seen = inside("clock_leaps", frozen(built()), submit(tmp_path / "s"), tmp_path / "results.json", step, 100_000)
    document = seen["document"]
    validate(document)
    assert seen["status"] == "out_of_time"
    assert "The time for grading ran out. What had been checked by then counts." in document["output"]
    assert all(0 <= score <= FULL_MARKS[ident] for ident, score in scores(document).items())
    assert "there was no time left for this" in json.dumps(document["tests"])


def test_a_clock_on_the_wall_that_jumps_changes_nothing(tmp_path):
    seen = inside("clock_of_day_jumps", frozen(built()), submit(tmp_path / "s"), tmp_path / "results.json")
    assert scores(seen["document"]) == FULL_MARKS
    assert 0 <= seen["document"]["execution_time"] < 60
    assert seen["status"] == "graded"
