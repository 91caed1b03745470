"""The engine as a package: built into a wheel, installed outside the checkout, and everything that travels is there."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from tests.engine.mini import COURSE, ROOT

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
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", folder, source)
    return next(folder.glob("*.whl"))


@pytest.mark.slow
def test_the_wheel_holds_the_whole_engine_and_nothing_else(wheel: Path) -> None:
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    files = {path for path in ENGINE.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    assert held == {path.relative_to(ENGINE.parent).as_posix() for path in files}


@pytest.mark.slow
def test_installed_outside_the_checkout_it_builds_and_grades_a_course(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "env", with_pip=True)
    python = tmp_path / "env" / "bin" / "python"
    # the packages it needs are those of this environment: what is tried here is the wheel
    ours = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    (Path(ours) / "needed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    run(python, "-m", "pip", "install", "--quiet", "--no-deps", wheel)
    course = shutil.copytree(COURSE, tmp_path / "course")
    where = run(python, "-c", "import softmark; print(softmark.__file__)", cwd=course).strip()
    assert where.startswith(ours)
    told = run(tmp_path / "env" / "bin" / "softmark", "build", cwd=course)
    assert "✓ the reference: 10 points" in told and "ready:" in told
    assert (course / "assignment" / "check.py").is_file()
