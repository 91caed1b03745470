"""`softmark import`: somebody has tests already, and gets a first rubric and graders out of them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from softmark.build.importing import drafting
from softmark.content.course import Course
from tests.mini_course import softmark

BOOBY_TRAP = 'import pathlib\npathlib.Path("ran").touch()\n'

PYTEST = {
    "test_rows.py": BOOBY_TRAP
    + '''
import numpy as np
import pytest
from rows import centre, row_means

TABLE = np.array([[1.0, 2.0], [3.0, 5.0]])

def test_means():
    """Each row has its own mean."""
    np.testing.assert_allclose(row_means(TABLE), [1.5, 4.0])

def test_centred(tmp_path):
    assert abs(row_means(TABLE)).sum() > 0 and centre(TABLE).sum() == 0

def test_bad():
    """An empty table is refused."""
    with pytest.raises(ValueError):
        centre(np.zeros((0, 0)))
''',
    "rows.py": 'def row_means(x):\n    """Means."""\n    return x.mean(axis=1)\n\n\ndef centre(x):\n'
    "    y = row_means(x)\n    return x - y[:, None]\n",
}
GRADESCOPE = {
    "test_words.py": BOOBY_TRAP
    + '''
import unittest
from gradescope_utils.autograder_utils.decorators import number, visibility, weight
import words

class TestWords(unittest.TestCase):
    def setUp(self):
        self.word = "kitten"

    @weight(3)
    @number("1.1")
    def test_distance(self):
        """Kitten and sitting are three apart."""
        self.assertEqual(words.distance("kitten", "sitting"), 3)

    @weight(2)
    @visibility("hidden")
    def test_same(self):
        """A word is no way from itself."""
        self.assertTrue(words.distance("a", "a") == 0)
''',
}
OTTER = {
    "q1.py": BOOBY_TRAP
    + """
OK_FORMAT = True
test = {
    "name": "q1",
    "points": 4,
    "suites": [{"cases": [
        {"code": ">>> double(2)\\n4\\n", "hidden": False},
        {"code": ">>> x = 3\\n>>> double(x) == 6\\nTrue\\n", "hidden": True},
    ]}],
}
""",
    "q2.py": '''
from otter.test_files import test_case
OK_FORMAT = False
name = "q2"
points = 1

@test_case(points=2)
def test_halved(halve):
    """Half of four is two."""
    assert halve(4) == 2
''',
}


def folder(place: Path, files: dict[str, str]) -> Path:
    place.mkdir()
    for name, text in files.items():
        (place / name).write_text(text, encoding="utf-8")
    return place


def drafted(place: Path, files: dict[str, str]) -> tuple[Course, str, str]:
    """The course, its graders as one text, and the list for a person."""
    done = softmark("import", folder(place / "old", files), "--out", "fresh", cwd=place)
    assert done.returncode == 0, done.stderr
    assert "none of them was run" in done.stdout
    assert not list(place.rglob("ran")), "what is read is never run"
    course = Course.at(place / "fresh")
    texts = [path.read_text(encoding="utf-8") for path in sorted(course.graders.glob("*.py"))]
    for text in (*texts, *course.reference.values()):
        ast.parse(text)
    return course, "\n".join(texts), (place / "fresh" / drafting.LIST).read_text(encoding="utf-8")


def test_plain_pytest_becomes_tasks_by_the_function_that_is_tested(tmp_path: Path) -> None:
    course, graders, decide = drafted(tmp_path, PYTEST)
    assert [(item.id, item.names, item.points) for item in course.rubric.items] == [
        ("1.1", ("row_means",), 2.0),
        ("1.2", ("centre",), 1.0),
    ]
    assert '@item("1.1")' in graders and "student.rows.row_means(TABLE)" in graders
    assert "from rows import" not in graders and "TABLE = np.array" in graders
    assert "import pathlib\nimport pytest\n" in graders, "a check that says pytest.raises needs it"
    for told in (
        "asks for tmp_path, which checks do not have",
        "expects an exception",
        "numbers are typed in",
        "points are a guess",
        "test_centred has no docstring",
        "is it the right answer?",
    ):
        assert told in decide, told


def test_an_answer_beside_the_tests_gets_marks_and_the_draft_builds_and_grades(tmp_path: Path) -> None:
    first = PYTEST["test_rows.py"].partition("def test_centred")[0]
    course, graders, _ = drafted(tmp_path, {**PYTEST, "test_rows.py": first})
    marked = "    # BEGIN SOLUTION 1.1 (about 1 lines)\n    return x.mean(axis=1)\n    # END SOLUTION"
    assert marked in course.reference["rows"] and "touch()" not in graders
    built = softmark("build", "--no-proof", cwd=tmp_path / "fresh")
    assert built.returncode == 0, built.stderr
    assert "1 of 1 points" in softmark("grade", "solutions/reference", cwd=tmp_path / "fresh").stdout


def test_gradescope_utils_keeps_its_weights(tmp_path: Path) -> None:
    course, graders, decide = drafted(tmp_path, GRADESCOPE)
    assert [(item.names, item.points) for item in course.rubric.items] == [(("distance",), 5.0)]
    assert "assert student.words.distance('kitten', 'sitting') == 3" in graders and "self.assert" not in graders
    assert "was 'hidden'" in decide and "setUp is left out" in decide
    assert "write the right answer" in decide and "def distance(*args):" in course.reference["words"]


def test_otter_in_both_formats(tmp_path: Path) -> None:
    course, graders, decide = drafted(tmp_path, OTTER)
    assert [(item.names, item.points) for item in course.rubric.items] == [(("double",), 4.0), (("halve",), 2.0)]
    assert "assert repr(student.answers.double(2)) == '4'" in graders
    assert "assert student.answers.double(x) == 6" in graders and "assert student.answers.halve(4) == 2" in graders
    assert "case 2 was hidden" in decide


def test_functions_that_are_passed_keep_their_parameters_and_are_for_a_person(tmp_path: Path) -> None:
    case = {"code": ">>> area(lambda x: x**2, 0, 1) < 1\nTrue\n"}
    quadrature = f"OK_FORMAT = True\ntest = {{'name': 'q1', 'suites': [{{'cases': [{case!r}]}}]}}\n"
    course, graders, decide = drafted(tmp_path, {"q1.py": quadrature})
    assert [item.names for item in course.rubric.items] == [("area",)]
    assert "student.answers.area(lambda x: x ** 2, 0, 1)" in graders
    assert "passes a function, which cannot go into the sandbox" in decide


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({}, "no test that calls a student's function was found; nothing was written"),
        ({"test_a.py": "def test_a(:\n"}, "test_a.py: cannot be read as Python (invalid syntax (<unknown>, line 1))"),
        ({"test_a.py": "def test_a():\n    assert 1 + 1 == 2\n"}, "no test that calls a student's function was found"),
    ],
)
def test_nothing_to_begin_with_is_one_line_and_nothing_is_written(
    tmp_path: Path, files: dict[str, str], told: str
) -> None:
    done = softmark("import", folder(tmp_path / "old", files), "--out", "fresh", cwd=tmp_path)
    assert done.returncode == 2 and told in done.stderr and done.stderr.count("\n") == 1
    assert not (tmp_path / "fresh").exists()


def test_a_folder_that_is_not_empty_and_a_path_that_is_not_there(tmp_path: Path) -> None:
    folder(tmp_path / "fresh", {"mine.txt": "mine"})
    done = softmark("import", folder(tmp_path / "old", PYTEST), "--out", "fresh", cwd=tmp_path)
    assert done.returncode == 2 and "fresh is not empty; nothing was written" in done.stderr
    done = softmark("import", "nowhere", "--out", "other", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, "there is no nowhere\n")
