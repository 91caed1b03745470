"""A regrade request: staff see everything about one item, the student's reply holds nothing hidden."""

from pathlib import Path

from tests.mini_course import RIGHT, built, softmark, submit

WRONG = "def mean(x):\n    return x.sum(axis=-1) / (x.shape[-1] + 1)\n"


def test_staff_see_inputs_and_get_a_script_that_reproduces_them(tmp_path):
    folder = submit(tmp_path / "submission", stats=WRONG)
    done = softmark("explain", folder, "1.1", "--course", built(), "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert "argument 1: float64" in done.stdout
    assert "expected: float64" in done.stdout
    script = tmp_path / "out" / "reproduce_TestMean_test_values_public.py"
    assert f"reproduce: the same command with --again {script}" in done.stdout
    again = softmark("explain", folder, "1.1", "--course", built(), "--again", script)
    assert "got:\n[" in again.stdout and "expected:\n[" in again.stdout


BY_VARIANCE = """from stats import mean


def standardise(x):
    centred = x - mean(x)[:, None]
    return centred / mean(centred**2)[:, None]
"""


def test_a_carried_task_is_reproduced_on_top_of_what_it_was_graded_on(tmp_path):
    """With the student's own wrong mean the numbers would be others than those in the report."""
    folder = submit(tmp_path / "submission", stats=WRONG, scale=BY_VARIANCE)
    done = softmark("explain", folder, "1.2", "--course", built(), "--out", tmp_path / "out")
    script = Path(done.stdout.partition("the same command with --again ")[2].split()[0])  # of the first check shown
    text = script.read_text(encoding="utf-8")
    assert "graded on top of a correct `mean`" in done.stdout
    assert "ON_TOP_OF = ['stats.mean']  # right ones stand in for these, as in the grade" in text
    got = done.stdout.partition("  got: ")[2].split("\n")[1].strip(" []")
    again = softmark("explain", folder, "1.2", "--course", built(), "--again", script)
    assert _first_numbers(again.stdout) == [float(number) for number in got.split()][:2]
    alone = tmp_path / "alone.py"
    alone.write_text(text.replace("['stats.mean']", "[]"), encoding="utf-8")
    own = softmark("explain", folder, "1.2", "--course", built(), "--again", alone)
    assert _first_numbers(own.stdout) != _first_numbers(again.stdout)


def _first_numbers(printed):
    row = printed.partition("got:\n")[2].split("\n")[0].strip(" []")
    return [round(float(number), 5) for number in row.split()][:2]


def test_a_script_that_lists_no_names_of_the_course_is_told(tmp_path):
    folder, script = submit(tmp_path / "submission"), tmp_path / "mine.py"
    for listed, said in (('["stats.median"]', "the reference has no 'stats.median'"), ("3", "must be a list of names")):
        script.write_text(f"ON_TOP_OF = {listed}\n\n\ndef again():\n    pass\n", encoding="utf-8")
        again = softmark("explain", folder, "1.1", "--course", built(), "--again", script)
        assert again.returncode == 2 and said in again.stderr


def test_a_reproduction_runs_behind_the_wall(tmp_path):
    """Whoever looks at a regrade request has rights that a student's code must not get."""
    mine = tmp_path / "mine.txt"
    mine.write_text("the TA's", encoding="utf-8")
    reads = f"def mean(x):\n    print(open({str(mine)!r}).read())\n    return x\n"
    folder = submit(tmp_path / "submission", stats=reads)
    script = tmp_path / "reproduce_mean.py"
    script.write_text("import stats\n\ndef again():\n    print(stats.mean(1.0))\n", encoding="utf-8")
    again = softmark("explain", folder, "1.1", "--course", built(), "--again", script)
    assert "your code raised PermissionError" in again.stdout
    assert "the TA's" not in again.stdout


def test_nothing_that_a_submission_says_moves_the_terminal_of_whoever_looks(tmp_path):
    clipboard, title, eight_bit = "\x1b]52;c;cm0gLXJmIH4=\x07", "\x1b]0;owned\x07", "\x9b31m"
    says = f"def mean(x):\n    print({title!r})\n    raise ValueError({clipboard + eight_bit!r} + 'seen')\n"
    folder = submit(tmp_path / "submission", stats=says)
    for words in (("explain", folder, "1.1"), ("grade", folder), ("grade", folder, "--json")):
        done = softmark(*words, "--course", built(), "--out", tmp_path / "out")
        assert "seen" in done.stdout
        assert not any(sign in done.stdout + done.stderr for sign in "\x1b\x07\x9b")


def test_the_draft_reply_says_what_to_do(tmp_path):
    folder = submit(tmp_path / "submission", stats=WRONG)
    done = softmark("explain", folder, "1.1", "--course", built(), "--out", tmp_path / "out")
    reply = done.stdout.partition("Draft reply")[2]
    assert "python check.py 1.1" in reply
    assert "argument 1" not in reply


def test_a_right_item_is_said_to_be_right(tmp_path):
    folder = submit(tmp_path / "submission", stats=RIGHT["stats.py"])
    done = softmark("explain", folder, "1.2", "--course", built(), "--out", tmp_path / "out")
    assert "Every check of this task passed." in done.stdout


def test_an_unknown_item_lists_the_known_ones(tmp_path):
    folder = submit(tmp_path / "submission")
    done = softmark("explain", folder, "9.9", "--course", built(), "--out", tmp_path / "out")
    assert done.returncode == 2
    assert done.stderr.strip() == "the rubric has no task '9.9'; it has 1.1, 1.2"
