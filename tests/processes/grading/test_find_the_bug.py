"""Find the bug: a student returns an input; right and wrong functions run on it where student code is not."""

import json
import shutil
import subprocess
import sys

import pytest

from softmark.build import student_folder
from softmark.content.course import Course
from tests.mini_course import COURSE, RIGHT, grade

ITEM = """\
  - {id: "2.1", title: Find the bug, points: 2, bonus: true, file: bugs.py, names: [input_for_mean],
     suspects: [mean.off_by_one]}
rules:
"""
REFERENCE = '''"""Find the bug."""

import numpy as np


def input_for_mean():
    """An input that shows what is wrong with mean in suspects.py.

    Graded:
        - Both answer differently.
    """
    # BEGIN SOLUTION 2.1 (one line)
    return np.ones((2, 3))
    # END SOLUTION
'''
GRADER = '''"""Find the bug."""

from softmark.checks import item, rests_on


@item("2.1")
class TestInputForMean:
    @rests_on("Both answer differently.")
    def test_shows_the_error(self, student, examine):
        """A right mean and the one in suspects.py answer differently."""
        examine("stats.mean", "suspects.mean", student.bugs.input_for_mean())
'''


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """The miniature with a task of this kind."""
    root = tmp_path_factory.mktemp("bugs") / "mini"
    shutil.copytree(COURSE, root)
    rubric = root / "autograder" / "rubric.yaml"
    text = rubric.read_text(encoding="utf-8").replace("rules:\n", ITEM, 1)
    rubric.write_text(text.replace("scale.py]", "scale.py, bugs.py]"), encoding="utf-8")
    (root / "solutions" / "reference" / "bugs.py").write_text(REFERENCE, encoding="utf-8")
    (root / "autograder" / "graders" / "test_bugs.py").write_text(GRADER, encoding="utf-8")
    return root


def handed_in(answer):
    return f"import numpy as np\n\n\ndef input_for_mean():\n    return {answer}\n"


GOOD, ALIKE = ("np.ones((2, 3))", 2, ""), ("np.zeros((2, 3))", 0, "both functions answer alike on your input")
SLOW = [
    ("(np.arange(6.0).reshape(2, 3),)", 2, ""),
    ("'the error is in line 3'", 0, "your code returned no input"),
    ("True", 0, "your code returned no input"),
    ("(np.ones((2, 3)), np.ones(3))", 0, "your input cannot be used: a right function raises an error on it"),
    ("np.ones((1100, 1000), np.int8)", 0, "more than any answer needs"),
]


@pytest.mark.parametrize(
    ("answer", "score", "says"), [GOOD, ALIKE, *(pytest.param(*each, marks=pytest.mark.slow) for each in SLOW)]
)
def test_an_input_is_judged_by_what_right_and_wrong_functions_make_of_it(tmp_path, course, answer, score, says):
    graded = grade(tmp_path, course, bugs=handed_in(answer))
    assert (graded.scores["2.1"], graded.code) == (score, 0), graded.stderr
    assert says in graded.text("2.1")


def test_no_verdict_of_the_students_own_code_is_believed(tmp_path, course):
    """Their own mean is wrong, their comparison lies and suspects.py is replaced in their process: nothing helps."""
    lying = (
        "import sys\n\nimport numpy as np\nimport stats\nimport suspects\n\n\nclass Alike(np.ndarray):\n"
        "    def __eq__(self, other):\n        return False\n\n\n"
        "def input_for_mean():\n    suspects.mean = stats.mean = lambda x: x * 7\n"
        "    return np.zeros((2, 3)).view(Alike)\n"
    )
    assert grade(tmp_path, course, bugs=lying).scores["2.1"] == 0


@pytest.mark.slow
def test_the_worker_never_holds_the_reference(tmp_path, course):
    """What is given there is the wrong function alone; the right one is not to be had."""
    peeping = handed_in("np.ones((2, 3))").replace(
        "def input_for_mean():\n",
        "import suspects\n\n\ndef input_for_mean():\n    names = sorted(n for n in vars(suspects) if n[0] != '_')\n"
        "    assert names == ['mean'] or names == ['mean', 'np'], names\n",
    )
    assert grade(tmp_path, course, bugs=peeping).scores["2.1"] == 2


def test_at_home_the_students_own_function_stands_for_the_right_one(tmp_path, course):
    """The folder has suspects.py, and check.py says whether an input shows its error."""
    student_folder.write(Course.at(course), tmp_path / "work")
    work = tmp_path / "work"
    assert "def mean(x" in (work / "suspects.py").read_text(encoding="utf-8")
    for name, text in RIGHT.items():
        (work / name).write_text(text, encoding="utf-8")
    states = []
    for answer in ("np.zeros((2, 3))", "np.ones((2, 3))"):
        (work / "bugs.py").write_text(handed_in(answer), encoding="utf-8")
        done = subprocess.run(
            [sys.executable, str(work / "check.py"), "2.1", "--json"],
            capture_output=True, encoding="utf-8", stdin=subprocess.DEVNULL,
        )  # fmt: skip
        states.append(json.loads(done.stdout)["tasks"][0]["words"])
    assert states == ["wrong", "passed"]
