"""What `python check.py` says about a task: one state, its points, and one panel for each root cause."""

import pytest

UNSCALED = (" / math.sqrt(q.shape[-1])", "")


def mean(body):
    return f"import numpy as np\n\n\ndef mean(x):\n    {body}\n"


WRONG_KINDS = {
    "nothing returned": (mean("x.sum(axis=-1)"), "the result is None: is `return` missing?"),
    "a tuple": (mean("return x.sum(axis=-1), 1"), "the result is a tuple of 2; expected a NumPy array"),
    "a list": (mean("return list(x.sum(axis=-1))"), "the result is a list of"),
    "a wrong shape": (mean("return x"), "the result has shape ("),
    "a wrong dtype": (mean("return (x.sum(axis=-1) / x.shape[-1]).astype('float32')"), "has dtype float32; expected"),
    "not a number": (mean("return x.sum(axis=-1) * np.nan"), "the result is NaN at row=0"),
    "wrong numbers": (mean("return x.sum(axis=-1)"), "entries differ"),
    "an exception": (mean("return x.summe()"), "your code raised AttributeError"),
    "an exception without words": (mean("assert x is None"), "your code raised AssertionError (stats.py line 5)"),
    "an exit": (mean("import sys; sys.exit(3)"), "your code raised SystemExit"),
    "a debugger": (mean("breakpoint()\n    return x.sum(-1) / 2"), "take `breakpoint()` out, or run plain `pytest`"),
    "a question": (mean("return x * float(input())"), "nothing can be typed in while the check runs"),
    "another folder": (mean("import os; os.chdir('/'); return x"), "the result has shape ("),
}


@pytest.mark.parametrize("kind", WRONG_KINDS)
def test_each_kind_of_wrong_answer_has_its_sentence(student_folder, kind):
    source, sentence = WRONG_KINDS[kind]
    ran = student_folder("numpy").write("stats.py", source).check("1.1", "--json")
    assert ran.states() == {"1.1": "wrong"}
    panel = ran.panel("1.1 The mean")
    assert sentence in panel
    assert "mean(x=" in panel


def test_tensors_are_expected_where_tensors_go_in(student_folder):
    folder = student_folder("torch").solve()
    folder.change("attention.py", *UNSCALED).change(
        "attention.py", "q @ k.transpose(-2, -1)", "q.numpy() @ k.mT.numpy()"
    )
    folder.change("attention.py", "return powers / powers.sum(dim=-1, keepdim=True)", "return powers, powers")
    ran = folder.check("1", "--json")
    assert "the result is a NumPy array; expected a tensor" in ran.panel("1.1 Scaled scores")
    assert "the result is a tuple of 2; expected a tensor" in ran.panel("1.2 Softmax")


def test_a_check_that_fails_costs_its_share_and_the_first_one_costs_the_task(student_folder):
    changes_input = mean("x[0, 0] += 0\n    y = x.sum(axis=-1) / x.shape[-1]\n    x[:] = 0\n    return y")
    ran = student_folder("numpy").write("stats.py", changes_input).check("1.1", "--json")
    assert ran.task("1.1")["state"] == "wrong"
    assert 0 < ran.task("1.1")["earned"] < 4
    ran = student_folder("numpy").write("stats.py", mean("return x")).check("1.1", "--json")
    assert ran.task("1.1")["earned"] == 0


def test_what_the_code_prints_is_shown_with_its_failure_and_nowhere_else(student_folder):
    loud = mean("print('so many words\\n' * 100_000); print('\\x1b[2J'); return x")
    folder = student_folder("numpy").solve("scale.py").write("stats.py", loud)
    ran = folder.check("--plain")
    assert ran.out.count("so many words") == 8
    assert "more lines" in ran.out
    assert "\x1b" not in ran.out
    quiet = student_folder("numpy").solve().change("stats.py", "return", "print('loud'); return").check()
    assert "loud" not in quiet.out
    assert quiet.out.count("✓") == 2
