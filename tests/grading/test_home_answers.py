"""Switched off, questions are nowhere; otherwise what was answered at home comes in as data, within limits."""

import io
import json
import zipfile
from dataclasses import replace

import pytest

from softmark.build import student_folder
from softmark.content.course import Course
from softmark.content.rubric import RubricError
from softmark.content.rubric_reader import load_rubric
from softmark.grading.intake import home_answers, submission
from softmark.questions.answers_file import HOW, mark
from softmark.render import sentences
from tests.mini_course import COURSE, RIGHT, ROOT, submit
from tests.policy.platform import course_with
from tests.questions.test_answers_file import answered

ANSWERS = '{"answers": {"scores-of-0010": "0 0 1 0"}}'


def course(mode, root=ROOT):
    found = Course.at(root)
    found.__dict__["rubric"] = replace(found.rubric, understanding=mode)
    return found


def test_off_leaves_nothing_of_it_in_the_students_folder():
    practice, off = (student_folder.files(course(mode, COURSE)) for mode in ("practice", "off"))
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
    off = submission.take(folder, replace(rubric, understanding="off"))
    assert off.answers == "" and "Not read, because the grader does not ask for it: answers.json" in off.notes[0].text


@pytest.mark.parametrize("raw", [b"x" * (submission.ANSWERS_LIMIT + 1), b"\xff\xfe\x00"])
def test_answers_that_are_too_large_or_no_text_are_left_alone(tmp_path, raw):
    folder = submit(tmp_path / "work")
    (folder / "answers.json").write_bytes(raw)
    assert submission.take(folder, Course.at(COURSE).rubric).answers == ""


# A point for having answered

FORGED = [
    ("", "there is no answers.json that can be read"),
    ("{" * 9000, "the questions about your program are not answered"),
    ('{"answers": 3, "asked": {"a": 1}, "files": ["stats.py"]}', "the questions about your program are not answered"),
    (json.dumps({"answers": {}, "asked": ["q"] * 900, "files": {"stats.py": mark(RIGHT["stats.py"])}}),
     "0 of 1 questions about your program are answered"),
    (answered(texts={"stats.py": "x = 1\n"}).to_json(), "the answers are about other versions of your files"),
    (answered(replies=["__import__('os').abort()"] * 5).to_json(), "0 of 5 questions about your program are answered"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "says"), FORGED, ids=["empty", "no JSON", "other kinds", "none", "another's", "code"])
def test_what_is_no_answer_gets_no_point_and_one_sentence_how_to_get_it(tmp_path, text, says):
    course = course_with(tmp_path, "scoring: {points_for_answering: 1}\n")
    (row,) = home_answers.row(text, RIGHT, Course.at(course))
    assert (row.score, sentences.verdict(row)) == (0, f"○ 0 of 1 points: {says}: {HOW}.")


def test_the_rubric_is_told_what_makes_no_sense(tmp_path):
    off = course_with(tmp_path / "off", "understanding: off\nscoring: {points_for_answering: 1}\n")
    with pytest.raises(
        RubricError, match="points_for_answering: understanding is off: there are no questions to answer"
    ):
        load_rubric(off / "autograder" / "rubric.yaml")
    taken = course_with(tmp_path / "taken", "", ('id: "1.2"', "id: questions"))
    with pytest.raises(RubricError, match="questions is the row for questions answered at home"):
        load_rubric(taken / "autograder" / "rubric.yaml")
