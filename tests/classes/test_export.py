"""Exports: Gradescope's zip and folder, plain folders; what is hostile or damaged in one does no harm."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from softmark.classes.export import Export, opened
from softmark.content.course import Course
from softmark.files.problem import Problem
from softmark.grading.intake.submission import IntakeError
from tests.mini_class import pack, write
from tests.mini_course import COURSE, RIGHT

RUBRIC = Course.at(COURSE).rubric
LISTING = """---
submission_1:
  :submitters:
  - :name: Ada
    :sid: 007
    :email: ada@x.edu
    :sections: [A, B]
  :created_at: 2026-11-14 10:00:00.000000000 -08:00
  :score: 7.5
  :history:
  - :created_at: !ruby/object:ActiveSupport::TimeWithZone {utc: 2026-11-13 10:00:00 Z, zone: !ruby/object {name: x}}
submission_2:
  :submitters: [{':name': Ben, ':email': }]
  :created_at: !ruby/object:ActiveSupport::TimeWithZone {utc: 2026-11-14 11:00:00 Z, zone: x}
submission_3:
  :submitters: [{':name': Gone}]
"""


def gradescope(folder: Path, listing: str = LISTING) -> Path:
    home = folder / "assignment_1_export"
    for ident in ("submission_1", "submission_2", "submission_9"):
        write(home / ident, RIGHT)
    (home / "submission_metadata.yml").write_text(listing, encoding="utf-8")
    return home


def shown(export: Export) -> list[tuple[str, str, bool, set[str]]]:
    """Of each entry: its id, its people, whether it is there, and the files that were taken."""
    return [
        (
            each.id,
            ", ".join(person.name for person in each.people),
            each.present,
            set(export.take(each, RUBRIC).files) if each.present else set(),
        )
        for each in export.entries
    ]


def refused(path: Path) -> str:
    with pytest.raises(Problem) as problem, opened(path):
        pass
    assert "\n" not in str(problem.value)
    return str(problem.value)


def test_gradescope_s_folder_and_its_zip_are_the_same_class(tmp_path: Path) -> None:
    home = gradescope(tmp_path)
    wanted = [
        ("submission_1", "Ada", True, set(RIGHT)),
        ("submission_2", "Ben", True, set(RIGHT)),
        ("submission_3", "Gone", False, set()),
        ("submission_9", "submission_9", True, set(RIGHT)),
    ]
    for path in (home, tmp_path, pack(tmp_path / "e.zip", home), pack(tmp_path / "f.zip", home, home.name)):
        if path == tmp_path:
            continue
        with opened(path) as export:
            assert shown(export) == wanted
            ada = export.entries[0]
            assert (ada.people[0].sid, ada.people[0].section, ada.platform_score) == ("007", "A, B", 7.5)
            assert ada.handed_in == "2026-11-14T10:00:00-08:00"
            assert export.entries[1].handed_in == "2026-11-14T11:00:00+00:00"
            assert export.remarks == [
                "not in submission_metadata.yml, so counted under the names of their folders: submission_9"
            ]


def test_plain_folders_and_zips_one_a_student_in_a_natural_order(tmp_path: Path) -> None:
    folder = tmp_path / "class"
    for name in ("s10", "s2", "ada"):
        write(folder / name, RIGHT)
    pack(folder / "ben.zip", folder / "ada", "inner")
    write(folder / "cleo", {"upload.zip": ""})
    pack(folder / "cleo" / "upload.zip", folder / "ada")
    pack(folder / "ada.zip", folder / "ada")
    (folder / ".DS_Store").write_text("junk")
    for path in (folder, pack(tmp_path / "c.zip", folder)):
        with opened(path, out=tmp_path / "out") as export:
            found = shown(export)
        assert [ident for ident, *_ in found] == ["ada", "ada.zip", "ben", "cleo", "s2", "s10"]
        assert all(files == set(RIGHT) for *_, files in found), found


def test_the_class_s_own_folder_is_no_submission(tmp_path: Path) -> None:
    write(tmp_path / "class" / "ada", RIGHT)
    write(tmp_path / "class" / "out", {"journal.sqlite": "x"})
    with opened(tmp_path / "class", out=tmp_path / "class" / "out") as export:
        assert [entry.id for entry in export.entries] == ["ada"]


def test_grades_are_not_written_among_the_submissions(tmp_path: Path) -> None:
    write(tmp_path / "class" / "ada", RIGHT)
    with (
        pytest.raises(Problem, match="is the folder of the submissions itself: give another --out"),
        opened(tmp_path / "class", out=tmp_path / "class"),
    ):
        pass


def test_dates_of_the_platform_hold_for_whoever_has_none_of_their_own(tmp_path: Path) -> None:
    dates = """  :assignment:
    :due_date: 2026-11-14 23:59:00 -08:00
    :late_due_date: 2026-11-16 23:59:00 -08:00
"""
    own = "    :assignment: {':due_date': 2026-11-17 23:59:00 -08:00}\n"
    listing = f"submission_1:\n{dates}  :submitters:\n  - :name: Ada\n  - :name: Ben\n{own}"
    with opened(gradescope(tmp_path, listing)) as export:
        ada, ben = export.entries[0].people
    assert (ada.due, ada.late_due) == ("2026-11-14T23:59:00-08:00", "2026-11-16T23:59:00-08:00")
    assert (ben.due, ben.late_due) == ("2026-11-17T23:59:00-08:00", "2026-11-19T23:59:00-08:00")


@pytest.mark.parametrize(
    ("listing", "says"),
    [
        ("[" * 200_000, "is nested more than 100 levels deep"),
        ("a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n", "lists no submissions"),
        ("../../etc: {':submitters': []}\n", "is not the name of a submission's folder"),
        ("submission_1: {}\nsubmission_1: {}\n", "lists a submission twice"),
        ("submission_1: {':created_at': yesterday}\n", "yesterday is not a time"),
        ("a: b: c\n", "submission_metadata.yml:1 is not YAML"),
        ("- x\n", "expected a list of submissions"),
        ("\x00", "is not YAML"),
    ],
)
def test_a_hostile_list_is_one_sentence(tmp_path: Path, listing: str, says: str) -> None:
    home = gradescope(tmp_path, listing)
    if "lists no submissions" in says:
        for ident in ("submission_1", "submission_2", "submission_9"):
            for path in sorted((home / ident).rglob("*")):
                path.unlink()
            (home / ident).rmdir()
    assert says in refused(home)


def test_no_tag_makes_an_object(tmp_path: Path) -> None:
    evil = f"submission_1: !!python/object/apply:os.mkdir [{tmp_path / 'made'}]\nsubmission_2: {{':submitters': []}}\n"
    with opened(gradescope(tmp_path, evil)) as export:
        assert "submission_2" in [entry.id for entry in export.entries]
    assert not (tmp_path / "made").exists()


class TestHostileZips:
    def made(self, path: Path, *members: tuple[str, bytes], how: int = zipfile.ZIP_DEFLATED) -> Path:
        with zipfile.ZipFile(path, "w", how) as archive:
            for name, data in members:
                archive.writestr(name, data)
        return path

    def test_names_that_lead_out_are_passed_over_and_nothing_is_written(self, tmp_path: Path) -> None:
        good = [(f"ada/{name}", text.encode()) for name, text in RIGHT.items()]
        path = self.made(tmp_path / "e.zip", *good, ("ada/../../evil.py", b"x"), ("/abs.py", b"x"))
        before = sorted(tmp_path.rglob("*"))
        with opened(path) as export:
            assert shown(export) == [("ada", "ada", True, set(RIGHT))]
        assert sorted(tmp_path.rglob("*")) == before

    def test_a_bomb_is_a_sentence_of_its_student(self, tmp_path: Path) -> None:
        path = self.made(tmp_path / "e.zip", ("ada/stats.py", b"#" * (32 << 20)), ("ben/stats.py", b"x = 1\n"))
        with opened(path) as export:
            ada, ben = (export.take(entry, RUBRIC) for entry in export.entries)
        assert not ada.files and any("too large" in note.text for note in ada.notes)
        assert set(ben.files) == {"stats.py"}

    def test_a_damaged_member_is_one_student_s_and_a_damaged_zip_is_one_sentence(self, tmp_path: Path) -> None:
        path = self.made(tmp_path / "e.zip", ("ada/stats.py", b"x = 1\n" * 50), ("ben/stats.py", b"y = 1\n" * 50))
        raw = bytearray(path.read_bytes())
        place = raw.index(b"ada/stats.py") + len("ada/stats.py") + 4
        raw[place] ^= 0xFF
        path.write_bytes(raw)
        with opened(path) as export:
            ada, ben = (export.take(entry, RUBRIC) for entry in export.entries)
        assert not ada.files and "damaged" in ada.notes[0].text and set(ben.files) == {"stats.py"}
        path.write_bytes(bytes(raw[: len(raw) // 2]))
        assert "is a damaged zip: download it again" in refused(path)

    def test_many_submissions_are_not_looked_through_for_each(self, tmp_path: Path) -> None:
        """The members of one submission are found at once, however many others there are."""
        sink = io.BytesIO()
        with zipfile.ZipFile(sink, "w") as archive:
            for number in range(3000):
                archive.writestr(f"s{number}/stats.py", "x = 1\n")
        (tmp_path / "e.zip").write_bytes(sink.getvalue())
        looked = 0
        with opened(tmp_path / "e.zip") as export:
            archive = export.source._archive  # type: ignore[union-attr]
            before, archive.infolist = archive.infolist, lambda: pytest.fail("looked through all of it")
            for entry in export.entries[:5]:
                looked += len(export.take(entry, RUBRIC).files)
            archive.infolist = before
        assert looked == 5


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    write(tmp_path / "class" / "ada", RIGHT)
    (tmp_path / "class" / "ben").symlink_to(tmp_path / "class" / "ada")
    with opened(tmp_path / "class") as export, pytest.raises(IntakeError, match="symbolic link"):
        export.take(next(entry for entry in export.entries if entry.id == "ben"), RUBRIC)


def test_what_a_caller_does_is_no_trouble_of_the_export(tmp_path: Path) -> None:
    write(tmp_path / "class" / "ada", RIGHT)
    with pytest.raises(OSError, match="disk"), opened(tmp_path / "class"):
        raise OSError(28, "no space left on this disk")
