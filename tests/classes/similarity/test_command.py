"""`softmark similar`: from an export or a graded class to a page, and how well it finds what was planted."""

import argparse
import json
from pathlib import Path

import pytest

from softmark.classes.entries import Entry, Graded, Person
from softmark.classes.journal import Journal
from softmark.classes.similarity import compared_works, pairs
from softmark.commands import similar
from softmark.content.course import Course
from softmark.grading.result import blank
from tests.made_up import export, term

ROOT = Path(__file__).resolve().parents[3]
MINI = ROOT / "tests" / "mini"


def softmark(*words: object) -> int:
    reader = argparse.ArgumentParser()
    similar.add(reader.add_subparsers())
    asked = reader.parse_args([str(word) for word in words])
    return int(asked.run(asked))


@pytest.fixture(scope="module")
def mini_class(tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("class")
    export.write(term.make(Course.at(MINI), 30, seed=2, earlier=4), out)
    return out


def test_an_export_becomes_a_page(mini_class, tmp_path, capsys):
    target = tmp_path / "new" / "similar.html"
    (folder,) = mini_class.glob("assignment_*")
    assert softmark("similar", folder, "--page", target, "--course", MINI, "--top", "5") == 0
    assert "30 submissions compared" in capsys.readouterr().out
    assert "not a verdict" in target.read_text(encoding="utf-8")


def test_json_tells_the_pairs_with_people_places_and_earlier_years(mini_class, tmp_path, capsys):
    (folder,) = mini_class.glob("assignment_*")
    earlier = mini_class / "earlier"
    words = ["similar", folder, "--against", earlier, "--page", tmp_path / "p.html", "--course", MINI, "--json"]
    assert softmark(*words) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["note"] == "for a person to read, not a verdict"
    assert told["submissions"] == 34
    first = told["pairs"][0]
    assert {"id", "people", "origin"} == first["submissions"][0].keys()
    assert first["score"] >= told["pairs"][-1]["score"]
    assert all(place["lines"][0] >= 1 for stretch in first["stretches"] for place in stretch["places"])


def test_a_graded_class_is_read_from_its_journal_and_the_page_lies_beside_it(tmp_path, capsys):
    course = Course.at(MINI)
    out = tmp_path / "out"
    with Journal.open(out, course.rubric.name) as journal:
        for index, one in enumerate(term.make(course, 12, seed=4).handed):
            entry = Entry(one.id, one.people, Path(one.id))
            journal.record(Graded(entry, blank(course.rubric), one.work.files, autograder=f"test {index}"))
    assert softmark("similar", out, "--course", MINI) == 0
    assert (out / "similarity.html").exists()
    assert (out / "similarity.html").stat().st_mode & 0o077 == 0, "student records are for their owner only"
    assert len(compared_works.read(out, course.rubric)) == 12
    assert "not graded yet" not in capsys.readouterr().out
    with Journal.open(out, course.rubric.name) as journal:
        journal.enlist([*journal.entries(), Entry("late", (Person("Late"),), Path("late"))])
    assert softmark("similar", out, "--course", MINI) == 0
    assert "1 handed in, not graded yet: they are not compared" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["similar", "nowhere"], "does not exist"),
        (["similar", MINI, "--course", "nowhere"], "there is no rubric.yaml"),
        (["similar", MINI, "--top", "0"], "at least one pair"),
    ],
)
def test_bad_input_gets_one_sentence(words, said, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    more = [] if "--course" in words else ["--course", MINI]
    assert softmark(*words, *more) == 2
    complaint = capsys.readouterr().err
    assert said in complaint and complaint.count("\n") == 1


def test_people_are_told_by_address_and_number():
    ann = compared_works.ComparedWork("a", (Person("Ann", "ann@example.edu", "7"),), {})
    assert ann.shares_somebody(compared_works.ComparedWork("b", (Person("A. Lee", "", "7"),), {}))
    assert ann.shares_somebody(compared_works.ComparedWork("b", (Person("Ben"), Person("Ann", "ANN@example.edu")), {}))
    assert not ann.shares_somebody(compared_works.ComparedWork("b", (Person("Ann", "other@example.edu", "8"),), {}))
    assert compared_works.ComparedWork("a", (Person("Ann  Lee"),), {}).shares_somebody(
        compared_works.ComparedWork("b", (Person("ann lee"),), {})
    )


@pytest.mark.slow
def test_planted_copies_are_found_in_a_class_of_300():
    """Copies verbatim, renamed, reordered, re-commented, re-formatted, whole and in part."""
    course = Course.at(ROOT)
    made = term.make(course, 300, seed=11)
    handed = [compared_works.ComparedWork(one.id, one.people, one.work.files) for one in made.handed]
    planted = {tuple(found["pair"]) for found in made.pairs()}
    comparison = pairs.compare(handed, compared_works.Background.of(course), top=len(planted))
    real = [tuple(sorted((handed[pair.left].id, handed[pair.right].id))) in planted for pair in comparison.pairs]
    print(f"precision@20 {sum(real[:20]) / 20:.2f}, {sum(real)} of {len(planted)} found")
    assert sum(real[:20]) >= 18
    assert sum(real) >= 0.75 * len(planted)
