"""Builds each miniature assignment once a session; every scenario gets its own copy."""

import shutil
import subprocess
import sys

import pytest

from tests.assignment import mini


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """course name → the folder it was built into"""
    made = {}

    def build(name):
        if name not in made:
            target = tmp_path_factory.mktemp(name)
            subprocess.run([sys.executable, mini.__file__, name, str(target)], check=True, timeout=120)
            made[name] = target
        return made[name]

    return build


@pytest.fixture(scope="session")
def student_folder(built, tmp_path_factory):
    """`student_folder("numpy")`: a fresh folder with empty stubs; `inside` names the folder it lies in."""

    def copy(course="numpy", inside="work"):
        source = built(course)
        target = tmp_path_factory.mktemp("student") / inside / "assignment"
        shutil.copytree(source / "assignment", target)
        return mini.Folder(target, source / "right")

    return copy
