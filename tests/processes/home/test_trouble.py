"""When the student's files do not load, hang or crash: it costs what it must, and everything else goes on."""

LOOP = "import time\n\n\ndef mean(x):\n    while True: time.sleep(0.01)\n"


def test_an_endless_loop_costs_its_task_alone(student_folder):
    ran = student_folder().solve().write("stats.py", LOOP).really("--json", "--seconds", "5")
    assert ran.code == 0
    assert ran.states() == {"1.1": "wrong", "1.2": "waiting for 1.1"}
    panel = ran.panel("1.1 The mean")
    assert "does not finish within 5 s: is there an endless loop? (it was in mean, stats.py line 5)" in panel
    assert "mean(x=" in panel


def test_the_tasks_after_an_endless_loop_are_still_checked(student_folder):
    folder = student_folder().solve().change("scale.py", "from stats import mean", "from stats import mean as m")
    folder.change("scale.py", "mean(x)[:, None]", "m(x)[:, None]").change(
        "scale.py", "mean(centred**2)", "m(centred**2)"
    )
    folder.change(
        "stats.py", "return x.sum", "while x.shape == (3, 1): __import__('time').sleep(0.01)\n    return x.sum"
    )
    ran = folder.check("--json", "--seconds", "5")
    assert ran.task("1.1")["state"] == "wrong"
    assert ran.task("1.1")["earned"] > 0, "only the check that hangs is lost"
    assert [check["passed"] for check in ran.task("1.1")["checks"]] == [True, False, True]
    assert ran.states()["1.2"] == "passed"


def test_a_loop_at_import_is_a_file_that_does_not_load(student_folder):
    ran = (
        student_folder()
        .solve()
        .write("scale.py", "import time\n\nwhile True:\n    time.sleep(0.01)\n")
        .check("--json", "--seconds", "5")
    )
    assert ran.states()["1.1"] == "passed"
    panel = ran.panel("scale.py")
    assert "Importing scale.py does not finish within 5 s: is there an endless loop? (it was in scale.py line" in panel


def test_code_that_ends_the_process(student_folder):
    folder = student_folder().solve()
    ran = folder.write("stats.py", "import os\n\n\ndef mean(x):\n    os._exit(7)\n").check("--json")
    assert ran.states() == {"1.1": "wrong", "1.2": "waiting for 1.1"}
    assert "your code ends the whole process: exit code 7" in ran.panel("1.1 The mean")


def test_a_crash_names_its_signal_and_place(student_folder):
    crash = "import ctypes\n\n\ndef mean(x):\n    return ctypes.string_at(0)\n"
    ran = student_folder().solve().write("stats.py", crash).really("--json")
    assert "(it was in string_at" not in ran.panel("1.1 The mean")
    assert "(it was in mean, stats.py line 5)" in ran.panel("1.1 The mean")


def test_tests_and_recording_that_do_not_belong_together(student_folder):
    folder = student_folder().solve()
    test = next((folder.path / "public_tests").glob("test_*.py"))
    folder.write(test, test.read_text(encoding="utf-8").replace("test_one_column", "test_renamed"))
    ran = folder.check("--json")
    assert ran.task("1.1")["state"] == "not checked"
    assert (
        "This is not your mistake: the public tests and their recorded reference do not belong together: "
        "unzip the assignment into a new, empty folder, then copy your own files"
    ) in ran.panel("1.1 The mean")
