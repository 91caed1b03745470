"""The page as a file: what is in it, and what must not be."""

from __future__ import annotations

import base64
import json
import re
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from softmark.classes.entries import Attempt, Person
from softmark.classes.report import cohort, page, page_data, pseudonyms, statistics
from softmark.classes.report.override_table import Override
from softmark.classes.report.same_person import Roster
from softmark.grading.check_result import CheckResult
from softmark.grading.result import IsolationReached, Lateness, Note, Where
from tests.classes.report.synthetic import by_hand

HOSTILE = "</script><img src=x onerror=alert(1)>"


def unpacked(html: str, name: str) -> Any:
    found = re.search(f'id="{name}">([^<]*)<', html)
    assert found is not None
    return json.loads(zlib.decompress(base64.b64decode(found.group(1)), -15))


def everything(html: str) -> str:
    """All text that the file holds, packed or not."""
    return html + json.dumps([unpacked(html, "core"), unpacked(html, "details")], ensure_ascii=False)


def test_the_page_is_one_file_that_allows_itself_and_nothing_else() -> None:
    html = page.render(cohort.gather([by_hand("s1")])).html
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
    assert policy is not None and policy.group(1).startswith("default-src &#39;none&#39;")
    assert not re.search(r"(?:src|href)=[\"']?(?:https?:)?//", html) and "@import" not in html
    assert "This page contains student records" in html


def test_hostile_text_is_nowhere_markup() -> None:
    one = by_hand("s1", name=HOSTILE, email=HOSTILE, sid=HOSTILE, section=HOSTILE)
    one = replace(one, files={"a.py": HOSTILE}, result=one.result.with_notes(Note("student", HOSTILE)))
    html = page.render(cohort.gather([one], (), Roster((Person(HOSTILE),)))).html
    assert "<img" not in html and html.count("</script>") == 3


def test_an_anonymous_page_has_no_line_of_code(tmp_path: Path) -> None:
    one = by_hand("s1", (0, 6))
    located = replace(one.result.item("1.1"), where=Where("a.py", 3, "y = x / 2  # Ben said so"))
    one = replace(one, result=replace(one.result.with_item(located), hints="name"))
    assert "Ben said so" in everything(page.render(cohort.gather([one])).html)
    html = everything(page.render(cohort.gather([one]), key=pseudonyms.key_of(tmp_path)).html)
    assert "Ben said so" not in html and "x / 2" not in html


def test_flags_say_what_a_person_should_look_at() -> None:
    broken = by_hand("s1", (0, 6))
    row = replace(broken.result.item("1.1"), status="rule_broken")
    result = replace(broken.result.with_item(row), isolation=IsolationReached("same-user"))
    told = ("evasion? a.py line 3 hides torch.softmax", "evasion? exp ran", "worth a look: a.py line 9 calls eval")
    result = result.with_notes(*(Note("staff", text) for text in told))
    found = cohort.flags(replace(broken, result=result))
    assert list(found) == ["rule", "isolation"]  # the others are the instructor's: see test_integrity
    late = Lateness("", "", 90_000, 10, 0.6, "1 day late", "1 day late: 10% of 6 = −0.6.")
    assert cohort.flags(replace(broken, result=replace(broken.result, late=late))) == {"late": late.sentence}
    failed = replace(broken, result=replace(broken.result, status="grader_error"))
    assert cohort.flags(failed) == {"error": "The grader failed."}
    unwritten = replace(broken.result.item("1.1"), status="not_written")
    assert "empty" not in cohort.flags(replace(broken, result=broken.result.with_item(unwritten)))
    assert list(cohort.flags(replace(broken, files={}))) == ["empty"]


def test_without_names_nothing_tells_who_anybody_is(tmp_path: Path) -> None:
    told = {"created_at": "2026-11-01T09:00:00Z", "history": (Attempt("2026-10-30", 3.0),)}
    one = by_hand("submission_77", (0, 6), name="Ada Lovelace", email="ada@x.org", sid="1815", section="02", **told)
    named = CheckResult(
        "a", "It works.", "public", False, category="raised", message="NameError: ada", line="ada.py line 1",
        safe_message="ada", staff="ada", diagnosis="scale.missing", says="Not divided by √d_k.",
    )  # fmt: skip
    result = one.result.with_item(replace(one.result.item("1.1"), checks=(named,)))
    result = result.with_notes(Note("student", "ada.txt is left out"), Note("staff", "evasion? ada hides"))
    one = replace(one, result=result, files={"a.py": "# by Ada Lovelace\n"})
    override = Override("o:2", "1815", "1.2", 3, "Ada wrote to us", "Grace", "")
    class_ = cohort.gather([one, by_hand("submission_78", name="Alan Turing")], [override], Roster((Person("Eve"),)))
    key = pseudonyms.key_of(tmp_path)
    html = page.render(class_, key=key).html
    text = everything(html)
    for secret in ("ada", "lovelace", "1815", "submission_77", "turing", "eve", "grace", "2026-11-01"):
        assert not re.search(rf"\b{secret}\b", text.lower()), secret
    assert "Not divided by √d_k." in text and unpacked(html, "core")["section"].count("02") == 1
    assert not page.render(class_, key=key).has_code

    again = page.render(class_, key=pseudonyms.key_of(tmp_path)).html
    assert unpacked(again, "core")["name"] == unpacked(html, "core")["name"]
    other = tmp_path / "other"
    other.mkdir()
    fresh = page.render(class_, key=pseudonyms.key_of(other)).html
    assert unpacked(fresh, "core")["name"] != unpacked(html, "core")["name"]


def test_code_that_several_share_is_kept_once_and_comes_back_whole() -> None:
    stub = "\n".join(f"line {n} of the stub" for n in range(30))
    files = [{"a.py": f"{stub}\ndef f():\n    return {n}\n\n{stub}\n# end"} for n in range(12)]
    code = page_data.code(files)
    assert code.shared == [f"{stub}\ndef f():", f"\n{stub}\n# end"] and len(code.own) == 12
    for number, student in enumerate(code.students):
        ((place, *pieces),) = student
        text = "\n".join((code.own if piece & 1 else code.shared)[piece >> 1] for piece in pieces)
        assert (code.names[place], text) == ("a.py", files[number]["a.py"])


def test_code_that_does_not_fit_stays_in_the_students_files(monkeypatch: pytest.MonkeyPatch) -> None:
    class_ = cohort.gather([by_hand("submission_1")])
    monkeypatch.setattr(page, "SIZE_LIMIT", 10)
    made = page.render(class_)
    assert not made.has_code and "does not fit into one page" in made.html
    assert unpacked(made.html, "details")["students"][0][-1] == "students/submission_1/report.html"


def test_somebody_in_two_submissions_is_counted_once_and_the_old_one_in_no_figure() -> None:
    ada, ben = Person("Ada", "ada@x.org", "11", "A"), Person("Ben", "ben@x.org", "22", "A")
    alone, both = by_hand("s1", (0, 0)), by_hand("s2", (4, 6))
    alone = replace(alone, entry=replace(alone.entry, people=(ada,), created_at="2026-11-13T20:00:00+00:00"))
    both = replace(both, entry=replace(both.entry, people=(ben, ada), created_at="2026-11-14T20:00:00+00:00"))
    group = cohort.gather([alone, both])
    html = page.render(group).html
    core = unpacked(html, "core")
    assert core["counted"] == "01" and core["people"] == [[], ["A", "A"]]
    assert "1 not counted: they are nobody&#39;s grade" in html and statistics.figures(group.graded).mean == 10
    assert cohort.flags(group.graded[0]) == {"uncounted": "whoever handed it in has a later submission, or is excused"}


def test_the_work_of_somebody_who_is_excused_is_in_no_figure() -> None:
    lines = (Override("overrides.csv:2", "11", "total", excused=True, who="Sam"),)
    group = cohort.gather([by_hand("s1", (0, 0), sid="11"), by_hand("s2", (4, 6), sid="22")], lines)
    assert statistics.figures(group.graded).mean == 10
    assert "Excused from this assignment, by Sam" in everything(page.render(group).html)
