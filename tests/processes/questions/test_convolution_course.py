"""A course on convolution, as `softmark new` writes it, gets its questions too: at home, and on paper for a class."""

import json
import shutil
import subprocess
import sys

import pytest

from tests.mini_course import softmark
from tests.proc import A_HANG

pytestmark = pytest.mark.slow

KINDS = ["purpose", "purpose", "line", "shape", "prediction"]
MINE = """import numpy as np
from data import SOBEL_X, SOBEL_Y


def convolve(x, kernel):
    k = len(kernel)
    out = []
    for i in range(len(x) - k + 1):
        window = x[i : i + k]
        out.append(np.sum(window * kernel[::-1]))
    return np.array(out)


def convolve_image(image, kernel):
    h, w = kernel.shape
    rows, cols = image.shape
    flipped = np.flip(kernel)
    result = np.zeros((rows - h + 1, cols - w + 1), dtype=image.dtype)
    for i in range(rows - h + 1):
        for j in range(cols - w + 1):
            patch = image[i : i + h, j : j + w]
            result[i, j] = np.sum(patch * flipped)
    return result


def edges(image):
    gx = convolve_image(image, SOBEL_X)
    gy = convolve_image(image, SOBEL_Y)
    return np.sqrt(gx**2 + gy**2)
"""


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    place = tmp_path_factory.mktemp("new")
    assert softmark("new", "demo", "--from", "convolution", cwd=place, stdin=subprocess.DEVNULL).returncode == 0
    rubric = place / "demo" / "autograder" / "rubric.yaml"
    rubric.write_text(rubric.read_text(encoding="utf-8") + "understanding: supervised\n", encoding="utf-8")
    built = softmark("build", "--course", place / "demo", "--out", place / "dist", "--no-proof")
    assert built.returncode == 0, built.stdout + built.stderr
    return place / "demo"


def right_answers(course):
    reference = (course / "solutions" / "reference" / "convolution.py").read_text(encoding="utf-8")
    return {"ada": MINE, "bob": reference}


def test_at_home_a_right_program_is_asked_five_questions(course, tmp_path):
    folder = shutil.copytree(course / "assignment", tmp_path / "home")
    (folder / "convolution.py").write_text(MINE, encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "check.py", "--ask", "--plain"], cwd=folder, input="a\na\na\n1\n1\n", capture_output=True,
        text=True, encoding="utf-8", timeout=A_HANG, check=True,
    )  # fmt: skip
    told = " ".join(ran.stdout.split())
    assert "5 of 5: your program, task 1." in told and "5 right." in told
    assert told.count("Which of these would no longer hold?") == 2 and "Which line is it in?" in told
    assert "kernel[::-1]" in told and "minus 1]" not in told


def test_a_class_gets_its_sheets(course, tmp_path):
    for name, text in right_answers(course).items():
        (tmp_path / "works" / name).mkdir(parents=True)
        (tmp_path / "works" / name / "convolution.py").write_text(text, encoding="utf-8")
    out = tmp_path / "out"
    graded = softmark("batch", tmp_path / "works", "--out", out, "--course", course, "--workers", 1)
    assert graded.returncode == 0, graded.stderr
    told = json.loads(softmark("sheets", out, "--course", course, "--json").stdout)
    assert told["sheets"] + len(told["without a sheet"]) == 2, "so little code may leave nothing new to ask"
    for sheet in json.loads((out / "sheets" / "sheets.json").read_text(encoding="utf-8"))["sheets"]:
        if not (asked := sheet["questions"]):
            continue
        assert [question["kind"] for question in asked] == KINDS
        (shape,) = [question["answer"].split() for question in asked if question["kind"] == "shape"]
        assert "0" not in shape, "a kernel that does not fit has no everyday answer"
