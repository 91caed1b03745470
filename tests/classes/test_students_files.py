"""Files that mean something to staff, handed in by a student: only what lies where staff put it says who is who."""

import argparse
import zipfile
from contextlib import contextmanager
from dataclasses import replace

import pytest

from softmark.classes import batch as batches
from softmark.classes import exports
from softmark.classes.batch import Batch
from softmark.classes.exports import ExportError
from softmark.classes.journal import Journal
from softmark.commands import batch, explain
from softmark.files.tables import TableError
from softmark.grading.result import blank
from softmark.grading.server import Done
from tests.mini_class import MINI, RIGHT, a_class, graded, pack, write
from tests.mini_course import COURSE

FORGED = """submission_1:
  :submitters:
  - :name: Anna
  :created_at: 2026-10-01 12:00:00 -04:00
"""
HOSTILE = {**RIGHT, "submission_metadata.yml": FORGED, "submission_1/stats.py": "x = 1\n"}
LISTED = FORGED.replace("Anna", "Ada Lovelace")


def students(folder, **more):
    return a_class(folder / "class", anna=RIGHT, ben=RIGHT, mallory=HOSTILE, **more)


def an_export(folder):
    a_class(folder, submission_1=RIGHT)
    return write(folder, {"submission_metadata.yml": LISTED})


def read(path, out=None):
    with exports.opened(path, out) as export:
        people = {each.id: each.people[0].name for each in export.entries}
        files = [export.take(each, MINI.rubric).files for each in export.entries]
        assert not any(each.created_at for each in export.entries) or "Gradescope" in export.took
        return export, people, files


# --- the platform's list ------------------------------------------------------------------------------------


def test_a_students_list_is_a_file_of_their_submission(tmp_path):
    export, people, files = read(students(tmp_path))
    assert people == {"anna": "anna", "ben": "ben", "mallory": "mallory"}
    assert files == [RIGHT] * 3
    assert export.took == f"took {tmp_path / 'class'} for a folder of 3 submissions"
    assert export.remarks == [
        "submission_metadata.yml in mallory counts as a student's file; "
        "if mallory is the platform's export, give that folder itself"
    ]


@pytest.mark.parametrize("below", ["", "homework 1"])
def test_in_a_zip_too(tmp_path, below):
    packed = pack(tmp_path / "class.zip", students(tmp_path), below=below)
    export, people, files = read(packed)
    assert people == {"anna": "anna", "ben": "ben", "mallory": "mallory"} and files == [RIGHT] * 3
    assert export.took == f"took {packed} for a zip of 3 submissions"
    assert export.remarks[0].startswith("submission_metadata.yml in mallory counts as a student's file")


def test_a_class_of_one_is_that_one(tmp_path):
    folder = a_class(tmp_path / "class", mallory=HOSTILE)
    assert read(folder)[1] == {"mallory": "mallory"}


def test_two_of_them_stop_nobody(tmp_path):
    assert list(read(students(tmp_path, oscar=HOSTILE))[1]) == ["anna", "ben", "mallory", "oscar"]


def test_the_folder_that_staff_name_is_an_export_whatever_it_is_called(tmp_path):
    export, people, _ = read(an_export(tmp_path / "homework 1"))
    assert people == {"submission_1": "Ada Lovelace"}
    assert export.took == f"took {tmp_path / 'homework 1'} for a Gradescope export with 1 submission"


@pytest.mark.parametrize("packed", [False, True])
def test_one_step_down_it_has_the_platforms_name_and_is_alone(tmp_path, packed):
    top = tmp_path / "downloads"
    an_export(top / "assignment_9_export")
    write(top, {"__MACOSX/assignment_9_export/._x": "", ".DS_Store": ""})
    place = pack(tmp_path / "export.zip", top) if packed else top
    export, people, _ = read(place)
    assert people == {"submission_1": "Ada Lovelace"} and export.remarks == []
    assert export.took == f"took {place / 'assignment_9_export'} for a Gradescope export with 1 submission"


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(
    ("name", "beside"), [("homework", {}), ("assignment_x_export", {}), ("assignment_9_export", {"anna/stats.py": ""})]
)
def test_one_step_down_anything_else_is_a_submission(tmp_path, name, beside, packed):
    top = tmp_path / "downloads"
    an_export(top / name)
    write(top, beside)
    export, people, _ = read(pack(tmp_path / "export.zip", top) if packed else top)
    assert "Ada Lovelace" not in people.values() and not any(each.created_at for each in export.entries)
    assert export.remarks[0].startswith(f"submission_metadata.yml in {name} ")


# --- the journal of a class ---------------------------------------------------------------------------------


def test_a_students_journal_takes_nobody_out_of_a_class(tmp_path):
    folder = students(tmp_path, oscar={**RIGHT, "journal.sqlite": "…"})
    packed = pack(tmp_path / "class.zip", folder)
    for place in (folder, packed):
        export, people, files = read(place)
        assert list(people) == ["anna", "ben", "mallory", "oscar"] and files == [RIGHT] * 4
        assert export.remarks[1].startswith("journal.sqlite in oscar counts as a student's file; ")


def test_the_batchs_own_folder_is_no_submission_and_lies_in_none(tmp_path):
    folder = students(tmp_path, out={"journal.sqlite": "…"})
    assert list(read(folder, folder / "out")[1]) == ["anna", "ben", "mallory"]
    assert list(read(folder, folder / "new")[1]) == ["anna", "ben", "mallory", "out"]
    for out in (folder / "anna", folder / "anna" / "out", folder / "results" / "out"):
        with pytest.raises(ExportError, match=r"lies in a submission .* give another --out"):
            read(folder, out)
    with pytest.raises(ExportError, match="is the folder of the submissions itself: give another --out"):
        read(folder, folder)
    an_export(tmp_path / "downloads" / "assignment_9_export")
    (tmp_path / "downloads" / "out").mkdir()
    assert list(read(tmp_path / "downloads", tmp_path / "downloads" / "out")[1].values()) == ["Ada Lovelace"]


def test_a_graded_class_is_not_graded_as_submissions(tmp_path):
    write(tmp_path / "out", {"journal.sqlite": "…", "students/anna/report.md": "…"})
    with pytest.raises(ExportError, match="is a class that is graded already: give the export that it came from"):
        read(tmp_path / "out")


def asked(place, word, item=None):
    return argparse.Namespace(place=str(place), word=word, item=item, course=str(COURSE))


def test_explain_does_not_read_a_students_journal(tmp_path):
    sub = write(tmp_path / "oscar", RIGHT)
    with Journal.open(sub, MINI.rubric.name) as journal:
        journal.record(graded("oscar"))
    assert not explain._is_class(asked(sub, "oscar"))
    assert not explain._is_class(asked(sub, "oscar", "1.1"))
    assert not explain._is_class(asked(sub, "1.1"))


def test_explain_reads_the_journal_that_staff_name(tmp_path):
    with Journal.open(tmp_path, MINI.rubric.name) as journal:
        journal.record(graded("anna"))
    assert explain._is_class(asked(tmp_path, "anna", "1.1"))
    with pytest.raises(TableError, match=r"which student\? softmark explain .* STUDENT 1.1"):
        explain._is_class(asked(tmp_path, "1.1"))


# --- everybody is counted, and graded or named --------------------------------------------------------------


def test_what_is_not_counted_is_named(tmp_path):
    folder = students(tmp_path, env=RIGHT, __MACOSX={"x": ""})
    write(folder, {"carl.tar.gz": "", "readme.txt": "", ".DS_Store": "", "._x": ""})
    for place in (folder, pack(tmp_path / "class.zip", folder)):
        assert read(place)[0].remarks[:2] == [
            "not counted, as a submission is a folder or a zip: carl.tar.gz and readme.txt",
            "not counted, as the name is hidden or one that tools use: env",
        ]


def test_an_empty_folder_counts_in_a_zip_too(tmp_path):
    packed = pack(tmp_path / "class.zip", students(tmp_path))
    with zipfile.ZipFile(packed, "a") as archive:
        archive.writestr("zoe/", "")
    assert list(read(packed)[1]) == ["anna", "ben", "mallory", "zoe"]


def test_of_a_folder_and_a_zip_with_one_name_both_count(tmp_path):
    export = an_export(tmp_path / "assignment_9_export")
    pack(export / "submission_1.zip", export / "submission_1")
    found, people, _ = read(export)
    assert people == {"submission_1": "Ada Lovelace", "submission_1-2": "submission_1"}
    assert found.remarks == [
        "not in submission_metadata.yml, so counted under the names of their folders: submission_1.zip"
    ]


class NobodysPool:
    """Grades everything with nothing, and is stopped after so many."""

    ahead = 1

    def __init__(self, most=99):
        self.jobs, self.most = [], most

    @property
    def outstanding(self):
        return len(self.jobs)

    def hand_in(self, job):
        self.jobs.append(job)

    def take(self):
        if not self.jobs:
            return None
        if not self.most:
            raise KeyboardInterrupt
        self.most -= 1
        return Done(self.jobs.pop(0).name, replace(blank(MINI.rubric), status="graded").to_line().decode())

    def stop(self):
        pass


def run_batch(monkeypatch, folder, out, most=99):
    """`softmark batch` in this process, and nobody's code is run."""

    @contextmanager
    def pool(*course, **how):
        yield NobodysPool(most)

    monkeypatch.setattr(batches, "pool", pool)
    monkeypatch.setattr(batch, "_traces", lambda course: None)
    reader = argparse.ArgumentParser()
    batch.add(reader.add_subparsers())
    told = reader.parse_args(["batch", str(folder), "--out", str(out), "--course", str(COURSE)])
    return told.run(told)


def unequal(folder, count):
    return a_class(folder, **{f"s{n}": {**RIGHT, "stats.py": f"# {n}\n"} for n in range(count)})


def test_a_batch_says_what_it_took_the_folder_for(tmp_path, monkeypatch, capsys):
    folder = students(tmp_path)
    assert run_batch(monkeypatch, folder, tmp_path / "out") == 0
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert first == f"took {folder} for a folder of 3 submissions"
    assert second.startswith("submission_metadata.yml in mallory counts as a student's file")


def test_whoever_cannot_be_read_is_named_and_nobody_is_left_out_of_the_list(tmp_path, monkeypatch, capsys):
    folder = unequal(tmp_path / "class", 2)
    for n in range(7):
        (folder / f"link{n}").symlink_to("/etc")
    assert run_batch(monkeypatch, folder, tmp_path / "out") == 1
    said = capsys.readouterr().out
    assert "not readable: 7," in said
    assert all(f"  link{n}: link{n} is a symbolic link: put the submission itself there\n" in said for n in range(7))


def test_a_batch_that_is_stopped_names_whom_it_did_not_grade(tmp_path, monkeypatch, capsys):
    assert run_batch(monkeypatch, unequal(tmp_path / "class", 4), tmp_path / "out", most=2) == 130
    said = "stopped: 2 of 4 are done and kept; run the same command again to go on; not graded: s2, s3\n"
    assert said in capsys.readouterr().err
    with Journal.open(tmp_path / "out") as journal:
        assert [each.id for each in journal.entries()] == ["s0", "s1", "s2", "s3"]


def test_the_journal_lists_everybody_before_anybody_is_graded(tmp_path):
    folder = unequal(tmp_path / "class", 3)
    with exports.opened(folder) as export, Journal.open(tmp_path / "out", MINI.rubric.name) as journal:
        Batch(MINI, export, journal, regrade=False, progress=lambda *told: None)
        assert (journal.counts()["listed"], journal.counts()["graded"]) == (3, 0)
