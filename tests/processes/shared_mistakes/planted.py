"""A class in miniature in which nine students make one mistake that nobody has named, in three spellings."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

from tests.mini_class import BY_VARIANCE, RIGHT, WRONG_AXIS, a_class
from tests.mini_course import built, softmark

DOUBLED = (
    "def mean(x):\n    return 2 * x.sum(axis=-1) / x.shape[-1]\n",
    "def mean(x):\n    # half of the length\n    half = x.shape[-1] / 2\n    return x.sum(-1) / half\n",
    "import numpy as np\n\n\ndef mean(x):\n    out = np.zeros(x.shape[:-1])\n    for j in range(x.shape[-1]):\n"
    "        out += x[..., j] + x[..., j]\n    return out / x.shape[-1]\n",
)
SQUARED = "def mean(x):\n    return (x * x).sum(axis=-1) / x.shape[-1]\n"
NINE = tuple(f"doubles_{number}" for number in range(9))


def doubled(number: int) -> dict[str, str]:
    return {**RIGHT, "stats.py": f"{DOUBLED[number % 3]}# {number}\n"}


def students(folder: Path) -> Path:
    """Nine who double, one who squares, two known mistakes, two who are right."""
    nine = {name: doubled(number) for number, name in enumerate(NINE)}
    others = {
        "alone": {**RIGHT, "stats.py": SQUARED},
        "axis": WRONG_AXIS,
        "variance": BY_VARIANCE,
        "right": RIGHT,
        "right_too": {**RIGHT, "stats.py": RIGHT["stats.py"] + "# mine\n"},
    }
    return a_class(folder, **nine, **others)


@cache
def graded() -> tuple[Path, Path]:
    """What they handed in, and the class once it is graded. Nobody writes there: take a copy."""
    folder = Path(tempfile.mkdtemp(prefix="softmark-nine-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    words = ("batch", students(folder / "in"), "--out", folder / "out", "--course", built(), "--workers", 1)
    done = softmark(*words)
    assert done.returncode == 0, done.stderr
    return folder / "in", folder / "out"
