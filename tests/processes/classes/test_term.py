"""A term as a head TA lives it: deadline, extensions, a late group, a wrong override, a regrade, an upload to Canvas.

Every number below was worked out by hand from the rule, and from what each answer of the miniature earns:
right 4 + 6, the wrong axis 0 + 6, the variance 4 + 0, rounding of large numbers 4 + 4 (the second grader asks no more
of 1.2 than its first check, and gives it 4 + 6).
"""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

import pytest

from softmark.build import student_folder
from softmark.content.course import Course
from tests.mini_class import BY_VARIANCE, WRONG_AXIS
from tests.mini_course import RIGHT, built, softmark

RULE = """
dates:
  timezone: America/New_York
  due: 2026-11-13 23:59
  late_due: 2026-11-16 23:59
late: {per: day, percent: 10, grace_minutes: 10, free_days: 1, most_percent: 30, closed: zero}
"""
ROUNDING = "x = x.round(1) if abs(x).max() > 100 else x\n    centred = x"
ROUNDS = {**RIGHT, "scale.py": RIGHT["scale.py"].replace("centred = x", ROUNDING)}
HANDED_IN = {
    "submission_1": (["Ada Lovelace"], "2026-11-13 23:50", RIGHT),
    "submission_2": (["Alan Turing"], "2026-11-15 12:00", WRONG_AXIS),  # the second day: one is free, one costs 10%
    "submission_3": (["Grace Hopper", "Edsger Dijkstra"], "2026-11-16 10:00", BY_VARIANCE),  # the third: 20%
    "submission_4": (["Barbara Liskov"], "2026-11-16 23:00", RIGHT),  # the third: 20%
    "submission_5": (["Ken Thompson"], "2026-11-17 12:00", RIGHT),  # after late work was accepted
    "submission_6": (["Frances Allen"], "2026-11-14 00:05", ROUNDS),  # within the ten minutes
    "submission_7": (["Hedy Lamarr"], "2026-11-10 12:00", ROUNDS),
    "submission_8": (["Radia Perlman"], "2026-11-12 12:00", None),  # listed, and the folder is not there
}
DEADLINE = {
    **{"Ada Lovelace": "10", "Alan Turing": "5.4", "Grace Hopper": "3.2", "Edsger Dijkstra": "3.2"},
    **{"Barbara Liskov": "8", "Ken Thompson": "0", "Frances Allen": "8", "Hedy Lamarr": "8"},
    **{"Radia Perlman": "", "Donald Knuth": ""},
}
EXTENDED = DEADLINE | {"Grace Hopper": "4", "Edsger Dijkstra": "4", "Barbara Liskov": "10"}
DECIDED = EXTENDED | {"Ada Lovelace": "11", "Ken Thompson": "7", "Frances Allen": "9"}
REGRADED = DECIDED | {"Frances Allen": "10", "Hedy Lamarr": "10"}


def email(name: str) -> str:
    return f"{name.split()[0].lower()}@example.edu"


@pytest.fixture(scope="module")
def term(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course with dates, another one whose grader asks less of 1.2, and the export of a class."""
    folder = tmp_path_factory.mktemp("term")
    course = Path(shutil.copytree(built(), folder / "course"))
    with (course / "autograder" / "rubric.yaml").open("a", encoding="utf-8") as rubric:
        rubric.write(RULE)
    other = Path(shutil.copytree(course, folder / "milder"))
    graders = other / "autograder" / "graders" / "test_scaling.py"
    text = graders.read_text(encoding="utf-8").partition("    @weight(2)\n    def test_far")[0]
    graders.write_text(text, encoding="utf-8")
    stub = other / "solutions" / "reference" / "scale.py"
    lines = stub.read_text(encoding="utf-8").splitlines(keepends=True)
    stub.write_text("".join(line for line in lines if "- far from zero" not in line), encoding="utf-8")
    student_folder.write(Course.at(other), Course.at(other).given_folder)
    lines = []
    for ident, (names, moment, files) in HANDED_IN.items():
        lines += [f"{ident}:", "  :submitters:"]
        lines += [f"  - :name: {name}\n    :email: {email(name)}\n    :sid: ''" for name in names]
        lines += [f"  :created_at: {moment}:00.0 -05:00"]
        for name, text in (files or {}).items():
            (folder / "export" / ident).mkdir(parents=True, exist_ok=True)
            (folder / "export" / ident / name).write_text(text, encoding="utf-8")
    (folder / "export" / "submission_metadata.yml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def run(*words: object) -> str:
    done = softmark(*words)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return str(done.stdout)


def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def grades(out: Path, column: str = "score") -> dict[str, str]:
    return {row["name"]: row[column] for row in table(out / "grades.csv")}


def test_a_term(term: Path) -> None:
    out, course = term / "class", ("--course", term / "course")
    out.mkdir()
    people = [name for names, _, _ in HANDED_IN.values() for name in names]
    roster = [f"{name},{email(name)},{'AB'[place % 2]}" for place, name in enumerate([*people, "Donald Knuth"])]
    (out / "roster.csv").write_text("\n".join(["name,email,section", *roster, ""]), encoding="utf-8")

    # The deadline. Eight people handed in, one was listed without a folder, one is only on the roster.
    run("batch", term / "export", "--out", out, *course)
    run("report", out, *course)
    assert grades(out) == DEADLINE
    assert grades(out, "late") == {
        **dict.fromkeys(DEADLINE, ""),
        **{"Alan Turing": "2", "Grace Hopper": "3", "Edsger Dijkstra": "3", "Barbara Liskov": "3", "Ken Thompson": "4"},
    }
    page = (out / "index.html").read_text(encoding="utf-8")
    for words in ("<dt>People</dt><dd>10</dd>", "<dt>Median</dt><dd>8</dd>", "<dt>All tasks right</dt><dd>3</dd>"):
        assert words in page  # of 4 4 6 8 8 10 10 10 the median is 8

    # Two extensions, to the 15th: Barbara and the group are one day late now, and that day is free.
    late = "2026-11-15 23:59"
    lines = f"student,due\nbarbara@example.edu,{late}\nedsger@example.edu,{late}\n"
    (out / "extensions.csv").write_text(lines, encoding="utf-8")
    run("report", out, *course)
    assert grades(out) == EXTENDED
    assert grades(out, "free days used")["Grace Hopper"] == "1"

    # A wrong override: both mistakes are told at once, and nothing is written.
    over = out / "overrides.csv"
    over.write_text("student,task,score\nfrances@example.edu,1.2,8\nnobody@example.edu,1.1,4\n", encoding="utf-8")
    refused = softmark("report", out, *course)
    assert refused.returncode == 2
    assert "overrides.csv:2: 8 is not between 0 and 6, the points of 1.2" in refused.stderr
    assert "overrides.csv:3: nobody@example.edu is nobody in this class" in refused.stderr
    assert grades(out) == EXTENDED

    # The right ones: 4 + 5 for Frances, one point more for Ada, and 3 points off instead of all for Ken.
    kept = "student,task,score,reason\nada@example.edu,total,+1,found a misprint\nken@example.edu,late,3,was ill\n"
    over.write_text(kept + "frances@example.edu,1.2,5,the rounding is a detail\n", encoding="utf-8")
    run("report", out, *course)
    assert grades(out) == DECIDED

    # A regrade with the milder grader; the override for Frances is not needed any more.
    old = Path(shutil.copytree(out, term / "before"))
    over.write_text(kept, encoding="utf-8")
    run("batch", term / "export", "--out", out, "--course", term / "milder")
    gradebook = term / "gradebook.csv"
    head = 'Student,ID,SIS User ID,SIS Login ID,Section,"Scaling, in miniature (77)"\n    Points Possible,,,,,10\n'
    book = [f'"{n.split()[1]}, {n.split()[0]}",{k},,{email(n)},A,9' for k, n in enumerate(DEADLINE, 1)]
    gradebook.write_text(head + "\n".join(book) + "\n", encoding="utf-8")
    run("report", out, "--course", term / "milder", "--compare", old, "--canvas", gradebook)
    assert grades(out) == REGRADED
    changes = {
        (row["name"], row["task"]): (row["before"], row["after"], row["why"]) for row in table(out / "changes.csv")
    }
    assert changes == {
        ("Hedy Lamarr", "total"): ("8", "10", "1.2: 4 → 6, another grader"),
        ("Hedy Lamarr", "1.2"): ("4", "6", "another grader"),
        ("Frances Allen", "total"): ("9", "10", "1.2: 5 → 6, an override is gone"),
        ("Frances Allen", "1.2"): ("5", "6", "an override is gone"),
    }

    # What goes to Canvas: the same numbers, and nothing over the old number of those who have none.
    uploaded = {row["ID"]: row["Scaling, in miniature (77)"] for row in table(out / "canvas.csv") if row["ID"]}
    assert uploaded == {str(place): REGRADED[name] for place, name in enumerate(DEADLINE, 1)}
