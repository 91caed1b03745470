"""The engine guide's own example: its files are taken out of the page, put into a folder, and run as it says."""

import re
import shutil

import pytest

from tests.mini_course import ROOT, softmark

pytestmark = pytest.mark.slow  # a whole course is built, graded and audited, as its readers do it

GUIDE = (ROOT / "handouts" / "guides" / "engine.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"^```\{\.\w+ file=(\S+)\}\n(.*?)^```$", GUIDE, re.M | re.S))
COMMANDS = re.search(r"^```\{\.console run=engine\}\n(.*?)^```$", GUIDE, re.M | re.S)[1].splitlines()


@pytest.fixture(scope="module")
def followed(tmp_path_factory):
    """A folder in which somebody did what the guide says: command → what it printed."""
    folder = tmp_path_factory.mktemp("own")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    printed = {}
    for line in COMMANDS:
        program, *arguments = line.split()
        assert program == "softmark"
        done = softmark(*arguments, cwd=folder)
        assert done.returncode == 0, done.stdout + done.stderr
        printed[line] = done.stdout
    yield folder, printed
    shutil.rmtree(folder)


def test_the_guide_shows_every_kind_of_file(followed):
    folder, _ = followed
    assert len(FILES) == 5
    assert "Task 1.1: moving_average is not written yet" in (folder / "assignment" / "smooth.py").read_text("utf-8")


def test_the_grades_are_those_that_the_guide_promises(followed):
    _, printed = followed
    assert "10 of 10 points" in printed["softmark grade solutions/reference"]
    stubs = printed["softmark grade assignment"]
    assert "0 of 10 points" in stubs and "not written yet" in stubs


def test_the_audit_of_the_example_is_clean(followed):
    _, printed = followed
    audit = printed["softmark audit"]
    assert "wrong answers caught:        1 of 1" in audit
    assert "right answers that fail:     0 of 2" in audit
    assert "\nclean\n" in audit


def test_a_function_is_handed_to_students_as_the_guide_says(tmp_path):
    line = GUIDE.index("mine, right = student.probes.Line")
    check = GUIDE[line : GUIDE.index("```", line)]
    written = {
        "autograder/rubric.yaml": FILES["autograder/rubric.yaml"].replace("smooth", "roots"),
        "autograder/graders/probes.py": """
class Line:
    def __init__(self, slope):
        self.slope = slope

    def __call__(self, x):
        return self.slope * (x - 0.3)
""",
        "autograder/graders/test_roots.py": f"""
from gradescope_utils.autograder_utils.decorators import number, weight

@number("1.1")
class TestBisect:
    @weight(10)
    def test_line(self, student, reference, draw, same):
        \"""line: it crosses zero once.\"""
        slope = float(draw.integer(1, 5))
        {check.strip().replace(chr(10), chr(10) + " " * 8)}
""",
        "solutions/reference/roots.py": """
def bisect(f, low, high):
    # BEGIN SOLUTION 1.1 (about four lines)
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (low, middle) if f(low) * f(middle) <= 0 else (middle, high)
    return low
    # END SOLUTION
""",
    }
    written["autograder/rubric.yaml"] = written["autograder/rubric.yaml"].replace("moving_average", "bisect")
    for name, text in written.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = softmark("build", "--no-proof", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "10 of 10 points" in softmark("grade", "solutions/reference", cwd=tmp_path).stdout
    assert "0 of 10 points" in softmark("grade", "assignment", cwd=tmp_path).stdout
