"""Nine students, one mistake, no name: a TA writes one sentence once, and it reaches all nine, today and tomorrow."""

from __future__ import annotations

import csv
import json
import shutil
import threading
from pathlib import Path
from typing import Any

import pytest

from softmark.build import zips
from softmark.classes.shared_mistakes import naming
from softmark.content import named_mistakes
from softmark.content.course import Course
from tests.mini_class import write
from tests.mini_course import COURSE, softmark
from tests.processes.shared_mistakes.planted import NINE, doubled, graded

SAYS = "The mean is twice as large as it should be."
HINT = "Take a row of equal numbers: what should its mean be?"
WORDS = ("--name", "mean.doubled", "--says", SAYS, "--hint", HINT)


def nine(place: Path) -> str:
    """The id of the group of nine."""
    (group,) = (each for each in naming.read(place / "out", Course.at(COURSE)).groups if len(each.entries) == 9)
    return group.id


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A course of one's own, and the graded class in `out`."""
    shutil.copytree(COURSE, tmp_path / "course")
    shutil.copytree(graded()[1], tmp_path / "out")
    return tmp_path


def asked(place: Path, *words: str) -> Any:
    return softmark(*words, "--course", str(place / "course"))


def listed(place: Path, *options: str) -> list[dict[str, Any]]:
    return json.loads(asked(place, "groups", str(place / "out"), "--json", *options).stdout)


def name_it(place: Path, *more: str, words: tuple[str, ...] = WORDS) -> Any:
    return asked(place, "name", str(place / "out"), nine(place), *words, *more)


def test_nine_in_three_spellings_are_one_group(place: Path) -> None:
    (group,) = listed(place)
    assert (group["task"], group["size"], group["members"]) == ("1.1", 9, list(NINE))
    assert "expected" in group["sentence"] and group["checks"][0].startswith("The mean is the sum")
    assert group["id"].startswith("1.1-")
    everything = listed(place, "--all")
    assert [each["members"] for each in everything if each["size"] == 1] == [["alone"]]
    said = asked(place, "groups", str(place / "out")).stdout
    assert f"{group['id']}  shared by 9  1.1 The mean" in said and "1 group; 1 unnamed mistake is nobody else's" in said


def test_one_sentence_reaches_all_nine_without_grading_again(place: Path) -> None:
    before = (place / "out" / "journal.sqlite").read_bytes()
    done = name_it(place, "--yes")
    assert done.returncode == 0, done.stderr
    assert "goes to 9 in task 1.1 The mean" in done.stdout and all(name in done.stdout for name in NINE)
    text = (place / "course" / "autograder" / "names.yaml").read_text(encoding="utf-8")
    assert SAYS in text and "doubles" not in text and "def mean" not in text
    assert asked(place, "report", str(place / "out")).returncode == 0
    assert (place / "out" / "journal.sqlite").read_bytes() == before
    for name in NINE:
        card = (place / "out" / "students" / name / "report.md").read_text(encoding="utf-8")
        assert "twice as large as it should be" in card and "row of equal numbers" in card
    assert "twice as large" not in (place / "out" / "students" / "alone" / "report.md").read_text(encoding="utf-8")
    with (place / "out" / "mistakes.csv").open(encoding="utf-8") as stream:
        rows = [row for row in csv.DictReader(stream) if row["Mistake"] == "mean.doubled"]
    assert [row["Submission"] for row in rows] == list(NINE) and {row["What It Is"] for row in rows} == {SAYS}
    assert listed(place) == []
    again = json.loads(asked(place, "batch", str(graded()[0]), "--out", str(place / "out"), "--json").stdout)
    assert (again["graded"], again["unchanged"]) == (0, 14), "a name is no reason to grade again"


def test_points_for_all_nine_are_one_line_and_undone_with_it(place: Path) -> None:
    assert name_it(place, "--yes").returncode == 0
    assert asked(place, "report", str(place / "out")).returncode == 0
    before = scores(place)
    head = "student,item,points,note_staff,note_student,who,when"
    line = "mistake:mean.doubled,1.1,3,,The slide said so.,Sam,2026-11-15"
    (place / "out" / "overrides.csv").write_text(f"{head}\n{line}\n", encoding="utf-8")
    assert asked(place, "report", str(place / "out")).returncode == 0
    given = scores(place)
    assert {name: given[name] - before[name] for name in given} == {name: 3 * (name in NINE) for name in given}
    reached = asked(place, "overrides", str(place / "out"))
    assert "1 for everybody with a named mistake" in reached.stdout and "to check" not in reached.stdout
    (place / "out" / "overrides.csv").unlink()
    assert asked(place, "report", str(place / "out")).returncode == 0
    assert scores(place) == before


def scores(place: Path) -> dict[str, float]:
    with (place / "out" / "grades" / "gradescope.csv").open(encoding="utf-8") as stream:
        return {row["Submission ID"]: float(row["Total Score"]) for row in csv.DictReader(stream)}


def test_the_same_mistake_is_named_the_next_day(place: Path) -> None:
    assert name_it(place, "--yes").returncode == 0
    for name, data in zips.autograder(Course.at(place / "course")).items():
        (place / "zip" / name).parent.mkdir(parents=True, exist_ok=True)
        (place / "zip" / name).write_bytes(data)
    late = write(place / "late", {**doubled(2), "stats.py": doubled(2)["stats.py"].replace("out", "total")})
    done = softmark("grade", str(late), "--course", str(place / "zip"), "--out", str(place / "grade"))
    assert "twice as large as it should be" in done.stdout, done.stdout


def test_an_explanation_is_shown_and_can_do_nothing(place: Path) -> None:
    more = (
        "Try **one row** of equal numbers.\n\n<script>alert(1)</script> [x](javascript:alert(2)) ![p](http://x/y.png)"
    )
    (place / "more.md").write_text(more, encoding="utf-8")
    assert name_it(place, "--yes", "--explanation", str(place / "more.md")).returncode == 0
    assert asked(place, "report", str(place / "out")).returncode == 0
    card = (place / "out" / "students" / NINE[0] / "report.html").read_text(encoding="utf-8")
    assert "<strong>one row</strong>" in card and "From the course staff" in card
    assert "<script>alert" not in card and 'href="javascript' not in card and "<img" not in card


def test_nothing_is_written_before_the_members_were_seen(place: Path) -> None:
    done = name_it(place)
    assert done.returncode == 2 and "run it again with --yes" in done.stderr and "doubles_4" in done.stdout
    assert not (place / "course" / "autograder" / "names.yaml").exists()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--name", "mean.doubled", "--says", SAYS), "give --hint"),
        (("--name", "Mean Doubled", "--says", SAYS, "--hint", HINT), "cannot be the name of a mistake"),
        (("--name", "mean.doubled", "--says", "<b>twice</b>", "--hint", HINT), "says: holds markup"),
        (("--name", "mean.wrong_axis", "--says", SAYS, "--hint", HINT), "is already a known mistake"),
    ],
)
def test_bad_words_get_one_sentence(place: Path, words: tuple[str, ...], sentence: str) -> None:
    done = name_it(place, "--yes", words=words)
    assert done.returncode == 2 and sentence in done.stderr and "Traceback" not in done.stderr
    assert not (place / "course" / "autograder" / "names.yaml").exists()


def test_whoever_comes_second_is_told(place: Path) -> None:
    course = Course.at(place / "course")
    about = naming.read(place / "out", course)
    group = next(each for each in about.groups if len(each.entries) == 9)
    words = {"says": SAYS, "hint": HINT}
    proposals = [naming.proposed(about, group, {"name": f"mean.{who}", **words}, course) for who in ("ada", "ben")]
    problems: list[str] = []

    def one(name: named_mistakes.StaffName) -> None:
        try:
            naming.write(course, name)
        except naming.NamingError as problem:
            problems.append(str(problem))

    threads = [threading.Thread(target=one, args=(each,)) for each in proposals]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(named_mistakes.load(course.names_path)) == 1
    assert len(problems) == 1 and problems[0].startswith("somebody has just named this group: mean.")


def test_a_group_that_is_gone_says_what_became_of_it(place: Path) -> None:
    group = nine(place)
    assert name_it(place, "--yes").returncode == 0
    again = asked(place, "name", str(place / "out"), group, *WORDS, "--yes")
    assert again.returncode == 2 and f"group {group} has a name by now: mean.doubled" in again.stderr
    never = asked(place, "name", str(place / "out"), "1.1-000000", *WORDS, "--yes")
    assert never.returncode == 2 and "there is no group 1.1-000000" in never.stderr


def test_a_damaged_names_file_is_told_with_its_line(place: Path) -> None:
    path = place / "course" / "autograder" / "names.yaml"
    path.write_text("names:\n  - name: mean.doubled\n    item: '1.1'\n", encoding="utf-8")
    done = asked(place, "report", str(place / "out"))
    assert done.returncode == 2 and "names.yaml:2:" in done.stderr and "is missing" in done.stderr


def test_a_damaged_names_file_costs_no_grade_and_no_zip_is_built_with_it(place: Path) -> None:
    (place / "course" / "autograder" / "names.yaml").write_text("names: 3\n", encoding="utf-8")
    one = softmark(
        "grade", str(write(place / "s", doubled(0))), "--course", str(place / "course"), "--out", str(place / "g")
    )
    assert one.returncode == 0 and "6 of 10 points" in one.stdout, one.stderr
    assert "mistakes that staff named were not looked for" in (place / "g" / "result.json").read_text(encoding="utf-8")
    built = softmark("build", "--no-proof", "--course", str(place / "course"), "--out", str(place / "dist"))
    assert built.returncode == 2 and "names.yaml:1:" in built.stderr


def test_names_of_another_term_explain_nobody(place: Path) -> None:
    assert name_it(place, "--yes").returncode == 0
    rubric = place / "course" / "autograder" / "rubric.yaml"
    rubric.write_text(rubric.read_text(encoding="utf-8").replace("a-salt-for-tests", "spring"), encoding="utf-8")
    done = softmark(
        "grade", str(write(place / "late", doubled(0))), "--course", str(place / "course"), "--out", str(place / "g")
    )
    assert "twice as large" not in done.stdout


# --- the bank -------------------------------------------------------------------------------------------------


def drafted(place: Path) -> tuple[str, Path]:
    group, file = nine(place), place / "doubled.py"
    done = asked(place, "name", str(place / "out"), group, *WORDS, "--draft", str(file))
    assert done.returncode == 0, done.stderr
    return group, file


def test_a_draft_is_the_reference_and_the_changed_file_enters_the_bank(place: Path) -> None:
    group, file = drafted(place)
    text = file.read_text(encoding="utf-8")
    assert '"""mean.doubled: ' in text and "return x.sum(axis=-1) / x.shape[-1]" in text
    file.write_text(text.replace("return x.sum", "return 2 * x.sum"), encoding="utf-8")
    done = asked(place, "name", str(place / "out"), group, "--bank", str(file), "--yes")
    assert done.returncode == 0, done.stderr
    bank = place / "course" / "solutions" / "wrong" / "stats.py"
    assert f"in the bank: {bank}" in done.stdout
    assert bank.read_text(encoding="utf-8").endswith("    return 2 * x.sum(axis=-1) / x.shape[-1]\n")
    assert listed(place) == []
    known = {answer.name: answer.loses for answer in Course.at(place / "course").known_mistakes}
    assert known["mean.doubled"] == ("1.1",) and {"mean.off_by_one", "mean.wrong_axis"} <= known.keys()


def test_a_file_that_does_something_else_is_refused(place: Path) -> None:
    group, file = drafted(place)
    text = file.read_text(encoding="utf-8")
    bank = place / "course" / "solutions" / "wrong" / "stats.py"
    before = bank.read_text(encoding="utf-8")
    done = asked(place, "name", str(place / "out"), group, "--bank", str(file), "--yes")
    assert done.returncode == 2 and "loses nothing in 1.1" in done.stderr
    file.write_text(text.replace("return x.sum", "return 3 * x.sum"), encoding="utf-8")
    done = asked(place, "name", str(place / "out"), group, "--bank", str(file), "--yes")
    assert done.returncode == 2 and "fails in another way than group" in done.stderr
    file.write_text("import os\nos.system('x'", encoding="utf-8")
    done = asked(place, "name", str(place / "out"), group, "--bank", str(file), "--yes")
    assert done.returncode == 2 and "cannot be read as a known mistake" in done.stderr
    file.write_text(f"{text}\n\n{text.replace('mean.doubled', 'mean.tripled')}", encoding="utf-8")
    done = asked(place, "name", str(place / "out"), group, "--bank", str(file), "--yes")
    assert done.returncode == 2 and "holds 2 answers with a docstring, and must hold one" in done.stderr
    assert bank.read_text(encoding="utf-8") == before
