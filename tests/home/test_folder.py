"""The student's folder before anything runs: which files are there, which were meant, and what is not handed in."""

import ast
import io
import os
import re
import runpy
import shutil
import sys
import zipfile
from pathlib import Path

import pytest

from softmark.core import recording
from softmark.core.assignment import Assignment
from softmark.files.engine import SHIPPED
from softmark.files.source import fingerprint_of_text
from softmark.files.zips import write_zip
from softmark.home import choose, folder
from softmark.home.choose import BadInput

STUB = "def attend(q):\n    raise NotImplementedError('Task 1.1')\n"
WORK = "def attend(q):\n    return q\n"
FILES = ("attention.py", "train.py")
ASSIGNMENT = Assignment(
    "mini", "Mini", "numpy", FILES, ("data.py",), ("numpy",), "name", True, (), {},
    stubs=dict.fromkeys(FILES, fingerprint_of_text(STUB)),
)  # fmt: skip
ELSEWHERE = "unzip the assignment into a new, empty folder"
OVER = "Do not unzip it over this folder: that can overwrite your work"


@pytest.fixture
def work(tmp_path):
    """`work({"attention.py": WORK})`: a folder with these files; what is not named is as it was handed out."""

    def lay_out(files, without=()):
        for name, text in {**dict.fromkeys(FILES, STUB), "data.py": "", **files}.items():
            if name not in without:
                (tmp_path / name).write_bytes(text.encode() if isinstance(text, str) else text)
        return tmp_path

    return lay_out


def refusal(path):
    """What --zip says, where it writes none."""
    with pytest.raises(BadInput) as caught:
        folder.write_zip(path, ASSIGNMENT)
    assert not (path / ".submission.zip.part").exists()
    return str(caught.value)


# A second copy --------------------------------------------------------------------------------------------------------


SAYS = (
    "attention.py is the file that is graded, and there is no work in it yet. Your folder also holds {}: "
    "if your work is in that file, copy its text into attention.py; if not, move that file to another folder."
)


@pytest.mark.parametrize("empty", ["", " \n\n\t\n", "\ufeff", STUB, STUB.replace("\n", "  \r\n"), STUB.rstrip()])
@pytest.mark.parametrize("name", ["attention (1).py", "attention - Copy.py", "Copy of attention.py", "attention-1.py"])
def test_work_beside_an_empty_file_is_told_and_the_empty_one_is_not_packed(work, empty, name):
    path = work({"attention.py": empty, name: WORK})
    assert folder.overlooked(path, ASSIGNMENT) == {"attention.py": SAYS.format(name)}
    (path / "submission.zip").write_bytes(b"last week's")
    assert refusal(path) == f"No zip was written: {SAYS.format(name)}"
    assert (path / "submission.zip").read_bytes() == b"last week's"


def test_several_copies_are_told_in_one_sentence(work):
    (says,) = folder.overlooked(work({"attention (1).py": WORK, "attention (2).py": WORK}), ASSIGNMENT).values()
    assert "Your folder also holds attention (1).py and attention (2).py: if your work is in one of them, copy" in says


def test_a_copy_in_an_encoding_that_is_not_graded_is_work_too(work):
    path = work({"attention (1).py": WORK.encode("utf-16")})
    assert folder.overlooked(path, ASSIGNMENT) == {"attention.py": SAYS.format("attention (1).py")}


@pytest.mark.parametrize(
    "files",
    [
        {"attention.py": WORK, "attention (1).py": WORK + "# older\n"},  # two versions: ours is not to ask which
        {"attention (1).py": STUB, "attention (2).py": ""},  # nothing is in any of them
        {"attention.py": WORK},  # train.py is handed in as it came: that is anybody's right
        {"attention_test.py": WORK, "data (1).py": WORK, "._attention.py": b"\0\5\x16\7"},
    ],
)
def test_otherwise_nothing_is_said_and_the_zip_is_written(work, files):
    path = work(files)
    assert folder.overlooked(path, ASSIGNMENT) == {}
    assert zipfile.ZipFile(folder.write_zip(path, ASSIGNMENT)).namelist() == list(FILES)


def test_a_file_that_was_saved_empty_is_not_packed(work):
    assert refusal(work({"attention.py": " \n"})).startswith("No zip was written: attention.py is empty: save it if")


def test_a_file_that_came_with_the_assignment_is_no_copy(work):
    given = Assignment(**{**vars(ASSIGNMENT), "given": ("data.py", "attention_1.py")})
    assert folder.overlooked(work({"attention_1.py": WORK}), given) == {}


# A missing file -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({"attention (1).py": WORK}, "found attention (1).py, expected attention.py; please rename it."),
        ({"atention.py": WORK}, "found atention.py, expected attention.py; please rename it."),
        (
            {"attention (1).py": WORK, "attention copy.py": STUB},
            "found attention (1).py and attention copy.py, expected attention.py; "
            "please rename the one that holds your work.",
        ),
        ({"attention.ipynb": "{}"}, "copy your functions out of the notebook attention.ipynb into attention.py."),
        (
            {"._attention.py": b"\0\5\x16\7"},
            "put it back. If you want the one to begin with, "
            f"{ELSEWHERE}, and copy attention.py from there into this folder.",
        ),
    ],
)
def test_a_missing_file_says_what_to_do_and_nothing_that_loses_work(work, files, says):
    path = work(files, without=["attention.py"])
    assert folder.missing(path, ASSIGNMENT) == {"attention.py": f"attention.py is missing: {says}"}
    assert refusal(path) == f"No zip was written: attention.py is missing: {says}"


def test_another_folder_altogether(tmp_path):
    with pytest.raises(BadInput, match="None of the assignment's files"):
        folder.missing(tmp_path, ASSIGNMENT)


# Our own files --------------------------------------------------------------------------------------------------------


def test_advice_names_the_students_files_and_another_folder_to_unzip_into(work):
    path = work({})
    says = folder.how_to_get_files_back(path, ASSIGNMENT)
    assert says == (
        f"{ELSEWHERE}, then copy your own files (attention.py and train.py) from this folder over the empty ones "
        f"there. {OVER}"
    )
    (path / "train.py").unlink()
    assert "your own files (attention.py) from this folder" in folder.how_to_get_files_back(path, ASSIGNMENT)


@pytest.mark.parametrize("how", ["missing", "damaged"])
def test_a_file_of_ours_that_cannot_be_read_says_so_with_the_advice(work, how):
    path = work({})
    (path / "public_tests").mkdir()
    if how == "damaged":
        (path / "public_tests" / "recorded.safetensors").write_bytes(b"{" * 100)
    with pytest.raises(BadInput, match=rf"^public_tests/recorded.safetensors is {how}") as caught:
        advice = folder.how_to_get_files_back(path, ASSIGNMENT)
        choose.ours(path / "public_tests" / "recorded.safetensors", recording.read, advice)
    assert "copy your own files (attention.py and train.py)" in str(caught.value)
    with pytest.raises(BadInput, match="copy your own files from this folder"):
        choose.read(path)


def zipped(**files):
    packed = io.BytesIO()
    write_zip(packed, {name.replace("__", "/"): text.encode() for name, text in files.items()})
    return packed.getvalue()


CUT_OFF = zipped(softmark="x" * 200)[:-40]
OTHER = {"softmark/__init__.py": "", "softmark/home/__init__.py": "", "softmark/home/app.py": "def main("}


def run_check(folder, monkeypatch, capsys):
    """check.py in a Python that knows no softmark of its own; what it complains of."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "softmark"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if not (Path(entry) / "softmark").exists()])
    monkeypatch.setattr(sys, "meta_path", [each for each in sys.meta_path if "editable" not in repr(each)])
    assert runpy.run_path(str(folder / "check.py"))["main"]() == 2
    return capsys.readouterr().err


def test_in_a_fresh_clone_check_py_says_what_to_run(tmp_path, monkeypatch, capsys):
    (tmp_path / "assignment").mkdir()
    (tmp_path / "autograder" / "softmark").mkdir(parents=True)
    shutil.copy(SHIPPED / "home" / "check.py", tmp_path / "assignment")
    said = run_check(tmp_path / "assignment", monkeypatch, capsys)
    assert said == "This is the repository, and public_tests/ is not built yet: run `make` there first.\n"


@pytest.mark.parametrize("engine", [None, b"", b"PK", CUT_OFF, zipped(**OTHER)])
def test_check_py_gives_the_same_advice_where_nothing_of_ours_can_be_asked(tmp_path, monkeypatch, capsys, engine):
    """No public_tests at all, or one whose engine is empty, cut off or holds something else."""
    shutil.copy(SHIPPED / "home" / "check.py", tmp_path)
    if engine is not None:
        (tmp_path / "public_tests").mkdir()
        (tmp_path / "public_tests" / "softmark.pyz").write_bytes(engine)
    said = run_check(tmp_path, monkeypatch, capsys)
    assert said.startswith("public_tests is not complete (")
    assert said.endswith(f"): {choose.how_to_get_files_back()}.\n")


def test_an_old_python_is_told_so(monkeypatch, capsys):
    ast.parse((SHIPPED / "home" / "check.py").read_text(encoding="ascii"), feature_version=(3, 7))
    monkeypatch.setattr(sys, "version_info", (3, 8, 10))
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(SHIPPED / "home" / "check.py"), run_name="__main__")
    assert ended.value.code == 2
    assert "This is Python 3.8.10; the assignment needs Python 3.10 or newer." in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_to_is_told_as_that(work, monkeypatch):
    path = work({"attention.py": WORK})
    monkeypatch.setattr(os, "access", lambda path, mode: not mode & os.W_OK)
    assert re.match(r"--zip writes submission.zip into .*, and nothing can be written there: copy", refusal(path))
