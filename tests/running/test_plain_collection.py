"""Graders that use nothing of pytest's are read without it, and are the same checks in the same order."""

import sys
from pathlib import Path

import pytest

from softmark.content.course import Course
from softmark.running import plain_collection, pytest_collection
from tests.mini_course import COURSE

GRADERS = Path(__file__).resolve().parents[2] / "autograder" / "graders"
OURS = ("item", "rests_on", "by_pattern", "own_work", "one_at_a_time", "stands_on")
HEAD = "from softmark.checks import by_pattern, item\n"


def without_pytest(folder, conftest=True):
    """What is found so: {check: (its marks, the fixtures it asks for)}."""
    with plain_collection.collected(folder, conftest) as found:
        return {node.nodeid: (marks_of(node), direct.fixtures) for node, direct in found}


def with_pytest(folder):
    found = []
    pytest_collection.collected(folder, lambda nodes, run: found.extend(nodes), conftest=True)
    return {node.nodeid: (marks_of(node), direct.fixtures) for node, direct in found}


def marks_of(node):
    marks = {name: node.get_closest_marker(name) for name in OURS}
    return {name: (mark.args, dict(mark.kwargs)) for name, mark in marks.items() if mark}


@pytest.mark.parametrize("folder", [Course.at(COURSE).graders, GRADERS], ids=["miniature", "assignment"])
def test_the_same_checks_in_the_same_order(folder):
    if folder == GRADERS:
        pytest.importorskip("torch")
    plain = without_pytest(folder)
    assert plain, "these graders use nothing of pytest's"
    assert list(plain.items()) == list(with_pytest(folder).items())


def test_a_mark_on_a_check_comes_before_that_on_its_class(tmp_path):
    text = "@item('1.1')\n@by_pattern\nclass TestA:\n    @by_pattern(False)\n    def test_b(self, draw): ...\n"
    (tmp_path / "test_a.py").write_text(HEAD + text)
    found = {"test_a.py::TestA::test_b": ({"item": (("1.1",), {}), "by_pattern": ((False,), {})}, ("draw",))}
    assert without_pytest(tmp_path) == with_pytest(tmp_path) == found


CHECK = "@item('1.1')\ndef test_a(student): ...\n"


@pytest.mark.parametrize(
    "text",
    [
        f"import pytest\n{CHECK}",
        f"{CHECK}def setup_module(): ...\n",
        f"{CHECK}def test_b(tmp_path): ...\n",
        f"{CHECK}def test_b(student, rows=3): ...\n",
        f"{CHECK}class Base:\n    def test_b(self, student): ...\nclass TestB(Base): ...\n",
        f"{CHECK}class TestB:\n    class TestC:\n        def test_c(self, student): ...\n",
        f"{CHECK}class TestB:\n    def __init__(self): ...\n",
        f"{CHECK}raise ValueError('a grader that cannot be read')\n",
    ],
    ids=["import", "set-up", "a fixture of pytest's", "a default", "inherited", "nested", "constructor", "broken"],
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
