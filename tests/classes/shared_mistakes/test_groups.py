"""Who is put together, and who is not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from softmark.checks.trace import Trace
from softmark.classes.entries import Graded
from softmark.classes.shared_mistakes import excerpts, naming
from softmark.classes.shared_mistakes.groups import Group, _sentence, groups
from softmark.grading.check_result import CheckResult, Phase
from softmark.naming import behaviour
from tests.classes.report.synthetic import by_hand


def reply(number: float, *, dtype: str = "float64", shape: tuple[int, ...] = (3,)) -> list[object]:
    return ["value", "array", [], [[dtype, list(shape), "cpu", number, 2 * number, 0, 0]]]


def wrong(
    ident: str, *fingerprints: object, phase: Phase = "public", category: str = "values", random: bool = False
) -> Graded:
    """Somebody whose 1.1 fails one check with these replies."""
    one = by_hand(ident, (0, 6))
    shown = behaviour.of([("T.test_a", Trace(False, tuple(fingerprints), category), random)]) if fingerprints else None
    check = CheckResult("T.test_a", "It works.", phase, False, message="expected 1, got 2", category=category)
    row = replace(one.result.item("1.1"), checks=(check,), status="failed", behaviour=shown.to_text() if shown else "")
    return replace(one, result=one.result.with_item(row))


def members(*graded: Graded) -> list[list[str]]:
    return sorted(sorted(group.entries) for group in groups(graded))


def one_group(*graded: Graded) -> Group:
    (found,) = groups(graded)
    return found


def test_the_same_numbers_up_to_rounding_are_one_mistake() -> None:
    assert members(wrong("a", reply(3.0)), wrong("b", reply(3.00001)), wrong("c", reply(3.1))) == [["a", "b"], ["c"]]


def test_another_shape_or_dtype_is_another_mistake() -> None:
    assert (
        len(
            members(
                wrong("a", reply(3.0)), wrong("b", reply(3.0, shape=(1, 3))), wrong("c", reply(3.0, dtype="float32"))
            )
        )
        == 3
    )


def test_numbers_beyond_all_bounds_are_kept_as_the_last_of_them() -> None:
    huge = reply(float("inf"))
    assert members(wrong("a", huge), wrong("b", huge), wrong("c", reply(float("nan")))) == [["a", "b"], ["c"]]


def test_two_that_raise_the_same_share_it_and_its_words_are_not_kept() -> None:
    raised = ["failed", "raised", "ValueError", "my secret words"]
    other = ["failed", "raised", "ValueError", "other words"]
    found = members(*(wrong(who, raised, category="raised") for who in "ab"), wrong("c", other, category="raised"))
    assert found == [["a", "b"], ["c"]]
    assert "secret" not in wrong("a", raised, category="raised").result.item("1.1").behaviour


def test_what_is_drawn_is_compared_as_odds() -> None:
    def drawn(*counts: int) -> list[object]:
        return ["value", "array", [], [["int64", [300], "cpu", 1.0 * sum(counts), 5.0, 0, 0, list(counts)]]]

    alike = (drawn(100, 100, 100), drawn(104, 97, 99), drawn(250, 25, 25))
    found = members(*(wrong(who, print_, random=True) for who, print_ in zip("abc", alike, strict=True)))
    assert found == [["a", "b"], ["c"]]


@pytest.mark.parametrize("category", ["too slow", "crashed", "not loaded"])
def test_too_slow_crashed_or_not_importable_is_no_shared_mistake(category: str) -> None:
    from softmark.checks.errors import Died, NotLoaded, TimedOut

    real = {"too slow": TimedOut, "crashed": Died, "not loaded": NotLoaded}[category].category
    print_ = ["failed", real, "", "the same sentence"]
    assert members(wrong("a", print_, category=real), wrong("b", print_, category=real)) == []


def test_what_hidden_numbers_alone_show_is_grouped_by_its_checks() -> None:
    found = one_group(wrong("a", phase="hidden"), wrong("b", phase="hidden"))
    assert found.hidden_only and found.entries == ("a", "b")
    assert "expected 1" not in found.sentence, "nothing of a hidden number"
    with pytest.raises(naming.NamingError, match="only a bank file can name it"):
        naming.nameable(found)


def test_a_grade_from_before_behaviours_were_kept_is_in_no_group() -> None:
    assert members(wrong("a"), wrong("b")) == []


def test_an_id_stays_when_the_last_digits_do_not() -> None:
    assert one_group(wrong("a", reply(3.0))).id == one_group(wrong("b", reply(3.00002))).id
    assert one_group(wrong("a", reply(3.0))).id != one_group(wrong("b", reply(4.0))).id


def test_a_behaviour_is_read_back_as_it_was() -> None:
    shown = behaviour.of([("T.a", Trace(False, (reply(3.0),), "values"), False)])
    assert shown is not None and behaviour.read(shown.to_text()).to_text() == shown.to_text()
    with pytest.raises(ValueError, match="not a behaviour"):
        behaviour.read("[[1]]")


# --- code beside code -----------------------------------------------------------------------------------------

SOURCE = '''
import torch

class Head:
    def __init__(self):
        pass

    def forward(self, x):
        """The stub says

        a lot."""
        y = self.q(x)
        # mine
        return y

def forward(x): return x
# about what comes next
class Other: pass
'''


def test_a_method_is_cut_out_without_its_docstring() -> None:
    assert excerpts.cut(SOURCE, "Head.forward") == [
        "def forward(self, x):",
        "    y = self.q(x)",
        "    # mine",
        "    return y",
    ]
    assert excerpts.cut(SOURCE, "forward") == ["def forward(x): return x"]
    assert excerpts.cut(SOURCE, "missing") == [] and excerpts.cut("def broken(:\n  \x00 ((", "broken") != []


def test_spellings_stand_side_by_side_and_differences_are_marked() -> None:
    files = [{"a.py": "def f(x):\n    y = x\n    return y\n"}, {"a.py": "def f(x):  # same\n  y=x\n  return y\n"}]
    files.append({"a.py": "def f(x):\n    z = x\n    return z\n"})
    first, second = excerpts.samples(files, "a.py", ["f"])
    assert not any(row.differs for row in first)
    assert [row.differs for row in second] == [False, True, True]


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("the result is 3, where 4 is expected", "The result is 3, where 4 is expected"),
        ("your code raised ValueError\nmore", "Your code raised ValueError"),
        ("p is 4; expected 5", "p is 4; expected 5"),
        ("loss has shape (2,)", "loss has shape (2,)"),
    ],
)
def test_a_sentence_that_begins_with_a_name_of_code_keeps_it(message: str, said: str) -> None:
    assert _sentence(message) == said
