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
    lab = folder / "lab"
    (lab / "notebook.ipynb").write_text(convert(SOURCE), encoding="utf-8")
    done = subprocess.run([sys.executable, "-c", RUN], cwd=lab, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr[-2000:]
    cells = json.loads((lab / "executed.ipynb").read_text(encoding="utf-8"))["cells"]
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
    """The first cell checks it."""
    first = next(cell for cell in json.loads(convert(SOURCE))["cells"] if cell["cell_type"] == "code")
    code = "".join(first["source"]).splitlines()
    assert code[-1] == "!{python} check.py" and len(code) <= 16 and not any("def " in line for line in code)


@pytest.mark.full
def test_before_anything_is_written_every_cell_ends_with_a_sentence(tmp_path):
    check, ideas, head, train, writes, hand_in = executed(tmp_path / "assignment", {})
    assert check[0].count("not written yet") == 19
    assert "waits for Task 1.1" in ideas[0] and "(the, quick)" in ideas[0]
    assert head[0].startswith("Not yet: Task 1.7")
    assert "write it first, then run this again" in train[0]
    assert "still to be written: 1.2, 1.3," in writes[0]
    assert "submission.zip" in hand_in[0]


def first_cell(folder):
    """The code of the first cell, run in a folder without Jupyter; what it printed."""
    cell = next(cell for cell in json.loads(convert(SOURCE))["cells"] if cell["cell_type"] == "code")
    lines = [line for line in "".join(cell["source"]).splitlines() if not line.startswith("%")]
    code = "\n".join(lines).replace("!{python} check.py", "exec(Path('check.py').read_text())")
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_the_zip_is_unpacked_once_and_never_over_somebodys_work(tmp_path):
    with zipfile.ZipFile(tmp_path / "assignment.zip", "w") as archive:
        archive.writestr("softmark-attention/check.py", "print('checked')")
        archive.writestr("softmark-attention/attention.py", "the stub")
    assert first_cell(tmp_path).startswith("checked")
    mine = tmp_path / "softmark-attention" / "attention.py"
    mine.write_text("my work", encoding="utf-8")
    assert first_cell(tmp_path).startswith("checked")
    assert mine.read_text(encoding="utf-8") == "my work"


@pytest.mark.slow
def test_weights_of_any_dtype_are_drawn(tmp_path):
    """1.7 takes float64 and whole numbers; so does the notebook."""
    text = SOURCE.read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith("    W_q, W_k = "))
    code = (
        "import torch\n"
        "class attention:\n"
        "    find_ones_weights = staticmethod(lambda n: (torch.ones(2, 2, dtype=torch.float64), torch.eye(2).long()))\n"
        f"E, row = torch.eye(2), '01'\n{textwrap.dedent(line)}\nprint((E @ W_q.T @ (E @ W_k.T).T).dtype)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, encoding="utf-8")
    assert done.stdout.strip() == "torch.float32", done.stderr


@pytest.mark.slow
def test_with_right_answers_it_checks_draws_trains_and_writes_the_zip(tmp_path):
    reference = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "solutions/reference").glob("*.py")}
    folder = tmp_path / "assignment"
    check, ideas, head, train, writes, hand_in = executed(folder, reference)
    assert "100 / 100 points" in check[0] and "waits for" not in ideas[0]
    assert (head[1], train[1]) == (2, 2)
    assert "transformer: trained for 80 steps" in train[0]
    assert "all others" in writes[0] and '\n"My dear' in writes[0] and writes[0].count("stands out") == 2
    assert (folder / "submission.zip").exists() and "submission.zip" in hand_in[0]
