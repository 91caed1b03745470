"""Builds the miniature assignment once a session; every scenario gets its own copy."""

import shutil

import pytest

from tests.processes.home import mini
from tests.processes.home.warm_python import WarmPython


@pytest.fixture(scope="session")
def warm():
    python = WarmPython()
    yield python
    python.end()


@pytest.fixture(scope="session")
def built(warm, tmp_path_factory):
    folder = tmp_path_factory.mktemp("mini")
    done = warm.run("build", folder)
    assert done.code == 0, done.err
    return folder


@pytest.fixture(scope="session")
def student_folder(warm, built, tmp_path_factory):
    """`student_folder()`: a fresh folder with empty stubs; `inside` names the folder it lies in."""

    def copy(inside="work"):
        target = tmp_path_factory.mktemp("student") / inside / "assignment"
        shutil.copytree(built / "assignment", target)
        return mini.Folder(target, built / "right", warm)

    return copy
