"""Switched off, questions are nowhere; otherwise what was answered at home comes in as data, within limits."""

import pytest

from softmark.build import student_folder
from softmark.content.course import Course
from softmark.grading import answers_given, intake
from tests.engine.mini import COURSE, ROOT, submit

ANSWERS = '{"answers": {"scores-of-0010": "0 0 1 0"}}'


def course(mode):
    found = Course.at(ROOT)
    found.__dict__["rubric"] = found.rubric.model_copy(update={"understanding": mode})
    return found


def test_off_leaves_nothing_of_it_in_the_students_folder():
    practice, off = (set(student_folder.texts(course(mode))) for mode in ("practice", "off"))
    gone = practice - off
    assert "public_tests/questions.json" in gone and "public_tests/softmark/questions/sheet.py" in gone
    assert not any("softmark/questions" in name for name in off) and off < practice


def test_off_reads_no_answers():
    assert answers_given.notes(ANSWERS, course("practice")) and not answers_given.notes(ANSWERS, course("off"))


def test_answers_come_in_without_a_word_and_are_no_part_of_the_work(tmp_path):
    rubric = Course.at(COURSE).rubric
    plain = intake.take(submit(tmp_path / "plain"), rubric)
    folder = submit(tmp_path / "answered")
    (folder / "answers.json").write_text(ANSWERS, encoding="utf-8")
    answered = intake.take(folder, rubric)
    assert (answered.answers, answered.notes, answered.digest) == (ANSWERS, [], plain.digest)
    off = intake.take(folder, rubric.model_copy(update={"understanding": "off"}))
    assert off.answers == "" and "Not read, because the grader does not ask for it: answers.json" in off.notes[0].text


@pytest.mark.parametrize("raw", [b"x" * (intake.ANSWERS_LIMIT + 1), b"\xff\xfe\x00"])
def test_answers_that_are_too_large_or_no_text_are_left_alone(tmp_path, raw):
    folder = submit(tmp_path / "work")
    (folder / "answers.json").write_bytes(raw)
    assert intake.take(folder, Course.at(COURSE).rubric).answers == ""
