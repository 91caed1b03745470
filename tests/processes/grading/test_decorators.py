"""gradescope-utils' decorators on a check: what instructors know from elsewhere means the same here, or what we say."""

import json
import shutil

from tests.mini_course import COURSE, grade
from tests.running.test_collect import run as run  # the fixture


def test_a_whole_grade_with_a_check_for_staff_only(tmp_path):
    """Through the engine: a wrong answer that only a check for staff sees."""
    course = tmp_path / "course"
    shutil.copytree(COURSE, course)
    graders = course / "autograder" / "graders" / "test_scaling.py"
    text = graders.read_text(encoding="utf-8")
    text = text.replace("import number, weight", "import number, visibility, weight")
    text = text.replace("    def test_one_column", '    @visibility("hidden")\n    def test_one_column', 1)
    graders.write_text(text, encoding="utf-8")
    wrong = "def mean(x):\n    return x.sum(axis=-1) / x.shape[-1] + (x.shape[-1] == 1)\n"
    graded = grade(tmp_path, course=course, stats=wrong)
    assert graded.scores["1.1"] == 3
    assert "1 more check is for staff only." in graded.text("1.1")
    assert "a single number is its own mean" not in graded.visible
    assert "a single number is its own mean" in json.dumps(graded.result)
