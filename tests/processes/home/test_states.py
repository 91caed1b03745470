"""What `python check.py` says about a task, where its code does what no snapshot can do in one process."""

import pytest


def mean(body):
    return f"import numpy as np\n\n\ndef mean(x):\n    {body}\n"


KINDS = {
    "an exception without words": (mean("assert x is None"), "your code raised AssertionError (stats.py line 5)"),
    "an exit": (mean("import sys; sys.exit(3)"), "your code raised SystemExit"),
    "a debugger": (mean("breakpoint()\n    return x.sum(-1) / 2"), "take `breakpoint()` out, or run plain `pytest`"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_what_ends_a_function_has_its_sentence(student_folder, kind):
    source, sentence = KINDS[kind]
    ran = student_folder().write("stats.py", source).check("1.1", "--json")
    assert ran.states() == {"1.1": "wrong"}
    assert sentence in ran.panel("1.1 The mean")
    assert "mean(x=" in ran.panel("1.1 The mean")


def test_what_the_code_prints_is_shown_with_its_failure_and_nowhere_else(student_folder):
    loud = mean("print('so many words\\n' * 100_000); print('\\x1b[2J'); return x")
    folder = student_folder().solve("scale.py").write("stats.py", loud)
    ran = folder.check("--plain")
    assert ran.out.count("so many words") == 8
    assert "more lines" in ran.out
    assert "\x1b" not in ran.out
    quiet = student_folder().solve().change("stats.py", "return", "print('loud'); return").check()
    assert "loud" not in quiet.out
    assert quiet.out.count("✓") == 2
