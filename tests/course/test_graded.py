"""What is graded is what the stub says: every check quotes a sentence of its own task."""

from dataclasses import replace

import pytest

from softmark.content.course import Course
from softmark.content.graded_sentences import graded, in_every_task, misquoted
from softmark.running.collect import with_checks
from tests.course.collected import checks
from tests.mini_course import COURSE, ROOT

REAL = Course.at(ROOT)


def collected(course):
    if course is REAL:
        return [*checks()]
    kept = []
    with_checks(course.graders, kept.extend)
    return kept


@pytest.mark.parametrize("course", [Course.at(COURSE), REAL], ids=["mini", "the assignment"])
def test_every_check_quotes_a_sentence_of_its_own_tasks_graded_list(course):
    checks = collected(course)
    assert [check.name for check in checks if not check.quotes] == []
    assert misquoted(course, checks) == []


def test_every_entry_of_every_graded_list_is_checked():
    quoted = {}
    for check in collected(REAL):
        quoted.setdefault(check.item, set()).add(check.sentence)
    idle = [
        (item.id, entry)
        for item in REAL.rubric.items
        for entry in graded(REAL, item.id)
        if not any(quote in entry for quote in quoted[item.id])
    ]
    assert idle == []


def test_every_rule_at_the_head_of_a_file_is_checked():
    tasks = {item.id: item.file for item in REAL.rubric.items}
    quoted = {(tasks[check.item], check.sentence) for check in collected(REAL) if check.item in tasks}
    idle = [
        (file, entry)
        for file in set(tasks.values())
        for entry in in_every_task(REAL, file)
        if not any(where == file and quote in entry for where, quote in quoted)
    ]
    assert idle == []


def test_a_quote_that_the_stub_does_not_say_is_told_with_its_check(tmp_path):
    text = (COURSE / "autograder/graders/test_scaling.py").read_text(encoding="utf-8")
    (tmp_path / "test_scaling.py").write_text(text.replace("x is not changed.", "x is kept."), encoding="utf-8")
    said = []
    with_checks(tmp_path, lambda checks: said.extend(misquoted(Course.at(COURSE), checks)))
    assert len(said) == 1
    assert said[0].startswith("TestMean.test_input_kept rests on “x is kept.”, which the Graded list of task 1.1 does")


@pytest.mark.parametrize("half", ["The sum over the last axis", "divided by its length.", "One column works"])
def test_half_a_sentence_is_no_quote(tmp_path, half):
    text = (COURSE / "autograder/graders/test_scaling.py").read_text(encoding="utf-8")
    (tmp_path / "test_scaling.py").write_text(text.replace("x is not changed.", half), encoding="utf-8")
    said = []
    with_checks(tmp_path, lambda checks: said.extend(misquoted(Course.at(COURSE), checks)))
    assert len(said) == 1


class TestTheHeadOfAFile:
    """What holds for every task of a file is stated once, in the file's own docstring."""

    RULE = "Nothing that comes in is changed."

    @pytest.fixture
    def course(self, tmp_path):
        """The miniature, with its rule about x moved from the task to the head of the file."""
        reference, graders = tmp_path / "reference", tmp_path / "graders"
        for folder in (reference, graders):
            folder.mkdir()
        mini = Course.at(COURSE)
        for path in mini.reference_folder.glob("*.py"):
            text = path.read_text(encoding="utf-8")
            if path.name == "stats.py":
                title, _, rest = text.partition('"""\n')
                text = f'{title}\n\nGraded in every task:\n    - {self.RULE} A second sentence.\n"""\n{rest}'
                text = text.replace("        - x is not changed.\n", "")
            (reference / path.name).write_text(text, encoding="utf-8")
        text = (mini.graders / "test_scaling.py").read_text(encoding="utf-8")
        (graders / "test_scaling.py").write_text(text.replace("x is not changed.", self.RULE), encoding="utf-8")
        return replace(mini, reference_folder=reference, graders=graders)

    def write(self, course, before, after):
        path = course.graders / "test_scaling.py"
        path.write_text(path.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")

    def test_a_check_may_rest_on_it(self, course):
        assert in_every_task(course, "stats.py") == (f"{self.RULE} A second sentence.",)
        assert self.RULE not in " ".join(graded(course, "1.1"))
        assert misquoted(course, collected(course)) == []

    def test_not_a_check_of_another_file(self, course):
        self.write(course, "Every row has mean 0 and spread 1.", self.RULE)
        (said,) = misquoted(course, collected(course))
        assert said.startswith(f"TestStandardise.test_values rests on “{self.RULE}”, which the Graded list of task 1.2")
        assert "nor the head of scale.py" in said

    def test_a_habit_is_one_everywhere(self, course):
        self.write(course, "One column works: a number is its own mean.", self.RULE)
        assert misquoted(course, collected(course)) == []
        path = course.graders / "test_scaling.py"
        once = path.read_text(encoding="utf-8").replace(f'"{self.RULE}"', f'"{self.RULE}", habit="in place"', 1)
        path.write_text(once, encoding="utf-8")
        (said,) = misquoted(course, collected(course))
        assert "as no habit, and TestMean.test_one_column as the habit “in place”" in said


def test_one_sentence_of_an_entry_with_several_is_a_quote():
    mini = Course.at(COURSE)
    assert graded(mini, "1.2") == (
        "Every row has mean 0 and spread 1. Numbers far from 0 give the same scores as numbers near it.",
    )
    assert misquoted(mini, collected(mini)) == []
