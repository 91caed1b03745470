"""Intake: what a student may hand in, and the sentence for what cannot be taken."""

from __future__ import annotations

import ast
import io
import os
import stat
import struct
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from gradescope_utils.autograder_utils.files import check_submitted_files
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from softmark.content.rubric import Rubric
from softmark.content.rubric_reader import parse_rubric
from softmark.grading.intake.source_reading import notes, trees
from softmark.grading.intake.submission import IntakeError, Submission, take

RUBRIC = parse_rubric("""\
name: mini
title: Two small functions
term: spring
framework: numpy
files: [attention.py, block.py]
given: [data.py]
packages: [numpy, math]
limits: {files_kb: 8}
items:
  - {id: "1.1", title: Double, points: 4, file: attention.py, names: [double]}
  - {id: "1.2", title: Halve, points: 4, file: attention.py, names: [halve]}
  - {id: "2.1", title: Both, points: 6, file: block.py, names: [both]}
""")

GOOD = {"attention.py": "def double(x):\n    return 2 * x\n", "block.py": "from attention import double\n"}


def folder(root: Path, files: dict[str, str | bytes]) -> Path:
    top = root / "submission"
    for name, content in files.items():
        path = top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    top.mkdir(exist_ok=True)
    return top


def zipped(root: Path, entries: list[tuple[str | zipfile.ZipInfo, str | bytes]]) -> Path:
    path = root / "submission.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return path


def taken(path: Path, rubric: Rubric = RUBRIC) -> Submission:
    return take(path, rubric)


def sentences(submission: Submission) -> list[str]:
    assert all(note.voice == "student" for note in submission.notes)
    return [note.text for note in submission.notes]


class TestWhatIsTaken:
    def test_a_folder_and_a_zip_of_it_are_the_same_submission(self, tmp_path: Path) -> None:
        loose = taken(folder(tmp_path, dict(GOOD)))
        packed = taken(zipped(tmp_path, list(GOOD.items())))
        assert loose == packed
        assert loose.files == GOOD
        assert loose.missing == [] and loose.notes == []

    def test_the_digest_follows_the_text_and_nothing_else(self, tmp_path: Path) -> None:
        windows = {name: "\ufeff" + text.replace("\n", "\r\n") for name, text in GOOD.items()}
        (tmp_path / "a").mkdir()
        (tmp_path / "b").mkdir()
        one, two = taken(folder(tmp_path / "a", dict(GOOD))), taken(folder(tmp_path / "b", dict(windows)))
        assert one.files == two.files
        assert one.digest == two.digest
        changed = taken(folder(tmp_path / "b", {"attention.py": GOOD["attention.py"] + "# more\n"}))
        assert changed.digest != one.digest

    def test_one_folder_around_the_files_is_fine_and_said(self, tmp_path: Path) -> None:
        submission = taken(zipped(tmp_path, [(f"my work/{name}", text) for name, text in GOOD.items()]))
        assert submission.files == GOOD
        assert sentences(submission) == ["Your files were found in the folder my work and taken from there"]

    def test_what_tools_leave_behind_is_ignored_without_a_word(self, tmp_path: Path) -> None:
        junk = [
            "__MACOSX/._attention.py",
            ".DS_Store",
            ".git/config",
            "__pycache__/attention.cpython-311.pyc",
            "._block.py",
        ]
        junk += [f"venv/lib/python3.11/site-packages/numpy/{i}.py" for i in range(100)]
        submission = taken(folder(tmp_path, {**GOOD, **dict.fromkeys(junk, "x")}))
        assert submission.files == GOOD and submission.notes == []
        assert taken(zipped(tmp_path, [*GOOD.items(), *((name, "x") for name in junk)])).notes == []

    def test_other_files_are_left_alone_and_named(self, tmp_path: Path) -> None:
        extra = {
            "conftest.py": "x",
            "numpy.py": "x",
            "public_tests/test_a.py": "x",
            "data.py": "given, so not worth a word",
        }
        submission = taken(folder(tmp_path, {**GOOD, **extra}))
        assert set(submission.files) == set(GOOD)
        assert sentences(submission) == [
            "Not read, because the grader does not ask for it: conftest.py, numpy.py and public_tests"
        ]

    def test_windows_paths_in_a_zip(self, tmp_path: Path) -> None:
        info = zipfile.ZipInfo("x")
        info.filename = "work\\attention.py"
        assert "attention.py" in taken(zipped(tmp_path, [(info, GOOD["attention.py"])])).files

    def test_clean_files_can_be_written_out_and_only_those(self, tmp_path: Path) -> None:
        source = folder(tmp_path, {**GOOD, "conftest.py": "import os"})
        take(source, RUBRIC, tmp_path / "clean")
        assert sorted(path.name for path in (tmp_path / "clean").iterdir()) == ["attention.py", "block.py"]

    def test_a_zip_is_never_unpacked_to_disk(self, tmp_path: Path) -> None:
        path = zipped(tmp_path, [*GOOD.items(), ("notes/todo.txt", "x")])
        taken(path)
        assert [entry.name for entry in tmp_path.iterdir()] == ["submission.zip"]

    def test_missing_files_are_those_gradescopes_own_helper_misses(self, tmp_path: Path) -> None:
        source = folder(tmp_path, {"block.py": "x = 1\n"})
        assert taken(source).missing == check_submitted_files(RUBRIC.files, base=str(source)) == ["attention.py"]


class TestSentences:
    def test_a_missing_file_says_what_it_costs_and_the_others_are_taken(self, tmp_path: Path) -> None:
        submission = taken(folder(tmp_path, {"block.py": "x = 1\n"}))
        assert submission.missing == ["attention.py"] and submission.files == {"block.py": "x = 1\n"}
        assert sentences(submission) == [
            "attention.py is missing from your submission: without it, 1.1 and 1.2 cannot be graded"
        ]

    @pytest.mark.parametrize(
        ("name", "says"),
        [
            (
                "Attention.py",
                "Your submission holds Attention.py, expected attention.py: rename it, capital letters count",
            ),
            ("attention (1).py", "Your submission holds attention (1).py, expected attention.py: rename it"),
            ("attention - Copy.py", "Your submission holds attention - Copy.py, expected attention.py: rename it"),
            ("Copy of attention.py", "Your submission holds Copy of attention.py, expected attention.py: rename it"),
            ("attention_final2.py", "Your submission holds attention_final2.py, expected attention.py: rename it"),
            ("attention.py.txt", "Your submission holds attention.py.txt, expected attention.py: rename it"),
            ("atention.py", "Your submission holds atention.py, expected attention.py: rename it"),
            ("\u0430ttention.py", "Your submission holds \u0430ttention.py, expected attention.py: rename it"),
            (
                "attention.ipynb",
                "Your submission holds the notebook attention.ipynb, expected attention.py: "
                "copy your functions into the .py file",
            ),
            (
                "homework.ipynb",
                "Your submission holds a notebook (homework.ipynb), and only .py files are graded: "
                "expected attention.py and block.py",
            ),
            (
                "work.zip",
                "Your submission holds another archive (work.zip), which is not opened: "
                "expected attention.py and block.py themselves",
            ),
            (
                "a/b/attention.py",
                "attention.py was found at a/b/attention.py: expected at the top, beside the other files",
            ),
        ],
    )
    def test_something_else_was_handed_in(self, tmp_path: Path, name: str, says: str) -> None:
        submission = taken(zipped(tmp_path, [(name, "x = 1\n"), ("block.py", "x = 1\n")]))
        assert submission.missing == ["attention.py"]
        assert sentences(submission)[0] == says

    @pytest.mark.parametrize("names", [["homework.ipynb"], ["attention.ipynb"], ["attention.ipynb", "block.ipynb"]])
    def test_notebooks_alone_are_told_once(self, tmp_path: Path, names: list[str]) -> None:
        submission = taken(zipped(tmp_path, [(name, "{}") for name in [*names, "readme.txt"]]))
        found = f"a notebook ({names[0]})" if len(names) == 1 else "2 notebooks"
        assert sentences(submission) == [
            f"Your submission holds {found}, and only .py files are graded: hand in attention.py and block.py"
        ]

    @pytest.mark.parametrize(
        ("content", "says"),
        [
            (
                b"# coding: utf-7\nx = 1\n",
                "attention.py names the encoding utf-7 (line 1): take that out, and save it as UTF-8",
            ),
            ("x = 1\n".encode("utf-16"), "attention.py is saved as UTF-16: save it as UTF-8"),
            (
                b"x = 1\n\0\n",
                "attention.py holds a NUL byte (line 2), so it is not a text file: expected Python source",
            ),
            (b"#" * 9000, "attention.py is too large: all files together may have 8 KB"),
        ],
    )
    def test_files_that_are_no_source(self, tmp_path: Path, content: bytes, says: str) -> None:
        for path in (folder(tmp_path, {"attention.py": content}), zipped(tmp_path, [("attention.py", content)])):
            submission = taken(path)
            assert submission.files == {}
            assert sentences(submission)[0] == says

    def test_an_accent_in_an_old_encoding_costs_nothing(self, tmp_path: Path) -> None:
        for cookie, remark in (
            (b"", "is not UTF-8 (line 1 holds the byte 0xe9), and was read as cp1252: save it as UTF-8"),
            (b"# -*- coding: latin-1 -*-\n", "is saved as latin-1, and was read as that: save it as UTF-8"),
            (b"# vim: set fileencoding=cp1252 :\n", "is saved as cp1252, and was read as that: save it as UTF-8"),
        ):
            submission = taken(folder(tmp_path, {**GOOD, "attention.py": cookie + b"y = 'caf\xe9'\n"}))
            assert submission.files["attention.py"].endswith("y = 'café'\n")
            assert sentences(submission) == [f"attention.py {remark}"]

    def test_all_files_share_one_limit(self, tmp_path: Path) -> None:
        submission = taken(folder(tmp_path, {"attention.py": "#" * 5000, "block.py": "#" * 5000}))
        assert list(submission.files) == ["attention.py"]
        assert "block.py is too large" in sentences(submission)[0]

    def test_an_empty_file_is_taken_and_said(self, tmp_path: Path) -> None:
        submission = taken(folder(tmp_path, {**GOOD, "block.py": "\n"}))
        assert sentences(submission) == ["block.py is empty"]
        assert submission.missing == []

    def test_a_second_copy_is_not_read_and_said(self, tmp_path: Path) -> None:
        rename = "if your work is in that file, rename it to attention.py and hand in again"
        for text, says in (
            ("", f"attention.py is empty, and attention (1).py beside it was not read: {rename}"),
            ("# the stub", f"attention.py was read, and attention (1).py beside it was not: {rename}"),
        ):
            copy = {"attention.py": text, "attention (1).py": GOOD["attention.py"]}
            submission = taken(folder(tmp_path, {**GOOD, **copy}))
            assert submission.files["attention.py"] == text
            assert sentences(submission) == [says]

    def test_several_copies_in_a_folder_of_their_own(self, tmp_path: Path) -> None:
        names = ["attention.py", "attention (1).py", "Copy of attention.py", "block.py", "notes.txt"]
        submission = taken(zipped(tmp_path, [(f"work/{name}", "x = 1\n") for name in names]))
        assert sentences(submission)[1:] == [
            "attention.py was read, and attention (1).py and Copy of attention.py beside it were not: "
            "if your work is in one of them, rename it to attention.py and hand in again",
            "Not read, because the grader does not ask for it: notes.txt",
        ]

    def test_an_empty_submission(self, tmp_path: Path) -> None:
        for path in (folder(tmp_path, {}), zipped(tmp_path, [])):
            submission = taken(path)
            assert submission.missing == ["attention.py", "block.py"]
            assert sentences(submission) == ["Your submission is empty: expected attention.py and block.py"]

    def test_too_many_files(self, tmp_path: Path) -> None:
        many = {f"{i}.txt": "x" for i in range(510)}
        for path in (folder(tmp_path, {**GOOD, **many}), zipped(tmp_path, [*GOOD.items(), *many.items()])):
            assert sentences(taken(path)) == [
                "Your submission holds more than 500 files: send only attention.py and block.py"
            ]

    def test_the_same_file_in_two_folders(self, tmp_path: Path) -> None:
        submission = taken(folder(tmp_path, {"a/attention.py": "x = 1", "b/attention.py": "x = 2"}))
        assert sentences(submission)[0] == (
            "attention.py is in your submission twice (a/attention.py and b/attention.py): keep the one you mean"
        )

    def test_the_same_file_at_the_top_and_below(self, tmp_path: Path) -> None:
        submission = taken(folder(tmp_path, {**GOOD, "old/attention.py": "x = 1"}))
        assert submission.files == GOOD
        assert sentences(submission) == [
            "attention.py was found in several places (attention.py and old/attention.py), and attention.py was taken"
        ]

    def test_one_name_twice_in_a_zip(self, tmp_path: Path) -> None:
        with pytest.warns(UserWarning, match="Duplicate name"):
            path = zipped(tmp_path, [("attention.py", "x = 1"), ("attention.py", "x = 2"), ("block.py", "x = 1")])
        submission = taken(path)
        assert list(submission.files) == ["block.py"]
        assert "attention.py is in your submission twice" in sentences(submission)[0]

    def test_names_cannot_smuggle_terminal_commands_into_a_sentence(self, tmp_path: Path) -> None:
        submission = taken(zipped(tmp_path, [*GOOD.items(), ("\x1b[2J\u202egpj.py", "x")]))
        assert all(text.isprintable() for text in sentences(submission))


class TestHostileFolders:
    def test_a_link_is_not_followed(self, tmp_path: Path) -> None:
        secret = tmp_path / "secret.py"
        secret.write_text("hidden = 42\n", encoding="utf-8")
        top = folder(tmp_path, {"block.py": "x = 1\n"})
        (top / "attention.py").symlink_to(secret)
        submission = taken(top)
        assert "attention.py" not in submission.files
        assert sentences(submission) == ["attention.py is a symbolic link: expected a regular file"]

    def test_a_linked_folder_is_not_entered(self, tmp_path: Path) -> None:
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir()
        (elsewhere / "attention.py").write_text("hidden = 42\n", encoding="utf-8")
        top = folder(tmp_path, {"block.py": "x = 1\n"})
        (top / "work").symlink_to(elsewhere)
        assert "attention.py" not in taken(top).files

    def test_a_hard_link_is_refused(self, tmp_path: Path) -> None:
        top = folder(tmp_path, {"block.py": "x = 1\n"})
        (tmp_path / "secret.py").write_text("hidden = 42\n", encoding="utf-8")
        os.link(tmp_path / "secret.py", top / "attention.py")
        submission = taken(top)
        assert "attention.py" not in submission.files
        assert sentences(submission)[0].startswith("attention.py is a hard link")

    def test_a_pipe_does_not_hang_the_grader(self, tmp_path: Path) -> None:
        top = folder(tmp_path, {"block.py": "x = 1\n"})
        os.mkfifo(top / "attention.py")
        assert sentences(taken(top)) == ["attention.py is a pipe: expected a regular file"]

    def test_a_folder_with_the_name_of_a_file(self, tmp_path: Path) -> None:
        submission = taken(folder(tmp_path, {"block.py": "x = 1\n", "attention.py/readme.txt": "x"}))
        assert submission.missing == ["attention.py"]


class TestHostileZips:
    @pytest.mark.parametrize(
        "name", ["../attention.py", "/etc/attention.py", "a/../../attention.py", "C:/attention.py", "..\\x.py"]
    )
    def test_paths_that_lead_outside(self, tmp_path: Path, name: str) -> None:
        submission = taken(zipped(tmp_path, [(name, "x = 1\n"), ("block.py", "x = 1\n")]))
        assert list(submission.files) == ["block.py"]
        assert sentences(submission)[0].startswith("Your zip points outside its own folder (")

    @pytest.mark.parametrize(
        ("kind", "words"), [(stat.S_IFLNK, "a symbolic link"), (stat.S_IFIFO, "a pipe"), (stat.S_IFCHR, "a device")]
    )
    def test_entries_that_are_no_files(self, tmp_path: Path, kind: int, words: str) -> None:
        info = zipfile.ZipInfo("attention.py")
        info.external_attr = (kind | 0o777) << 16
        submission = taken(zipped(tmp_path, [(info, "/etc/passwd"), ("block.py", "x = 1\n")]))
        assert sentences(submission) == [f"attention.py is {words}: expected a regular file"]

    def test_a_bomb_that_declares_itself(self, tmp_path: Path) -> None:
        submission = taken(zipped(tmp_path, [("attention.py", b"\n" * 5_000_001)]))
        assert sentences(submission)[0] == "attention.py is too large: all files together may have 8 KB"

    def test_a_bomb_that_lies_about_its_size(self, tmp_path: Path) -> None:
        path = zipped(tmp_path, [("attention.py", b"\n" * 5_000_000), ("block.py", "x = 1\n")])
        raw = path.read_bytes().replace(struct.pack("<L", 5_000_000), struct.pack("<L", 100))
        path.write_bytes(raw)
        submission = taken(path)
        assert list(submission.files) == ["block.py"]
        assert sentences(submission) == ["attention.py is damaged inside your zip: make the zip again"]

    def test_a_suspicious_ratio(self, tmp_path: Path) -> None:
        roomy = replace(RUBRIC, limits=replace(RUBRIC.limits, files_kb=10_000))
        submission = taken(zipped(tmp_path, [("attention.py", b"\n" * 5_000_000)]), roomy)
        assert sentences(submission)[0] == (
            "attention.py unpacks to more than 200 times its size: expected Python source"
        )

    def test_a_zip_with_a_password(self, tmp_path: Path) -> None:
        path = zipped(tmp_path, list(GOOD.items()))
        raw = bytearray(path.read_bytes())
        for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
            at = raw.find(mark)
            while at >= 0:
                raw[at + offset] |= 1
                at = raw.find(mark, at + 4)
        path.write_bytes(raw)
        assert sentences(taken(path)) == [
            "Your zip is protected with a password: send attention.py and block.py without one"
        ]

    def test_an_unusual_method(self, tmp_path: Path) -> None:
        path = tmp_path / "submission.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as archive:
            archive.writestr("attention.py", "x = 1\n")
        assert sentences(taken(path))[0] == "attention.py is packed in an unusual way: make an ordinary zip"

    def test_a_damaged_zip(self, tmp_path: Path) -> None:
        path = zipped(tmp_path, list(GOOD.items()))
        path.write_bytes(path.read_bytes()[:-30])
        assert sentences(taken(path)) == [
            "Your zip is damaged and cannot be opened: expected a zip with attention.py and block.py"
        ]

    def test_no_zip_at_all(self, tmp_path: Path) -> None:
        path = tmp_path / "submission.zip"
        path.write_bytes(b"Rar!\x1a\x07")
        assert sentences(taken(path)) == ["Your zip is damaged: expected a zip with attention.py and block.py"]

    def test_a_table_of_contents_that_would_fill_the_memory(self, tmp_path: Path) -> None:
        path = tmp_path / "submission.zip"
        end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 0xFFFF, 0xFFFF, 0x7FFFFFFF, 0, 0)
        path.write_bytes(b"PK\x03\x04" + b"\0" * 100 + end)
        assert sentences(taken(path)) == ["Your zip holds far too much: send only attention.py and block.py"]

    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(st.binary(max_size=400))
    def test_any_bytes_are_a_submission_with_a_sentence(self, tmp_path: Path, raw: bytes) -> None:
        path = tmp_path / "submission.zip"
        path.write_bytes(raw)
        submission = taken(path)
        assert submission.files == {} and len(submission.notes) == 1

    @settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(st.data())
    def test_a_zip_with_a_few_wrong_bytes_never_upsets_the_grader(self, tmp_path: Path, data: st.DataObject) -> None:
        sink = io.BytesIO()
        with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in GOOD.items():
                archive.writestr(name, text)
        raw = bytearray(sink.getvalue())
        for _ in range(data.draw(st.integers(1, 4))):
            raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
        path = tmp_path / "submission.zip"
        path.write_bytes(raw)
        submission = taken(path)
        assert set(submission.files) <= set(GOOD)
        assert len(submission.files) + len(submission.missing) == 2
        assert submission.notes or not submission.missing

    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(st.binary(max_size=300))
    def test_any_bytes_in_a_file_are_text_or_a_sentence(self, tmp_path: Path, raw: bytes) -> None:
        submission = taken(folder(tmp_path, {**GOOD, "block.py": raw}))
        assert ("block.py" in submission.files) or any("block.py" in text for text in sentences(submission))
        notes(trees(submission.files), RUBRIC)


class TestPathsThatCannotBeGraded:
    def test_each_is_one_sentence(self, tmp_path: Path) -> None:
        (tmp_path / "attention.py").write_text("x = 1\n", encoding="utf-8")
        (tmp_path / "work.tar.gz").write_bytes(b"\x1f\x8b")
        for name, says in (
            ("nowhere", "does not exist: expected a folder or a zip with attention.py and block.py"),
            ("attention.py", "is a single file: give the folder it is in, or a zip"),
            ("work.tar.gz", "is neither a folder nor a zip"),
        ):
            with pytest.raises(IntakeError) as caught:
                take(tmp_path / name, RUBRIC)
            assert str(caught.value) == f"{tmp_path / name} {says}"


class TestImports:
    def sentences(self, **files: str) -> list[str]:
        found = trees({f"{name}.py": text for name, text in files.items()})
        return [note.text for note in notes(found, RUBRIC)]

    def test_allowed_packages_own_files_and_given_files(self) -> None:
        text = "from __future__ import annotations\nimport math, numpy.linalg as la\nfrom data import x\nimport block\n"
        assert self.sentences(attention=text) == []

    def test_a_foreign_package_is_named_with_every_place(self) -> None:
        assert self.sentences(
            attention="import math\n\nimport pandas as pd\n", block="from pandas.core import x\n"
        ) == [
            "Your code imports pandas (attention.py line 3 and block.py line 1), "
            "which may be missing where it is graded: this assignment lists numpy, math"
        ]

    def test_imports_inside_functions_count(self) -> None:
        assert "scipy (attention.py line 2)" in self.sentences(attention="def f():\n    import scipy\n")[0]

    def test_what_only_runs_at_home_may_import_anything(self) -> None:
        text = 'if __name__ == "__main__":\n    import matplotlib\n\nif TYPE_CHECKING:\n    import pandas\n'
        assert self.sentences(attention=text) == []

    def test_a_relative_import_is_explained(self) -> None:
        assert self.sentences(block="from .attention import double\n") == [
            "Your code imports from .attention (block.py line 1), but the files are not a package: leave out the dot"
        ]

    def test_a_syntax_error_is_somebody_elses_business(self) -> None:
        assert self.sentences(attention="import pandas\ndef f(:\n") == []
        assert self.sentences(attention="(" * 3000) == []
        assert self.sentences(attention="-" * 100_000 + "1") == []


# --- files in folders ---------------------------------------------------------------------------------------

IN_FOLDERS = parse_rubric("""\
name: mini
title: Two small functions
term: spring
framework: numpy
files: [parts/attention.py, parts/block.py, stats.py]
packages: [numpy]
items:
  - {id: "1.1", title: Double, points: 4, file: parts/attention.py, names: [double]}
  - {id: "2.1", title: Both, points: 6, file: parts/block.py, names: [both]}
  - {id: "3.1", title: Mean, points: 6, file: stats.py, names: [mean]}
""")
PLACED = {"parts/attention.py": "a = 1\n", "parts/block.py": "b = 2\n", "stats.py": "c = 3\n"}


def test_files_are_taken_out_of_their_folders_wherever_those_lie(tmp_path: Path) -> None:
    for home in ("", "mine/"):
        submission = taken(zipped(tmp_path, [(home + name, text) for name, text in PLACED.items()]), IN_FOLDERS)
        assert submission.files == PLACED
        assert [note.text for note in submission.notes] == (
            ["Your files were found in the folder mine and taken from there"] if home else []
        )


def test_files_that_an_upload_took_out_of_their_folders_are_taken(tmp_path: Path) -> None:
    submission = taken(folder(tmp_path, {Path(name).name: text for name, text in PLACED.items()}), IN_FOLDERS)
    assert submission.files == PLACED
    assert [note.text for note in submission.notes] == [
        "attention.py was taken for parts/attention.py",
        "block.py was taken for parts/block.py",
    ]


def test_two_files_of_one_name_are_told_apart_by_their_folders(tmp_path: Path) -> None:
    more = {**PLACED, "old/stats.py": "c = 4\n", "parts/block (1).py": "b = 5\n"}
    submission = taken(folder(tmp_path, more), IN_FOLDERS)
    assert submission.files == PLACED
    told = " ".join(note.text for note in submission.notes)
    assert "stats.py was found in several places" in told and "parts/block.py was read" in told


def test_a_folder_of_the_course_is_no_foreign_package() -> None:
    good = "from parts.attention import double\nfrom .attention import double\nimport parts.attention\n"
    source = {"parts/block.py": ast.parse(good), "stats.py": ast.parse("from .parts import x\nimport scipy\n")}
    told = [note.text for note in notes(source, IN_FOLDERS)]
    assert len(told) == 2 and "from .parts (stats.py line 1)" in told[0] and "scipy" in told[1]
