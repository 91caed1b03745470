"""A miniature assignment folder, built like the real one: stubs, public tests, recorded reference, check.py.

Two courses. `numpy` is the repository's own miniature (tests/mini): two functions, quick to start. `torch` is made
here: two functions and a module that uses them. The tests build each once and copy it for every scenario.
"""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.proc import A_HANG

ROOT = Path(__file__).resolve().parents[3]


RUBRIC = """
name: mini-attention
title: A head in miniature
term: a-salt-for-tests
framework: torch
total: 10
files: [attention.py, head.py]
packages: [torch, numpy, math, os, sys, time]
items:
  - {id: "1.1", title: Scaled scores, points: 3, file: attention.py, names: [attention_scores]}
  - {id: "1.2", title: Softmax, points: 3, file: attention.py, names: [softmax], not_allowed: [softmax]}
  - {id: "2.1", title: A head, points: 4, file: head.py, names: [Head.forward], uses: ["1.1", "1.2"]}
rules:
  softmax: {says: library softmax, calls: [torch.softmax, torch.nn.functional.softmax, Tensor.softmax]}
isolation: {required: same-user}
"""

ATTENTION = '''"""Part 1."""

import math

import torch


def attention_scores(q, k):
    """Scaled dot products."""
    # BEGIN SOLUTION 1.1 (one line)
    return q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    # END SOLUTION


def softmax(scores):
    """Weights that sum to 1."""
    # BEGIN SOLUTION 1.2 (two lines)
    powers = torch.exp(scores - scores.amax(dim=-1, keepdim=True))
    return powers / powers.sum(dim=-1, keepdim=True)
    # END SOLUTION
'''

HEAD = '''"""Part 2."""

import torch
from attention import attention_scores, softmax
from torch import nn


class Head(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.W = nn.Linear(d, d, bias=False)

    def forward(self, x):
        """One head."""
        # BEGIN SOLUTION 2.1 (two lines)
        y = self.W(x)
        return softmax(attention_scores(y, y)) @ x
        # END SOLUTION
'''

GRADER = '''"""All three."""

import torch
from gradescope_utils.autograder_utils.decorators import number


@number("1.1")
class TestScores:
    def test_values(self, student, reference, draw, same):
        """scores: q · k / √d."""
        n, m, d = draw.sizes(3)
        q, k = draw(2, n, d), draw(2, m, d)
        same(student.attention.attention_scores(q, k), reference.attention.attention_scores(q, k), axes="B n m")

    def test_float32(self, student, reference, draw, same):
        """float32: float32 in, float32 out."""
        q = draw(2, 3, 4, dtype="float32")
        same(student.attention.attention_scores(q, q), reference.attention.attention_scores(q, q), axes="B n m")


@number("1.2")
class TestSoftmax:
    def test_values(self, student, reference, draw, same):
        """weights: powers over their sum."""
        x = draw(3, 5)
        same(student.attention.softmax(x), reference.attention.softmax(x), axes="n m")

    def test_large_scores(self, student, reference, draw, same):
        """large scores: they do not overflow."""
        x = draw(3, 5, scale=1000.0)
        same(student.attention.softmax(x), reference.attention.softmax(x), axes="n m")


@number("2.1")
class TestHead:
    def test_values(self, student, reference, draw, same):
        """mix: a head mixes its tokens."""
        x, w = draw(2, 5, 4), {"W.weight": draw(4, 4)}
        got = student.head.Head(4, weights=w)(x)
        same(got, reference.head.Head(4, weights=w)(x), axes="B n d")

    def test_gradients(self, student, reference, draw, same):
        """gradients: they reach the weights."""
        x, w = draw(2, 5, 4), {"W.weight": draw(4, 4)}
        got = student.head.Head(4, weights=w).grad(x)
        same(got.by_name["W.weight"], reference.head.Head(4, weights=w).grad(x).by_name["W.weight"])
'''

UNSCALED = '''def attention_scores(q, k):
    """scale.missing: The scores are not divided by √d.
    Hint: How large do the scores get when d grows?
    """
    return q @ k.transpose(-2, -1)
'''


def write_torch_course(root):
    """The torch course in the layout of the repository."""
    files = {
        "autograder/rubric.yaml": RUBRIC,
        "autograder/graders/test_head.py": GRADER,
        "solutions/reference/attention.py": ATTENTION,
        "solutions/reference/head.py": HEAD,
        "solutions/wrong/attention.py": UNSCALED,
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")


def build(course_name, target):
    """Build the students' folder of one course into `target`, and the right answers beside it."""
    from softmark.build import student_folder
    from softmark.content.course import Course

    root = ROOT / "tests" / "mini"
    if course_name == "torch":
        import torch  # noqa: F401 (the engine uses the framework that is there)

        root = target / "course"
        write_torch_course(root)
    folder, right = target / "assignment", target / "right"
    course = Course.at(root)
    student_folder.write(course, folder)
    shutil.copytree(course.reference_folder, right)


@dataclass
class Ran:
    """What a person sees of one command, and the report for machines where it was asked for."""

    code: int
    out: str
    err: str

    @property
    def report(self):
        return json.loads(self.out)

    def states(self):
        return {task["id"]: task["words"] for task in self.report["tasks"]}

    def task(self, ident):
        return next(task for task in self.report["tasks"] if task["id"] == ident)

    def causes(self):
        return [section["heading"] for section in self.report["sections"]]

    def panel(self, heading):
        """What is said below one heading."""
        section = next(section for section in self.report["sections"] if section["heading"] == heading)
        return "\n".join(f"{line['label']} {line['text']}" for line in section["lines"])


class Folder:
    """A student's folder."""

    def __init__(self, path, right, warm):
        self.path = path
        self._right = right
        self._warm = warm

    def solve(self, *names):
        """Put right answers in."""
        for source in self._right.glob("*.py"):
            if not names or source.name in names:
                whole = shutil.copy(source, self.path / f".{source.name}.saved")
                whole.replace(self.path / source.name)  # who watches never sees half a file
        return self

    def write(self, name, text):
        (self.path / name).write_text(text, encoding="utf-8")
        return self

    def change(self, name, old, new):
        text = (self.path / name).read_text(encoding="utf-8")
        assert old in text, f"{old!r} is not in {name}"
        return self.write(name, text.replace(old, new))

    def check(self, *words, types="", **environment):
        """What `python check.py …` does, started from a Python that is warm; `types` is what they type meanwhile."""
        return self._ran(self._warm.run("check", self.path, words, types, environment))

    def pytest(self, *words):
        """What plain `pytest` does there."""
        return self._ran(self._warm.run("pytest", self.path, words, environment={"COLUMNS": "200"}))

    def really(self, *words, python=(sys.executable,), cwd=None, types="", **environment):
        """Run `python check.py …` itself, as a student would: the engine is the one that lies in their folder."""
        return self.start(*python, str(self.path / "check.py"), *words, cwd=cwd, types=types, **environment)

    def start(self, *command, cwd=None, types="", **environment):
        around = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "PYTHONPATH")}
        done = subprocess.run(
            command,
            cwd=cwd or self.path,
            env={**around, "PYTHONIOENCODING": "utf-8", **environment},
            input=types,
            capture_output=True,
            encoding="utf-8",
            timeout=A_HANG,
        )
        return self._ran(Ran(done.returncode, done.stdout, done.stderr))

    @staticmethod
    def _ran(done):
        assert "Traceback" not in done.err, done.err
        return Ran(done.code, done.out, done.err)
