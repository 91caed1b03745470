"""Known answers: read without being run, laid over the reference, and written as a student would hand them in."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import numpy as np
import pytest

from softmark.bank import Answer, BadAnswer, answers, clean, laid_over, marked, splice
from softmark.checks.student import Student
from softmark.content.course import Course
from softmark.running.execute import Executor
from softmark.running.trusted import Overlay, load, overlay
from tests.mini_course import COURSE

MINI = Course.at(COURSE)
WRONG = {answer.name: answer for answer in answers(COURSE / "solutions" / "wrong", MINI.owners)}
X = np.array([[1.0, 2.0, 3.0], [2.0, 4.0, 9.0], [5.0, -1.0, 0.0]])


def standard_scores(modules):
    return Student(Executor(modules)).scale.standardise(X)


def test_every_answer_says_what_it_is() -> None:
    answer = WRONG["mean.wrong_axis"]
    assert answer.says == "The sum runs over the rows instead of the columns."
    assert answer.hint == "Write the shapes of the input and of the answer beside each other: which axis is gone?"
    assert (answer.loses, answer.section, answer.module) == (("1.1",), "1.1", "stats")
    assert answer.replaces == ("mean",)
    assert answer.place == f"{COURSE / 'solutions/wrong/stats.py'}:11"


def test_an_overlay_reaches_the_files_that_import_it() -> None:
    right, wrong = load(MINI.reference), load(MINI.reference, [overlay(WRONG["mean.off_by_one"])])
    assert not np.allclose(standard_scores(right), standard_scores(wrong))
    assert np.allclose(standard_scores(right), standard_scores(load(MINI.reference)))  # and no other world


@pytest.mark.parametrize("name", sorted(WRONG))
def test_files_with_an_answer_in_them_behave_like_the_overlay(name: str) -> None:
    spliced = load(laid_over(MINI.reference, WRONG[name]))
    assert np.allclose(standard_scores(spliced), standard_scores(load(MINI.reference, [overlay(WRONG[name])])))


# --- a file of answers ------------------------------------------------------------------------------------------------

SHAPES = '''\
"""The reference."""


def area(sides):
    """The area of a rectangle."""
    return sides[0] * sides[1]


def outline(sides):
    return 2 * (sides[0] + sides[1])


class Box:
    def __init__(self, sides):
        self.sides = sides

    def volume(self):
        return area(self.sides) * self.sides[2]

    def surface(self):
        a, b, c = self.sides
        return 2 * (a * b + b * c + c * a)
'''
OWNERS = {
    ("shapes", "area"): "1.1",
    ("shapes", "outline"): "1.2",
    ("shapes", "Box.volume"): "1.3",
    ("shapes", "Box.surface"): "1.4",
}
ANSWERS = '''\
"""Known wrong answers about shapes.py."""


def area(sides):
    """area.halved: The area is halved,
    as that of a triangle.
    Hint: What is the area of a square
    with sides of one?
    """
    return half(product(sides))  # ←


def half(number):
    return number // PARTS


from math import prod as product

PARTS = 2


def outline(sides):
    """outline.of_area: The outline is the area, which is doubled.
    Hint: Of which unit is an outline?
    Section: 2.7
    Loses: 1.2, 1.1
    """
    return area(sides)


def area(sides):
    return 2 * sides[0] * sides[1]  # ←


class Box:
    """box.flat: A box has no height.
    Hint: What does the third side change?
    """

    def volume(self):
        """Flat."""
        return area(self.sides)  # ←

    def surface(self):
        area_of_a_side = area(self.sides)

        return 2 * area_of_a_side  # ←
'''


def written(folder: Path, text: str, name: str = "shapes.py") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def known(tmp_path: Path) -> dict[str, Answer]:
    return {answer.name: answer for answer in answers(written(tmp_path, ANSWERS), OWNERS)}


def shapes(answer: Answer):
    """What the answer does: the same whether it is laid over the reference or written into its file."""
    into_the_file = load({"shapes": clean(laid_over({"shapes": SHAPES}, answer)["shapes"])})["shapes"]
    over_it = load({"shapes": SHAPES}, [overlay(answer)])["shapes"]
    for sides in ((2, 3, 4), (5, 6, 7)):
        assert seen(into_the_file, sides) == seen(over_it, sides)
    return into_the_file


def seen(module, sides):
    box = module.Box(sides)
    return module.area(sides), module.outline(sides), box.volume(), box.surface()


def test_a_helper_an_import_and_a_constant_belong_to_the_answer_above_them(known: dict[str, Answer]) -> None:
    answer = known["area.halved"]
    assert answer.says == "The area is halved, as that of a triangle."
    assert answer.hint == "What is the area of a square with sides of one?"
    assert answer.replaces == ("area", "half") and answer.loses == ("1.1",)
    assert shapes(answer).area((2, 3)) == 3


def test_an_answer_may_replace_two_functions_and_says_then_what_it_loses(known: dict[str, Answer]) -> None:
    answer = known["outline.of_area"]
    assert answer.replaces == ("outline", "area")
    assert (answer.loses, answer.section) == (("1.2", "1.1"), "2.7")
    assert shapes(answer).outline((2, 3)) == 12


def test_of_a_class_only_the_methods_that_are_written_are_replaced(known: dict[str, Answer]) -> None:
    answer = known["box.flat"]
    assert answer.replaces == ("Box.volume", "Box.surface")
    assert answer.loses == ("1.3",)  # the first of its methods that a task asks for
    box = shapes(answer).Box((2, 3, 4))  # the reference's __init__
    assert (box.volume(), box.surface()) == (6, 12)


def test_several_answers_share_one_file(known: dict[str, Answer]) -> None:
    both = load(laid_over({"shapes": SHAPES}, known["area.halved"], known["box.flat"]))["shapes"]
    assert (both.area((2, 3)), both.Box((2, 3, 4)).volume()) == (3, 12)


def test_arrows_are_found_where_the_answer_stands_and_nobody_hands_them_in(known: dict[str, Answer]) -> None:
    text = laid_over({"shapes": SHAPES}, known["box.flat"])["shapes"]
    lines = text.splitlines()
    assert [lines[number - 1].strip() for number in marked(text)] == [
        "return area(self.sides)  # ←",
        "return 2 * area_of_a_side  # ←",
    ]
    assert "←" not in clean(text) and marked(clean(text)) == []
    assert clean(text).splitlines()[marked(text)[0] - 1] == "        return area(self.sides)"
    assert marked(laid_over({"shapes": SHAPES})["shapes"]) == []


def test_an_answer_keeps_the_lines_of_its_file(known: dict[str, Answer]) -> None:
    """So that a traceback through it points into the file that staff wrote."""
    for answer in known.values():
        assert ast.parse(answer.source).body[0].lineno == answer.line
        assert ANSWERS.splitlines()[answer.line - 1] == answer.source.splitlines()[answer.line - 1]


def test_what_was_a_docstring_leaves_no_gap(known: dict[str, Answer]) -> None:
    text = laid_over({"shapes": SHAPES}, known["outline.of_area"])["shapes"]
    assert "def outline(sides):\n    return area(sides)\n" in text


def test_a_right_answer_has_no_hint_and_loses_nothing(tmp_path: Path) -> None:
    text = 'def area(sides):\n    """area.turned: The other way round."""\n    return sides[1] * sides[0]\n'
    (answer,) = answers(written(tmp_path, text), OWNERS)
    assert (answer.says, answer.hint, answer.section, answer.loses) == ("The other way round.", "", "", ())


def test_a_file_in_a_folder_is_about_the_module_in_that_folder(tmp_path: Path) -> None:
    text = 'def push(x):\n    """push.nothing: Nothing is pushed.\n    Hint: What is on top?\n    """\n'
    (answer,) = answers(written(tmp_path, text, "parts/stack.py"), {("parts/stack", "push"): "3.1"})
    assert (answer.module, answer.loses) == ("parts/stack", ("3.1",))


def test_answers_about_a_file_that_the_course_leaves_out_lose_nothing_there(tmp_path: Path) -> None:
    found = answers(written(tmp_path, ANSWERS), {("later", "other"): "1.1"})
    assert {answer.name: answer.loses for answer in found} == {
        "area.halved": (),
        "box.flat": (),
        "outline.of_area": ("1.2", "1.1"),
    }


def test_a_file_from_windows_is_read_alike(tmp_path: Path, known: dict[str, Answer]) -> None:
    (tmp_path / "shapes.py").write_bytes(ANSWERS.replace("\n", "\r\n").encode())
    assert {answer.name: answer for answer in answers(tmp_path, OWNERS)} == known


def test_there_need_not_be_any(tmp_path: Path) -> None:
    assert answers(tmp_path / "nowhere", OWNERS) == []
    assert answers(written(tmp_path, '"""Known wrong answers about shapes.py: none yet."""\n'), OWNERS) == []


# --- what is wrong with a file is one sentence, with its line ---------------------------------------------------------

HEAD = 'def area(sides):\n    """{}"""\n    return 0\n'
GOOD = HEAD.format("area.zero: It is nothing.\n    Hint: Try 1, 1.\n    ")
NO_HEADER = "the docstring of a known answer begins with `its.name: one sentence`"
NO_ANSWER = "belongs to no answer: an answer begins with a function or class whose docstring says what it is"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"\n{HEAD.format('Computes the area.')}", f":2: {NO_HEADER}"),
        (HEAD.format("area.zero:"), f":1: {NO_HEADER}"),
        (
            f"{GOOD}\n\n{HEAD.format('area.one: It is one.' + chr(10) + '    Loses: 1.1')}",
            ":8: Hint: is missing; a right answer has no Loses either",
        ),
        (
            GOOD.replace("def area", "def volume"),
            ":1: no task asks for volume: say which tasks it loses (Loses: 1.2)",
        ),
        (f"{GOOD}\n\ndef def\n", ":8: is not valid Python: invalid syntax"),
        (f"{GOOD}\0", ":1: is not valid Python"),
        (f"import math\n\n\n{GOOD}", f":1: {NO_ANSWER}"),
        ('"""Wrong ones."""\n\n\ndef area(sides):\n    return 0\n', f":4: {NO_ANSWER}"),
        (
            f"{GOOD}\n\ndef area(sides):\n    return 1\n",
            ":8: area is here twice: a docstring with a name begins an answer of its own",
        ),
        (f"{GOOD}\n\n{GOOD}", ":1: another answer is called 'area.zero' too; names must differ"),
    ],
)
def test_what_is_wrong_with_a_file_is_one_sentence_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadAnswer) as told:
        answers(written(tmp_path, text), OWNERS)
    place, _, sentence = said.partition(": ")
    assert re.match(re.escape(f"{tmp_path / 'shapes.py'}{place}: {sentence}"), str(told.value)), told.value
    assert "\n" not in str(told.value)


def test_two_files_with_answers_of_one_name_are_refused(tmp_path: Path) -> None:
    written(tmp_path, GOOD)
    written(tmp_path, GOOD, "solids.py")
    with pytest.raises(BadAnswer, match=r"shapes\.py:1: another answer is called 'area\.zero' too"):
        answers(tmp_path, {**OWNERS, ("solids", "area"): "2.1"})


def test_a_file_in_another_encoding_is_refused(tmp_path: Path) -> None:
    (tmp_path / "shapes.py").write_bytes('"""Für später."""\n'.encode("latin-1"))
    with pytest.raises(BadAnswer) as told:
        answers(tmp_path, OWNERS)
    assert str(told.value) == f"{tmp_path / 'shapes.py'}: is not UTF-8 text: save it as UTF-8"


def test_a_reference_that_lacks_the_file_is_said_with_the_place_of_the_answer(known: dict[str, Answer]) -> None:
    with pytest.raises(BadAnswer, match=r"shapes\.py:4: the reference has no shapes\.py"):
        laid_over({"solids": SHAPES}, known["area.halved"])


# --- code laid over code ----------------------------------------------------------------------------------------------

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

    def thrice(self, x):
        return self.forward(self.twice(x))
"""


@pytest.mark.parametrize("way", ["laid over", "spliced"])
def test_methods_are_replaced_and_added_and_others_kept(way: str) -> None:
    patch = [Overlay("m", PATCH, "patch.py")]
    model = (load({"m": CLASS}, patch) if way == "laid over" else load({"m": splice(CLASS, PATCH)}))["m"].Model()
    assert (model.twice(2), model.thrice(2), model.n) == (50, 250, 1)


def test_helpers_stand_before_the_class_that_uses_them() -> None:
    text = splice(CLASS, PATCH)
    assert text.index("HELPER = 5") < text.index("def helper") < text.index("class Model")
