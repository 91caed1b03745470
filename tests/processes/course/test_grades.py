"""The real assignment through the real engine: what an instructor tries on the first day."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from softmark.bank import splice
from softmark.classes import pool
from softmark.content.course import Course
from softmark.grading.server import GradingJob
from tests.mini_course import ROOT, frozen

COURSE = Course.at(ROOT)
RIGHT = COURSE.laid_over()
KNOWN = {answer.name: answer for answer in COURSE.known_mistakes}


def changed(file, code):
    """The right answer with some functions of one file replaced."""
    return {**RIGHT, file: splice(RIGHT[file], code)}


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
SHORTCUT = "    return torch.nn.functional.layer_norm(x, x.shape[-1:], self.gamma, self.beta, self.eps)\n"
THREE_MISTAKES = {
    "attention.py": COURSE.laid_over(KNOWN["scale.missing"])["attention.py"],
    "multihead.py": COURSE.laid_over(KNOWN["merge.reshaped_only"])["multihead.py"],
    "block.py": splice(RIGHT["block.py"], f"class LayerNorm:\n    def forward(self, x):\n    {SHORTCUT}"),
}
"""A known mistake in 1.2 and another in 2.1; 3.1 by a library function."""
NOT_LOADED = {"block.py": RIGHT["block.py"] + "def\n", "multihead.py": "import einops\n" + RIGHT["multihead.py"]}
"""One file that is no Python, and one that imports what is not there."""
LECTURE = changed(
    "attention.py",
    "def simple_attention(x):\n"
    "    n, d = x.shape\n"
    "    a = torch.zeros(n, d, dtype=x.dtype)\n"
    "    for i in range(n):\n"
    "        alpha = torch.softmax(torch.stack([torch.dot(x[i], x[j]) for j in range(i + 1)]), dim=0)\n"
    "        for j in range(i + 1):\n"
    "            a[i] += alpha[j] * x[j]\n"
    "    return a\n"
    "def attention_scores(q, k):\n"
    "    return q @ k.T / math.sqrt(k.shape[1])\n"
    "def softmax(scores):\n"
    "    e = torch.exp(scores - scores.max(dim=1, keepdim=True).values)\n"
    "    return e / e.sum(dim=1, keepdim=True)\n"
    "def weighted_values(weights, v):\n"
    "    return torch.mm(weights, v)\n",
)
ASKS_THE_MASK = changed(
    "attention.py",
    "def attend(q, k, v, mask=None):\n"
    "    scores = attention_scores(q, k)\n"
    "    if mask:\n"
    "        scores = apply_mask(scores, mask)\n"
    "    weights = softmax(scores)\n"
    "    return weighted_values(weights, v), weights\n",
)
PART_1 = ["1.1", "1.2", "1.3", "1.4", "1.5", "1.6"]

QUICK = [item.id for item in COURSE.rubric.items if not item.slow]
"""Training takes long; the audit grades it."""
SUBMISSIONS = {
    "reference": (RIGHT, QUICK),
    "stubs": ({name: (ROOT / "assignment" / name).read_text(encoding="utf-8") for name in RIGHT}, QUICK),
    "three mistakes": (RIGHT | THREE_MISTAKES, ["1.2", "1.6", "2.1", "2.2", "3.1", "3.3"]),
    "not loaded": (RIGHT | NOT_LOADED, ["2.1", "2.2", "2.3", "3.1", "3.2", "3.3", "4.2"]),
    "lecture": (LECTURE, PART_1),
    "asks the mask": (ASKS_THE_MASK, ["1.6", "2.2"]),
    "hidden shortcut": (HIDDEN_SHORTCUT, ["1.4"]),
    "leans on a later task": (LEANS_ON_A_LATER_TASK, ["1.1", "1.4", "4.5"]),
    "leans on an unwritten later task": (UNWRITTEN_LATER, ["1.1", "1.6"]),
    "call each other": (CALL_EACH_OTHER, ["1.2", "1.5"]),
    "softmax by an unwritten 1.1": (
        changed("attention.py", f"def simple_attention(x):\n{UNWRITTEN}{ASKS_FOR_ATTENTION}"),
        ["1.1", "1.4"],
    ),
    "softmax by a wrong 1.1": (
        changed("attention.py", f"def simple_attention(x):\n    return x\n{ASKS_FOR_ATTENTION}"),
        ["1.1", "1.4"],
    ),
    "softmax by an unwritten 4.3": (
        changed("attention.py", ASKS_FOR_A_LOSS)
        | {"lm.py": splice(RIGHT["lm.py"], f"def next_token_loss(logits, tokens):\n{UNWRITTEN}")},
        ["1.4", "4.3"],
    ),
}
"""What is handed in, and the tasks that are looked at: the others are not graded."""


class Graded(dict):
    """Name → result, by one launcher: each submission when a test asks for it, and once."""

    def __init__(self, graders):
        self.graders = graders

    def __missing__(self, name):
        files, tasks = SUBMISSIONS[name]
        job = GradingJob(name, files, skip=tuple(item.id for item in COURSE.rubric.items if item.id not in tasks))
        (done,) = self.graders.each([job])
        assert not done.error, done.error
        self[name] = done.result
        return done.result


@pytest.fixture(scope="module")
def graded():
    with pool.local(frozen(ROOT), 1) as graders:
        yield Graded(graders)


def looked_at(result, name):
    return [row for row in result["items"] if row["id"] in SUBMISSIONS[name][1]]


def lost(graded, name):
    return [row["id"] for row in looked_at(graded[name], name) if row["score"] < row["points"]]


def row_of(graded, name, task):
    return next(row for row in graded[name]["items"] if row["id"] == task)


def test_the_reference_gets_everything(graded):
    assert lost(graded, "reference") == []
    slow = sum(item.points for item in COURSE.rubric.items if item.slow)
    assert sum(row["score"] for row in graded["reference"]["items"]) == 108 - slow


def test_the_stubs_get_nothing_and_every_task_is_not_written(graded):
    rows = looked_at(graded["stubs"], "stubs")
    assert {(row["score"], row["status"]) for row in rows} == {(0, "not_written")}


def test_each_mistake_costs_its_own_task_and_is_named(graded):
    assert lost(graded, "three mistakes") == ["1.2", "2.1", "3.1"]
    checks = [check for row in graded["three mistakes"]["items"] for check in row["checks"]]
    assert {check["diagnosis"] for check in checks} - {None} == {"scale.missing", "merge.reshaped_only"}
    attend = row_of(graded, "three mistakes", "1.6")
    assert attend["carried"] == "graded on top of a correct `attention_scores`; yours is still wrong in 1.2"


def test_a_library_shortcut_is_refused_with_its_line(graded):
    norm = row_of(graded, "three mistakes", "3.1")
    assert norm["status"] == "rule_broken"
    lines = THREE_MISTAKES["block.py"].splitlines()
    number = next(number for number, line in enumerate(lines, 1) if "functional.layer_norm" in line)
    sentence = next(check["message"] for check in norm["checks"] if check["category"] == "rule")
    assert f"block.py line {number} calls torch.nn.LayerNorm, by this or another name;" in sentence


def test_a_lost_label_is_told_with_what_it_costs(graded):
    row = row_of(graded, "three mistakes", "1.2")
    (loss,) = row["losses"]
    assert loss["label"] == "scale" and loss["points"] == row["points"] - row["score"] > 0


def test_code_for_one_sequence_pays_one_label_a_task(graded):
    rows = looked_at(graded["lecture"], "lecture")
    losses = [loss for row in rows for loss in row["losses"]]
    assert {loss["habit"] for loss in losses} == {"leading dimensions"}
    assert {loss["points"] for loss in losses} == {0.25}
    assert "graded on top of a correct `attention_scores`" in row_of(graded, "lecture", "1.6")["carried"]
    (says,) = {check["message"] for check in rows[0]["checks"] if check["passed"] is False}
    assert says.startswith("your code works for one thing at a time, such as one sequence. ")


def test_a_wrong_function_does_not_cost_what_stands_on_it_in_the_same_task(graded):
    row = row_of(graded, "asks the mask", "1.6")
    assert {check["name"].partition(".")[0] for check in row["checks"] if check["passed"] is False} == {"TestAttend"}
    assert {check["diagnosis"] for check in row["checks"]} - {None} == {"attend.mask_as_condition"}
    assert row["carried"] == "what depends on `attend` was checked with a correct one; yours is still wrong"
    assert lost(graded, "asks the mask") == ["1.6"]


def at_home(folder, files, *tasks):
    """The rows of `python check.py`."""
    shutil.copytree(ROOT / "assignment", folder)
    for file, text in files.items():
        (folder / file).write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "check.py", "--json", *tasks], cwd=folder, capture_output=True, text=True,
        encoding="utf-8", env={**os.environ, "PYTHONPATH": ""},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return {row["id"]: row for row in json.loads(done.stdout)["tasks"]}


def test_the_local_check_says_the_same_and_waits_where_the_server_carries(tmp_path):
    expected = {"1.2": "wrong", "1.6": "waiting", "2.1": "wrong", "2.2": "waiting", "3.1": "rule broken"}
    rows = at_home(tmp_path / "student", RIGHT | THREE_MISTAKES, *expected)
    assert {ident: row["state"] for ident, row in rows.items()} == expected


def test_a_call_that_the_source_hides_costs_its_task(graded):
    assert row_of(graded, "hidden shortcut", "1.4")["status"] == "rule_broken"
    assert graded["reference"]["notes"] == [], "honest work is not whispered about"


def test_a_file_that_does_not_load_costs_its_own_tasks_though_later_files_import_classes_from_it(graded):
    assert lost(graded, "not loaded") == ["2.1", "2.2", "2.3", "3.1", "3.2", "3.3"]
    assert "graded on top of a correct" in row_of(graded, "not loaded", "4.2")["carried"]


def test_a_file_that_cannot_be_imported_is_not_called_not_written(graded):
    """`import einops`: all of it was written, and nobody is told otherwise."""
    for row in graded["not loaded"]["items"]:
        if row["file"] == "multihead.py":
            assert row["status"] == "failed"
            assert {check["category"] for check in row["checks"] if check["passed"] is False} == {"not loaded"}
            assert any("einops" in check["message"] for check in row["checks"])


def test_a_wrong_softmax_costs_itself_also_where_an_earlier_task_calls_it(graded):
    """1.1 is graded before 1.4 is known to be wrong, and once more after that. Training waits for a right 1.4."""
    name = "leans on a later task"
    assert lost(graded, name) == ["1.4"]
    sentence = "graded on top of a correct `softmax`; yours is still wrong in 1.4"
    assert row_of(graded, name, "1.1")["carried"] == sentence
    assert "left out, at no cost, until 1.4 is right:" in row_of(graded, name, "4.5")["carried"]


@pytest.mark.slow
def test_two_tasks_that_call_each_other_do_not_both_pass_on_the_reference(graded):
    assert lost(graded, "call each other") == ["1.2"]


def test_a_later_task_that_leans_on_others_is_no_way_round_an_earlier_one(graded):
    """`simple_attention` as a call of the unwritten `attend`: the reference does not write both."""
    assert lost(graded, "leans on an unwritten later task") == ["1.1", "1.6"]


@pytest.mark.parametrize(
    "name",
    [
        "softmax by an unwritten 1.1",
        pytest.param("softmax by a wrong 1.1", marks=pytest.mark.slow),
        pytest.param("softmax by an unwritten 4.3", marks=pytest.mark.slow),
    ],
)
def test_a_softmax_that_asks_for_what_contains_one_gets_the_students_own(graded, name):
    row = row_of(graded, name, "1.4")
    assert row["score"] == 0 and not row["carried"]
