"""The platform gives less than it promised, or somebody calls the script in the wrong place: a valid file, a sentence
for staff, and no word of blame for the student."""

import json
import shutil

import pytest

from tests.faults.lab import NOT_YOURS, Place, scores, unpacked

pytestmark = pytest.mark.slow

FULL_MARKS = {"1.1": 4.0, "1.2": 6.0}


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    return unpacked(tmp_path_factory.mktemp("source"))


@pytest.fixture
def place(tmp_path, source):
    return Place(tmp_path / "place", source)


@pytest.fixture(scope="module")
def with_deadline(tmp_path_factory):
    """The same assignment, but late work costs something: now the metadata matters."""
    return unpacked(tmp_path_factory.mktemp("late"), "late: {per: day, percent: 10}\n")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "submission_metadata.json cannot be read (no such file or directory)"),
        ('{"id": 1', "submission_metadata.json is not JSON"),
    ],
)
def test_metadata_that_is_missing_or_strange_costs_nobody_anything(place, with_deadline, text, says):
    place.source = with_deadline
    if text is None:
        place.metadata.unlink()
    else:
        place.metadata.write_text(text, encoding="utf-8")
    done = place.run()
    document = place.document()
    assert scores(document) == FULL_MARKS
    assert says in done.stdout
    assert "metadata" not in document["output"] + json.dumps(document["tests"])
    assert "Traceback" not in done.stdout + done.stderr


def test_no_submission_folder(place):
    shutil.rmtree(place.submission)
    done = place.run()
    document = place.document()
    assert document["score"] == 0
    assert NOT_YOURS in document["output"]
    assert str(place.root) not in document["output"], "where things lie here is nothing to a student"
    assert "submission does not exist" in done.stdout
    assert document["extra_data"]["softmark"]["status"] == "grader_error"


def test_an_empty_submission_is_the_students_business(place):
    for path in place.submission.iterdir():
        path.unlink()
    place.run()
    document = place.document()
    assert document["score"] == 0
    assert "Your submission is empty: expected stats.py and scale.py" in document["output"]
    assert NOT_YOURS not in document["output"]


def test_no_results_folder(place):
    place.run(before=f'rm -rf "{place.results}"')
    assert scores(place.document()) == FULL_MARKS


@pytest.mark.parametrize("missing", ["rubric.json", "graders", "reference/stats.py"])
def test_a_zip_that_is_not_whole(place, source, tmp_path, missing):
    broken = tmp_path / "broken"
    shutil.copytree(source, broken)
    lost = broken / missing
    if lost.is_dir():
        shutil.rmtree(lost)
    else:
        lost.unlink()
    place.source = broken
    done = place.run()
    document = json.loads(place.target.read_text(encoding="utf-8"))
    assert document["score"] == 0
    assert NOT_YOURS in document["output"]
    assert document["stdout_visibility"] == "hidden"
    assert done.stdout.strip(), "staff are told something"
    assert "your code" not in json.dumps(document)


def test_a_damaged_rubric_is_told_to_staff(place, source, tmp_path):
    broken = tmp_path / "broken"
    shutil.copytree(source, broken)
    rubric = broken / "rubric.json"
    rubric.write_text(rubric.read_text(encoding="utf-8")[:-9], encoding="utf-8")
    place.source = broken
    done = place.run()
    document = place.document()
    assert NOT_YOURS in document["output"]
    assert "rubric.json cannot be read" in done.stdout and "run `make`" in done.stdout
    assert "rubric.json cannot be read" in json.dumps(document["extra_data"])


def test_a_zip_that_somebody_edited_grades_nobody_and_says_what_to_do(place, source, tmp_path):
    place.source = shutil.copytree(source, tmp_path / "edited")
    checks = place.source / "graders" / "test_scaling.py"
    checks.write_text(checks.read_text(encoding="utf-8") + "# edited\n", encoding="utf-8")
    done = place.run()
    assert NOT_YOURS in place.document()["output"]
    assert "does not fit this grader: run `make` in the repository of the course" in done.stdout


def test_no_python(place):
    """setup.sh was never run, or failed."""
    shutil.rmtree(place.root / "venv")
    done = place.run()
    document = json.loads(place.target.read_text(encoding="utf-8"))
    assert NOT_YOURS in document["output"]
    assert "the grader ended with exit code 127" in done.stdout


def test_called_where_there_is_no_platform(place, tmp_path):
    """Somebody tries the script on their own machine: one sentence says what it is for."""
    done = place.run(SOFTMARK_ROOT=str(tmp_path / "nowhere"))
    assert done.returncode == 2
    assert "To grade on your own machine: make grade SUB=path" in done.stdout
    assert not (tmp_path / "nowhere").exists()


def test_called_by_a_user_who_may_not_write_there(place):
    """The folder is somebody else's: nothing can be written, and that is said."""
    place.results.write_text("a file where the folder should be", encoding="utf-8")
    done = place.run()
    assert "the grader cannot write" in done.stdout
    assert not place.target.exists()
