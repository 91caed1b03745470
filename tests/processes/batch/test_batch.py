"""A class goes through `softmark batch`: graded, stopped, resumed, changed, and graded again only where it must be."""

import json
import os
import resource
import shutil
import signal
import subprocess
import time
from dataclasses import replace

import psutil
import pytest

from softmark.classes.journal import Journal
from softmark.classes.report.write import read
from softmark.content.course import Course
from softmark.policy.version import autograder_version
from tests.mini_class import (
    BY_VARIANCE,
    RIGHT,
    WRONG_AXIS,
    a_class,
    batch,
    batch_here,
    command,
    count,
    grades,
    numbered,
    pack,
    scores,
    surroundings,
    told,
    write,
)
from tests.mini_course import COURSE, built, softmark
from tests.proc import A_HANG, is_gone


@pytest.fixture(scope="module")
def graded_class(tmp_path_factory):
    """A class with a bit of everything, graded once."""
    folder = tmp_path_factory.mktemp("class")
    students = a_class(folder / "in", anna=RIGHT, ben=WRONG_AXIS, carl=BY_VARIANCE, dora=WRONG_AXIS, emil={"x.txt": ""})
    (students / "fay.zip").write_bytes(b"PK\3\4 damaged")
    pack(students / "gus.zip", students / "carl", below="my homework")
    (students / "hal").symlink_to("/etc")
    done = batch(students, folder / "out", "--json")
    return students, folder / "out", done


def test_a_class_is_graded(graded_class):
    _, out, done = graded_class
    assert scores(out) == {
        "anna": 10, "ben": 6, "carl": 4, "dora": 6, "emil": 0, "fay": 0, "gus": 4, "hal": 0,
    }  # fmt: skip
    assert done.returncode == 1, "one could not be read"
    summary = told(done)
    assert (summary["listed"], summary["graded"], summary["faulty"]) == (8, 8, {})


def test_a_grade_of_a_class_is_the_grade_of_one(graded_class, tmp_path):
    students, out, _ = graded_class
    softmark("grade", students / "gus.zip", "--course", built(), "--out", tmp_path)
    result = json.loads((tmp_path / "result.json").read_text(encoding="utf-8"))
    together = json.loads(grades(out)["gus"].result.to_json())
    for mine, theirs in zip(together["items"], result["items"], strict=True):
        for check, other in zip(mine["checks"], theirs["checks"], strict=True):
            if check["category"] == "not needed":  # hidden numbers have decided the item, in a class
                assert (mine["status"], check["phase"], other["passed"]) == ("passed", "public", True)
                check |= {key: other[key] for key in ("category", "passed", "section")}
    assert {**together, "seconds": 0} == {key: result[key] for key in together} | {"seconds": 0}


def test_the_journal_keeps_the_files_that_were_graded(graded_class):
    _, out, _ = graded_class
    assert grades(out)["ben"].files == WRONG_AXIS
    assert grades(out)["hal"].files == {}


def test_equal_submissions_are_graded_once_and_equally(graded_class):
    _, out, done = graded_class
    kept = grades(out)
    assert told(done)["shared"] == 1
    assert kept["ben"].result == kept["dora"].result
    assert kept["carl"].result != kept["gus"].result, "the same files in a folder of their own: a note says so"


def test_what_cannot_be_read_gets_a_result_that_says_so(graded_class):
    _, out, done = graded_class
    assert told(done)["unreadable"] == {"hal": grades(out)["hal"].result.notes[0].text}
    assert "is a symbolic link: put the submission itself there" in grades(out)["hal"].result.notes[0].text
    assert grades(out)["hal"].result.status == "refused"
    assert "Your zip is damaged" in grades(out)["fay"].result.notes[0].text


def test_running_again_grades_nothing(graded_class):
    students, out, _ = graded_class
    before = grades(out)
    again = batch_here(students, out)
    assert "graded: 0; unchanged: 8" in again.stdout
    assert f"softmark report {out}" in again.stdout
    assert grades(out) == before


def test_only_the_changed_submission_is_graded_again(graded_class, tmp_path):
    students, out, _ = graded_class
    shutil.copytree(students, tmp_path / "in", symlinks=True)
    shutil.copytree(out, tmp_path / "out")
    write(tmp_path / "in" / "ben", RIGHT)
    summary = told(batch_here(tmp_path / "in", tmp_path / "out", "--json"))
    assert (summary["graded"], summary["unchanged"]) == (1, 7)
    assert scores(tmp_path / "out") == {**scores(out), "ben": 10}
    assert {each.autograder for each in grades(tmp_path / "out").values()} == {autograder_version(Course.at(COURSE))}


# --- which autograder ---------------------------------------------------------------------------------------


def test_a_changed_autograder_has_another_digest(tmp_path):
    shutil.copytree(COURSE, tmp_path / "course")
    before = autograder_version(Course.at(tmp_path / "course"))
    assert before == autograder_version(Course.at(COURSE)), "where it lies does not matter"
    for name, more in {
        "autograder/rubric.yaml": "feedback: {local_hints: category}\n",
        "autograder/graders/test_scaling.py": "MORE = 1\n",
        "solutions/reference/stats.py": "MORE = 1\n",
    }.items():
        with (tmp_path / "course" / name).open("a", encoding="utf-8") as stream:
            stream.write(f"\n{more}")
        after = autograder_version(Course.at(tmp_path / "course"))
        assert after != before, name
        before = after


# --- bad input ----------------------------------------------------------------------------------------------


def test_bad_input_is_one_sentence_and_exit_code_2(tmp_path):
    students = a_class(tmp_path / "in", anna=RIGHT)
    (students / "submission_metadata.yml").write_text("a: [\n", encoding="utf-8")
    (tmp_path / "broken").mkdir()
    for (export, course), said in (
        ((tmp_path / "nowhere", COURSE), "does not exist: give a Gradescope export"),
        ((students, COURSE), "submission_metadata.yml:2: is not YAML"),
        ((students, tmp_path / "broken"), "there is no rubric.yaml in"),
    ):
        done = batch_here(export, tmp_path / "out", course=course)
        assert (done.returncode, done.stdout) == (2, ""), done.stderr
        assert said in done.stderr
        assert done.stderr.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_an_out_folder_of_another_assignment_is_refused(graded_class, tmp_path):
    students, out, _ = graded_class
    shutil.copytree(COURSE, tmp_path / "course")
    rubric = tmp_path / "course" / "autograder" / "rubric.yaml"
    rubric.write_text(rubric.read_text(encoding="utf-8").replace("mini-scaling", "other"), encoding="utf-8")
    before = scores(out)
    done = batch_here(students, out, course=tmp_path / "course")
    assert done.returncode == 2
    assert done.stderr == f"{out} holds grades of mini-scaling, not of other: give another --out\n"
    assert scores(out) == before


# --- the machine around it ----------------------------------------------------------------------------------


@pytest.fixture
def begun(tmp_path):
    """A batch of twelve that has kept a few grades already and goes on, in a session of its own.

    Two of them take their time, so that whoever looks a little late does not find the batch at its end."""
    students = numbered(tmp_path / "in", 12)
    slow = WRONG_AXIS["stats.py"].replace("    return", "    time.sleep(0.4)\n    return")
    for number in (4, 7):
        write(students / f"student_{number:02}", {**WRONG_AXIS, "stats.py": f"import time\n\n\n{slow}# {number}\n"})
    arguments = (students, "--out", tmp_path / "out", "--course", built(), "--workers", 1)
    running = subprocess.Popen(
        command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=surroundings(),
        start_new_session=True,
    )  # fmt: skip
    deadline = time.monotonic() + A_HANG
    while count(tmp_path / "out") < 3 and time.monotonic() < deadline and running.poll() is None:
        time.sleep(0.02)
    yield running, students, tmp_path / "out"
    if running.poll() is None:
        running.kill()
    running.communicate()


EXPECTED = {f"student_{number:02}": (10, 6, 4)[number % 3] for number in range(12)}


def graders(running):
    """The processes that grade for a batch: all that it has started, and what those have."""
    return psutil.Process(running.pid).children(recursive=True)


@pytest.mark.slow
def test_kill_loses_only_what_was_in_flight_and_the_next_run_goes_on(begun):
    running, students, out = begun
    theirs = graders(running)
    running.kill()
    running.wait()
    assert theirs and all(is_gone(each.pid, buried=False) for each in theirs), "graders were left behind"
    kept = scores(out)
    assert 3 <= len(kept) < 12
    assert kept == {ident: EXPECTED[ident] for ident in kept}
    summary = told(batch(students, out, "--json"))
    assert (summary["graded"], summary["unchanged"]) == (12 - len(kept), len(kept))
    assert scores(out) == EXPECTED


@pytest.mark.slow
def test_an_interrupt_finishes_what_is_in_flight_and_says_how_to_go_on(begun):
    running, students, out = begun
    os.killpg(running.pid, signal.SIGINT)
    _, said = running.communicate(timeout=A_HANG)
    kept = scores(out)
    assert running.returncode == 130, said
    assert f"stopped: {len(kept)} of 12 are done and kept; run the same command again to go on" in said
    assert "Traceback" not in said
    assert 3 <= len(kept) < 12
    assert batch(students, out).returncode == 0
    assert scores(out) == EXPECTED


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux can end the disk of a running process")
def test_a_disk_that_fills_up_is_said_and_loses_nothing(begun):
    running, students, out = begun
    size = (out / "journal.sqlite-wal").stat().st_size
    resource.prlimit(running.pid, resource.RLIMIT_FSIZE, (size + 5000, size + 5000))
    _, said = running.communicate(timeout=A_HANG)
    kept = scores(out)
    assert running.returncode == 2, said
    assert "every grade until now is kept" in said
    assert f"{len(kept)} of 12 are done and kept; run the same command again to go on" in said
    assert "Traceback" not in said
    assert 3 <= len(kept) < 12
    assert batch(students, out).returncode == 0
    assert scores(out) == EXPECTED


@pytest.mark.slow
def test_a_launcher_that_dies_costs_nobody_a_grade(begun):
    running, _, out = begun
    (source,) = psutil.Process(running.pid).children()  # launchers are forked from it
    source.children()[0].kill()
    shown, said = running.communicate(timeout=A_HANG)
    assert running.returncode == 0, said
    assert "graded: 12" in shown
    assert scores(out) == EXPECTED


def test_a_regrade_of_everything_gives_the_same_results(tmp_path):
    students = numbered(tmp_path / "in", 3)
    assert batch_here(students, tmp_path / "out").returncode == 0
    assert told(batch_here(students, tmp_path / "out", "--regrade", "--json"))["graded"] == 3
    with Journal.open(tmp_path / "out") as journal:
        for entry in journal.entries():
            first, second = (replace(each.result, seconds=0) for each in journal.history(entry.id))
            assert first == second


@pytest.mark.slow
def test_a_fault_of_the_graders_is_said_kept_and_tried_again(tmp_path):
    course = tmp_path / "course"
    shutil.copytree(COURSE, course)
    grader = course / "autograder" / "graders" / "test_scaling.py"
    switch = tmp_path / "switch"
    text = grader.read_text(encoding="utf-8")
    broken = f"        x = draw(3, 1)\n        if __import__('os').path.exists({str(switch)!r}):\n            1 / 0\n"
    grader.write_text(text.replace("        x = draw(3, 1)\n", broken), encoding="utf-8")
    switch.touch()
    students = a_class(tmp_path / "in", anna=RIGHT)
    done = batch(students, tmp_path / "out", course=course)
    assert done.returncode == 1
    assert "the grader's own fault: 1; the same command tries them again" in done.stdout
    assert grades(tmp_path / "out")["anna"].result.item("1.1").status == "grader_error"
    switch.unlink()
    assert batch(students, tmp_path / "out", course=course).returncode == 0
    assert scores(tmp_path / "out") == {"anna": 10}


@pytest.mark.slow
def test_a_course_that_cannot_grade_says_why_and_grades_nobody(tmp_path):
    course = tmp_path / "course"
    shutil.copytree(COURSE, course)
    (course / "autograder" / "graders" / "test_scaling.py").write_text("import nothing_like_this\n", encoding="utf-8")
    done = batch(a_class(tmp_path / "in", anna=RIGHT), tmp_path / "out", course=course)
    assert done.returncode == 2
    assert "the graders could not be collected" in done.stderr
    assert "nothing_like_this" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_gradescope_export_goes_through_as_a_zip(tmp_path):
    folder = a_class(tmp_path / "assignment_7_export", submission_1=RIGHT, submission_2=WRONG_AXIS)
    (folder / "submission_metadata.yml").write_text(
        "submission_2:\n  :submitters:\n  - :name: Grace\n  - :name: Barbara\nsubmission_1:\n  :submitters:\n"
        "  - :name: Ada\n    :email: ada@example.edu\n  :created_at: 2026-10-01 12:00:00 -04:00\n",
        encoding="utf-8",
    )
    done = batch_here(pack(tmp_path / "export.zip", folder, below=folder.name), tmp_path / "out")
    assert done.returncode == 0, done.stderr
    group, ada = grades(tmp_path / "out").values()
    assert ([person.name for person in group.entry.people], group.result.score) == (["Grace", "Barbara"], 6)
    assert (ada.entry.people[0].email, ada.entry.created_at) == ("ada@example.edu", "2026-10-01T12:00:00-04:00")


def test_late_work_is_late_by_its_own_time_and_graded_once(tmp_path):
    course = tmp_path / "course"
    shutil.copytree(COURSE, course)
    with (course / "autograder" / "rubric.yaml").open("a", encoding="utf-8") as stream:
        stream.write("dates: {due: '2026-10-01 12:00 -04:00'}\nlate: {per: day, percent: 10}\n")
    a_class(tmp_path / "files", one=RIGHT, two=RIGHT)
    table = tmp_path / "class.csv"
    table.write_text(
        "name,path,created_at\nAda,files/one,2026-10-01 11:00:00 -0400\nBen,files/two,2026-10-01 13:00:00 -0400\n",
        encoding="utf-8",
    )
    summary = told(batch_here(table, tmp_path / "out", "--json", course=course))
    assert (summary["graded"], summary["shared"]) == (2, 1)
    assert {one.entry.id: one.result.final for one in read(tmp_path / "out").graded} == {"one": 10, "two": 9}
    table.write_text(table.read_text(encoding="utf-8").replace("13:00", "12:00"), encoding="utf-8")
    assert told(batch_here(table, tmp_path / "out", "--json", course=course))["shared"] == 1, (
        "nothing was graded for that"
    )
    assert {one.entry.id: one.result.final for one in read(tmp_path / "out").graded} == {"one": 10, "two": 10}
