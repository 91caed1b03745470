"""The miniature assignment as a scenario: write a submission, grade it through the whole engine, read the result."""

import atexit
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from softmark.checks.errors import GraderFault
from softmark.classes.pool import Pool, local
from softmark.commands import frozen_grader
from softmark.content.framework import packages
from softmark.files.problem import Problem
from softmark.grading.result import Result
from softmark.grading.server import GradingJob
from softmark.sandbox import clean_start
from tests.proc import A_HANG

ROOT = Path(__file__).resolve().parents[1]
COURSE = ROOT / "tests" / "mini"
REFERENCE = COURSE / "solutions" / "reference"

RIGHT = {path.name: path.read_text(encoding="utf-8") for path in sorted(REFERENCE.glob("*.py"))}


@dataclass
class Graded:
    """What `softmark grade` wrote for staff, with a few ways to look at it."""

    code: int
    result: dict
    stderr: str
    folder: Path

    @property
    def scores(self):
        return {row["id"]: row["score"] for row in self.result["items"]}

    @property
    def statuses(self):
        return {row["id"]: row["status"] for row in self.result["items"]}

    def item(self, ident):
        return next(row for row in self.result["items"] if row["id"] == ident)

    def text(self, ident):
        """Everything a student may read about an item."""
        gradescope = json.loads((self.folder / "results.json").read_text(encoding="utf-8"))
        return next(row["output"] for row in gradescope["tests"] if row["number"] == ident)

    @property
    def visible(self):
        """Everything in results.json that students can see, as one text."""
        gradescope = json.loads((self.folder / "results.json").read_text(encoding="utf-8"))
        return gradescope.get("output", "") + "\n".join(row["name"] + row["output"] for row in gradescope["tests"])


def started(*arguments, **options):
    """The command as a user starts it, in processes of its own: a second and more each time."""
    env = {**os.environ, "PYTHONPATH": str(ROOT / "autograder"), **options.pop("env", {})}
    command = [sys.executable, "-m", "softmark", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env=env, timeout=A_HANG, **options)


def softmark(*arguments, env=None, cwd=None, **options):
    """Run the command line as a user would: the same words, texts and exit codes, from a launcher that stays.

    With options that only a process of its own can have (`preexec_fn`), it gets one."""
    words = [str(each) for each in arguments]
    if options:
        return started(*words, env=env or {}, cwd=cwd, **options)
    folder = Path(cwd or Path.cwd())
    return launcher(_preloaded(words, folder)).run(words, folder, env or {})


def _preloaded(words, folder):
    """What the launcher of this command imports first; as little as possible where the command needs none."""
    course = words[words.index("--course") + 1] if "--course" in words else "."
    course = words[words.index("--source") + 1] if "--source" in words else course
    try:
        if words[:1] != ["build"] and "--help" not in words:
            return tuple(packages(frozen_grader.as_written(str(folder / course)).rubric.framework))
    except (GraderFault, Problem):
        pass
    return ("numpy",)


@lru_cache(maxsize=2)
def launcher(packages=("numpy",)):
    return Launcher(packages)


class Launcher:
    """tests/grader_that_stays.py, running. It ends with whoever started it, whose end closes its input."""

    def __init__(self, packages):
        self.folder = Path(tempfile.mkdtemp(prefix="softmark-stays-"))
        self.process = subprocess.Popen(
            clean_start.command("tests.grader_that_stays:serve", preload=packages),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=(self.folder / "complaints").open("wb"),
            text=True,
            encoding="utf-8",
            cwd="/",
            env=clean_start.environment({**os.environ, "PYTHONPATH": f"{ROOT / 'autograder'}{os.pathsep}{ROOT}"}),
        )
        atexit.register(self.close)
        self._told()

    def run(self, words, folder, env):
        out, errors = self.folder / "out", self.folder / "errors"
        for path in (out, errors):
            path.write_bytes(b"")
        # what a test has set since, and what the launcher itself would have been given
        own = {name: text for name, text in clean_start.environment(os.environ).items() if name != "PYTHONPATH"}
        asked = {"words": words, "folder": str(folder), "env": {**own, **env}, "out": str(out), "errors": str(errors)}
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        code = int(self._told())
        texts = [path.read_text(encoding="utf-8", errors="replace") for path in (out, errors)]
        return subprocess.CompletedProcess(["softmark", *words], code, *texts)

    def _told(self):
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError("the launcher of the tests ended: " + (self.folder / "complaints").read_text()[-2000:])
        return line

    def close(self):
        self.process.stdin.close()
        self.process.wait(timeout=A_HANG)
        shutil.rmtree(self.folder, ignore_errors=True)


def submit(folder: Path, **files: str | None) -> Path:
    """A submission: the right answer with some files replaced (or left out, with None)."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in {**RIGHT, **{f"{stem}.py": text for stem, text in files.items()}}.items():
        if text is not None:
            (folder / name).write_text(text, encoding="utf-8")
    return folder


def edit(course: Path, *changes: tuple[str, str]) -> None:
    """Change the rubric of a copy: old and new, each old text there once or more."""
    path = course / "autograder" / "rubric.yaml"
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


@lru_cache
def built() -> Path:
    """The miniature as it is once it is built."""
    folder = Path(tempfile.mkdtemp(prefix="softmark-built-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    course = shutil.copytree(COURSE, folder / "course")
    frozen(course)
    return course


def frozen(course: Path) -> Path:
    """The grader that is frozen of a course, made where it is not there yet."""
    return frozen_grader.folder(str(course))


@lru_cache
def pool_that_stays() -> Pool:
    """One launcher of the miniature: starting one takes as long as grading a class."""
    stays = contextlib.ExitStack()
    atexit.register(stays.close)
    return stays.enter_context(local(frozen(built()), 1))


def graded_in_the_pool(*jobs: GradingJob) -> dict[str, Result]:
    """Several submissions as in a class, by name: through one pool that stays, since to start one takes a second."""
    done = list(pool_that_stays().each(jobs))
    assert not any(one.error for one in done), [one.error for one in done]
    return {one.name: Result.from_line(one.text.encode()) for one in done}


def grade(folder: Path, course: Path | None = None, **files: str | None) -> Graded:
    """Submit, grade, and read what came of it."""
    course = course or built()
    submission = submit(folder / "submission", **files)
    out = folder / "out"
    done = softmark("grade", submission, "--course", course, "--out", out)
    assert (out / "result.json").exists(), f"no result: {done.stdout[-2000:]}{done.stderr[-2000:]}"
    result = json.loads((out / "result.json").read_text(encoding="utf-8"))
    return Graded(done.returncode, result, done.stderr, out)
