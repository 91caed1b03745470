"""Luck is not left to chance: the build draws hidden numbers again where a known mistake would pass on them."""

import json
import shutil
from pathlib import Path

import pytest

from softmark.build import hidden_numbers
from softmark.checks.draw import Draw
from softmark.checks.errors import GraderFault
from softmark.content.course import Course
from softmark.core import recording as core_recording
from softmark.grading.version import autograder_version, fitting_recording
from softmark.running import recording
from tests.mini_course import COURSE

OFF_BY_ONE, WRONG_AXIS = "mean.off_by_one", "mean.wrong_axis"
CHECK = """

@number("1.1")
class Test{name}:
    @weight(2)
    def test_often_nothing(self, student, reference, draw, same):
        \"\"\"values: by somebody who left them to chance, as of zeros every mean is right.\"\"\"
        x = draw.integer(0, 1) * draw(3, 3)
        same(student.stats.mean(x), reference.stats.mean(x), axes="row")
"""
ALWAYS_LUCKY = '''

def mean(x: np.ndarray) -> np.ndarray:
    """mean.of_zeros: It is right for zeros alone.
    Hint: Try ones.
    """
    return x.sum(axis=-1)
'''


def drawn(key: str, check: str, redrawn: int = 0) -> int:
    return Draw(key, check, "numpy", redrawn).integer(0, 1)


@pytest.fixture(scope="module")
def unlucky(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course with a check that public numbers serve well and the first hidden ones do not."""
    root = tmp_path_factory.mktemp("unlucky") / "course"
    shutil.copytree(COURSE, root)
    key = Course.at(root).rubric.public_key()
    name = next(name for name in "ABCDEFGHIJ" if drawn(key, f"Test{name}.test_often_nothing") == 1)
    graders = root / "autograder" / "graders" / "test_scaling.py"
    graders.write_text(graders.read_text(encoding="utf-8") + CHECK.format(name=name), encoding="utf-8")
    for number in range(100):
        (root / "autograder" / ".salt").write_text(f"{number}-a-salt-that-is-long-enough-to-be-one", encoding="utf-8")
        if drawn(Course.at(root).hidden_key(), f"Test{name}.test_often_nothing") == 0:
            return root
    raise AssertionError("no salt is unlucky")


@pytest.fixture(scope="module")
def proved(unlucky: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The same after its proof, and what the proof said."""
    root = tmp_path_factory.mktemp("proved") / "course"
    shutil.copytree(unlucky, root)
    return root, hidden_numbers.record(Course.at(root))


@pytest.fixture
def root(proved: tuple[Path, str], tmp_path: Path) -> Path:
    """A proved course that a test may change."""
    return Path(shutil.copytree(proved[0], tmp_path / "course"))


def unlucky_check(root: Path) -> str:
    return next(check for check in Course.at(root).redrawn if check.endswith("test_often_nothing"))


def caught(root: Path, mistake: str) -> dict[str, bool]:
    """Check → whether it catches a mistake on hidden numbers."""
    traces = recording.known_traces(Course.at(root).hidden_recording_path)
    return {name: not trace.passed for name, trace in traces[mistake].items()}


def test_an_unlucky_salt_is_fixed(proved: tuple[Path, str]) -> None:
    root, said = proved
    course, check = Course.at(root), unlucky_check(root)
    assert said == "hidden numbers: chosen, drawn again for 1 of 7 checks; 3 known mistakes tried"
    assert [name for name, times in course.redrawn.items() if times] == [check]
    assert drawn(course.hidden_key(), check, course.redrawn[check]) == 1, "the draw that counts shows something"
    assert caught(root, OFF_BY_ONE)[check] and caught(root, WRONG_AXIS)[check]


def test_the_choice_is_made_once(root: Path) -> None:
    chosen = Course.at(root).hidden_draws_path.read_text(encoding="utf-8")
    version = autograder_version(Course.at(root))
    assert hidden_numbers.record(Course.at(root)) == "hidden numbers: kept, drawn again for 1 of 7 checks"
    path = root / "solutions" / "wrong" / "stats.py"
    path.write_text(path.read_text(encoding="utf-8") + ALWAYS_LUCKY, encoding="utf-8")
    said = hidden_numbers.record(Course.at(root))
    assert said == "hidden numbers: kept, drawn again for 1 of 7 checks; 4 known mistakes tried"
    assert Course.at(root).hidden_draws_path.read_text(encoding="utf-8") == chosen
    assert autograder_version(Course.at(root)) == version


def test_a_mistake_that_comes_later_never_changes_it(root: Path) -> None:
    """The old check was lucky before the mistake was known: staff read it, and nobody's numbers change."""
    check = unlucky_check(root)
    path = Course.at(root).hidden_draws_path
    kept = json.loads(path.read_text(encoding="utf-8"))
    kept["redrawn"][check] = 0  # as it was chosen when no mistake was known that passes
    path.write_text(json.dumps(kept), encoding="utf-8")
    hidden_numbers.record(Course.at(root))
    assert hidden_numbers.by_luck(Course.at(root)) == [
        f"{check} fails on public numbers and passes on this salt's for {OFF_BY_ONE}, {WRONG_AXIS}"
    ]
    assert Course.at(root).redrawn[check] == 0


def test_a_check_that_caught_a_mistake_by_luck_alone_is_told(
    unlucky: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = Path(shutil.copytree(unlucky, tmp_path / "course"))
    monkeypatch.setattr(hidden_numbers, "MOST_DRAWS", 0)
    hidden_numbers.record(Course.at(root))
    (said,) = hidden_numbers.by_luck(Course.at(root))
    assert "test_often_nothing fails on public numbers and passes on this salt's for " in said


def test_the_choice_is_part_of_the_grader_and_of_its_zip(unlucky: Path, proved: tuple[Path, str]) -> None:
    assert autograder_version(Course.at(proved[0])) != autograder_version(Course.at(unlucky))


def test_a_choice_for_another_salt_is_refused(root: Path) -> None:
    (root / "autograder" / ".salt").write_text("another-salt-that-is-long-enough-to-be-one\n", encoding="utf-8")
    with pytest.raises(GraderFault, match=r"\.salt\.draws belongs to another salt"):
        _ = Course.at(root).redrawn
    (root / "autograder" / ".salt.draws").write_text("{", encoding="utf-8")
    with pytest.raises(GraderFault, match="get it from whoever keeps the salt, or delete it and run `make`"):
        _ = Course.at(root).redrawn


def test_what_is_recorded_is_read_as_numbers_of_their_own(root: Path) -> None:
    """As public ones are: every reply of the reference, and every known mistake by its name, without words."""
    course = Course.at(root)
    found = core_recording.read(course.hidden_recording_path, course.redrawn)
    assert (found.key, found.redrawn[unlucky_check(root)]) == (course.hidden_key(), 1)
    assert found.replies(unlucky_check(root))
    assert [(each.name, each.says, each.hint) for each in found.mistakes if each.name == WRONG_AXIS] == [
        (WRONG_AXIS, "", "")
    ]
    assert fitting_recording(course) == course.hidden_recording_path


EVERYDAY = """

@number("1.1")
class Test{name}(EveryFunction):
    def case(self, draw, weights):
        return Case("stats.mean", (draw.integer(0, 1) * draw(3, 3),))

    @weight(2)
    def test_columns(self, student, draw, same):
        \"\"\"columns: one number for each row.\"\"\"
        assert student.stats.mean(draw(2, 3)).shape == (2,)
"""


def test_an_everyday_case_is_drawn_again_and_with_it_the_checks_that_are_made_on_it(tmp_path: Path) -> None:
    root = Path(shutil.copytree(COURSE, tmp_path / "course"))
    public, hidden = Course.at(root).rubric.public_key(), Course.at(root).hidden_key()
    name = next(
        name
        for name in map(chr, range(ord("A"), ord("Z")))
        if drawn(public, f"Test{name}.everyday") == 1 and drawn(hidden, f"Test{name}.everyday") == 0
    )
    graders = root / "autograder" / "graders" / "test_scaling.py"
    graders.write_text(graders.read_text(encoding="utf-8") + EVERYDAY.format(name=name), encoding="utf-8")
    hidden_numbers.record(Course.at(root))
    assert [check for check, times in Course.at(root).redrawn.items() if times] == [f"Test{name}.everyday"]
    assert f"Test{name}.test_input_kept" not in Course.at(root).redrawn
    assert caught(root, OFF_BY_ONE)[f"Test{name}.everyday"]
