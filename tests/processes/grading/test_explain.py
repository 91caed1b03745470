"""A regrade request: staff see everything about one task, the reply to the student holds nothing hidden."""

import re

import pytest

from tests.mini_course import RIGHT, built, softmark, submit

WRONG = "def mean(x):\n    return x.sum(axis=-1) / (x.shape[-1] + 1)\n"
BY_VARIANCE = """from stats import mean


def standardise(x):
    centred = x - mean(x)[:, None]
    return centred / mean(centred**2)[:, None]
"""


def explain(*words):
    return softmark("explain", *words, "--course", built())


def test_staff_see_what_was_called_what_was_expected_and_what_came(tmp_path):
    done = explain(submit(tmp_path / "submission", stats=WRONG), "1.1")
    assert done.returncode == 0, done.stderr
    for words in ("the call: call stats.mean", "argument 1: float64", "expected: float64", "got: float64"):
        assert words in done.stdout


def test_a_carried_task_says_on_top_of_what_it_was_graded(tmp_path):
    done = explain(submit(tmp_path / "submission", stats=WRONG, scale=BY_VARIANCE), "1.2")
    assert "graded on top of a correct `mean`" in done.stdout


def test_nothing_that_a_submission_says_moves_the_terminal_of_whoever_looks(tmp_path):
    clipboard, title, eight_bit = "\x1b]52;c;cm0gLXJmIH4=\x07", "\x1b]0;owned\x07", "\x9b31m"
    says = f"def mean(x):\n    print({title!r})\n    raise ValueError({clipboard + eight_bit!r} + 'seen')\n"
    folder = submit(tmp_path / "submission", stats=says)
    graded = softmark("grade", folder, "--course", built(), "--out", tmp_path / "out")
    for done in (explain(folder, "1.1"), graded):
        assert "seen" in done.stdout
        assert not any(sign in done.stdout + done.stderr for sign in "\x1b\x07\x9b")


def test_the_draft_of_a_reply_says_what_to_do_and_nothing_hidden(tmp_path):
    done = explain(submit(tmp_path / "submission", stats=WRONG), "1.1")
    reply = done.stdout.partition("Draft of a reply")[2]
    assert "python check.py 1.1" in reply
    assert "argument 1" not in reply and "hidden numbers:" not in reply


def test_a_right_task_is_said_to_be_right(tmp_path):
    assert "Every check of this task passed." in explain(submit(tmp_path / "s", stats=RIGHT["stats.py"]), "1.2").stdout


def test_an_unknown_task_lists_the_known_ones(tmp_path):
    done = explain(submit(tmp_path / "submission"), "9.9")
    assert done.returncode == 2
    assert done.stderr.strip() == "the rubric has no task '9.9'; it has 1.1, 1.2"


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """A class of three, graded and reported."""
    folder = tmp_path_factory.mktemp("class")
    submit(folder / "export" / "Ada Lovelace")
    submit(folder / "export" / "Alan Turing", stats=WRONG)
    submit(folder / "export" / "Ada Yonath", scale=BY_VARIANCE)
    out = folder / "out"
    assert softmark("batch", folder / "export", "--out", out, "--course", built()).returncode == 0
    (out / "overrides.csv").write_text("student,task,score,reason\nAda Yonath,1.2,3,half of it\n", encoding="utf-8")
    assert softmark("report", out, "--course", built()).returncode == 0
    return out


def test_without_a_task_it_lists_what_was_lost(graded):
    lost = explain(graded, "turing").stdout
    assert re.fullmatch(r"Alan Turing: 6 points\n  1\.1 The mean: 0 of 4 \(group \w{6,8}\)\n\n?", lost)
    assert "nothing is lost" in explain(graded, "Ada Lovelace").stdout
    decided = "1.2 Standard scores: 3 of 6 (scale.by_variance, decided by staff: half of it)"
    assert decided in explain(graded, "yonath").stdout


def test_with_a_task_it_says_what_it_would_earn_and_greets_by_name(graded):
    same = explain(graded, "turing", "1.1")
    assert "Graded again it earns the same." in same.stdout and "    Hello Alan Turing," in same.stdout
    other = explain(graded, "yonath", "1.2").stdout
    assert "Graded again it would earn 0 by itself; what staff decided stays." in other
    reply = other.partition("Draft of a reply")[2]
    assert "The course staff decided that it earns 3 of 6 points: half of it." in reply
    assert "0 of 6" not in reply and "Lost" not in reply


def test_a_file_that_does_not_import_is_the_only_thing_said(tmp_path):
    done = explain(submit(tmp_path / "submission", scale="def standardise(x:\n    return x\n"), "1.2").stdout
    assert done.count("Its code in scale.py could not be loaded, so it earns nothing:") == 2
    assert "scale.py could not be imported: SyntaxError" in done and "(scale.py line 1)" in done
    assert "HandleRef" not in done and "✗" not in done.partition("Draft of a reply")[2]


def test_a_folder_that_is_not_there_is_said_first(tmp_path):
    done = explain(tmp_path / "nowhere", "nobody")
    assert done.returncode == 2 and f"there is no {tmp_path / 'nowhere'}" in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("ada",), "“ada” may be Ada Lovelace"),
        (("nobody",), "nobody here is “nobody”: give a name, an e-mail, a student number or a submission"),
        (("1.1",), "which student? softmark explain"),
        (("ada", "9.9"), "the rubric has no task '9.9'"),
    ],
)
def test_whoever_is_meant_by_nobody_or_by_two_is_one_sentence(graded, words, said):
    done = explain(graded, *words)
    assert done.returncode == 2 and said in done.stderr and "Traceback" not in done.stderr
