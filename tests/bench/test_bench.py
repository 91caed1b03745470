"""The benchmark measures what it says: whole process trees, and twins that fail where our checks fail."""

import json

import pytest

from tests.bench import cost
from tests.bench.__main__ import ENGINE, REFERENCE, ROOT, Row


def test_a_goal_is_met_or_missed_only_where_every_round_says_so():
    assert Row("ours ÷ theirs", [0.7, 0.8], 0.9).verdict == "met"
    assert Row("ours ÷ theirs", [1.0, 1.2], 0.9).verdict == "missed"
    assert Row("ours ÷ theirs", [0.8, 1.0], 0.9).verdict == "too noisy to call"


def test_the_time_of_a_process_that_its_parent_left_behind_counts():
    work = "import time\nwhile time.process_time() < 0.25: pass"
    leave = f"import subprocess, sys\nsubprocess.Popen([sys.executable, '-c', {work!r}])"
    assert cost.of(cost.python("-c", leave), path=[], cwd=ROOT).cpu >= 0.25


def test_a_command_that_fails_is_told_by_its_last_line():
    with pytest.raises(cost.Failed, match="ended with code 3: no such thing"):
        cost.of(cost.python("-c", "print('no such thing'); raise SystemExit(3)"), path=[], cwd=ROOT)


@pytest.fixture(scope="module")
def twins(tmp_path_factory):
    folder = tmp_path_factory.mktemp("twins")
    cost.of(cost.python("-m", "tests.bench.record", ROOT, folder), path=ENGINE, cwd=ROOT)
    return folder


def lost(twins, submission):
    """The tests that fail under gradescope-utils."""
    results = twins / "results.json"
    command = cost.python("-m", "tests.bench.under_gradescope_utils", twins / "twins.pt", results)
    cost.of(command, path=[submission, twins, ROOT], cwd=twins)
    told = json.loads(results.read_text(encoding="utf-8"))["tests"]
    assert len(told) > 300
    return {test["number"] for test in told if test["score"] < test["max_score"]}


@pytest.mark.slow
def test_the_reference_passes_its_twins_and_a_wrong_answer_fails_those_of_its_task(twins, tmp_path):
    assert lost(twins, REFERENCE) == set()
    for path in REFERENCE.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        (tmp_path / path.name).write_text(text.replace("torch.relu(", "torch.tanh("), encoding="utf-8")
    assert lost(twins, tmp_path) >= {"3.2"}
