"""What `python check.py` says about a task: one state, its points, and one panel for each root cause."""

import pytest

UNSCALED = (" / math.sqrt(q.shape[-1])", "")


def test_untouched_stubs_are_not_written_yet_and_nothing_is_wrong(student_folder):
    ran = student_folder("torch").check()
    assert ran.code == 0
    assert ran.err == ""
    assert ran.out.count("… ") == ran.out.count("not written yet") == 3
    assert "0 / 10 points (an estimate on public numbers" in ran.out
    assert "This is how it starts: nothing is written yet, and nothing is wrong." in ran.out
    assert "First comes task 1.1, `attention_scores` in attention.py" in ran.out
    assert "──" not in ran.out, "an empty stub needs no panel"


def test_right_answers_pass_with_all_points(student_folder):
    ran = student_folder("torch").solve().check()
    assert ran.code == 0
    assert ran.out.count("✓ ") == ran.out.count("passed") == 3
    assert "10 / 10 points" in ran.out


CALL = "softmax(attention_scores(y, y)) @ x"
NOT_RECORDED = "softmax(attention_scores(2 * y, y) / 2) @ x"
"""Just as right, but nobody has asked the scores that before."""


@pytest.fixture(scope="module")
def unscaled(student_folder):
    folder = student_folder("torch").solve().change("attention.py", *UNSCALED)
    return folder.change("head.py", CALL, NOT_RECORDED)


def test_a_known_mistake_is_named_and_later_tasks_wait(unscaled):
    ran = unscaled.check()
    lines = [line.split() for line in ran.out.splitlines()]
    assert ["✗", "1.1", "Scaled", "scores", "wrong", "0", "/", "3"] in lines
    assert ["✓", "1.2", "Softmax", "passed", "3", "/", "3"] in lines
    assert ["◔", "2.1", "A", "head", "waiting", "for", "1.1", "0", "/", "4"] in lines
    panels = ran.out.partition("── ✗ ")[2]
    assert "── ✗ " not in panels, "one root cause, one panel"
    assert "Scores are q · k / √d." in panels
    assert "attention_scores(q=<(2, " in panels
    assert "is expected" in panels
    assert "The scores are not divided by √d. (scale.missing)" in panels
    assert "How large do the scores get when d grows?" in panels
    assert "docstring in attention.py" in panels, "this course has no handout"
    assert "2.1 waits for 1.1" in panels


def test_asking_for_the_waiting_task_alone_still_finds_the_cause(unscaled):
    ran = unscaled.check("2.1", "--json")
    assert ran.states() == {"2.1": "waiting for 1.1"}
    assert ran.causes() == ["1.1 Scaled scores"]


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


def test_the_line_of_an_exception_is_shown(student_folder):
    ran = student_folder("numpy").write("stats.py", mean("return x.summe()")).check("1.1", "--json")
    assert "(stats.py line 5)" in ran.panel("1.1 The mean")


def test_a_check_that_fails_costs_its_share_and_the_first_one_costs_the_task(student_folder):
    changes_input = mean("x[0, 0] += 0\n    y = x.sum(axis=-1) / x.shape[-1]\n    x[:] = 0\n    return y")
    ran = student_folder("numpy").write("stats.py", changes_input).check("1.1", "--json")
    assert ran.task("1.1")["state"] == "wrong"
    assert 0 < ran.task("1.1")["earned"] < 4
    ran = student_folder("numpy").write("stats.py", mean("return x")).check("1.1", "--json")
    assert ran.task("1.1")["earned"] == 0


def test_a_library_call_that_is_not_allowed_breaks_the_rule_with_its_line(student_folder):
    ran = student_folder("numpy").solve("scale.py").write("stats.py", mean("return np.mean(x, axis=-1)")).check()
    assert "⊘ 1.1  The mean" in ran.out
    assert "rule broken" in ran.out
    told = " ".join(ran.out.split())
    assert "stats.py line 5 calls numpy.mean, by this or another name; task 1.1 asks you to write it yourself" in told
    assert "(not allowed: library means)" in told
    assert "✓ 1.2" in ran.out, "a task that uses it and passes has passed"


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
