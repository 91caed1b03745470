"""What a TA reads on the page of a class, and a student on a card: a small class in, HTML out."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from pathlib import Path

import pytest

from softmark.classes.journal import Journal
from tests.pages.a_class import CLASS, FILES, SCALE, UNNAMED, Student, card, reported, write


def text(page: str) -> str:
    """The words of a page, as a reader without scripts and styles gets them."""
    body = re.sub(r"<(style|script|title)>.*?</\1>", "", page, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", body)).split())


def part(page: str, name: str) -> str:
    found = re.search(rf'<section id="{name}".*?</section>', page, re.DOTALL)
    assert found, f"the page has no part {name}"
    return text(found[0])


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("class")
    reported(folder, *CLASS)
    return folder


@pytest.fixture(scope="module")
def page(out: Path) -> str:
    return (out / "index.html").read_text(encoding="utf-8")


def test_who_needs_help_begins_with_what_is_behind_everything_else(page: str) -> None:
    found = re.findall(r'class="rank-(\d)"><a [^>]*>([^<]+)<', page)
    assert found == [
        ("1", "Barbara Liskov"),
        ("2", "Donald Knuth"),
        ("3", "Radia Perlman"),
        ("3", "Tim Berners-Lee"),
        ("4", "Frances Allen"),
    ]


def test_a_file_that_does_not_import_is_one_sentence(page: str) -> None:
    said = part(page, "help")
    assert "scale.py does not import, so nothing in it can be graded. SyntaxError: '(' was never closed" in said
    assert said.count("does not import") == 1 and "Missing: stats.py." in said
    assert "Listed, and the folder is missing in the export." in said and "Only 1 of 10 points." in said


def test_who_is_not_graded_yet_is_counted_and_not_called_in_need(page: str) -> None:
    assert "Not graded yet: 1. Grade the class again" in text(page) and "Ken Thompson" not in part(page, "help")


def test_twelve_are_shown_and_the_rest_is_folded(tmp_path: Path) -> None:
    page = reported(tmp_path, *(Student(f"Name{n:02} X", {"1.1": 1.0, "1.2": 0.0}) for n in range(15)))
    shown, folded = page.partition("<details><summary>3 more</summary>")[::2]
    assert shown.count('class="rank-4"') == 12 and folded.count('class="rank-4"') == 3


def test_bonus_makes_nobody_all_right_and_moves_no_median(tmp_path: Path) -> None:
    half = Student("Half Right", {"1.1": 2.0})
    page = text(reported(tmp_path, half, Student("Ada Lovelace"), Student("No Bonus", {"1.3": 0.0})))
    assert "Median 10 of 10, bonus apart" in page and "All tasks right 2 bonus apart" in page


def test_without_a_grade_there_is_no_number(out: Path, page: str) -> None:
    for name in ("Ken Thompson", "Radia Perlman", "Tim Berners-Lee"):
        (row,) = [row for row in re.findall(r"<tr data-tasks.*?</tr>", page, re.DOTALL) if name in row]
        assert re.search(r"\d", text(re.sub(r"<svg.*?</svg>", "", row))) is None, name
        assert "Score – " in text(card(out, name))
    assert "Empty cells 3" in text(page)


def test_a_bar_says_what_everybody_earned(page: str) -> None:
    assert 'aria-label="4 right, 2 part of the points, 1 not written, 1 no grade"' in page
    assert "40 to 50 percent: 1." in page and "90 to 100 percent: 1." in page


def test_mistakes_and_groups_are_counted_with_their_people(page: str) -> None:
    said = part(page, "mistakes")
    assert "1 1.2 It divides by the variance. scale.variance Which power has the unit of x? Alan Turing" in said
    assert "2 1.2 ab12cd expected 0, got 3 scale.py, line 2, as one of them wrote it return x + 3" in said
    assert "Edsger Dijkstra, Grace Hopper" in said


def test_a_line_of_names_csv_names_a_group_at_the_next_report(tmp_path: Path) -> None:
    write(tmp_path, *CLASS)
    lines = "task,group,name,hint\n1.2,ab12cd,scale.shifted,What is the mean of a row?\n1.2,000000,scale.none,\n"
    (tmp_path / "names.csv").write_text(lines, encoding="utf-8")
    said = text(reported(tmp_path))
    assert "2 1.2 scale.shifted What is the mean of a row? Edsger Dijkstra, Grace Hopper" in said
    assert "None: every wrong answer has a name." in said
    assert "What is the mean of a row?" in card(tmp_path, "Grace Hopper")
    assert "names.csv" in said and "group 000000 of task 1.2" in said


def test_a_page_of_two_graders_says_so(page: str, tmp_path: Path) -> None:
    ada, *others = CLASS
    mixed = text(reported(tmp_path, replace(ada, grader="grader-two"), *others))
    assert "This page mixes 2 graders" in mixed and "mixes" not in text(page)
    assert "grader-two 1 10 " in mixed and "grader-one 7 6 " in mixed


def test_a_page_of_two_graders_with_other_points_counts_everybody_by_their_own(tmp_path: Path) -> None:
    """1.2 was worth 12 when Ada and Alan were graded, and is worth 6 now."""
    twelve = {"1.2": {"points": 12.0, "status": "passed"}}
    old = Student("Ada Lovelace", {"1.2": 12.0}, twelve), Student("Alan Turing", {"1.1": 1.0, "1.2": 4.0}, twelve)
    page = reported(tmp_path, *old, Student("Grace Hopper", grader="grader-two"))
    said = text(page)
    assert "Median – of 10" in said and "All tasks right 2 " in said and "Only 5 of 16 points." in said
    assert "Percent of 10 points; 2 more" in said and "30 to 40 percent: 1." in page and "90 to 100 percent: 2." in page
    assert "1.2 Standard scores 2 / 3 – / 6" in said and "1.1 The mean 2 / 3 3 / 4" in said


def test_a_line_is_shown_with_what_the_grader_says_of_it(tmp_path: Path) -> None:
    says = "Everything up to line 2 of scale.py is right; after it a step is missing"
    where = {"line": 2, "code": "return x + 3", "line_says": says}
    page = reported(tmp_path, Student("Grace Hopper", {"1.2": 3.0}, {"1.2": UNNAMED | where | {"file": "scale.py"}}))
    assert f"{says}, as one of them wrote it" in text(page) and "scale.py, line 2" not in text(page)
    assert f"{says} return x + 3" in text(card(tmp_path, "Grace Hopper"))


def test_what_a_student_reads_of_a_missing_file_is_quoted(tmp_path: Path) -> None:
    missing = {"scale.py": FILES["scale.py"]}
    notes = (
        ("student", "stats.py is missing from your submission: without it, 1.1 cannot be graded"),
        ("student", "Your submission holds Stats.py, expected stats.py: rename it"),
    )
    said = part(reported(tmp_path, Student("Ada Lovelace", {"1.1": 0.0}, files=missing, notes=notes)), "help")
    assert "Missing: stats.py. Told: “Your submission holds Stats.py, expected stats.py: rename it”." in said
    assert "missing from your" not in said


def test_accents_are_sorted_where_people_look_for_them(tmp_path: Path) -> None:
    page = reported(tmp_path, *(Student(name) for name in ("Zoë Z", "Eva B", "Émile A", "李 雷")))
    assert re.findall(r'<th scope="row"><a [^>]*>([^<]+)<', page)[-4:] == ["李 雷", "Émile A", "Eva B", "Zoë Z"]


def test_notes_to_staff_name_whom_they_are_about_and_stay_off_the_cards(out: Path, page: str) -> None:
    assert "1 A watch saw memory read behind the fence. Donald Knuth" in part(page, "notes")
    assert "watch" not in card(out, "Donald Knuth") and "stats.py is not there." in card(out, "Donald Knuth")


def test_a_card_holds_nothing_of_staffs_and_says_so(tmp_path: Path) -> None:
    write(tmp_path, *CLASS)
    (tmp_path / "overrides.csv").write_text("student,task,score,reason\nalan@example.edu,1.2,5,Your idea is right.\n")
    reported(tmp_path)
    for found in (tmp_path / "students").iterdir():
        own = found.read_text(encoding="utf-8")
        assert "it holds nothing that only course staff may read" in text(own)
        assert "index.html" not in own and "ab12cd" not in own
    assert "The course staff decided this score: Your idea is right." in text(card(tmp_path, "Alan Turing"))


def test_a_card_is_silent_about_checks_that_are_for_staff_alone(tmp_path: Path) -> None:
    secret = {"1.2": SCALE | {"failed": "", "lost": "Lost 2 points by checks that are for staff only."}}
    reported(tmp_path, Student("Alan Turing", {"1.2": 4.0}, secret))
    own = card(tmp_path, "Alan Turing")
    assert SCALE["says"] not in own and SCALE["hint"] not in own and "for staff only." in own


def test_a_card_tells_no_more_of_a_mistake_than_the_rubric_lets_it(tmp_path: Path) -> None:
    course = tmp_path / "course" / "autograder"
    course.mkdir(parents=True)
    mini = Path("tests/mini/autograder/rubric.yaml").read_text(encoding="utf-8")
    (course / "rubric.yaml").write_text(mini + "feedback:\n  hints: category\n", encoding="utf-8")
    out = tmp_path / "out"
    page = reported(out, *CLASS, course=course.parent)
    own = text(card(out, "Alan Turing"))
    assert "Kind of mistake: values" in own and SCALE["says"] not in own and SCALE["hint"] not in own
    assert SCALE["says"] in page  # staff read it


def test_a_report_removes_its_own_cards_and_nothing_else(tmp_path: Path) -> None:
    reported(tmp_path, *CLASS)
    mine = tmp_path / "students" / "my notes.html"
    mine.write_text("about Ada", encoding="utf-8")
    reported(tmp_path, CLASS[0])
    assert {path.name.split("-")[0] for path in (tmp_path / "students").iterdir()} == {"ada", "my notes.html"}


def test_what_students_write_is_shown_and_does_nothing(tmp_path: Path) -> None:
    evil = "<script>alert(1)</script>\u202e\x1b[31m"
    told = {"status": "failed", "signature": "f00", "detail": evil, "code": evil, "line": 1}
    page = reported(tmp_path, Student(f"Eve {evil}", {"1.1": 0.0}, {"1.1": told}, section=evil))
    for each in (page, *(path.read_text(encoding="utf-8") for path in (tmp_path / "students").iterdir())):
        assert "<script>alert" not in each and "\u202e" not in each and "\x1b" not in each
        assert "&lt;script&gt;alert(1)" in each


def test_nobody_at_all_is_a_page_too(tmp_path: Path) -> None:
    write(tmp_path)
    said = text(reported(tmp_path))
    assert "People 0" in said and "Median –" in said and "Nobody: everything imports" in said


def test_the_questions_of_the_guide_have_answers(out: Path) -> None:
    guide = Path("handouts/guides/ta.md").read_text(encoding="utf-8")
    questions = guide.partition("```sql\n")[2].partition("```")[0].split(";")[:3]
    for old, new in (
        ("scale.missing", "scale.variance"),
        ("1.4", "1.2"),
        ("attention.py", "scale.py"),
        ("*    for [a-z_]* in *:*", "*def [a-z_]*:*"),
    ):
        questions = [question.replace(old, new) for question in questions]
    with Journal(out) as journal:
        first, second, third = ([tuple(row) for row in journal.rows(question)] for question in questions)
    assert first == [("Alan Turing", None, None)]
    assert ("Grace Hopper", 3.0) in second and ("Edsger Dijkstra", 3.0) not in second
    assert len(third) == 8
