"""Graders that use nothing of pytest's are read without it, and are the same checks in the same order."""

import sys
from pathlib import Path

import pytest

from softmark.checks import marks
from softmark.content.course import Course
from softmark.running import plain_collection, pytest_collection
from tests.mini_course import COURSE

GRADERS = Path(__file__).resolve().parents[2] / "autograder" / "graders"
HEAD = """from gradescope_utils.autograder_utils.decorators import number
from softmark.checks import by_pattern, own_work
"""


def without_pytest(folder, conftest=True):
    """What is found so: {check: (what its marks say, the fixtures it asks for)}."""
    with plain_collection.collected(folder, conftest) as found:
        return {node.nodeid: (marks_of(node), direct.fixtures) for node, direct in found}


def with_pytest(folder):
    found = []
    pytest_collection.collected(folder, lambda nodes, run: found.extend(nodes), conftest=True)
    return {node.nodeid: (marks_of(node), direct.fixtures) for node, direct in found}


def marks_of(node):
    return marks.task_of(node.obj), *(marks.said(node.obj, mark) for mark in (marks.BY_PATTERN, marks.OWN_WORK))


@pytest.mark.parametrize("folder", [Course.at(COURSE).graders, GRADERS], ids=["miniature", "assignment"])
def test_the_same_checks_in_the_same_order(folder):
    if folder == GRADERS:
        pytest.importorskip("torch")
    plain = without_pytest(folder)
    assert plain, "these graders use nothing of pytest's"
    assert list(plain.items()) == list(with_pytest(folder).items())


def test_a_mark_on_a_check_comes_before_that_on_its_class(tmp_path):
    text = "@number('1.1')\n@by_pattern\nclass TestA:\n    @number('1.2')\n    def test_b(self, draw): ...\n"
    (tmp_path / "test_a.py").write_text(HEAD + text)
    found = {"test_a.py::TestA::test_b": (("1.2", True, None), ("draw",))}
    assert without_pytest(tmp_path) == with_pytest(tmp_path) == found


def test_a_check_may_be_inherited_and_each_class_has_it_once(tmp_path):
    shared = "class More:\n    def test_b(self, student): ...\n    def test_c(self, student): ...\n"
    shared += "@own_work\nclass Some:\n    def test_d(self, everyday): ...\n"
    (tmp_path / "shared.py").write_text(HEAD + shared)
    text = "from shared import More, Some\n@number('1.1')\nclass TestA(More, Some):\n"
    text += "    def test_a(self, draw): ...\n    def test_c(self, draw): ...\n"
    (tmp_path / "test_a.py").write_text(HEAD + text)
    found = {name.rpartition("::")[2]: (task, own) for name, ((task, _, own), _) in without_pytest(tmp_path).items()}
    assert list(without_pytest(tmp_path).items()) == list(with_pytest(tmp_path).items())
    assert found == dict.fromkeys(("test_d", "test_b", "test_a", "test_c"), ("1.1", True))


CHECK = "@number('1.1')\ndef test_a(student): ...\n"


@pytest.mark.parametrize(
    "text",
    [
        f"import pytest\n{CHECK}",
        f"{CHECK}def setup_module(): ...\n",
        f"{CHECK}def test_b(tmp_path): ...\n",
        f"{CHECK}def test_b(student, rows=3): ...\n",
        f"{CHECK}class TestB:\n    class TestC:\n        def test_c(self, student): ...\n",
        f"{CHECK}class TestB:\n    def __init__(self): ...\n",
        f"{CHECK}raise ValueError('a grader that cannot be read')\n",
    ],
    ids=["import", "set-up", "a fixture of pytest's", "a default", "nested", "constructor", "broken"],
)
def test_everything_else_is_left_to_pytest(tmp_path, text):
    (tmp_path / "test_a.py").write_text(HEAD + text)
    assert without_pytest(tmp_path) == {}


def test_a_conftest_that_is_not_the_graders_does_not_count(tmp_path):
    (tmp_path / "conftest.py").write_text("import pytest\n")
    (tmp_path / "test_a.py").write_text(HEAD + CHECK)
    assert without_pytest(tmp_path) == {}
    assert list(without_pytest(tmp_path, conftest=False)) == ["test_a.py::test_a"]


def test_no_module_of_the_graders_stays_behind(tmp_path):
    (tmp_path / "test_of_one_course.py").write_text(HEAD + CHECK)
    assert without_pytest(tmp_path)
    assert "test_of_one_course" not in sys.modules
    assert str(tmp_path.resolve()) not in sys.path
