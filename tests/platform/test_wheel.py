"""The engine as a package: built into a wheel, installed outside the checkout, and everything that travels is there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from tests.mini_course import ROOT

ENGINE = ROOT / "autograder" / "softmark"


def run(*command: object, **options: object) -> str:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, encoding="utf-8", **options)  # type: ignore[call-overload]
    assert done.returncode == 0, done.stdout + done.stderr
    return str(done.stdout)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy: setuptools leaves folders beside what it builds."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    skip = shutil.ignore_patterns("__pycache__", "*.egg-info")
    shutil.copytree(ENGINE, source / "autograder" / "softmark", ignore=skip)
    for name in ("pyproject.toml", "autograder/README.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    shutil.copytree(ROOT / "handouts", source / "handouts", ignore=shutil.ignore_patterns("figures", "images", "work"))
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", folder, source)
    return next(folder.glob("*.whl"))


@pytest.mark.slow
def test_the_wheel_holds_the_whole_engine_and_nothing_else(wheel: Path) -> None:
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    files = {path for path in ENGINE.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    assert held == {path.relative_to(ENGINE.parent).as_posix() for path in files}


def python_at_hand(version: str) -> Path:
    """An interpreter of this version, found as .ci/pythons finds it; without one there is nothing to try."""
    places = [shutil.which(f"python{version}"), *sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))]
    for place in filter(None, places):
        if subprocess.run([str(place), "--version"], capture_output=True, check=False).returncode == 0:
            return Path(place)
    pytest.skip(f"python{version} is not at hand")


def environment(folder: Path, python: object, *wanted: str) -> dict[str, str]:
    """An empty environment outside the checkout, what is wanted in it, and what a terminal there knows."""
    run(python, "-m", "venv", folder)
    run(folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *wanted)
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    return {**env, "PATH": f"{folder / 'bin'}{os.pathsep}{env['PATH']}"}


@pytest.mark.full  # .ci/pythons tests the engine on the oldest Python, and the test above what the wheel holds
@pytest.mark.parametrize("version", ["3.10", "3.13"])
def test_in_an_empty_environment_a_course_is_made_built_proved_and_graded(
    wheel: Path, tmp_path: Path, version: str
) -> None:
    """The ten minutes of somebody who has only the wheel: the oldest and the newest Python, no torch."""
    env = environment(tmp_path / "env", python_at_hand(version), f"softmark[handouts] @ {wheel.as_uri()}")
    here = tmp_path / "elsewhere"
    here.mkdir()
    where = run("python", "-c", "import softmark; print(softmark.__file__)", cwd=here, env=env)
    assert where.startswith(str(tmp_path / "env"))
    run("python", "-c", "import importlib.util as u; assert u.find_spec('torch') is None", cwd=here, env=env)
    run("softmark", "new", "demo", "--from", "convolution", cwd=here, env=env, stdin=subprocess.DEVNULL)
    demo = here / "demo"
    built = run("make", cwd=demo, env=env)
    assert "✓ the reference: 10 points" in built and "ready:" in built
    assert "right answers that fail:     0 of 2" in run("make", "test", cwd=demo, env=env)

    with zipfile.ZipFile(demo / "dist" / "assignment.zip") as archive:
        given = {f"demo/{name}" for name in ("handout.html", "README.md", "requirements.txt")}
        assert given <= set(archive.namelist())
        archive.extractall(here / "home")
    (here / "home" / "demo").rename(here / "student")
    with zipfile.ZipFile(demo / "dist" / "autograder.zip") as archive:
        archive.extractall(here / "unpacked")
    right = (demo / "solutions" / "reference" / "convolution.py").read_text(encoding="utf-8")
    for text, told in ((right, "10 of 10 points"), (right.replace("kernel[::-1]", "kernel"), "which is correlation")):
        (here / "student" / "convolution.py").write_text(text, encoding="utf-8")
        graded = run("softmark", "grade", here / "student", "--course", here / "unpacked", cwd=here, env=env)
        assert told in graded
    checked = subprocess.run(["python", "check.py"], cwd=here / "student", env=env, capture_output=True, text=True)
    assert "is expected" in checked.stdout and "later" in checked.stdout, checked.stdout + checked.stderr

    (here / "class").mkdir()
    shutil.move(here / "student", here / "class" / "student")
    run("softmark", "batch", here / "class", "--out", here / "graded", cwd=demo, env=env)
    assert "1 submission, mean 6" in run("softmark", "report", here / "graded", cwd=demo, env=env)


@pytest.mark.full
def test_without_extras_a_course_is_made_built_graded_and_audited(wheel: Path, tmp_path: Path) -> None:
    env = environment(tmp_path / "env", sys.executable, f"softmark @ {wheel.as_uri()}")
    run("python", "-c", "import importlib.util as u; assert u.find_spec('pypandoc') is None", cwd=tmp_path, env=env)
    run("softmark", "new", "demo", "--framework", "python", cwd=tmp_path, env=env, stdin=subprocess.DEVNULL)
    demo = tmp_path / "demo"
    built = run("softmark", "build", cwd=demo, env=env)
    assert "no handout in the zip" in built and "ready:" in built
    assert "10 of 10 points" in run("softmark", "grade", "solutions/reference", cwd=demo, env=env)
    assert "\nclean\n" in run("softmark", "audit", cwd=demo, env=env)


@pytest.mark.full
def test_the_attention_assignment_builds_with_the_installed_wheel_alone(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "env", with_pip=True)
    python = tmp_path / "env" / "bin" / "python"
    # torch and the packages for handouts are those of this environment: what is tried here is the wheel
    ours = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    (Path(ours) / "needed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    run(python, "-m", "pip", "install", "--quiet", "--no-deps", "--ignore-installed", wheel)
    course = tmp_path / "course"
    for name in ("solutions", "assignment", "handouts"):
        shutil.copytree(ROOT / name, course / name, ignore=shutil.ignore_patterns("__pycache__"))
    (course / "autograder").mkdir()
    shutil.copy(ROOT / "autograder" / "rubric.yaml", course / "autograder")
    shutil.copytree(ROOT / "autograder" / "graders", course / "autograder" / "graders")
    where = run(python, "-c", "import softmark; print(softmark.__file__)", cwd=course).strip()
    assert where.startswith(ours)
    told = run(tmp_path / "env" / "bin" / "softmark", "build", cwd=course)
    assert "✓ the reference: " in told and "ready:" in told
