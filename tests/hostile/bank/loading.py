"""Accidents in loading: what honest students hand in at five to midnight. Each costs what it must and no more."""

from __future__ import annotations

import shutil
import zipfile
from functools import partial
from pathlib import Path

from ..rows import Row, attention, code, reference, scale, stats

_row = partial(Row, "loading")
STATS = reference("mini")["stats.py"]
STUB = (Path(__file__).resolve().parents[3] / "assignment" / "attention.py").read_text(encoding="utf-8")


def zipped(folder: Path, prefix: str = "", more: dict[str, bytes] | None = None) -> Path:
    """The right answer as a zip, under a folder or beside other things."""
    with zipfile.ZipFile(folder / "submission.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted((folder / "right").rglob("*")):
            archive.write(path, prefix + path.name)
        for name, raw in (more or {}).items():
            archive.writestr(name, raw)
    return folder / "submission.zip"


def nested(folder: Path) -> Path:
    return zipped(folder, "homework 3/")


def from_a_mac(folder: Path) -> Path:
    junk = {
        "__MACOSX/._stats.py": b"\0\5\26\7",
        ".DS_Store": b"\0\0\0\1Bud1",
        "__pycache__/stats.cpython-311.pyc": b"?",
    }
    return zipped(folder, more=junk)


def zip_in_a_zip(folder: Path) -> Path:
    inner = zipped(folder)
    with zipfile.ZipFile(folder / "outer.zip", "w") as archive:
        archive.write(inner, "final.zip")
    return folder / "outer.zip"


def cut_short(folder: Path) -> Path:
    path = zipped(folder)
    path.write_bytes(path.read_bytes()[:-40])
    return path


def empty(folder: Path) -> Path:
    shutil.rmtree(folder / "right")
    (folder / "right").mkdir()
    return folder / "right"


ROWS = [
    _row(
        "syntax",
        "a bracket is not closed",
        files={"stats.py": STATS + "\nprint((1, 2)\n"},
        loses=("1.1",),
        says=("stats.py could not be imported: SyntaxError", "stats.py line 2"),
    ),
    _row(
        "tabs",
        "tabs and spaces are mixed",
        files=stats(last="if True:\n        x = 1\n\ty = 2"),
        loses=("1.1",),
        says=("stats.py could not be imported: TabError",),
    ),
    _row(
        "missing-import",
        "imports a package that is not there",
        files=stats(first="import pandas_of_my_own as pd"),
        loses=("1.1",),
        says=(
            "imports pandas_of_my_own (stats.py line 1), which may be missing where it is graded",
            "ModuleNotFoundError",
        ),
    ),
    _row(
        "missing-file",
        "a file is not in the folder",
        files={"stats.py": None},
        loses=("1.1",),
        says=("stats.py is missing from your submission: without it, 1.1 cannot be graded",),
    ),
    _row(
        "missing-function",
        "the function has been renamed",
        files=stats(last="average = mean\ndel mean"),
        loses=("1.1",),
        says=("stats.py does not define mean; has it been renamed or removed?",),
    ),
    _row(
        "wrong-case",
        "Stats.py instead of stats.py",
        files={"stats.py": None, "Stats.py": STATS},
        loses=("1.1",),
        says=("Your submission holds Stats.py, expected stats.py: rename it, capital letters count",),
    ),
    _row(
        "a-copy",
        "stats (1).py, as the browser saved it",
        files={"stats.py": None, "stats (1).py": STATS},
        loses=("1.1",),
        says=("Your submission holds stats (1).py, expected stats.py: rename it",),
    ),
    _row(
        "text-file",
        "stats.py.txt, as the editor saved it",
        files={"stats.py": None, "stats.py.txt": STATS},
        loses=("1.1",),
        says=("stats.py.txt, expected stats.py: rename it",),
    ),
    _row(
        "notebook",
        "a notebook and nothing else",
        files={"stats.py": None, "scale.py": None, "stats.ipynb": "{}"},
        all_lost=True,
        says=("a notebook (stats.ipynb), and only .py files are graded",),
    ),
    _row(
        "nested",
        "a zip with everything in a folder",
        build=nested,
        says=("Your files were found in the folder homework 3 and taken from there",),
    ),
    _row("mac-junk", "a zip from a Mac, with all that comes along", build=from_a_mac, silent=("MACOSX", "DS_Store")),
    _row(
        "zip-in-zip", "a zip with a zip in it", build=zip_in_a_zip, all_lost=True, says=("another archive (final.zip)",)
    ),
    _row("cut-short", "a zip whose upload broke off", build=cut_short, all_lost=True, says=("Your zip is damaged",)),
    _row("empty-folder", "nothing at all", build=empty, all_lost=True, says=("Your submission is empty",)),
    _row("empty-file", "a file of no bytes", files={"stats.py": ""}, loses=("1.1",), says=("stats.py is empty",)),
    _row("bom", "saved by Notepad with a byte order mark", files={"stats.py": b"\xef\xbb\xbf" + STATS.encode()}),
    _row("crlf", "saved with Windows line ends", files={"stats.py": STATS.replace("\n", "\r\n").encode()}),
    _row(
        "latin-1",
        "an accent in the wrong encoding",
        files={"stats.py": STATS.encode() + b"# caf\xe9\n"},
        says=("stats.py is not UTF-8", "holds the byte 0xe9), and was read as cp1252: save it as UTF-8"),
    ),
    _row(
        "utf-16",
        "saved as UTF-16",
        files={"stats.py": STATS.encode("utf-16")},
        loses=("1.1",),
        says=("stats.py is saved as UTF-16: save it as UTF-8",),
    ),
    _row(
        "nul",
        "binary rubbish called stats.py",
        files={"stats.py": b"\x7fELF\0\0\0\1"},
        loses=("1.1",),
        says=("stats.py holds a NUL byte (line 1)",),
    ),
    _row(
        "trains-at-import",
        "a training loop at the top level",
        files=stats(last="import time\nwhile True:\n    time.sleep(0.01)"),
        loses=("1.1",),
        says=("stats.py did not finish importing", 'if __name__ == "__main__"'),
    ),
    _row(
        "main-guard",
        "the same loop under a guard",
        files=stats(last='import time\nif __name__ == "__main__":\n    time.sleep(1e6)'),
    ),
    _row(
        "input",
        "asks a question when imported",
        files=stats(first='name = input("Your name? ")'),
        loses=("1.1",),
        says=("stats.py could not be imported: EOFError", "stats.py line 1"),
    ),
    _row(
        "plt-show",
        "shows a plot, where there is a library for it",
        files=stats(
            last=code("""
                try:
                    import matplotlib.pyplot as plt
                    plt.plot([1])
                    plt.show()
                except ImportError:
                    pass
            """)
        ),
        says=("Your code imports matplotlib",),
        shipped=True,
    ),
    _row(
        "relative-file",
        "reads a file that lies at home only",
        files=stats(first='WEIGHTS = open("data/weights.csv").read()'),
        loses=("1.1",),
        says=("stats.py could not be imported: FileNotFoundError",),
    ),
    _row(
        "home-folder",
        "reads ~/Desktop",
        files=stats(first='import os\nos.listdir(os.path.expanduser("~/Desktop"))'),
        loses=("1.1",),
        says=("FileNotFoundError",),
    ),
    _row(
        "exits",
        "calls exit() at the end",
        files=stats(last="import sys\nsys.exit(0)"),
        loses=("1.1",),
        says=("stats.py could not be imported: SystemExit",),
    ),
    _row(
        "circular",
        "two files import each other",
        files=stats(first="from scale import standardise"),
        loses=("1.1",),
        says=("ImportError",),
    ),
    _row(
        "relative-import",
        "from .stats import mean",
        files={"scale.py": reference("mini")["scale.py"].replace("from stats", "from .stats")},
        loses=("1.2",),
        says=("the files are not a package: leave out the dot",),
    ),
    _row(
        "asserts-at-import",
        "its own test fails at import",
        files=stats(last="assert mean(np.ones((1, 2)))[0] == 2, 'my own test'"),
        loses=("1.1",),
        says=("AssertionError: my own test",),
    ),
    _row(
        "prints-at-import",
        "prints a megabyte at import",
        files=stats(first='print("hello " * 200_000)'),
        silent=("hello hello",),
    ),
    _row(
        "changes-folder",
        "changes folder and import path at import",
        files=stats(first='import os, sys\nos.chdir("/")\nsys.path.insert(0, "/")'),
    ),
    _row("warns", "every warning is an error", files=stats(last='import warnings\nwarnings.simplefilter("error")')),
    _row(
        "one-long-line",
        "a line of 60,000 characters",
        files=stats(last="X = [" + "0, " * 20_000 + "]"),
        loses=("1.1",),
        says=("characters: at most 20000 can be read",),
    ),
    _row(
        "untouched",
        "the stubs as they were handed out",
        "torch",
        files={"attention.py": STUB},
        only=("1.1", "1.2", "1.3", "1.4"),
        all_lost=True,
        says=("not written",),
    ),
    _row(
        "broken-first-file",
        "attention.py does not parse, and later files import from it",
        "torch",
        files=attention(last="def"),
        loses=("1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7"),
        says=("SyntaxError",),
    ),
    _row(
        "wrong-order",
        "scale.py works only if stats.py has set it up",
        files={
            **stats(last="import builtins\nbuiltins.EPS = 0.0"),
            **scale(
                code("""
                    def standardise(x):
                        centred = x - mean(x)[:, None]
                        return centred / (np.sqrt(mean(centred**2))[:, None] + EPS)
                """)
            ),
        },
    ),
]
