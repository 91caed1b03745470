"""One expression of a program changed: what is said of it is what was done."""

from dataclasses import dataclass

import pytest

from softmark.questions.changes import Change, changes
from softmark.questions.program import Program


@dataclass(frozen=True)
class Task:
    id: str = "1.1"
    file: str = "work.py"
    names: tuple[str, ...] = ("f",)
    slow: bool = False


def of(text: str, *names: str) -> list[Change]:
    program = Program({"work.py": text}, [Task(names=names or ("f",))])
    return [change for function in program.of("1.1") for change in changes(program, function)]


def line(change: Change) -> str:
    return change.text.split("\n")[change.line - 1].strip()


@pytest.mark.parametrize(("code", "said", "becomes"), [
    ("return x / (d + 1)", "`/ (d + 1)` were taken out of line 2 of work.py", "return (x)"),
    ("return (x + d) * 2", "`* 2` were taken out of line 2 of work.py", "return (x + d)"),
    ("return x + d", "`x +` were taken out of line 2 of work.py", "return (d)"),
    ("return x.swapaxes(0, 1)", "`.swapaxes(0, 1)` were taken out of line 2 of work.py", "return (x)"),
    ("return np.exp(x)", "`np.exp(x)` were replaced by `x` alone in line 2 of work.py", "return (x)"),
    ("return x.sum(axis=-1)", "`axis=-1` were replaced by `axis=-2` in line 2 of work.py", "return x.sum(axis=-2)"),
    ("return x.sum(-1)", "`.sum(-1)` were replaced by `.sum(-2)` in line 2 of work.py", "return x.sum(-2)"),
    ("return x.max(keepdims=True)", "`keepdims=True` were replaced by `keepdims=False` in line 2 of work.py",
     "return x.max(keepdims=False)"),
    ("return x <= d", "`<=` in `x <= d` were `<` in line 2 of work.py", "return (x < d)"),
    ("return ~x", "the `~` before `x` were taken out of line 2 of work.py", "return (x)"),
    ("return x @ d[::-1, ::-1]", "`[::-1, ::-1]` were taken out of line 2 of work.py", "return x @ (d)"),
    ("x.append(d * 2)", "`x.append(d * 2)` (line 2 of work.py) were left out", "pass"),
    ("return g(x, d)", "`x` and `d` were swapped in `g(x, d)` (line 2 of work.py)", "return g(d, x)"),
])  # fmt: skip
def test_what_is_said_is_what_is_done(code: str, said: str, becomes: str) -> None:
    found = {change.said: line(change) for change in of(f"def f(x, d):\n    {code}\n\n\nimport numpy as np\n")}
    assert found[said] == becomes


def test_what_only_picks_is_not_taken_out_and_a_statement_is_left_out_whole() -> None:
    text = "def f(x, out):\n    out.append(x[1:, ::2])\n    return x[::-1, 0]\n"
    assert [change.said for change in of(text)] == ["`out.append(x[1:, ::2])` (line 2 of work.py) were left out"]


def test_a_condition_and_an_addition_may_be_left_out() -> None:
    text = "def f(x, mask=None):\n    if mask is not None:\n        x = x * mask\n    x += 1\n    return x\n"
    found = {change.said: change.text for change in of(text)}
    assert "if False:" in found["what stands under `if mask is not None:` (line 2 of work.py) never ran"]
    assert "    pass\n" in found["`x += 1` (line 4 of work.py) were left out"]


def test_a_letter_of_several_bytes_before_it_moves_nothing() -> None:
    (change,) = [each for each in of("def f(β):\n    return β * 2 # größer\n") if "`* 2`" in each.words]
    assert change.text == "def f(β):\n    return (β) # größer\n"


def test_loops_that_may_never_end_are_left_alone() -> None:
    assert of("def f(n):\n    while n > 0:\n        n -= 1\n    return n\n") == []


def test_helpers_of_one_task_belong_to_it_and_shared_ones_to_none() -> None:
    text = (
        "def _own(x):\n    return x + 1\n\n\ndef _shared(x):\n    return x + 2\n\n\n"
        "def f(x):\n    return _own(x) + _shared(x)\n\n\ndef g(x):\n    return _shared(x)\n"
    )
    program = Program({"work.py": text}, [Task(), Task("1.2", names=("g",))])
    assert [(each.name, each.task) for each in program.functions] == [("f", "1.1"), ("g", "1.2"), ("_own", "1.1")]


def test_a_file_that_is_no_python_has_no_questions() -> None:
    program = Program({"work.py": "def f(:\n"}, [Task()])
    assert program.functions == [] and program.tasks == []


def test_white_space_and_comments_decide_nothing() -> None:
    plain = Program({"work.py": "def f(x):\n    return x + 1\n"}, [Task()])
    spaced = Program({"work.py": "def f( x ):\n\n    return x+1   # one more\n"}, [Task()])
    other = Program({"work.py": "def f(x):\n    return x + 2\n"}, [Task()])
    assert plain.dice("a").random() == spaced.dice("a").random() != other.dice("a").random()
