"""The real assignment through the real engine: what an instructor tries on the first day."""

import json
import os
import re
import shutil
import subprocess
import sys

import pytest

from softmark.classes import pool
from softmark.classes.pool import GradingJob
from softmark.content.course import Course
from softmark.content.splice import as_files, splice
from tests.engine.mini import ROOT

COURSE = Course.at(ROOT)
RIGHT = as_files(COURSE.reference)
KNOWN = {answer.name: answer for answer in COURSE.misconceptions}


def changed(file, code):
    """The right answer with some functions of one file replaced."""
    return {**RIGHT, file: splice(RIGHT[file], code)}


ENDLESS = changed("attention.py", "def softmax(scores):\n    while True:\n        pass\n")
SHORTCUT = changed(
    "attention.py",
    "def attend(q, k, v, mask=None):\n"
    "    import torch.nn.functional as F\n"
    "    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask), softmax(attention_scores(q, k))\n",
)
HIDDEN_SHORTCUT = changed(
    "attention.py",
    "def softmax(scores):\n"
    "    table = vars(torch)\n"
    "    found = [table[name] for name in table if name[::-1] == 'xamtfos']\n"
    "    return found[0](scores, -1)\n",
)
SUBMISSIONS = {
    "reference": RIGHT,
    "stubs": {name: (ROOT / "assignment" / name).read_text(encoding="utf-8") for name in RIGHT},
    "unscaled": as_files(COURSE.reference, KNOWN["scale.missing"]),
    "endless": ENDLESS,
    "merged": as_files(COURSE.reference, KNOWN["merge.reshaped_only"]),
    "shortcut": SHORTCUT,
    "hidden shortcut": HIDDEN_SHORTCUT,
    "broken file": {**RIGHT, "block.py": RIGHT["block.py"] + "def\n"},
    "missing file": {name: text for name, text in RIGHT.items() if name != "multihead.py"},
}


@pytest.fixture(scope="module")
def graded():
    """Every submission, graded by one launcher: name → result."""
    jobs = [GradingJob(name, files) for name, files in SUBMISSIONS.items()]
    done = {each.name: each for each in pool.grade_all(ROOT, jobs, size=1)}
    for each in done.values():
        assert not each.error, each.error
    return {name: each.result for name, each in done.items()}


def lost(result):
    return [row["id"] for row in result["items"] if row["score"] < row["points"]]


def named(result):
    return {check["diagnosis"] for row in result["items"] for check in row["checks"]} - {None}


def test_the_reference_gets_everything(graded):
    assert lost(graded["reference"]) == []
    assert sum(row["score"] for row in graded["reference"]["items"]) == 105


def test_the_stubs_get_nothing_and_every_task_is_not_written(graded):
    assert {row["score"] for row in graded["stubs"]["items"]} == {0}
    assert {row["status"] for row in graded["stubs"]["items"]} == {"not_written"}


def test_unscaled_scores_cost_their_own_item_and_are_named(graded):
    assert lost(graded["unscaled"]) == ["1.2"]
    assert named(graded["unscaled"]) == {"scale.missing"}
    attend = next(row for row in graded["unscaled"]["items"] if row["id"] == "1.6")
    assert attend["carried"] == "graded on top of a correct `attention_scores`; yours is still wrong in 1.2"


def test_an_endless_softmax_costs_its_own_item(graded):
    assert lost(graded["endless"]) == ["1.4"]
    training = next(row for row in graded["endless"]["items"] if row["id"] == "4.5")
    assert "left out until 1.4 is right, at no cost:" in training["carried"]
    assert graded["endless"]["status"] == "graded"


def test_heads_merged_without_a_transpose_cost_their_own_item_and_are_named(graded):
    assert lost(graded["merged"]) == ["2.1"]
    assert named(graded["merged"]) == {"merge.reshaped_only"}


def test_a_library_shortcut_is_refused_with_its_line(graded):
    attend = next(row for row in graded["shortcut"]["items"] if row["id"] == "1.6")
    assert attend["status"] == "rule_broken"
    number = next(i for i, line in enumerate(SHORTCUT["attention.py"].splitlines(), 1) if "return F.scaled_dot" in line)
    sentence = next(check["message"] for check in attend["checks"] if check["category"] == "rule")
    assert f"attention.py line {number} calls torch.nn.functional.scaled_dot_product_attention" in sentence


def test_what_the_source_hides_and_torch_sees_running_is_told_to_staff(graded):
    said = [note["text"] for note in graded["hidden shortcut"]["notes"] if note["voice"] == "staff"]
    assert any(text.startswith("evasion? torch.ops.aten._softmax, torch.softmax ran in task 1.4") for text in said)
    quiet = [note for name in ("reference", "unscaled", "merged") for note in graded[name]["notes"]]
    assert quiet == [], "honest work is not whispered about"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("unscaled", [("1.2", "wrong"), ("1.6", "waiting"), ("2.2", "waiting")]),
        ("shortcut", [("1.6", "rule broken")]),
        ("merged", [("2.1", "wrong"), ("2.2", "waiting")]),
    ],
)
def test_the_local_check_says_the_same(tmp_path, name, expected):
    folder = tmp_path / "student"
    shutil.copytree(ROOT / "assignment", folder)
    for file, text in SUBMISSIONS[name].items():
        (folder / file).write_text(text, encoding="utf-8")
    wanted = [ident for ident, _ in expected]
    done = subprocess.run(
        [sys.executable, "check.py", "--json", *wanted], cwd=folder, capture_output=True, text=True,
        encoding="utf-8", env={**os.environ, "PYTHONPATH": ""},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    states = {row["id"]: row["state"] for row in json.loads(done.stdout)["tasks"]}
    for ident, state in expected:
        assert re.match(state, states[ident]), (ident, states[ident])


@pytest.mark.parametrize(
    ("name", "costs"), [("broken file", {"3.1", "3.2", "3.3"}), ("missing file", {"2.1", "2.2", "2.3"})]
)
def test_a_file_that_does_not_load_costs_its_own_tasks_though_later_files_import_classes_from_it(graded, name, costs):
    assert set(lost(graded[name])) == costs
    later = next(row for row in graded[name]["items"] if row["id"] == "4.2")
    assert "graded on top of a correct" in later["carried"]
