"""Builds each miniature assignment once a session; every scenario gets its own copy."""

import shutil

import pytest

from tests.processes.home import mini
from tests.processes.home.warm_python import WarmPython


@pytest.fixture(scope="session")
def warm():
    """framework → a Python that has imported it"""
    started = {}

    def python(framework):
        if framework not in started:
            started[framework] = WarmPython(framework)
        return started[framework]

    yield python
    for each in started.values():
        each.end()


@pytest.fixture(scope="session")
def built(warm, tmp_path_factory):
    """course name → the folder it was built into"""
    made = {}

    def build(name):
        if name not in made:
            made[name] = tmp_path_factory.mktemp(name)
            done = warm(name).run("build", made[name], [name])
            assert done.code == 0, done.err
        return made[name]

    return build


@pytest.fixture(scope="session")
def student_folder(warm, built, tmp_path_factory):
    """`student_folder("numpy")`: a fresh folder with empty stubs; `inside` names the folder it lies in."""

    def copy(course="numpy", inside="work"):
        source = built(course)
        target = tmp_path_factory.mktemp("student") / inside / "assignment"
        shutil.copytree(source / "assignment", target)
        return mini.Folder(target, source / "right", warm(course))

    return copy
