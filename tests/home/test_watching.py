"""`--watch` with keys that are pressed here, and checks that are made up: which tasks are checked, and what is said."""

import io
from dataclasses import replace

import pytest

from softmark.core.assignment import Assignment, Task
from softmark.core.result import PASSED, WAITING, WRONG, Row
from softmark.home.report import Report, show_table
from softmark.home.watching import Watch
from softmark.render.words.screen import choose

TASKS = tuple(
    Task(ident, f"Task {ident}", 2.0, False, "a.py", (f"f{ident[-1]}",), (), (), (), False)
    for ident in ("1.1", "1.2", "1.3")
)
ASSIGNMENT = Assignment("mini", "Mini", "torch", ("a.py",), (), (), "name", False, TASKS, {})
SOURCE = 'def f2(x):\n    """Two.\n\n    Hints:\n        - Add one.\n    """\n'


def pressed(*keys):
    """Instead of a keyboard. What is no key is something that is done then."""
    left = list(keys)

    def wait(seconds):
        key = left.pop(0)
        return (key() or "") if callable(key) else key

    return wait


@pytest.fixture
def watched(tmp_path):
    """Runs `--watch` on three tasks; returns what was checked, and what was shown."""
    file = tmp_path / "a.py"
    file.write_text(SOURCE)

    def run(right, *keys, wanted=TASKS, meanwhile=lambda: None):
        out, checked = io.StringIO(), []

        def check(tasks):
            checked.append([task.id for task in tasks])
            meanwhile()
            rows = {task.id: Row(task.id, 2.0, 2.0 * (task.id in right), right.get(task.id, WRONG)) for task in tasks}
            report = Report(ASSIGNMENT, tasks, rows, {}, (), {"a.py": SOURCE})
            show_table(report, screen)
            return report

        screen = choose(True, out)
        Watch(tmp_path, ["a.py"], wanted, screen, check, pressed(*keys)).run()
        return checked, out.getvalue()

    run.save = lambda: file.write_text(file.read_text() + "#\n") and ""
    return run


def test_after_everything_the_first_open_task_is_at_hand_and_a_save_checks_it_alone(watched):
    checked, said = watched({"1.1": PASSED}, watched.save, "q")
    assert checked == [["1.1", "1.2", "1.3"], ["1.2"]]
    assert "Now: task 1.2, `f2` in a.py." in said


def test_the_list_waits_for_nothing_that_is_right_by_now():
    rows = {"1.1": Row("1.1", 2.0, 2.0, PASSED), "1.2": Row("1.2", 2.0, 0.0, WRONG)}
    waiting = Row("1.3", 2.0, 0.0, WAITING, waits_for=("1.1", "1.2"))
    report = Report(ASSIGNMENT, TASKS, {**rows, "1.3": waiting}, {}, (), {})
    assert report.entry(TASKS[2]).words == "waiting for 1.2"
    later = replace(report, rows={**report.rows, "1.2": rows["1.1"]})
    assert later.entry(TASKS[2]).words == "to be checked again"


def test_it_stays_with_a_task_that_passes_until_it_is_told_to_go_on(watched):
    right = {"1.1": PASSED}

    def repaired():
        right["1.2"] = PASSED
        watched.save()

    checked, said = watched(right, repaired, watched.save, "n", "q")
    assert checked == [["1.1", "1.2", "1.3"], ["1.2"], ["1.2"], ["1.3"]]
    assert said.count("1.2 passes. n goes on to 1.3 Task 1.3.") == 2


def test_a_hint_a_list_and_everything_again(watched):
    checked, said = watched({"1.1": PASSED}, "h", "l", "a", "q")
    assert checked == [["1.1", "1.2", "1.3"]] * 2
    assert "1.2, from its docstring:\n    - Add one." in said
    assert said.count("1.3 Task 1.3: wrong. 0 of 2 points.") == 3


def test_other_keys_do_nothing(watched):
    assert watched({}, "x", "\x1b", "[", "A", "q")[0] == [["1.1", "1.2", "1.3"]]


def test_all_right_is_said_so(watched):
    _, said = watched({task.id: PASSED for task in TASKS}, "n", "q")
    assert "All 3 tasks pass: Mini, and every line of it is yours." in said


def test_one_task_that_was_asked_for_is_stayed_with(watched):
    checked, said = watched({"1.3": PASSED}, watched.save, "q", wanted=TASKS[2:])
    assert checked == [["1.3"]] * 2
    assert "1.3 passes." in said


def test_a_save_while_it_checks_is_checked_next(watched):
    saves = [watched.save]
    assert watched({}, "q", meanwhile=lambda: saves and saves.pop()())[0] == [["1.1", "1.2", "1.3"], ["1.1"]]


NORM = '''
class Norm:
    def forward(self, x):
        """Norm it.

        Hints:
            - Mind the root.
              It has an inside.

        Example: one.
        """


class Block:
    def forward(self, x):
        """Block it."""


def loose(x):
    """Loose.

    Hints:
        - First.
        - Second.
    """
'''


@pytest.mark.parametrize(
    ("source", "names", "says"),
    [
        (NORM, ("Norm.forward",), "from its docstring:\n    - Mind the root. It has an inside."),
        (NORM, ("loose", "Norm.forward"), "from its docstring:\n    - First.\n    - Second.\n    - Mind the root. It"),
        (NORM, ("Block.forward", "gone", "Norm.gone"), "read its docstring in a.py."),
        ("def f(:", ("f",), "read its docstring in a.py."),
    ],
)
def test_the_hints_of_a_docstring_are_of_the_right_function(source, names, says):
    report = Report(ASSIGNMENT, TASKS, {}, {}, (), {"a.py": source})
    assert says in report.hint(replace(TASKS[0], names=names))
