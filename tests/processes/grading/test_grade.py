"""One grade, end to end: a real launcher, a real fork server, real sandboxed workers, on two NumPy functions."""

import json
import shutil

import pytest

from tests.mini_course import COURSE, RIGHT, built, grade, softmark, submit

STUB = "def mean(x):\n    raise NotImplementedError('Task 1.1: mean is not written yet')\n"
STUB_2 = "def standardise(x):\n    raise NotImplementedError('Task 1.2: standardise is not written yet')\n"


def test_the_right_answer_gets_full_marks(tmp_path):
    graded = grade(tmp_path)
    assert graded.code == 0
    assert graded.scores == {"1.1": 4, "1.2": 6}
    assert graded.statuses == {"1.1": "passed", "1.2": "passed"}
    assert graded.result["isolation"]["level"] in ("full", "same-user")


def test_untouched_stubs_get_nothing_and_are_called_not_written(tmp_path):
    graded = grade(tmp_path, stats=STUB, scale=STUB_2)
    assert graded.scores == {"1.1": 0, "1.2": 0}
    assert set(graded.statuses.values()) == {"not_written"}


def test_a_known_mistake_costs_its_own_item_and_is_named(tmp_path):
    graded = grade(tmp_path, stats="def mean(x):\n    return x.sum(axis=0) / x.shape[0]\n")
    assert graded.scores == {"1.1": 0, "1.2": 6}
    assert "The sum runs over the rows instead of the columns." in graded.text("1.1")
    assert "graded on top of a correct `mean`; yours is still wrong in 1.1" in graded.text("1.2")


CHANGES_ITS_INPUT = "def mean(x):\n    x += 0.5\n    return x.sum(axis=-1) / x.shape[-1] - 0.5\n"


def test_every_lost_point_has_its_label(tmp_path):
    graded = grade(tmp_path, stats=CHANGES_ITS_INPUT)
    assert graded.scores == {"1.1": 3, "1.2": 6}
    assert "Costs: 1 point: “input kept”" in graded.text("1.1")
    assert "Costs" not in graded.text("1.2")


def test_where_nothing_works_yet_what_every_task_promises_is_not_lost_and_not_earned(tmp_path):
    graded = grade(tmp_path, stats="def mean(x):\n    return x\n")
    assert graded.scores == {"1.1": 0, "1.2": 6}
    assert "Waits: the rest of 1.1 (1 point) is checked as soon as an everyday call is right" in graded.text("1.1")
    assert "input kept" not in graded.text("1.1") and "everyday case" not in graded.text("1.1")


def test_an_unwritten_task_does_not_cost_the_next(tmp_path):
    graded = grade(tmp_path, stats=STUB)
    assert graded.scores == {"1.1": 0, "1.2": 6}


def test_a_file_that_cannot_be_imported_costs_its_own_tasks(tmp_path):
    graded = grade(tmp_path, stats="def mean(x:\n    return 1\n")
    assert graded.scores == {"1.1": 0, "1.2": 6}
    assert "stats.py could not be imported: SyntaxError" in graded.text("1.1")
    assert "stats.py line 1" in graded.text("1.1")


def test_a_missing_file_is_said(tmp_path):
    graded = grade(tmp_path, scale=None)
    assert graded.scores == {"1.1": 4, "1.2": 0}
    assert "scale.py" in json.dumps(graded.result["notes"])
    carried = grade(tmp_path / "carried", stats="def mean(x):\n    return x\n", scale=None).text("1.2")
    assert "your submission has no scale.py" in carried and "could not be imported" not in carried


def test_an_endless_loop_costs_one_task_and_is_not_tried_for_ever(tmp_path):
    graded = grade(tmp_path, stats="def mean(x):\n    while True:\n        pass\n")
    assert graded.scores == {"1.1": 0, "1.2": 6}
    assert "the kind of mistake: too slow" in graded.text("1.1")
    assert graded.result["status"] == "graded"  # not out of time


def test_a_file_that_never_finishes_importing_costs_its_own_tasks(tmp_path):
    graded = grade(tmp_path, scale="import time\ntime.sleep(1000)\n")
    assert graded.scores == {"1.1": 4, "1.2": 0}
    assert "did not finish importing" in graded.text("1.2")


@pytest.mark.parametrize("death", ["os._exit(0)", "os.abort()", "sys.exit(0)", "os.kill(os.getpid(), 9)"])
def test_a_dying_process_costs_one_task(tmp_path, death):
    graded = grade(tmp_path, stats=f"import os, sys\ndef mean(x):\n    {death}\n")
    assert graded.scores == {"1.1": 0, "1.2": 6}


def test_a_public_check_shows_the_students_own_message_and_line(tmp_path):
    graded = grade(tmp_path, stats="def mean(x):\n    raise ValueError('my own words')\n")
    assert "your code raised ValueError: my own words (stats.py line 2)" in graded.text("1.1")


def test_hidden_numbers_never_come_out(tmp_path):
    """A message, an exception's name, a printed line: what student code does with hidden inputs stays with staff."""
    spy = (
        "import sys\n"
        "class Spy(Exception):\n    pass\n"
        "calls = []\n"
        "def mean(x):\n"
        "    calls.append(x.tobytes().hex())\n"
        "    print('PRINTED', calls)\n"
        "    if sum(x.shape) % 2 == 0 or len(calls) > 1:\n"
        "        Spy.__name__ = 'SPY' + calls[-1][:40]\n"
        "        raise Spy('CARRIED ' + calls[-1])\n"
        "    return x.sum(axis=-1) / x.shape[-1]\n"
    )
    graded = grade(tmp_path, stats=spy)
    hidden = [check for row in graded.result["items"] for check in row["checks"] if check["phase"] == "hidden"]
    for check in hidden:
        assert "CARRIED" not in check["safe_message"]
        assert "SPY" not in check["safe_message"]
    assert "PRINTED" not in graded.visible


def test_a_not_allowed_call_is_refused_with_its_line(tmp_path):
    graded = grade(tmp_path, stats="import numpy\n\ndef mean(x):\n    return numpy.mean(x, axis=-1)\n")
    assert graded.scores["1.1"] == 0
    assert graded.statuses["1.1"] == "rule_broken"
    assert "stats.py line 4" in graded.text("1.1")
    assert graded.scores["1.2"] == 6


def test_reading_secrets_and_forging_results_gets_the_score_of_the_honest_part(tmp_path):
    cheat = RIGHT["stats.py"] + (
        "\nimport glob, os\n"
        f"PLACES = [{str(COURSE)!r}, {str(built())!r}, '/autograder/source']\n"
        "PLACES.append('/proc/' + str(os.getppid()) + '/environ')\n"
        "SEEN = []\n"
        "for place in PLACES:\n"
        "    try:\n"
        "        SEEN.append(open(place).read() if os.path.isfile(place) else os.listdir(place))\n"
        "    except OSError:\n"
        "        pass\n"
        "for place in [*glob.glob('/tmp/**/results.json', recursive=True), '../results.json']:\n"
        "    try:\n"
        "        open(place, 'w').write('{\"score\": 100}')\n"
        "    except OSError:\n"
        "        pass\n"
        "def mean(x):\n"
        "    raise ValueError(f'SEEN {SEEN}')\n"
    )
    graded = grade(tmp_path, stats=cheat)
    assert graded.scores == {"1.1": 0, "1.2": 6}
    assert "SEEN []" in graded.text("1.1")
    assert "a-salt-for-tests" not in graded.visible


def test_two_runs_give_the_same_result(tmp_path):
    mistake = "def mean(x):\n    return x.sum(axis=-1) / max(x.shape[-1] - 1, 1)\n"
    first, second = grade(tmp_path / "a", stats=mistake), grade(tmp_path / "b", stats=mistake)
    first.result.pop("seconds")
    second.result.pop("seconds")
    assert first.result == second.result


def test_the_report_card_reads_well(tmp_path):
    folder = submit(tmp_path / "s", stats="def mean(x):\n    return x.sum(axis=0) / x.shape[0]\n")
    done = softmark("grade", folder, "--course", built(), "--out", tmp_path / "out", env={"NO_COLOR": "1"})
    assert done.returncode == 0, done.stderr
    assert "Total: 6 of 10 points" in done.stdout
    assert "The sum runs over the rows instead of the columns." in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["grade", "nowhere", "--course", built()], "nowhere"),
        (["grade", COURSE, "--course", "nowhere"], "there is no course in nowhere"),
    ],
)
def test_bad_input_gets_one_sentence_and_exit_2(tmp_path, arguments, says):
    done = softmark(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


OWN_WORK = '''
    @own_work
    def test_many_rows(self, student, reference, draw, same):
        """many rows: all at once."""
        x = draw(61, 4)
        same(student.scale.standardise(x), reference.scale.standardise(x), axes="row column")
'''
SLOW_MEAN = "def mean(x):\n    while len(x) > 60:\n        pass\n    return x.sum(axis=-1) / x.shape[-1]\n"


@pytest.mark.slow
def test_a_right_task_loses_nothing_because_earlier_ones_are_slow(tmp_path):
    """Where the rest of it passes; a task that is itself endless loses as ever."""
    course = shutil.copytree(COURSE, tmp_path / "course")
    graders = course / "autograder" / "graders" / "test_scaling.py"
    graders.write_text(
        graders.read_text(encoding="utf-8").replace("Case, require", "Case, own_work, require") + OWN_WORK
    )
    stub = course / "solutions" / "reference" / "scale.py"
    promise = "Graded:\n        - many rows (1): all at once.\n"
    stub.write_text(stub.read_text(encoding="utf-8").replace("Graded:\n", promise, 1), encoding="utf-8")
    graded = grade(tmp_path / "slow", course=course, stats=SLOW_MEAN)
    assert graded.scores == {"1.1": 4, "1.2": 6}
    assert (
        "left out, at no cost, because it takes too long where your own earlier tasks are used: many rows: all at once."
        in graded.text("1.2")
    )
    own_fault = RIGHT["scale.py"].replace("# BEGIN", "while len(x) > 60:\n        pass\n    # BEGIN", 1)
    assert grade(tmp_path / "own", course=course, scale=own_fault).scores["1.2"] < 6, "slow by itself"
    endless = "def standardise(x):\n    while True:\n        pass\n"
    assert grade(tmp_path / "endless", course=course, scale=endless).scores == {"1.1": 4, "1.2": 0}
