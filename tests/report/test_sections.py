"""A section's TA: a page with that section's records alone; a page of the class whose numbers all follow a section."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from softmark.classes.entries import Graded, Person
from softmark.classes.report import cohort, page
from softmark.classes.report.regrade_requests import Logged, RegradeRequest
from softmark.classes.report.same_person import Roster
from softmark.grading.check_result import CheckResult
from tests.report.synthetic import by_hand, group
from tests.report.test_command import journal, softmark
from tests.report.test_page import everything


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


def numbers(seen: Any) -> dict[str, Any]:
    """Every number above the table, and the rows."""
    tab = seen.page
    tab.wait_for_function("document.querySelector('#needs').childElementCount > 0")
    return {
        "cards": tab.locator("#overview dl > div").all_text_contents(),
        "histogram": tab.locator(".column .count").all_text_contents(),
        "looks": [text for text in tab.locator("#looks li:visible").all_text_contents() if text],
        "tasks": tab.locator("#tasks tbody tr").all_text_contents(),
        "bars": tab.locator("#tasks .stack").evaluate_all(
            "all => all.map(one => [...one.children].map(bar => [bar.className.baseVal, bar.getAttribute('width')]))"
        ),
        "mistakes": tab.locator("#named > li").all_text_contents(),
        "more": tab.locator("#more-named summary").all_text_contents(),
        "groups": [text.split(" · ")[0] for text in tab.locator("#groups > li").all_text_contents()],
        "help": tab.locator("#help").text_content(),
        "rows": seen.names(),
        "where": tab.locator("#where").text_content(),
    }


def test_every_number_of_a_chosen_section_is_that_of_its_own_page(visit: Any) -> None:
    """Two programs work them out: Python for the section's page, the browser for the filter."""
    people = tuple(person for one in group(60) for person in one.entry.people)
    roster = Roster((*people, Person("Eve Late", "eve@x.org", "", "02"), Person("Gus Late", "gus@x.org", "", "03")))
    class_ = cohort.gather([*group(60), replace(TEAM, result=group(1)[0].result)], (), roster)
    whole = visit(page.render(class_).html)
    before = numbers(whole)
    for section in ("02", "03"):
        whole.page.locator("#section").select_option(section)
        alone = visit(page.render(cohort.of_section(class_, section)).html)
        assert numbers(whole) == numbers(alone)
        assert whole.page.locator("#section").input_value() == section
    whole.page.locator("#section").select_option("")
    assert numbers(whole) == before  # and the browser's are Python's for the whole class
    assert whole.quiet()


def test_the_roster_and_the_log_follow_the_section_too(visit: Any) -> None:
    roster = Roster((Person("Eve Late", section="A"), Person("Gus Late", section="B")))
    class_ = cohort.gather(CLASS, (), roster)
    asked = RegradeRequest("r:2", "ben@x.org", "1.1", "Why?")
    seen = visit(page.render(replace(class_, requests=(Logged(asked, "submission_2"),))).html)
    seen.page.locator("#section").select_option("A")
    assert "Eve Late" in seen.page.locator("#roster").inner_text()
    assert "Gus Late" not in seen.page.locator("#roster").inner_text()
    assert seen.page.locator("#requests tbody tr:visible").count() == 0
    seen.page.locator("#section").select_option("B")
    assert seen.page.locator("#requests tbody tr:visible").count() == 1 and seen.quiet()
