"""The student's folder before anything runs: which files are there, which were meant, and what is not handed in."""

import ast
import io
import runpy
import shutil
import sys
import zipfile
from pathlib import Path

import pytest

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
    "mini", "Mini", "numpy", FILES, ("data.py", "attention_1.py"), ("numpy",), "name", True, (), {},
    stubs=dict.fromkeys(FILES, fingerprint_of_text(STUB)),
)  # fmt: skip
ELSEWHERE = "unzip the assignment into a new, empty folder"


@pytest.fixture
def work(tmp_path):
    """`work({"attention.py": WORK})`: a folder with these files; what is not named is as it was handed out."""

    def lay_out(files, without=()):
        for name, text in {**dict.fromkeys(FILES, STUB), "data.py": "", "attention_1.py": WORK, **files}.items():
            if name not in without:
                (tmp_path / name).write_bytes(text.encode() if isinstance(text, str) else text)
        return tmp_path

    return lay_out


def refusal(path, act=folder.refuse_unfit):
    """What --zip says, where it writes none."""
    with pytest.raises(BadInput) as caught:
        act(path, ASSIGNMENT)
    return str(caught.value)


# A second copy --------------------------------------------------------------------------------------------------------


SAYS = (
    "attention.py is the file that is graded, and there is no work in it yet. Your folder also holds attention (1).py: "
    "if your work is in that file, copy its text into attention.py; if not, move that file to another folder."
)


@pytest.mark.parametrize("empty", ["", " \n\n\t\n", "\ufeff", STUB, STUB.replace("\n", "  \r\n"), STUB.rstrip()])
@pytest.mark.parametrize("work_there", [WORK, WORK.encode("utf-16")])
def test_work_beside_an_empty_file_is_told_and_the_empty_one_is_not_packed(work, empty, work_there):
    path = work({"attention.py": empty, "attention (1).py": work_there})
    assert folder.overlooked(path, ASSIGNMENT) == {"attention.py": SAYS}
    assert refusal(path) == f"No zip was written: {SAYS}"


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
    folder.refuse_unfit(path, ASSIGNMENT)
    assert {*zipfile.ZipFile(folder.hand_in(path, ASSIGNMENT)).namelist()} == {*FILES}


def test_where_nothing_can_be_written_that_is_told(work):
    path = work({"attention.py": WORK})
    (path / "submission.zip").mkdir()
    says = refusal(path, folder.hand_in)
    assert says.startswith("submission.zip could not be written into ") and "a place of your own" in says


# A missing file -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({"atention.py": WORK}, "found atention.py, expected attention.py; please rename it."),
        ({"Attention.py": WORK}, "found Attention.py, expected attention.py; please rename it."),
        (
            {"attention (1).py": WORK, "attention copy.py": STUB},
            "found attention (1).py and attention copy.py, expected attention.py; "
            "please rename the one that holds your work.",
        ),
        (
            {"._attention.py": b"\0\5\x16\7"},
            "put it back. If you want the one to begin with, "
            f"{ELSEWHERE}, and copy attention.py from there into this folder.",
        ),
    ],
)
def test_a_missing_file_says_what_to_do_and_nothing_that_loses_work(work, files, says):
    path = work(files, without=["attention.py", "attention_1.py"])
    assert folder.read(path, ASSIGNMENT)[1] == {"attention.py": f"attention.py is missing: {says}"}


# Our own files --------------------------------------------------------------------------------------------------------


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
    assert said.endswith(f"): {choose.GET_BACK}.\n")


def test_an_old_python_is_told_so(monkeypatch, capsys):
    ast.parse((SHIPPED / "home" / "check.py").read_text(encoding="ascii"), feature_version=(3, 7))
    monkeypatch.setattr(sys, "version_info", (3, 8, 10))
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(SHIPPED / "home" / "check.py"), run_name="__main__")
    assert ended.value.code == 2
    assert "This is Python 3.8.10; the assignment needs Python 3.10 or newer." in capsys.readouterr().err
