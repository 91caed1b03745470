"""What a build says of the size of its zips."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from softmark.build import zip_limits
from softmark.checks.errors import GraderFault
from softmark.files.zips import write_zip

NOISE = random.Random(1).randbytes(60_000)
FILES = {"course/handout.html": NOISE[:30_000], "course/public_tests/softmark.pyz": NOISE[30_000:], "course/a.py": b"x"}


def test_each_part_is_told_with_its_share_of_the_limit(tmp_path: Path) -> None:
    write_zip(tmp_path / "assignment.zip", FILES)
    said = zip_limits.size_line(tmp_path / "assignment.zip", 1 << 20)
    assert said.endswith("assignment.zip: 58 KB, 6% of 1 MB (pages 3%, engine 3%, the rest 0%)")


def test_a_zip_that_is_too_large_is_told_with_what_takes_most(tmp_path: Path) -> None:
    write_zip(tmp_path / "assignment.zip", {**FILES, "big.html": random.Random(2).randbytes(1 << 20)})
    with pytest.raises(GraderFault, match=r"106% of 1 MB \(pages 103%.*too large; make smaller what takes most"):
        zip_limits.size_line(tmp_path / "assignment.zip", 1 << 20)
