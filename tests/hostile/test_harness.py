"""The harness itself: a promise that is broken on purpose is noticed. (A test that cannot fail is worth nothing.)"""

import io
import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace

import pytest
from rich.console import Console

from tests import proc
from tests.hostile import layers, report
from tests.hostile.bank import ROWS
from tests.hostile.conftest import MODE
from tests.hostile.engine import LAYERS
from tests.hostile.harness import MORE_MB, Outcome, found_canaries, possible, running
from tests.hostile.rows import FAMILIES, Row, stats

pytestmark = [
    pytest.mark.slow,  # as the bank that runs in it
    pytest.mark.skipif(possible(MODE) is not None, reason="the wall is Linux's; elsewhere there is none to attack"),
]

NOTHING = Row("values", "nothing", "forgets to return", files=stats("def mean(x):\n    return None"), loses=("1.1",))


def test_the_bank_is_large_and_every_row_says_what_it_does():
    assert len(ROWS) >= 100
    assert len({row.key for row in ROWS}) == len(ROWS)
    assert set(Counter(row.family for row in ROWS)) == set(FAMILIES)
    assert all(row.what and "\n" not in row.what for row in ROWS)
    assert set(layers.ATTACKS) == set(LAYERS)


def test_a_right_answer_keeps_every_promise(bench):
    assert bench.grade(bench.right()).problems == []


def test_a_wrong_answer_loses_what_it_must(bench):
    assert bench.grade(NOTHING).problems == []


def test_another_score_than_the_expected_one_is_noticed(bench):
    assert bench.grade(replace(NOTHING, loses=())).problems == ["1.1 scores 0.0, expected 4"]
    assert bench.grade(replace(NOTHING, loses=("1.1", "1.2"))).problems == ["1.2 scores 6.0, expected 0"]


def test_another_status_and_missing_sentences_are_noticed(bench):
    row = replace(NOTHING, status="refused", says=("well done",), staff=("well done",), silent=("`return`",))
    assert bench.grade(row).problems == [
        "the status is graded, expected refused",
        "students are not told 'well done'",
        "staff are not told 'well done'",
        "students can read '`return`'",
    ]


def test_call_backs_that_do_not_come_are_noticed(bench):
    assert bench.grade(replace(NOTHING, calls_back=1)).problems == []
    assert "call-backs came, where the attack makes 1000" in bench.grade(replace(NOTHING, calls_back=1000)).problems[0]


def test_a_canary_in_what_students_see_is_noticed(bench):
    canary = bench.place.canaries["reference"]
    row = replace(NOTHING, files=stats(f"def mean(x):\n    raise ValueError({canary!r})"))
    assert bench.grade(row).problems == ["the canary of the reference came out"]


@pytest.mark.parametrize("hide", [str.upper, lambda text: text[::-1], " ".join, lambda text: text.encode().hex()])
def test_a_canary_in_disguise_is_noticed(hide):
    core = "0123456789ab"
    assert found_canaries("before " + hide(core) + " after", {"reference": f"CANARY-{core}"})
    assert not found_canaries("nothing here", {"reference": f"CANARY-{core}"})


def test_a_row_over_its_budget_is_noticed(bench):
    assert "over its budget" in bench.grade(replace(NOTHING, seconds=0.001)).problems[0]


def test_a_grader_that_holds_too_much_memory_is_noticed(bench, monkeypatch):
    monkeypatch.setattr(bench, "usual_mb", 60.0)
    outcome = Outcome(NOTHING, MODE)
    bench._look_at_memory(outcome, 60.0 + MORE_MB + 1)
    assert outcome.problems == ["the grader held 211 MB; for a right answer 60"]
    assert outcome.memory_mb == 211


def test_no_row_may_take_longer_than_150_seconds():
    assert [row.key for row in ROWS if row.seconds > 150] == []


def test_the_table_has_time_and_memory_beside_each_row():
    console = Console(width=200, record=True, file=io.StringIO())
    report.Live(console)(Outcome(NOTHING, MODE, seconds=1.25, memory_mb=64.4))
    line = next(line for line in console.export_text().splitlines() if NOTHING.key in line)
    assert "1.2 s" in line and "64 MB" in line


def test_a_process_that_survives_is_noticed(bench, monkeypatch):
    monkeypatch.setattr("tests.hostile.harness.GONE_WITHIN", 0.1)
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    try:
        outcome = Outcome(NOTHING, MODE)
        monkeypatch.setattr(bench, "server", os.getpid())
        bench._look_for_processes(outcome)
        assert "processes survive" in outcome.problems[0] and str(child.pid) in outcome.problems[0]
    finally:
        child.kill()
        child.wait()


def test_a_file_that_changes_is_noticed(bench):
    outcome = Outcome(NOTHING, MODE)
    bench.watched = bench.place.watched()
    path = bench.place.others / "stats.py"
    before = path.read_text(encoding="utf-8")
    path.write_text("changed", encoding="utf-8")
    bench._look_at_folders(outcome)
    path.write_text(before, encoding="utf-8")
    assert outcome.problems == [f"changed outside its own folder: {path}"]


def test_a_private_folder_that_is_left_is_noticed(bench, monkeypatch):
    monkeypatch.setattr("tests.hostile.harness.WIPED_WITHIN", 0.1)
    outcome = Outcome(NOTHING, MODE)
    bench.watched = bench.place.watched()
    left = next(bench.place.temporary.glob("softmark-workers-*")) / "left"
    left.mkdir()
    bench._look_at_folders(outcome)
    left.rmdir()
    assert outcome.problems == [f"private folders remain: {left}"]


def test_two_runs_that_differ_are_noticed(bench):
    one = bench.grade(NOTHING)
    assert one.same_as(bench.grade(NOTHING)) == []
    noise = replace(NOTHING, files=stats("import os\ndef mean(x):\n    raise ValueError(os.urandom(4).hex())"))
    assert "tells the student something else" in bench.grade(noise).same_as(bench.grade(noise))[0]


def test_a_grader_that_dies_is_noticed_and_the_next_row_has_another(bench, monkeypatch):
    monkeypatch.setattr(bench, "_ask", lambda *a: os.kill(bench.process.pid, 9) or bench._listen(5))
    assert "the grader's process ended" in bench.grade(NOTHING).problems[0]
    monkeypatch.undo()
    assert bench.grade(NOTHING).problems == []


@pytest.mark.parametrize("look", [running, lambda: proc.children_of(os.getppid())], ids=["running", "children"])
def test_somebody_elses_process_may_end_while_all_are_listed(look, monkeypatch):
    """The kernel then says "no such process" of a file that was there a moment ago."""
    ended = f"/proc/{os.getpid()}/"

    def gone(call):
        def told(path, *words, **options):
            if str(path).startswith(ended):
                raise ProcessLookupError(3, "No such process", str(path))
            return call(path, *words, **options)

        return told

    for name in ("stat", "open"):
        monkeypatch.setattr(os, name, gone(getattr(os, name)))
    monkeypatch.setattr(io, "open", gone(io.open))
    assert os.getpid() not in [getattr(each, "pid", each) for each in look()]
