"""A generated class: an export like Gradescope's, the same for the same seed, with the truth beside it."""

import ast
import json
import zipfile
from pathlib import Path

import pytest
import yaml

from softmark.classes.export import opened
from softmark.content.course import Course
from tests.made_up import export, term
from tests.made_up.__main__ import main
from tests.made_up.people import HOSTILE_NAMES

ROOT = Path(__file__).resolve().parents[2]
MINI = Course.at(ROOT / "tests" / "mini")


@pytest.fixture(scope="module")
def mini() -> term.Term:
    return term.make(MINI, 60, seed=3)


def test_the_command_writes_an_export_that_the_batch_reads(tmp_path, capsys):
    out = tmp_path / "class"
    assert main(["12", str(out), "--course", str(ROOT / "tests" / "mini")]) == 0
    assert "12 submissions: " in capsys.readouterr().out
    (folder,) = out.glob("assignment_*_export")
    with opened(folder) as read:
        entries = read.entries
    truth = json.loads((out / "truth.json").read_text(encoding="utf-8"))
    assert [entry.id for entry in entries] == list(truth["submissions"])
    assert all(entry.people[0].name and entry.handed_in and entry.present for entry in entries)
    assert not list(folder.rglob("truth*"))


def test_a_zip_holds_the_same_export(tmp_path, mini):
    folder = export.write(mini, tmp_path / "a")
    packed = export.write(mini, tmp_path / "b", zipped=True)
    with zipfile.ZipFile(packed) as archive:
        inside = {name: archive.read(name) for name in archive.namelist()}
    on_disk = {str(path.relative_to(folder.parent)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert inside == on_disk


def test_the_same_seed_gives_the_same_class_and_another_seed_another():
    once, again, other = (term.make(MINI, 20, seed=seed) for seed in (5, 5, 6))
    assert [one.upload for one in once.handed] == [one.upload for one in again.handed]
    assert export.metadata(once.handed) == export.metadata(again.handed)
    assert export.truth(once) == export.truth(again)
    assert [one.upload for one in once.handed] != [one.upload for one in other.handed]


def test_a_class_has_everything_that_classes_have(mini):
    kinds = {one.kind for one in mini.handed}
    assert {"right", "one mistake", "unfinished"} <= kinds
    assert any(len(one.people) > 1 for one in mini.handed), "groups"
    assert any(not person.email for one in mini.handed for person in one.people), "missing e-mail addresses"
    assert {person.section for one in mini.handed for person in one.people} == {"A", "B", "C", "D"}
    assert any(one.created_at > term.DUE for one in mini.handed), "late ones"
    assert any(len(one.history) > 2 for one in mini.handed), "several attempts"
    assert {"endless loop", "syntax error", "wrong file name"} <= {one.accident for one in mini.handed}
    assert any(not one.isascii() for handed in mini.handed for one in (handed.people[0].name,))


def test_metadata_has_the_keys_of_ruby_symbols_and_leaves_missing_addresses_out(mini):
    told = yaml.safe_load(export.metadata(mini.handed))
    submitters = [person for one in told.values() for person in one[":submitters"]]
    assert all(":name" in person for person in submitters)
    assert any(":email" not in person for person in submitters)
    assert all(list(one)[:3] == [":submitters", ":created_at", ":score"] for one in told.values())


def test_the_roster_also_lists_those_who_never_handed_in(mini):
    listed = export.roster(mini)
    assert listed.startswith("First Name,Last Name,SID,Email,Sections\n")
    assert all(person.sid in listed for person in mini.absent)


def test_honest_students_do_not_write_the_same_text(mini):
    honest = [one.work.files["scale.py"] for one in mini.handed if one.kind in ("right", "one mistake")]
    assert len(set(honest)) > 0.9 * len(honest)


def test_hostile_names_come_only_when_they_are_asked_for():
    tame, hostile = term.make(MINI, 8, seed=2), term.make(MINI, 8, seed=2, hostile=True)
    assert not any(person.name in HOSTILE_NAMES for one in tame.handed for person in one.people)
    assert any(person.name in HOSTILE_NAMES for one in hostile.handed for person in one.people)
    assert any(b"</script>" in raw for one in hostile.handed for raw in one.upload.values())


def test_a_folder_with_other_things_in_it_is_refused_and_an_old_class_replaced(tmp_path, capsys):
    (tmp_path / "thesis.txt").write_text("do not lose me", encoding="utf-8")
    course = str(ROOT / "tests" / "mini")
    assert main(["3", str(tmp_path), "--course", course]) == 2
    assert "holds something else" in capsys.readouterr().err
    for seed in ("1", "2"):
        assert main(["3", str(tmp_path / "new"), "--course", course, "--seed", seed]) == 0
    assert [path.name for path in (tmp_path / "new").glob("assignment*")] == ["assignment_7000002_export"]
    assert main(["0", str(tmp_path / "none"), "--course", course]) == 2
    assert main(["3", str(tmp_path / "none"), "--course", str(tmp_path)]) == 2


def test_every_file_of_the_attention_class_compiles_unless_the_truth_says_otherwise():
    made = term.make(Course.at(ROOT), 20, seed=9)
    for one in made.handed:
        for name, text in one.work.files.items():
            ast.parse(text, f"{one.id}/{name}")
