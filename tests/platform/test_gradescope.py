"""From zip to results.json as the platform does it: setup.sh, then run_autograder, as Docker's root."""

import pytest

from softmark.build import freeze
from softmark.content.course import Course
from softmark.files.zips import below, write_zip
from tests.mini_course import ROOT, built, frozen
from tests.platform.gradescope import Platform

pytestmark = pytest.mark.slow


def made(tmp_path_factory, root):
    course, grader = Course.at(root), frozen(root)
    path = tmp_path_factory.mktemp("zip") / "autograder.zip"
    write_zip(path, below(grader), freeze.EXECUTABLE)
    platform = Platform(path)
    done = platform.set_up()
    assert done.returncode == 0, done.stdout + done.stderr
    return platform, course


@pytest.fixture(scope="module")
def real(tmp_path_factory):
    platform, course = made(tmp_path_factory, ROOT)
    yield platform, course
    platform.close()


@pytest.fixture(scope="module")
def mini(tmp_path_factory):
    platform, course = made(tmp_path_factory, built())
    yield platform, course
    platform.close()


def test_set_up_locks_the_source(mini):
    platform, _ = mini
    assert platform.source.stat().st_mode & 0o077 == 0
    assert all(path.stat().st_mode & 0o077 == 0 for path in platform.source.rglob("*"))


def test_the_miniature_gets_full_marks_behind_a_full_wall(mini):
    platform, course = mini
    document, printed = platform.submit(course.laid_over())
    assert document["score"] == 10
    assert document["extra_data"]["softmark"]["isolation"]["level"] == "full"
    assert "Traceback" not in printed


def test_a_submission_that_reads_the_source_and_forges_results_gets_its_honest_score(mini):
    platform, course = mini
    files = course.laid_over()
    files["stats.py"] += f"""
import os
SEEN = []
for place in ({str(platform.source)!r}, {str(platform.root / "submission_metadata.json")!r}, "/etc/shadow"):
    try:
        SEEN.append(os.listdir(place) if os.path.isdir(place) else open(place).read())
    except OSError:
        pass
for place in ({str(platform.root / "results" / "results.json")!r}, {str(platform.root / "run_autograder")!r}):
    try:
        open(place, "w").write('{{"score": 100}}')
    except OSError:
        pass
if SEEN:
    raise ValueError(f"LEAKED {{SEEN}}")
"""
    document, _ = platform.submit(files)
    assert document["score"] == 10
    assert "LEAKED" not in str(document)


def test_nothing_submitted_is_said_and_scores_nothing(mini):
    platform, _ = mini
    document, _ = platform.submit({})
    assert document["score"] == 0
    assert "stats.py" in document["output"]


def test_a_broken_grader_is_no_silent_zero(mini):
    platform, course = mini
    rubric = platform.source / "rubric.json"
    text = rubric.read_text(encoding="utf-8")
    rubric.write_text(text[:-10], encoding="utf-8")
    try:
        document, printed = platform.submit(course.laid_over())
    finally:
        rubric.write_text(text, encoding="utf-8")
    assert "rubric.json cannot be read" in printed
    assert "This is not your mistake" in document["output"]


@pytest.mark.full  # the build proves its zip, and the miniature what the platform does with one
def test_the_real_assignment(real):
    platform, course = real
    document, _ = platform.submit(course.laid_over())
    assert document["score"] == course.rubric.total + course.rubric.bonus, document
    assert document["extra_data"]["softmark"]["isolation"]["level"] == "full"
    wrong = next(answer for answer in course.known_mistakes if answer.name == "scale.missing")
    document, _ = platform.submit(course.laid_over(wrong))
    lost = {test["number"]: test["output"] for test in document["tests"] if test["status"] == "failed"}
    assert set(lost) == {"1.2"}
    assert wrong.says in lost["1.2"]
