"""Known answers: read without being run, laid over the reference, and spliced into files a student would hand in."""

import numpy as np
import pytest

from softmark.checks.errors import GraderFault
from softmark.checks.student import Student
from softmark.content import known_answers
from softmark.content.splice import as_files, splice
from softmark.running.trusted import Local, Overlay, load
from tests.mini_course import COURSE

REFERENCE = {path.stem: path.read_text(encoding="utf-8") for path in (COURSE / "solutions/reference").glob("*.py")}
REFERENCE = {name: REFERENCE[name] for name in ("stats", "scale")}
WRONG = {answer.name: answer for answer in known_answers.answers(COURSE / "solutions" / "misconceptions")}
X = np.array([[1.0, 2.0, 3.0], [2.0, 4.0, 9.0], [5.0, -1.0, 0.0]])


def standard_scores(modules):
    return Student(Local(modules)).scale.standardise(X)


def test_every_answer_says_what_it_is():
    answer = WRONG["mean.wrong_axis"]
    assert answer.says == "The sum runs over the rows instead of the columns."
    assert answer.loses == ("1.1",)
    assert answer.replaces() == ["mean"]


def test_an_overlay_reaches_the_files_that_import_it():
    right, wrong = load(REFERENCE), load(REFERENCE, [WRONG["mean.off_by_one"].overlay])
    assert not np.allclose(standard_scores(right), standard_scores(wrong))
    assert np.allclose(standard_scores(right), standard_scores(load(REFERENCE)))  # and no other world


@pytest.mark.parametrize("name", sorted(WRONG))
def test_spliced_files_behave_like_the_overlay(name):
    files = as_files(REFERENCE, WRONG[name])
    spliced = load({file.removesuffix(".py"): text for file, text in files.items()})
    assert np.allclose(standard_scores(spliced), standard_scores(load(REFERENCE, [WRONG[name].overlay])))


CLASS = """\
class Base:
    def __init__(self):
        self.n = 1


class Model(Base):
    def __init__(self):
        super().__init__()

    def forward(self, x):
        return x + self.n

    def twice(self, x):
        return self.forward(self.forward(x))
"""
PATCH = """\
HELPER = 5


def helper(x):
    return x * HELPER


class Model:
    def forward(self, x):
        super()
        return helper(x)
"""


def test_of_a_class_only_the_given_methods_are_replaced():
    modules = load({"m": CLASS}, [Overlay("m", PATCH, "patch.py")])
    assert modules["m"].Model().twice(2) == 50
    assert modules["m"].Model().n == 1


def test_methods_and_helpers_are_spliced_into_the_class_file():
    text = splice(CLASS, PATCH)
    assert text.index("def helper") < text.index("class Model")
    assert load({"m": text})["m"].Model().twice(2) == 50


def test_metadata_that_are_missing_are_named(tmp_path):
    path = tmp_path / "nameless.py"
    path.write_text("SAYS = 'x'\nMODULE = 'stats'\n", encoding="utf-8")
    with pytest.raises(GraderFault, match=r"nameless\.py: NAME is missing; an answer file has NAME, SAYS, MODULE"):
        known_answers.read(path)


def test_metadata_that_are_computed_are_refused_with_their_line(tmp_path):
    path = tmp_path / "computed.py"
    path.write_text("NAME = 'x'\nSAYS = 'x'\nMODULE = str(1)\n", encoding="utf-8")
    with pytest.raises(GraderFault, match=r"computed\.py:3: MODULE must be written out"):
        known_answers.read(path)


def test_two_answers_with_one_name_are_refused(tmp_path):
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text("NAME = 'x'\nSAYS = 'x'\nMODULE = 'stats'\n", encoding="utf-8")
    with pytest.raises(GraderFault, match="another file is called 'x' too"):
        known_answers.answers(tmp_path)
