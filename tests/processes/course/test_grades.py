"""The real assignment through the real engine: what an instructor tries on the first day."""

import json
import os
import re
import shutil
import subprocess
import sys

import pytest

from softmark.build.student_folder import traces_for
from softmark.classes import pool
from softmark.content.course import Course
from softmark.content.splice import as_files, splice
from softmark.grading.server import GradingJob
from tests.mini_course import ROOT

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
LEANS_ON_A_LATER_TASK = changed(
    "attention.py",
    "def simple_attention(x):\n"
    "    n = x.shape[-2]\n"
    "    scores = x @ x.transpose(-2, -1)\n"
    "    hidden = torch.ones(n, n, dtype=torch.bool).triu(1)\n"
    "    return softmax(scores.masked_fill(hidden, float('-inf'))) @ x\n"
    "def softmax(scores):\n"
    "    powers = torch.exp(scores - scores.amax(dim=-1, keepdim=True))\n"
    "    return powers / (1 + powers.sum(dim=-1, keepdim=True))\n",
)
CALL_EACH_OTHER = changed(
    "attention.py",
    "def attention_scores(q, k):\n"
    "    return weighted_values(q, k.transpose(-2, -1)) / math.sqrt(k.shape[-1])\n"
    "def weighted_values(weights, v):\n"
    "    return attention_scores(weights, v.transpose(-2, -1)) * math.sqrt(v.shape[-2])\n",
)
UNWRITTEN_LATER = changed(
    "attention.py",
    "def simple_attention(x):\n"
    "    mask = torch.ones(x.shape[-2], x.shape[-2], dtype=torch.bool).tril()\n"
    "    return attend(x * math.sqrt(x.shape[-1]), x, x, mask)[0]\n"
    "def attend(q, k, v, mask=None):\n"
    '    raise NotImplementedError("Task 1.6: attend is not written yet")\n',
)
ASKS_FOR_ATTENTION = (
    "def softmax(scores):\n"
    '    """One token for each score, which holds it and a place of its own; the last token reads all of them."""\n'
    "    m = scores.shape[-1]\n"
    "    places = torch.eye(m).to(scores).expand(*scores.shape, m)\n"
    "    tokens = torch.cat([scores[..., None], places], dim=-1)\n"
    "    reader = torch.zeros(m + 1).to(scores).index_fill(0, torch.tensor(0), 1.0)\n"
    "    tokens = torch.cat([tokens, reader.expand(*scores.shape[:-1], 1, m + 1)], dim=-2)\n"
    "    weights = simple_attention(tokens)[..., -1, 1:]\n"
    "    return weights / weights.sum(dim=-1, keepdim=True)\n"
)
ASKS_FOR_A_LOSS = (
    "def softmax(scores):\n"
    '    """The gradient of a loss by its logits is softmax minus a one-hot vector."""\n'
    "    from lm import next_token_loss\n"
    "    with torch.enable_grad():\n"
    "        rows = scores.detach().reshape(-1, 1, scores.shape[-1]).requires_grad_()\n"
    "        logits = torch.cat([rows, rows.detach()], dim=1)\n"
    "        next_token_loss(logits, torch.zeros(len(rows), 2, dtype=torch.int64)).backward()\n"
    "    weights = rows.grad * len(rows)\n"
    "    weights[..., 0] += 1\n"
    "    return weights.reshape(scores.shape)\n"
)
UNWRITTEN = "    raise NotImplementedError('not written yet')\n"
SUBMISSIONS = {
    "softmax by an unwritten 1.1": changed(
        "attention.py", f"def simple_attention(x):\n{UNWRITTEN}{ASKS_FOR_ATTENTION}"
    ),
    "softmax by a wrong 1.1": changed("attention.py", f"def simple_attention(x):\n    return x\n{ASKS_FOR_ATTENTION}"),
    "softmax by an unwritten 4.3": {
        **changed("attention.py", ASKS_FOR_A_LOSS),
        "lm.py": splice(RIGHT["lm.py"], f"def next_token_loss(logits, tokens):\n{UNWRITTEN}"),
    },
    "leans on a later task": LEANS_ON_A_LATER_TASK,
    "call each other": CALL_EACH_OTHER,
    "leans on an unwritten later task": UNWRITTEN_LATER,
    "foreign import": {**RIGHT, "multihead.py": "import einops\n" + RIGHT["multihead.py"]},
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
    done = {each.name: each for each in pool.grade_all(ROOT, jobs, size=1, traces=traces_for(COURSE))}
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
        ("unscaled", [("1.2", "wrong"), ("1.6", "passed"), ("2.2", "passed")]),
        ("shortcut", [("1.6", "rule broken")]),
        ("merged", [("2.1", "wrong"), ("2.2", "passed")]),
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


def test_a_file_that_cannot_be_imported_is_not_called_not_written(graded):
    """`import einops`: all of it was written, and nobody is told otherwise."""
    assert lost(graded["foreign import"]) == ["2.1", "2.2", "2.3"]
    for row in graded["foreign import"]["items"]:
        if row["file"] == "multihead.py":
            assert row["status"] == "failed"
            assert {check["category"] for check in row["checks"] if check["passed"] is False} == {"not loaded"}
            assert any("einops" in check["message"] for check in row["checks"])


def test_a_wrong_softmax_costs_itself_also_where_an_earlier_task_calls_it(graded):
    """1.1 is graded before 1.4 is known to be wrong, and once more after that."""
    result = graded["leans on a later task"]
    assert lost(result) == ["1.4"]
    assert result["items"][0]["carried"] == "graded on top of a correct `softmax`; yours is still wrong in 1.4"


def test_two_tasks_that_call_each_other_do_not_both_pass_on_the_reference(graded):
    assert lost(graded["call each other"]) == ["1.2"]


def test_a_later_task_that_leans_on_others_is_no_way_round_an_earlier_one(graded):
    """`simple_attention` as a call of the unwritten `attend`: the reference does not write both."""
    assert {"1.1", "1.6"} <= set(lost(graded["leans on an unwritten later task"]))


@pytest.mark.parametrize(
    "name", ["softmax by an unwritten 1.1", "softmax by a wrong 1.1", "softmax by an unwritten 4.3"]
)
def test_a_softmax_that_asks_for_what_contains_one_gets_the_students_own(graded, name):
    row = next(row for row in graded[name]["items"] if row["id"] == "1.4")
    assert row["score"] == 0 and not row["carried"]


def test_a_lost_sentence_is_quoted_with_what_it_costs(graded):
    row = next(row for row in graded["unscaled"]["items"] if row["id"] == "1.2")
    (loss,) = row["losses"]
    assert loss["sentence"].startswith("Scaled by √d_k, the square root of the width of a key")
    assert (loss["points"], loss["foundation"]) == (row["points"], True)
