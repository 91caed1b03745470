"""A course in plain Python at home: a task on top of a wrong earlier one is checked with the recorded right one."""

import json
import subprocess
import sys

import pytest

from softmark.build import student_folder
from softmark.content.course import Course
from tests.proc import A_HANG

RUBRIC = """
name: words
title: Words
term: a-salt-for-tests
framework: python
total: 10
files: [counting.py]
items:
  - {id: "1.1", title: How often, points: 4, file: counting.py, names: [counts]}
  - {id: "1.2", title: The most frequent, points: 4, file: counting.py, names: [most], uses: ["1.1"]}
  - {id: "1.3", title: Emptied, points: 2, file: counting.py, names: [emptied], uses: ["1.1"]}
isolation: {required: same-user}
"""
REFERENCE = '''"""Counting words."""


def counts(words):
    """How often each word occurs."""
    # BEGIN SOLUTION 1.1 (four lines)
    found = {}
    while words:
        word = words.pop(0)
        found[word] = found.get(word, 0) + 1
    return found
    # END SOLUTION


def most(words):
    """The word that occurs most often."""
    # BEGIN SOLUTION 1.2 (two lines)
    found = counts(list(words))
    return max(found, key=found.get)
    # END SOLUTION


def emptied(words):
    """What counting leaves of a list."""
    # BEGIN SOLUTION 1.3 (two lines)
    counts(words)
    return words
    # END SOLUTION
'''
GRADER = '''from softmark.checks import item


@item("1.1")
class TestCounts:
    def test_values(self, student, reference, same):
        """Every word is counted."""
        same(student.counting.counts(["a", "b", "a"]), reference.counting.counts(["a", "b", "a"]))


@item("1.2")
class TestMost:
    def test_values(self, student, reference, same):
        """The most frequent word."""
        same(student.counting.most(("a", "b", "b")), reference.counting.most(("a", "b", "b")))


@item("1.3")
class TestEmptied:
    def test_values(self, student, reference, same):
        """Nothing is left."""
        same(student.counting.emptied(["a"]), reference.counting.emptied(["a"]))
'''
WORK = """def counts(words):
    return {word: 1 for word in words}

def most(words):
    found = counts(list(words))
    return {pick}(found, key=found.get)

def emptied(words):
    counts(words)
    return words
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    def build(name, reference):
        root = tmp_path_factory.mktemp(name)
        for path, text in {
            "autograder/rubric.yaml": RUBRIC,
            "autograder/graders/test_counting.py": GRADER,
            "solutions/reference/counting.py": reference,
        }.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        course = Course.at(root)
        student_folder.write(course, course.given_folder)
        return course.given_folder

    return build


def words(folder, pick):
    (folder / "counting.py").write_text(WORK.replace("{pick}", pick), encoding="utf-8")
    command = [sys.executable, "check.py", "--json"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8", timeout=A_HANG)
    return {task["id"]: task["words"] for task in json.loads(done.stdout)["tasks"]}


def test_a_verdict_on_top_of_a_right_earlier_function_unless_that_changes_what_it_is_given(built):
    """The reference's `counts` takes its list apart: no recorded answer could do that."""
    folder = built("keeps", REFERENCE.replace("while words:", "words = list(words)\n    while words:"))
    assert words(folder, "max") == {
        "1.1": "wrong",
        "1.2": "passed: with a right 1.1",
        "1.3": "passed",
    }
    assert words(folder, "min")["1.2"] == "wrong: with a right 1.1"
    changes = words(built("changes", REFERENCE), "max")
    assert changes == {"1.1": "wrong", "1.2": "waiting for 1.1", "1.3": "waiting for 1.1"}
