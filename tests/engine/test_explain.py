"""A regrade request: staff see everything about one item, the student's reply holds nothing hidden."""

import shutil
import subprocess
import sys

from tests.engine.mini import COURSE, RIGHT, softmark, submit

WRONG = "def mean(x):\n    return x.sum(axis=-1) / (x.shape[-1] + 1)\n"


def test_staff_see_inputs_and_get_a_script_that_reproduces_them(tmp_path):
    folder = submit(tmp_path / "submission", stats=WRONG)
    done = softmark("explain", folder, "1.1", "--course", COURSE, "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert "argument 1: float64" in done.stdout
    assert "expected: float64" in done.stdout
    script = tmp_path / "out" / "reproduce_TestMean_test_values_public.py"
    shutil.copy(script, folder)
    again = subprocess.run([sys.executable, script.name], cwd=folder, capture_output=True, text=True, check=True)
    assert "got:" in again.stdout
    assert "expected:" in again.stdout


def test_the_draft_reply_says_what_to_do(tmp_path):
    folder = submit(tmp_path / "submission", stats=WRONG)
    done = softmark("explain", folder, "1.1", "--course", COURSE, "--out", tmp_path / "out")
    reply = done.stdout.partition("Draft reply")[2]
    assert "python check.py 1.1" in reply
    assert "argument 1" not in reply


def test_a_right_item_is_said_to_be_right(tmp_path):
    folder = submit(tmp_path / "submission", stats=RIGHT["stats.py"])
    done = softmark("explain", folder, "1.2", "--course", COURSE, "--out", tmp_path / "out")
    assert "Every check of this item passed." in done.stdout


def test_an_unknown_item_lists_the_known_ones(tmp_path):
    folder = submit(tmp_path / "submission")
    done = softmark("explain", folder, "9.9", "--course", COURSE, "--out", tmp_path / "out")
    assert done.returncode == 2
    assert done.stderr.strip() == "the rubric has no item '9.9'; it has 1.1, 1.2"
