"""What staff see of a repair: the two lines, what was tried, and answers that the same change repairs as one group."""

import json

import pytest

from tests.classes.report.test_page import unpacked
from tests.mini_class import a_class, batch_here, grades
from tests.mini_course import RIGHT, built, softmark, submit

TOO_LARGE = "def mean(x):\n    total = x.sum(axis=-1)\n    return total / x.shape[-1] * 3\n"
ABSOLUTE = "import numpy as np\n\n\ndef mean(x):\n    return np.abs(x).sum(axis=-1) / x.shape[-1]\n"
ABSOLUTE_HALF = (
    "import numpy as np\n\n\ndef mean(row):\n    both = np.abs(row) + row\n"
    "    return both.sum(axis=-1) / row.shape[-1] / 2\n"
)


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    folder = tmp_path_factory.mktemp("three")
    files = {"ann": ABSOLUTE, "ben": ABSOLUTE_HALF, "cleo": TOO_LARGE}
    students = a_class(folder / "in", **{name: {**RIGHT, "stats.py": text} for name, text in files.items()})
    assert batch_here(students, folder / "out").returncode == 0
    return folder / "out"


def test_a_class_has_its_repairs_in_the_journal(graded):
    found = {name: one.result.item("1.1").repair.claimed(hidden=True) for name, one in grades(graded).items()}
    assert {name: (repair.line, repair.kind) for name, repair in found.items()} == {
        "ann": (5, "call"),
        "ben": (5, "call"),
        "cleo": (3, "call"),
    }


def test_one_screen_shows_the_two_lines(graded):
    said = softmark("explain", graded, "cleo", "1.1", "--course", built()).stdout
    assert "    - return total / x.shape[-1] * 3\n    + return (total / x.shape[-1])\n" in said
    assert "stats.py line 3, one step less" in said and "edits tried" in said


def test_answers_that_one_change_repairs_are_one_group(graded):
    groups = json.loads(softmark("groups", graded, "--course", built(), "--json", "--all").stdout)
    assert [each["members"] for each in groups] == [["ann", "ben"], ["cleo"]]
    assert groups[0]["edit"] == "np.abs(x) → (x)"
    assert groups[0]["proposed name"] == "mean.call"


def test_the_page_has_them_and_the_students_files_do_not(graded):
    assert softmark("report", graded, "--course", built()).returncode == 0
    page = (graded / "report.html").read_text(encoding="utf-8")
    assert any("+ return (total / x.shape[-1])" in text for text in unpacked(page, "details")["texts"])
    assert "np.abs(x) → (x)" in unpacked(page, "core")["groups"][0]
    for card in (graded / "students").rglob("*"):
        if card.is_file():
            assert "(total / x.shape[-1])" not in card.read_text(encoding="utf-8")


def test_a_single_submission_is_searched_when_staff_ask(tmp_path):
    folder = submit(tmp_path / "submission", stats=TOO_LARGE)
    said = softmark("explain", folder, "1.1", "--course", built(), "--out", tmp_path / "out").stdout
    assert "    - return total / x.shape[-1] * 3\n    + return (total / x.shape[-1])\n" in said
    assert "(total / x.shape[-1])" not in said.partition("Draft reply")[2]
