"""Two seeds: the public numbers come from the rubric's term, the hidden ones from a file that staff keep."""

from __future__ import annotations

import shutil
import stat
from pathlib import Path

import pytest

from softmark.build import build, freeze, make_grader
from softmark.commands.cli import main
from softmark.content import salt
from softmark.content.course import Course
from softmark.files.zips import below
from softmark.grading.version import autograder_version
from tests.mini_course import COURSE


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


def test_both_zips_carry_its_fingerprint_and_only_one_the_salt(course: Path) -> None:
    make_grader.make(Course.at(course), grader=True)
    found = Course.at(course)
    students, staff = build.for_students(found), freeze.files(found)
    assert (
        students["mini-scaling/public_tests/salt.fingerprint"]
        == staff["salt.fingerprint"]
        == f"{found.fingerprint}\n".encode()
    )
    assert staff[".salt"].decode().strip() == found.salt
    assert not any(found.salt.encode() in data for data in students.values())


def test_a_second_salt_makes_a_second_grader_and_leaves_the_first_alone(course: Path) -> None:
    build = ["build", "--course", course, "--no-proof", "--out"]
    assert softmark(*build, course / "dist") == 0
    first, before = Course.at(course), below(course / "dist" / "autograder")
    (course / "other.salt").write_text("another-salt-that-is-long-enough-to-be-one\n", encoding="utf-8")
    assert softmark(*build, course / "second", "--salt", course / "other.salt") == 0
    second = Course.frozen(course / "second" / "autograder")
    assert second.rubric.public_key() == first.rubric.public_key() and second.hidden_key() != first.hidden_key()
    assert second.redrawn and (course / "other.salt.draws").exists()
    assert below(course / "dist" / "autograder") == before
    assert softmark(*build, course / "dist", "--salt", course / "other.salt") == 2, "that is the first one's place"


def test_what_was_chosen_for_a_salt_goes_where_the_salt_goes(course: Path) -> None:
    make_grader.make(Course.at(course), grader=True)
    found = Course.at(course)
    students, staff = build.for_students(found), freeze.files(found)
    assert found.redrawn and staff[".salt.draws"] == found.hidden_draws_path.read_bytes()
    assert staff[".hidden.safetensors"] == found.hidden_recording_path.read_bytes()
    assert not any(".salt.draws" in name or ".hidden" in name for name in students)
