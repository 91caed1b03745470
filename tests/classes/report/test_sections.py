"""A section's TA: a page with that section's records alone; a page of the class whose numbers all follow a section."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from softmark.classes.entries import Graded, Person
from softmark.classes.report import cohort, page
from softmark.grading.check_result import CheckResult
from tests.classes.report.synthetic import by_hand
from tests.classes.report.test_command import journal, softmark
from tests.classes.report.test_page import everything


def wrong(ident: str, name: str, section: str, *, named: bool) -> Graded:
    """Task 1.1 fails, with a name or without one, and the message quotes what they wrote."""
    first = name.split()[0].lower()
    one = by_hand(ident, (0, 6), name=name, section=section, email=f"{first}@x.org", sid=f"sid-{first}")
    known = {"diagnosis": "scale.missing", "says": "No √d_k."} if named else {}
    check = CheckResult("a", "It works.", "hidden", False, category="values", message=f"{first} got 7", **known)
    result = one.result.with_item(replace(one.result.item("1.1"), checks=(check,)))
    return replace(one, result=result, files={"a.py": f"# {first} wrote this\nx = 1\n"})


CLASS = [
    wrong("submission_1", "Ada Lovelace", "A", named=False),
    wrong("submission_2", "Ben Turing", "B", named=False),
    wrong("submission_3", "Cleo Hopper", "B", named=True),
    by_hand("submission_4", (4, 6), name="Dora Knuth", section="A", email="dora@x.org"),
]
TEAM = replace(
    by_hand("submission_5", (4, 3)),
    entry=replace(
        by_hand("submission_5").entry,
        people=(Person("Emil Perlman", "emil@x.org", "5", "A"), Person("Fay Liskov", "fay@x.org", "6", "B")),
    ),
)
OTHERS = ("ben", "turing", "cleo", "hopper", "fay", "liskov", "gus", "submission_2", "submission_3", "sid-ben")


def words_of(html: str) -> str:
    """All that a page holds, unpacked; not the packed letters, which spell anything sooner or later."""
    return re.sub(r'(id="(?:core|details)">)[^<]*', r"\1", everything(html)).lower()


@pytest.fixture
def out(tmp_path: Path) -> Path:
    folder = journal(tmp_path / "out", *CLASS, TEAM)
    (folder / "overrides.csv").write_text(
        "student,item,points,note_staff,note_student,who,when\nben@x.org,1.1,2,Ben came by,,Sam,2026-11-14\n"
        "cleo@x.org,1.2,6,,,Sam,\n",
        encoding="utf-8",
    )
    (folder / "requests.csv").write_text(
        "student,item,request,decided,who,when\nben@x.org,1.1,Why? (Ben),,,\n", encoding="utf-8"
    )
    (tmp_path / "roster.csv").write_text(
        "name,email,section\nAda Lovelace,ada@x.org,A\nEve Late,eve@x.org,A\nGus Late,gus@x.org,B\n", encoding="utf-8"
    )
    return folder


def test_a_sections_page_holds_nobody_elses_name_address_or_code(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert softmark("report", out, "--section", "A", "--roster", out.parent / "roster.csv", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["submissions"] == 3 and told["page"].endswith("report-section-A.html")
    html = (out / "report-section-A.html").read_text(encoding="utf-8")
    text = words_of(html)
    assert [word for word in OTHERS if word in text] == []
    assert all(name in text for name in ("ada lovelace", "ada wrote this", "dora knuth", "emil perlman", "eve late"))
    assert "handed in together with 1 of another section" in text
    assert not (out / "report.html").exists() and not (out / "grades").exists() and not (out / "students").exists()


def test_a_section_without_names(out: Path) -> None:
    assert softmark("report", out, "--section", "A", "--anonymous") == 0
    text = words_of((out / "report-anonymous-section-A.html").read_text(encoding="utf-8"))
    assert not [word for word in (*OTHERS, "lovelace", "dora", "emil") if word in text]


def test_a_section_that_is_not_there_is_told_with_those_that_are(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert softmark("report", out, "--section", "C") == 2
    assert capsys.readouterr().err == "no section “C” here: there are A, B\n"
    alone = journal(out.parent / "alone", by_hand("s1"))
    assert softmark("report", alone, "--section", "C") == 2
    assert "nobody has one; a --roster may know them" in capsys.readouterr().err


def test_a_shared_mistake_has_one_id_in_every_page() -> None:
    class_ = cohort.gather(CLASS)
    whole, part = (everything(page.render(each).html) for each in (class_, cohort.of_section(class_, "B")))
    ident = json.loads(whole[whole.rindex("[{") :])[0]["groups"][0][0]
    assert ident.startswith("1.1-") and ident in part


# --- the page of the class, a section chosen --------------------------------------------------------------------
