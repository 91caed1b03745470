"""An instructor on a Mac: a course is built, proved and audited, and students' work is left to Linux."""

import json
import os
import shutil
import subprocess
import zipfile

import pytest

from softmark.build import freeze
from softmark.checks.errors import GraderFault
from softmark.content.course import Course
from softmark.grading.grade_submission import stand_behind
from softmark.grading.intake.submission import digest
from softmark.sandbox.layers import kernel
from softmark.sandbox.level import LINUX_ALONE, Level
from tests import on_a_mac
from tests.mini_course import COURSE, RIGHT, submit
from tests.proc import A_HANG

WITHOUT = (
    "this machine cannot build the sandbox that the rubric asks for, so these known answers were graded without it"
)


@pytest.fixture(scope="module")
def mac(tmp_path_factory):
    """`mac("build")`: the command on the Mac, in a course of its own."""
    place = tmp_path_factory.mktemp("mac")
    python, course = on_a_mac.python(place / "env"), shutil.copytree(COURSE, place / "course")
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}

    def run(*words):
        command = [str(python), "-m", "softmark", *map(str, words)]
        return subprocess.run(command, cwd=course, env=env, capture_output=True, text=True, timeout=A_HANG)

    run.course = course
    return run


@pytest.mark.slow
def test_the_zips_are_those_of_linux_and_the_proof_says_once_what_was_missing(mac):
    built = mac("build")
    assert built.returncode == 0, built.stdout + built.stderr
    assert built.stdout.count(WITHOUT) == 1 and "✓ the reference itself lost nothing: 10 points" in built.stdout
    with zipfile.ZipFile(mac.course / "dist" / "autograder.zip") as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    assert held == freeze.files(Course.at(mac.course))
    audited = mac("audit")
    assert audited.stdout.count(WITHOUT) == 1 and "\nclean\n" in audited.stdout, audited.stderr


def test_students_work_is_refused_in_one_sentence(mac):
    submit(mac.course / "export" / "ada")
    for words in (("grade", "export/ada"), ("batch", "export", "--out", "class")):
        refused = mac(*words)
        assert (refused.returncode, refused.stdout, refused.stderr) == (2, "", f"{LINUX_ALONE}\n")


def test_what_the_build_says_of_its_own_trial_does_not_hold_for_another_submission(mac):
    submit(mac.course / "work")
    refused = mac("grade", "work", "--known-answer", digest({**RIGHT, "stats.py": "another"}), "--json")
    result = json.loads(refused.stdout)
    assert (refused.returncode, result["status"]) == (2, "grader_error")
    assert LINUX_ALONE in str(result["notes"])


def test_a_weak_sandbox_is_enough_for_known_answers_alone(monkeypatch):
    course = Course.at(COURSE)
    weak = Level("none", {"seccomp": "unavailable: this is not Linux"}, "Isolation: none.")
    stand_behind(weak, course, known=True)
    with pytest.raises(GraderFault, match="isolation 'same-user' is required"):
        stand_behind(weak, course)
    monkeypatch.setattr(kernel, "on_linux", lambda: False)
    with pytest.raises(GraderFault, match="a sandbox that only Linux can build"):
        stand_behind(weak, course)
