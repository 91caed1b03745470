"""Two seeds: the public numbers come from the rubric's term, the hidden ones from a file that staff keep."""

from __future__ import annotations

import shutil
import stat
from pathlib import Path

import pytest

from softmark.build import prove_salt, zips
from softmark.checks.errors import GraderFault
from softmark.commands.cli import main
from softmark.content import salt
from softmark.content.course import Course
from softmark.policy.version import autograder_version
from tests.batch.room import batch_here
from tests.mini_course import COURSE, submit
from tests.mini_course import softmark as typed


def softmark(*words: object) -> int:
    """A command that runs nobody's code, in this process."""
    return main([str(word) for word in words])


@pytest.fixture
def course(tmp_path: Path) -> Path:
    return Path(shutil.copytree(COURSE, tmp_path / "course"))


def test_the_salt_decides_the_hidden_numbers_and_only_those(course: Path) -> None:
    before = Course.at(course)
    keys = before.rubric.public_key(), before.hidden_key(), autograder_version(before)
    (course / "autograder" / ".salt").unlink()
    assert salt.ensure(before.salt_path) and not salt.ensure(before.salt_path)
    after = Course.at(course)
    assert after.rubric.public_key() == keys[0]
    assert after.hidden_key() != keys[1] and autograder_version(after) != keys[2]


def test_what_is_made_is_long_random_and_for_its_owner_only(tmp_path: Path) -> None:
    for name in ("one", "two"):
        salt.ensure(tmp_path / name)
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
        assert len(salt.read(tmp_path / name)) == 64
    assert salt.read(tmp_path / "one") != salt.read(tmp_path / "two")


def test_a_missing_or_a_short_one_is_told_and_not_replaced(course: Path) -> None:
    path = course / "autograder" / ".salt"
    path.write_text("autumn-2026\n", encoding="utf-8")
    with pytest.raises(GraderFault, match="holds 11 characters, which can be guessed: delete it and run `make`"):
        Course.at(course).hidden_key()
    path.unlink()
    done = typed("grade", submit(course / "mine"), "--course", course, "--out", course / "out")
    assert done.returncode == 2
    assert done.stderr.startswith(f"{path} is missing, and with it the hidden numbers: get it from whoever keeps it")
    assert not path.exists()


def test_the_command_makes_it_once_and_shows_its_fingerprint(course: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (course / "autograder" / ".salt").unlink()
    made, kept = ((softmark("salt", "--course", course), capsys.readouterr().out)[1] for _ in range(2))
    told = Course.at(course).fingerprint
    assert "made; share it with staff, and keep it" in made and f"its fingerprint is {told}" in made
    assert made.strip().endswith("hidden numbers: chosen by the next `make`")
    assert "made" not in kept and told in kept


def test_both_zips_carry_its_fingerprint_and_only_one_the_salt(course: Path) -> None:
    found = Course.at(course)
    students, staff = zips.for_students(found), zips.autograder(found)
    assert (
        students["mini-scaling/public_tests/salt.fingerprint"]
        == staff["salt.fingerprint"]
        == f"{found.fingerprint}\n".encode()
    )
    assert staff[".salt"].decode().strip() == found.salt
    assert not any(found.salt.encode() in data for data in students.values())


def test_what_was_chosen_for_a_salt_goes_where_the_salt_goes(course: Path) -> None:
    prove_salt.prove(Course.at(course))
    found = Course.at(course)
    students, staff = zips.for_students(found), zips.autograder(found)
    assert found.redrawn and staff[".salt.draws"] == found.hidden_draws_path.read_bytes()
    assert staff[".hidden.safetensors"] == found.hidden_recording_path.read_bytes()
    assert not any(".salt.draws" in name or ".hidden" in name for name in students)


def test_batch_explain_and_compare_refuse_the_grades_of_another_salt(
    course: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    work = submit(tmp_path / "class" / "ada")
    old, new = tmp_path / "old", tmp_path / "new"
    assert batch_here(work.parent, old, course=course).returncode == 0
    (course / "autograder" / ".salt").unlink()
    softmark("salt", "--course", course)
    assert batch_here(work.parent, new, course=course).returncode == 0
    for words in (
        ("batch", work.parent, "--out", old, "--course", course),
        ("compare", old, new),
    ):
        assert softmark(*words) == 2, words
        assert f"{old} was graded with another salt (its fingerprint is" in capsys.readouterr().err
    done = typed("explain", work, "1.1", "--class", old, "--course", course, "--out", tmp_path / "x")
    assert done.returncode == 2 and f"{old} was graded with another salt (its fingerprint is" in done.stderr
