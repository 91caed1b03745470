"""A class goes through `softmark batch`: graded, killed, stopped, resumed, and graded again only where it must be."""

from __future__ import annotations

import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from softmark.classes.journal import Journal
from softmark.content.course import Course
from tests.mini_class import (
    BY_VARIANCE,
    RIGHT,
    WRONG_AXIS,
    a_class,
    batch,
    batch_here,
    command,
    count,
    numbered,
    pack,
    rows,
    scores,
    surroundings,
    told,
    write,
)
from tests.mini_course import built
from tests.proc import A_HANG, until

EXPECTED = {f"student_{number:02}": (10, 6, 4)[number % 3] for number in range(12)}


@pytest.fixture(scope="module")
def graded_class(tmp_path_factory: pytest.TempPathFactory):
    """A class with a bit of everything, graded once."""
    folder = tmp_path_factory.mktemp("class")
    students = a_class(folder / "in", anna=RIGHT, ben=WRONG_AXIS, carl=BY_VARIANCE, dora=WRONG_AXIS, emil={"x.txt": ""})
    (students / "fay.zip").write_bytes(b"PK\3\4 damaged")
    pack(students / "gus.zip", students / "carl", below="my homework")
    (students / "hal").symlink_to("/etc")
    done = batch(students, folder / "out", "--json")
    return students, folder / "out", done


def test_a_class_is_graded_and_equal_work_once(graded_class):
    _, out, done = graded_class
    assert scores(out) == {
        "anna": 10, "ben": 6, "carl": 4, "dora": 6, "emil": 0, "fay": 0, "gus": 4, "hal": 0,
    }  # fmt: skip
    summary = told(done)
    assert done.returncode == 1, "one could not be read"
    assert (summary["graded"], summary["shared"], summary["unchanged"], summary["faulty"]) == (8, 1, 0, {})
    assert "is a symbolic link: put the submission itself there" in summary["unreadable"]["hal"]
    texts = {one["submission"]: one["text"] for one in summary["submissions"]}
    assert len(texts) == 8 and texts["ben"] == texts["dora"] and "Your zip is damaged" in texts["fay"]


def test_the_journal_says_what_was_wrong_and_keeps_the_files(graded_class):
    _, out, _ = graded_class
    ((mistake, status, failed),) = rows(
        out, "SELECT mistake, task.status, failed FROM latest JOIN task ON grade = number "
        "WHERE submission = 'ben' AND task = '1.1'"
    )  # fmt: skip
    assert (mistake, status) == ("mean.wrong_axis", "failed") and failed.startswith("values: the mean is the sum")
    files = rows(out, "SELECT name, text FROM latest JOIN file USING (work) WHERE submission = 'ben'")
    assert dict(files) == WRONG_AXIS
    levels = rows(out, "SELECT DISTINCT level FROM latest WHERE status = 'graded'")
    assert levels in ([("full",)], [("same-user",)])


def test_running_again_grades_nothing_and_a_change_only_what_changed(graded_class, tmp_path):
    students, out, _ = graded_class
    again = batch_here(students, out)
    assert "graded: 0; unchanged: 8" in again.stdout and "report" in again.stdout
    shutil.copytree(students, tmp_path / "in", symlinks=True)
    shutil.copytree(out, tmp_path / "out")
    write(tmp_path / "in" / "ben", RIGHT)
    summary = told(batch_here(tmp_path / "in", tmp_path / "out", "--json"))
    assert (summary["graded"], summary["unchanged"]) == (1, 7)
    assert scores(tmp_path / "out") == {**scores(out), "ben": 10}


def test_a_changed_hint_regrades_nobody_and_a_changed_grader_everybody(graded_class, tmp_path):
    students, out, _ = graded_class
    course = shutil.copytree(built(), tmp_path / "course")
    shutil.copytree(out, tmp_path / "out")
    mistakes = sorted((Course.at(course).mistakes_folder).rglob("*.py"))
    mistakes[0].write_text(mistakes[0].read_text(encoding="utf-8").replace("Hint: ", "Hint: Well, "), encoding="utf-8")
    assert told(batch_here(students, tmp_path / "out", "--json", course=course))["graded"] == 0
    rubric = course / "autograder" / "rubric.yaml"
    rubric.write_text(rubric.read_text(encoding="utf-8").replace("points: 4", "points: 3.5"), encoding="utf-8")
    rubric.write_text(rubric.read_text(encoding="utf-8").replace("points: 6", "points: 6.5"), encoding="utf-8")
    assert told(batch(students, tmp_path / "out", "--json", course=course))["graded"] == 8
    assert scores(tmp_path / "out")["ben"] == 6.5


def test_lists_are_checked_before_anybody_is_graded_and_all_of_them_at_once(tmp_path):
    students, out = a_class(tmp_path / "in", anna=RIGHT), tmp_path / "out"
    extensions = "student,due\nanna,soon\n"
    write(out, {"overrides.csv": "student,task,score\nanna,9.9,1\nnobody,1.1,2\n", "extensions.csv": extensions})
    done = batch_here(students, out)
    assert done.returncode == 2 and count(out) == 0
    unread, *others = done.stderr.splitlines()
    assert unread.startswith("extensions.csv:2: due: ")
    assert others == [
        "overrides.csv:2: there is no task 9.9 (there are: 1.1, 1.2; and total, late, EX)",
        "overrides.csv:3: nobody is nobody in this class",
    ]


def test_a_wrong_list_leaves_the_class_as_it_was(tmp_path):
    """The next run still says who is not in the export any more."""
    out = tmp_path / "out"
    assert batch_here(a_class(tmp_path / "in", anna=RIGHT, ben=RIGHT), out).returncode == 0
    write(out, {"overrides.csv": "student,task,score\nanna,9.9,1\n"})
    later = a_class(tmp_path / "later", anna=RIGHT)
    assert batch_here(later, out).returncode == 2
    assert set(scores(out)) == {"anna", "ben"}
    (out / "overrides.csv").unlink()
    assert "not in this export, and in the last one: 1 submissions" in batch_here(later, out).stdout


def test_a_damaged_zip_is_told_and_the_exit_code_says_so(tmp_path):
    students = a_class(tmp_path / "in", anna=RIGHT)
    (students / "fay.zip").write_bytes(b"PK\3\4 damaged")
    done = batch_here(students, tmp_path / "out")
    assert done.returncode == 1
    assert "not readable, with no points and a sentence in their reports: 1\n  fay: Your zip is damaged" in done.stdout
    again = batch_here(students, tmp_path / "out")
    assert again.returncode == 1 and "graded: 0; unchanged: 2" in again.stdout


def test_a_listed_folder_that_is_missing_is_told_and_gets_no_grade(tmp_path):
    students = a_class(tmp_path / "in", submission_1=RIGHT)
    write(students, {"submission_metadata.yml": "submission_1: {}\nsubmission_2: {}\n"})
    done = batch_here(students, tmp_path / "out", "--json")
    assert done.returncode == 1 and told(done)["missing"] == ["submission_2"]
    assert scores(tmp_path / "out") == {"submission_1": 10}


def started(students: Path, out: Path) -> subprocess.Popen[str]:
    """A class in the middle of being graded: after the first three, everybody's file takes its time to be imported."""
    for folder in sorted(students.iterdir())[3:]:
        stats = folder / "stats.py"
        stats.write_text(f"import time\ntime.sleep(0.1)\n{stats.read_text(encoding='utf-8')}", encoding="utf-8")
    words = command(students, "--out", out, "--course", built(), "--workers", 1)
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=surroundings())


def test_a_class_resumes_after_it_was_killed(tmp_path):
    students, out = numbered(tmp_path / "in", 12), tmp_path / "out"
    running = started(students, out)
    until(lambda: count(out) >= 3, running)
    running.kill()
    running.communicate(timeout=A_HANG)
    kept = count(out)
    assert 3 <= kept < 12
    assert rows(out, "SELECT DISTINCT COUNT(*) FROM task GROUP BY grade") == [(2,)], "grades are whole"
    summary = told(batch_here(students, out, "--json"))
    assert (summary["graded"], summary["unchanged"]) == (12 - kept, kept)
    assert scores(out) == EXPECTED and count(out) == 12


def test_ctrl_c_keeps_the_grades_in_flight_and_says_what_is_kept(tmp_path):
    students, out = numbered(tmp_path / "in", 12), tmp_path / "out"
    running = started(students, out)
    until(lambda: count(out) >= 2, running)
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=A_HANG)
    assert running.returncode == 130, said
    assert "running grades are finished first" in said
    assert f"stopped: {count(out)} of 12 are done and kept; run the same command again to go on" in said
    assert batch_here(students, out).returncode == 0 and scores(out) == EXPECTED


def test_a_second_batch_into_one_folder_is_refused(tmp_path):
    out = tmp_path / "out"
    with Journal(out, write=True):
        done = batch_here(numbered(tmp_path / "in", 1), out)
    assert done.returncode == 2 and "another batch is writing into" in done.stderr and count(out) == 0


def test_a_launcher_that_cannot_start_is_one_sentence(tmp_path):
    course = shutil.copytree(built(), tmp_path / "course")
    graders = sorted((course / "autograder" / "graders").glob("test_*.py"))
    graders[0].write_text("raise RuntimeError('broken on purpose')\n", encoding="utf-8")
    done = batch(a_class(tmp_path / "in", anna=RIGHT), tmp_path / "out", course=course)
    assert done.returncode == 2 and "Traceback" not in done.stderr and count(tmp_path / "out") == 0
