"""The command itself: what can be asked for, and one sentence for everything that cannot."""

import os
import signal
import subprocess
import sys
import time
import zipfile

import pytest

from tests.proc import A_HANG


@pytest.fixture(scope="module")
def solved(student_folder):
    return student_folder().solve()


@pytest.mark.parametrize(
    ("words", "tasks"),
    [(["1.2"], ["1.2"]), (["1"], ["1.1", "1.2"]), (["stats.py"], ["1.1"]), (["standardise", "1.1"], ["1.1", "1.2"])],
)
def test_tasks_can_be_chosen_by_id_part_file_or_function(solved, words, tasks):
    assert list(solved.check(*words, "--json").states()) == tasks


def test_watch_goes_with_nothing_that_comes_to_an_end(solved):
    ran = solved.check("--watch", "--zip")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "--watch goes on until Ctrl-C: it cannot be combined with --json or --zip.\n"


def test_help(solved):
    helped = solved.check("--help")
    for word in ("--watch", "--zip", "--plain", "--json", "◔ waiting for 1.2", "Exit code"):
        assert word in helped.out
    assert [line for line in helped.out.splitlines() if len(line) > 80] == []
    assert helped.code == 0


def test_a_console_without_the_symbols_gets_words(student_folder):
    folder = student_folder().solve("scale.py").write("stats.py", "def mean(x:\n")
    ran = folder.check(PYTHONIOENCODING="cp1252")
    assert "1.1 The mean: wrong: does not load" in ran.out
    assert ran.out.isascii()
    assert "waiting for 1.2" in folder.check("--help", PYTHONIOENCODING="cp1252").out


def test_it_works_from_anywhere_and_in_any_folder(student_folder, tmp_path):
    folder = student_folder(inside="über uns (2) Größe ✓").solve()
    ran = folder.really(cwd=tmp_path)
    assert ran.out.count("✓") == 2
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_the_student_with_a_library_name_does_no_harm(student_folder):
    folder = student_folder().solve().write("json.py", "raise SystemExit\n").write("queue.py", "1 / 0\n")
    assert folder.really().out.count("✓") == 2


# The zip --------------------------------------------------------------------------------------------------------------


def test_zip_holds_exactly_the_files_to_hand_in(solved):
    ran = solved.really("--zip")
    assert ran.code == 0
    path = solved.path / "submission.zip"
    assert "Wrote submission.zip, beside check.py." in ran.out
    assert "It holds exactly: stats.py, scale.py" in ran.out
    first = path.read_bytes()
    assert {*zipfile.ZipFile(path).namelist()} == {"stats.py", "scale.py"}
    os.utime(solved.path / "stats.py")
    solved.check("--zip")
    assert path.read_bytes() == first, "the same files give the same zip"


def test_zip_warns_about_what_does_not_pass(student_folder):
    folder = student_folder().solve("stats.py").change("stats.py", "import numpy as np", "import numpy as np, json")
    said = " ".join(folder.check("--zip").out.split())
    assert said.count("stats.py line 7 imports json, which the grader does not have") == 1
    assert "Not everything passes yet: 1.2. You can hand in again later. Look at what is said above before" in said
    assert (folder.path / "submission.zip").exists()


def test_a_zip_of_the_empty_assignment_asks_whether_it_is_the_right_folder(student_folder):
    assert "Nothing is written in these files yet: is this the folder" in student_folder().check("--zip").out


def test_a_file_in_an_encoding_that_hides_code_is_refused_here_as_it_is_there(student_folder):
    folder = student_folder().solve()
    (folder.path / "scale.py").write_bytes(b"# coding: utf-7\n" + (folder.path / "scale.py").read_bytes())
    says = "scale.py names the encoding utf-7 (line 1): take that out, and save it as UTF-8."
    assert f"No zip was written: {says}" in folder.check("--zip").err
    assert not (folder.path / "submission.zip").exists()
    ran = folder.check("--json")
    assert says in ran.panel("scale.py")
    assert ran.task("1.1")["state"] == "passed"


def test_an_accent_in_an_old_encoding_is_read_here_as_it_is_there(student_folder):
    folder = student_folder().solve()
    (folder.path / "scale.py").write_bytes(b"# caf\xe9\n" + (folder.path / "scale.py").read_bytes())
    assert folder.check().out.count("✓") == 2


# What may be missing --------------------------------------------------------------------------------------------------


def test_a_missing_package_is_named_with_the_command_that_installs_it(student_folder):
    ran = student_folder().really(python=(sys.executable, "-S"))
    assert ran.code == 2
    assert "rich is not installed for this Python" in ran.err
    assert "-m pip install -r requirements.txt" in ran.err


def test_a_broken_installation_is_not_the_students_mistake(solved, tmp_path):
    (tmp_path / "numpy").mkdir()
    (tmp_path / "numpy" / "__init__.py").write_text("raise ImportError('DLL load failed')\n", encoding="utf-8")
    ran = solved.really(PYTHONPATH=str(tmp_path))
    assert ran.code == 2
    assert "numpy is installed but cannot be imported (ImportError: DLL load failed)" in ran.err


@pytest.mark.parametrize("name", ["tasks.json", "recorded.safetensors"])
@pytest.mark.parametrize("how", ["missing", "damaged"])
def test_damaged_public_tests_say_what_to_do(student_folder, name, how):
    folder = student_folder().solve()
    path = folder.path / "public_tests" / name
    path.unlink() if how == "missing" else path.write_bytes(b"{" * 100)
    ran = folder.check()
    assert ran.code == 2
    assert ran.err.startswith(f"public_tests/{name} is {how}")
    assert "unzip the assignment into a new, empty folder, then copy your own files" in ran.err


# Processes ------------------------------------------------------------------------------------------------------------


def test_the_parent_imports_neither_torch_nor_the_students_code(solved, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        "import atexit, os, sys\n"
        "def tell():\n"
        "    if sys.argv and sys.argv[0].endswith('check.py'):\n"
        "        names = [n for n in ('torch', 'numpy', 'pytest', 'stats') if n in sys.modules]\n"
        "        open(os.environ['TOLD'], 'w', encoding='utf-8').write(repr(names))\n"
        "atexit.register(tell)\n",
        encoding="utf-8",
    )
    ran = solved.really(PYTHONPATH=str(tmp_path), TOLD=str(tmp_path / "told"))
    assert ran.out.count("✓") == 2
    assert (tmp_path / "told").read_text(encoding="utf-8") == "[]"


def test_the_child_ends_with_its_parent(student_folder, tmp_path):
    beat = tmp_path / "beat"
    endless = (
        "import time\n\n\ndef mean(x):\n    while True:\n        time.sleep(0.01)\n"
        f"        open({str(beat)!r}, 'w').write(str(time.time()))\n"
    )
    folder = student_folder().write("stats.py", endless)
    parent = subprocess.Popen([sys.executable, str(folder.path / "check.py")], stdout=subprocess.DEVNULL)
    until = time.monotonic() + A_HANG
    while not beat.exists() and time.monotonic() < until:
        time.sleep(0.05)
    parent.kill()
    parent.wait()
    until = time.monotonic() + A_HANG
    last, now = "", beat.read_text(encoding="utf-8")
    while now != last and time.monotonic() < until:
        time.sleep(0.5)
        last, now = now, beat.read_text(encoding="utf-8")
    assert now == last, "the endless loop goes on without its parent"


def hears_ctrl_c():
    """What a shell starts in the background ignores Ctrl-C, and so would its children."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def test_ctrl_c_ends_a_run_without_a_traceback(student_folder):
    folder = student_folder().write("stats.py", "import time\n\nwhile True:\n    time.sleep(0.01)\n")
    with subprocess.Popen(
        [sys.executable, str(folder.path / "check.py")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        preexec_fn=hears_ctrl_c,
    ) as parent:
        read_until(parent.stdout, "Scaling, in miniature")
        parent.send_signal(2)
        out, err = parent.communicate(timeout=A_HANG)
    assert parent.returncode == 130
    assert err.strip() == "Stopped."
    assert "Traceback" not in out


def test_watch_checks_again_after_a_save_and_ends_cleanly(student_folder):
    folder = student_folder().solve("scale.py")
    with subprocess.Popen(
        [sys.executable, str(folder.path / "check.py"), "--watch"],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        preexec_fn=hears_ctrl_c,
    ) as watching:
        seen = [read_until(watching.stdout, "Ctrl-C ends it.")]
        folder.solve("stats.py")
        seen.append(read_until(watching.stdout, "Ctrl-C ends it."))
        watching.send_signal(2)
        assert watching.wait(A_HANG) == 130
    assert "not written yet" in seen[0]
    assert "Now: task 1.1, `mean` in stats.py." in seen[0]
    assert "1.1 passes." in seen[1]


def read_until(stream, words):
    text = ""
    for line in stream:
        text += line
        if words in line:
            return text
    raise AssertionError(f"ended before {words!r}: {text}")
