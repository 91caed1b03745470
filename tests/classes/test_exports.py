"""Who handed in what: exports as platforms write them, and as they should not be."""

import os
import zipfile
from pathlib import Path

import pytest

from softmark.classes import exports
from softmark.classes.entries import Attempt, Person
from softmark.classes.exports import ExportError
from softmark.grading.intake.submission import IntakeError
from tests.mini_class import MINI, RIGHT, a_class, pack, write

METADATA = """---
submission_101:
  :submitters:
  - :name: Ada Lovelace
    :sid: '007'
    :email: ada@example.edu
  :created_at: 2026-10-01 12:00:00.123456789 -04:00
  :score: 71.5
  :status: processed
  :results:
    :tests:
    - &1
      :name: anything at all
    - *1
  :history:
  - :created_at: 2026-09-30 08:00:00 Z
    :score: 12.0
submission_102:
  :submitters:
  - :name: Grace Hopper
    :sid: 0042
  - :name: Barbara Liskov
    :sid:
    :email:
  :created_at: '2026-10-02T09:30:00-04:00'
  :score:
"""


@pytest.fixture
def export(tmp_path):
    """An unpacked Gradescope export: the list, and a folder for each submission."""
    folder = a_class(tmp_path / "assignment_9_export", submission_101=RIGHT, submission_102={"stats.py": "x = 1\n"})
    (folder / "submission_metadata.yml").write_text(METADATA, encoding="utf-8")
    return folder


def listed(export, text):
    (export / "submission_metadata.yml").write_text(text, encoding="utf-8")
    return exports.read(export)


def refusal(path):
    with pytest.raises(ExportError) as caught:
        exports.read(path)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def taken(path):
    """Entry → what is graded of it, or the sentence why nothing is."""
    found = {}
    with exports.opened(path) as export:
        for entry in export.entries:
            try:
                found[entry.id] = export.take(entry, MINI.rubric)
            except IntakeError as problem:
                found[entry.id] = str(problem)
    return found


# --- Gradescope ---------------------------------------------------------------------------------------------


def test_a_gradescope_export_says_who_handed_in_what_and_when(export):
    ada, group = exports.read(export)
    assert ada.id == "submission_101"
    assert ada.people == (Person("Ada Lovelace", "ada@example.edu", "007"),)
    assert ada.created_at == "2026-10-01T12:00:00.123456-04:00"
    assert ada.platform_score == 71.5
    assert ada.history == (Attempt("2026-09-30T08:00:00+00:00", 12.0),)
    assert group.people == (Person("Grace Hopper", sid="0042"), Person("Barbara Liskov"))
    assert group.created_at == "2026-10-02T09:30:00-04:00"
    assert group.platform_score is None


def test_the_zip_of_an_export_is_the_same_class(export, tmp_path):
    packed = pack(tmp_path / "export.zip", export, below=export.name)
    assert [(each.id, each.people) for each in exports.read(packed)] == [
        (each.id, each.people) for each in exports.read(export)
    ]
    assert taken(packed)["submission_101"].files == taken(export)["submission_101"].files == RIGHT


def test_the_folder_around_an_export_is_the_export(export):
    assert [each.id for each in exports.read(export.parent)] == ["submission_101", "submission_102"]


def test_an_export_without_due_dates_tells_none(export):
    assert {(each.due, each.late_due) for each in exports.read(export)} == {("", "")}


@pytest.mark.parametrize("colon", [":", ""])
@pytest.mark.parametrize("place", ["beside the submissions", "in each submission"])
def test_the_assignments_due_dates_are_read_wherever_they_stand(export, colon, place):
    dates = f"{colon}due_date: 2026-10-01 23:59:00 -04:00\n    {colon}late_due_date: 2026-10-03 23:59:00 -04:00\n"
    text = f"{colon}assignment:\n    {dates}"
    changed = (
        METADATA.replace("submission_101:", f"{text}submission_101:")
        if place == "beside the submissions"
        else METADATA.replace("  :submitters:", f"  {text}  :submitters:")
    )
    assert [(each.id, each.due, each.late_due) for each in listed(export, changed)] == [
        ("submission_101", "2026-10-01T23:59:00-04:00", "2026-10-03T23:59:00-04:00"),
        ("submission_102", "2026-10-01T23:59:00-04:00", "2026-10-03T23:59:00-04:00"),
    ]


def test_a_submitters_own_dates_are_read_from_them_or_from_their_assignment(export):
    text = METADATA.replace("    :sid: 0042\n", "    :sid: 0042\n    :due_date: 2026-10-05 23:59:00 -04:00\n")
    own = "    :assignment:\n      due_date: 2026-10-06 23:59:00 -04:00\n      late_due_date:\n"
    text = text.replace("    :sid:\n", f"    :sid:\n{own}")
    ada, group = listed(export, text)
    assert [person.due for person in (*ada.people, *group.people)] == [
        "", "2026-10-05T23:59:00-04:00", "2026-10-06T23:59:00-04:00",
    ]  # fmt: skip


def test_a_due_date_that_is_none_is_said_with_its_line(export):
    text = METADATA.replace("    :sid: 0042\n", "    :sid: 0042\n    :due_date: soon\n")
    with pytest.raises(ExportError, match=r"submission_metadata.yml:22: soon is not a time"):
        listed(export, text)


def test_a_time_may_be_an_object_of_rubys(export):
    zoned = """:created_at: !ruby/object:ActiveSupport::TimeWithZone
    utc: &2 2026-10-01 16:00:00.000000000 Z
    zone: !ruby/object:ActiveSupport::TimeZone
      name: America/New_York
    time: *2
"""
    text = METADATA.replace(":created_at: 2026-10-01 12:00:00.123456789 -04:00\n", zoned)
    assert listed(export, text)[0].created_at == "2026-10-01T16:00:00+00:00"


def test_a_hash_of_rubys_own_is_read_as_a_hash(export):
    text = METADATA.replace("submission_101:", "submission_101: !ruby/hash:ActiveSupport::HashWithIndifferentAccess")
    assert listed(export, text)[0].people[0].name == "Ada Lovelace"


def test_nothing_in_the_list_is_ever_run(export, tmp_path):
    trap = tmp_path / "trap"
    text = METADATA.replace("Ada Lovelace", f'!!python/object/apply:os.system ["touch {trap}"]')
    assert listed(export, text)[0].people[0].email == "ada@example.edu"
    assert not trap.exists()


def test_a_submitter_that_is_something_else_is_said_with_its_line(export):
    text = METADATA.replace(
        "- :name: Ada Lovelace\n    :sid: '007'\n    :email: ada@example.edu", "- !ruby/object:User x"
    )
    with pytest.raises(
        ExportError, match=r"submission_metadata.yml:4: expected a submitter .* \(it is !ruby/object:User\)"
    ):
        listed(export, text)


def test_broken_yaml_is_said_with_its_line(export):
    with pytest.raises(ExportError, match=r"submission_metadata.yml:20: is not YAML: "):
        listed(export, METADATA.replace("  :submitters:\n  - :name: Grace", "    :submitters:\n  - :name: Grace"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("- a\n- b\n", ":1: expected a list of submissions"),
        ("", ":1: expected a list of submissions"),
        ("submission_1:\n  :submitters: nobody\n", ":2: :submitters must be a list"),
        ("submission_1:\n  :created_at: yesterday\n", ":2: yesterday is not a time"),
        ("../../etc:\n  :submitters: []\n", ":2: ../../etc is not the name of a submission's folder"),
        ("submission_1: {}\nsubmission_1: {}\n", ":2: submission_1 is given twice"),
    ],
)
def test_a_list_that_makes_no_sense_is_said_with_its_line(export, text, said):
    with pytest.raises(ExportError) as caught:
        listed(export, text)
    assert said in str(caught.value)


def test_a_list_that_would_grow_without_end_stays_small(export):
    levels = "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 30))
    with pytest.raises(ExportError):
        listed(export, "a0: &a0 {}\n" + levels)  # written out, it would have 9 to the power of 29 parts


def test_a_list_nested_without_end_is_no_list(export):
    with pytest.raises(ExportError, match="nested more than 100 levels deep"):
        listed(export, "submission_1: " + "[" * 100_000)


def test_what_the_list_forgets_is_graded_under_its_folders_name(export):
    write(export / "submission_103", RIGHT)
    last = exports.read(export)[-1]
    assert (last.id, last.people) == ("submission_103", (Person("submission_103"),))


def test_what_is_listed_and_not_there_costs_only_itself(export, tmp_path):
    (export / "submission_102" / "stats.py").unlink()
    (export / "submission_102").rmdir()
    packed = pack(tmp_path / "export.zip", export, below=export.name)
    assert "does not exist" in taken(export)["submission_102"]
    assert (
        taken(packed)["submission_102"]
        == "submission_102 is listed in submission_metadata.yml, but it is not in export.zip"
    )
    assert taken(packed)["submission_101"].files == RIGHT


# --- folders, zips, CSVs ------------------------------------------------------------------------------------


def test_a_folder_of_folders_and_zips_is_a_class(tmp_path):
    folder = a_class(tmp_path / "class", student_10=RIGHT, student_9=RIGHT, __MACOSX={"x.py": ""})
    pack(folder / "student_2.zip", folder / "student_9")
    (folder / "readme.txt").write_text("not a submission", encoding="utf-8")
    assert [each.id for each in exports.read(folder)] == ["student_2", "student_9", "student_10"]
    assert all(each.files == RIGHT for each in taken(folder).values())


def test_a_folder_with_one_zip_in_it_is_that_zip(tmp_path):
    source = write(tmp_path / "source", RIGHT)
    (tmp_path / "class" / "Ada_12_assignsubmission_file").mkdir(parents=True)
    pack(tmp_path / "class" / "Ada_12_assignsubmission_file" / "homework.zip", source)
    packed = pack(tmp_path / "class.zip", tmp_path / "class")
    for export in (tmp_path / "class", packed):
        assert [each.files for each in taken(export).values()] == [RIGHT]


@pytest.mark.parametrize("below", ["", "homework 1"])
def test_a_zip_of_folders_and_zips_is_a_class(tmp_path, below):
    folder = a_class(tmp_path / "class", anna=RIGHT, ben={"stats.py": "x = 1\n"})
    pack(folder / "carl.zip", folder / "anna")
    packed = pack(tmp_path / "all.zip", folder, below=below)
    found = taken(packed)
    assert list(found) == ["anna", "ben", "carl"]
    assert found["carl"].files == found["anna"].files == RIGHT


def test_a_csv_of_names_and_paths_is_a_class(tmp_path):
    a_class(tmp_path / "files", one=RIGHT, two=RIGHT)
    table = tmp_path / "class.csv"
    table.write_text(
        "Name,Email,SID,Section,Path\nAda,ada@example.edu,007,A,files/one\nGrace,,,B,files/two\nBarbara,,,B,files/two\n",
        encoding="utf-8-sig",
    )
    ada, group = exports.read(table)
    assert ada.people == (Person("Ada", "ada@example.edu", "007", "A"),)
    assert [person.name for person in group.people] == ["Grace", "Barbara"]
    assert taken(table)["two"].files == RIGHT


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name,folder name\nAda,x\n", "class.csv:1: the first line has no column path"),
        ("name,path\nAda,x\n,y\n", "class.csv:3: this row has no name"),
        ("name;path\nAda;\n", "class.csv:2: this row has no path"),
        ("name,path,created_at\nAda,x,noon\n", "class.csv:2: noon is not a time"),
        ("name,path\n", "lists nobody"),
        ("", "has no column name and path"),
    ],
)
def test_a_csv_that_is_none_is_said_with_its_line(tmp_path, text, said):
    (tmp_path / "class.csv").write_text(text, encoding="utf-8")
    assert said in refusal(tmp_path / "class.csv")


def test_what_is_no_export_is_said(tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "notes.txt").write_text("hello", encoding="utf-8")
    (tmp_path / "broken.zip").write_bytes(b"PK\3\4 and then nothing")
    write(tmp_path / "one", RIGHT)
    pack(tmp_path / "one.zip", tmp_path / "one")
    assert "does not exist: give a Gradescope export" in refusal(tmp_path / "nowhere")
    assert "is not an export: expected submission_metadata.yml" in refusal(tmp_path / "empty")
    assert "is not an export: expected a zip, a folder or a CSV" in refusal(tmp_path / "notes.txt")
    assert "is damaged and cannot be opened" in refusal(tmp_path / "broken.zip")
    for one in ("one", "one.zip"):
        assert "looks like one submission: grade it with `softmark grade`" in refusal(tmp_path / one)


# --- what a zip may try -------------------------------------------------------------------------------------


def packed_with(path, members):
    """A zip of one submission `anna` with these members, named and marked as they are given."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in RIGHT.items():
            archive.writestr(f"anna/{name}", text)
        for member, data in members:
            archive.writestr(member, data)
    return path


def test_names_that_lead_out_of_the_zip_lead_nowhere(tmp_path):
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    names = ["anna/../../../evil.py", "../evil.py", f"{tmp_path}/evil.py", "anna/..\\..\\evil.py", "C:/evil.py"]
    packed = packed_with(inner / "class.zip", [(name, "evil") for name in names])
    assert taken(packed)["anna"].files == RIGHT
    assert not list(tmp_path.rglob("evil*"))


def test_a_link_in_a_zip_is_not_followed(tmp_path):
    link = zipfile.ZipInfo("ben/stats.py")
    link.create_system, link.external_attr = 3, 0o120777 << 16
    packed = packed_with(tmp_path / "class.zip", [(link, "/etc/passwd")])
    ben = taken(packed)["ben"]
    assert ben.files == {}
    assert "stats.py was not read: it is not a regular file" in [note.text for note in ben.notes]


def test_a_bomb_in_a_zip_does_not_go_off(tmp_path):
    packed = packed_with(tmp_path / "class.zip", [("ben/stats.py", "#" * 8_000_000)])
    assert "stats.py is too large" in taken(packed)["ben"].notes[0].text
    assert taken(packed)["anna"].files == RIGHT


def test_hundreds_of_files_in_a_zip_are_too_many(tmp_path):
    packed = packed_with(tmp_path / "class.zip", [(f"ben/{n}.py", "") for n in range(501)])
    assert "files: send only" in taken(packed)["ben"].notes[0].text


def test_a_damaged_file_in_a_zip_costs_only_itself(tmp_path):
    packed = packed_with(tmp_path / "class.zip", [("ben/stats.py", "y = 1\n" * 99), ("ben/scale.py", "x = 1\n")])
    raw = packed.read_bytes()
    at = raw.index(b"ben/stats.py") + 14
    packed.write_bytes(raw[:at] + b"\xff\xff" + raw[at + 2 :])
    ben = taken(packed)["ben"]
    assert ben.files == {"scale.py": "x = 1\n"}
    assert "stats.py was not read: it is damaged inside the zip" in [note.text for note in ben.notes]


def test_a_submission_that_is_a_link_is_not_followed(tmp_path):
    folder = a_class(tmp_path / "class", anna=RIGHT)
    (folder / "ben").symlink_to("/etc")
    assert "is a symbolic link" in taken(folder)["ben"]


@pytest.mark.skipif(os.name == "nt", reason="such names cannot exist there")
def test_every_entry_has_a_name_that_can_be_a_folders(tmp_path):
    odd = ["a\nb", "a:b", "c..", "name with space", "Ä", "<script>", "A_b", "x" * 200]
    folder = tmp_path / "class"
    for name in odd:
        write(folder / name, RIGHT)
    os.mkdir(os.fsencode(folder) + b"/\xff")  # noqa: PTH102 (a name that is no text)
    found = exports.read(folder)
    idents = [each.id for each in found]
    assert len({ident.casefold() for ident in idents}) == len(odd) + 1
    for ident in idents:
        assert Path(ident).name == ident
        assert ident.isprintable()
        assert not ident.startswith(".")
        ident.encode("utf-8")
