"""Switched off, questions are nowhere; otherwise what was answered at home comes in as data, within limits."""

import io
import zipfile

import pytest

from softmark.build import student_folder
from softmark.content.course import Course
from softmark.grading.intake import home_answers, submission
from tests.mini_course import COURSE, ROOT, submit

ANSWERS = '{"answers": {"scores-of-0010": "0 0 1 0"}}'


def course(mode):
    found = Course.at(ROOT)
    found.__dict__["rubric"] = found.rubric.model_copy(update={"understanding": mode})
    return found


def test_off_leaves_nothing_of_it_in_the_students_folder():
    practice, off = (student_folder.files(course(mode)) for mode in ("practice", "off"))
    assert set(practice) - set(off) == {"public_tests/questions.json"}
    assert any("softmark/questions/" in name for name in engine(practice))
    assert not any("softmark/questions/" in name for name in engine(off))


def engine(files):
    """What is in the one file that holds the engine."""
    return zipfile.ZipFile(io.BytesIO(files[student_folder.ENGINE_FILE])).namelist()


def test_off_reads_no_answers():
    assert home_answers.notes(ANSWERS, course("practice")) and not home_answers.notes(ANSWERS, course("off"))


def test_answers_come_in_without_a_word_and_are_no_part_of_the_work(tmp_path):
    rubric = Course.at(COURSE).rubric
    plain = submission.take(submit(tmp_path / "plain"), rubric)
    folder = submit(tmp_path / "answered")
    (folder / "answers.json").write_text(ANSWERS, encoding="utf-8")
    answered = submission.take(folder, rubric)
    assert (answered.answers, answered.notes, answered.digest) == (ANSWERS, [], plain.digest)
    off = submission.take(folder, rubric.model_copy(update={"understanding": "off"}))
    assert off.answers == "" and "Not read, because the grader does not ask for it: answers.json" in off.notes[0].text


@pytest.mark.parametrize("raw", [b"x" * (submission.ANSWERS_LIMIT + 1), b"\xff\xfe\x00"])
def test_answers_that_are_too_large_or_no_text_are_left_alone(tmp_path, raw):
    folder = submit(tmp_path / "work")
    (folder / "answers.json").write_bytes(raw)
    assert submission.take(folder, Course.at(COURSE).rubric).answers == ""
