"""The students' notebook, executed by a real kernel: with nothing written, and with everything right."""

import json
import shutil
import subprocess
import sys
import textwrap
import zipfile

import pytest

from softmark.build.handouts.notebook import convert
from tests.mini_course import ROOT

SOURCE = ROOT / "handouts" / "notebook.py"

RUN = """
import sys, nbformat, nbclient
notebook = nbformat.read("notebook.ipynb", as_version=4)
nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
nbformat.write(notebook, "executed.ipynb")
"""


def executed(folder, answers):
    """Every cell's output as (text, number of pictures)."""
    shutil.copytree(ROOT / "assignment", folder)
    for name, text in answers.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "notebook.ipynb").write_text(convert(SOURCE), encoding="utf-8")
    done = subprocess.run([sys.executable, "-c", RUN], cwd=folder, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr[-2000:]
    cells = json.loads((folder / "executed.ipynb").read_text(encoding="utf-8"))["cells"]
    told = []
    for cell in cells:
        outputs = cell.get("outputs", [])
        text = "".join("".join(output.get("text", "")) for output in outputs)
        told.append((text, sum("image/png" in output.get("data", {}) for output in outputs)))
    return [each for cell, each in zip(cells, told, strict=True) if cell["cell_type"] == "code"]


def test_the_same_source_gives_the_same_bytes():
    assert convert(SOURCE) == convert(SOURCE)
    cells = json.loads(convert(SOURCE))["cells"]
    assert [cell["cell_type"] for cell in cells[:2]] == ["markdown", "code"]
    assert not any(cell.get("outputs") for cell in cells)


def test_it_begins_with_the_students_own_work():
    """The first cell checks it; what the cells share is in a file."""
    first = next(cell for cell in json.loads(convert(SOURCE))["cells"] if cell["cell_type"] == "code")
    code = "".join(first["source"]).splitlines()
    assert code[-1] == "print(cells.check())" and len(code) <= 16 and not any("def " in line for line in code)


@pytest.mark.full
def test_before_anything_is_written_every_cell_ends_with_a_sentence(tmp_path):
    check, head, thread, train, look, writes, hand_in = executed(tmp_path / "assignment", {})
    assert check[0].count("not written yet") == 19
    assert head[0].startswith("Not yet: Task 1.7")
    assert thread[0].count("– not written yet") == 15 and "Not yet: Task 1.3" in thread[0]
    assert train[0].startswith("Not yet: Task ")
    assert look[0].startswith("Not yet: train a model first")
    assert "still to be written: 1.2, 1.3," in writes[0]
    assert "submission.zip" in hand_in[0]


def first_cells(folder, number=1):
    """The code of the first cells, run in a folder as a kernel would; what they printed."""
    cells = [cell for cell in json.loads(convert(SOURCE))["cells"] if cell["cell_type"] == "code"]
    code = "\n".join("".join(cell["source"]) for cell in cells[:number])
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_the_zip_is_unpacked_once_and_never_over_somebodys_work(tmp_path):
    with zipfile.ZipFile(tmp_path / "assignment.zip", "w") as archive:
        archive.writestr("softmark-attention/check.py", "print('checked')")
        archive.writestr("softmark-attention/cells.py", (ROOT / "assignment" / "cells.py").read_text(encoding="utf-8"))
        archive.writestr("softmark-attention/attention.py", "the stub")
    assert first_cells(tmp_path).startswith("checked")
    mine = tmp_path / "softmark-attention" / "attention.py"
    mine.write_text("my work", encoding="utf-8")
    assert first_cells(tmp_path).startswith("checked")
    assert mine.read_text(encoding="utf-8") == "my work"


@pytest.mark.slow
def test_weights_of_any_dtype_are_drawn(tmp_path):
    """1.7 takes float64 and whole numbers; so does the notebook."""
    text = SOURCE.read_text(encoding="utf-8")
    head = text[text.index("    row = [") : text.index("    _, flat")]
    code = (
        "import torch\n"
        "class attention:\n"
        "    find_ones_weights = staticmethod(lambda n: (torch.ones(2, 2, dtype=torch.float64), torch.eye(2).long()))\n"
        "    attend = staticmethod(lambda q, k, v: (v, q @ k.T))\n"
        f"{textwrap.dedent(head)}\nprint(sharp.dtype)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, encoding="utf-8")
    assert done.stdout.strip() == "torch.float32", done.stderr


@pytest.mark.slow
def test_with_right_answers_it_checks_draws_trains_and_writes_the_zip(tmp_path):
    reference = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "solutions/reference").glob("*.py")}
    folder = tmp_path / "assignment"
    check, head, thread, train, look, writes, hand_in = executed(folder, reference)
    assert "100 / 100 points" in check[0]
    assert thread[0].count("✓ as on paper") == 15
    assert (head[1], thread[1], train[1], look[1]) == (2, 1, 1, 2)
    first, last = (float(part.split()[2]) for part in train[0].split(",")[:2])
    assert last < 0.7 * first
    assert "all others" in writes[0] and '\n"My dear' in writes[0] and writes[0].count("stands out") == 2
    assert (folder / "submission.zip").exists() and "submission.zip" in hand_in[0]
