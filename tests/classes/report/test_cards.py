"""A student's own report card, in three shapes, and where it lies."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from markdown_it import MarkdownIt

from softmark.classes.report import cohort, report_cards
from softmark.classes.report.override_table import Override
from softmark.grading.check_result import CheckResult
from softmark.grading.result import Note, Where
from tests.classes.report.synthetic import by_hand

SECRET = "31337.25"


def with_checks(*checks: CheckResult, **more: object):  # type: ignore[no-untyped-def]
    one = by_hand("s1", (0, 6), name="Ada Lovelace")
    row = replace(one.result.item("1.1"), checks=checks)
    return replace(one, result=replace(one.result.with_item(row), **more))


def test_a_card_says_what_a_student_may_read_and_no_hidden_number() -> None:
    wrong = CheckResult(
        "a", "It works.", "hidden", False, category="values", message=f"got {SECRET}", staff=SECRET,
        safe_message="the values differ", says="Forgot √d.", diagnosis="scale.missing",
    )  # fmt: skip
    shown = report_cards.card(with_checks(wrong, notes=(Note("staff", f"seed {SECRET}"),)))
    for text in (report_cards.to_markdown(shown), report_cards.to_html(shown)):
        assert "Ada Lovelace" in text and "the values differ" in text and "Forgot √d" in text
        assert SECRET not in text


def test_a_lost_point_quotes_its_sentence_in_every_shape_of_the_card() -> None:
    one = by_hand("s1", (0, 6))
    checks = [
        CheckResult("T.a", "Right values.", "public", True, sentence="The values of the equation."),
        CheckResult("T.b", "A batch of batches.", "public", False, sentence="Any leading dimensions."),
    ]
    row = one.result.item("1.1").judged(checks, phases=["public"])
    shown = report_cards.card(replace(one, result=one.result.with_item(row)))
    lost = f"Lost {row.points / 2:g} points: “Any leading dimensions.”"
    assert lost in report_cards.to_html(shown)
    assert "Any leading dimensions" in report_cards.to_markdown(shown)
    assert "The values of the equation" not in report_cards.to_html(shown), "what was kept needs no quote"


def test_what_several_checks_say_in_the_same_words_stands_once() -> None:
    reason = "attention.py could not be imported: SyntaxError"
    checks = [CheckResult(f"T.{n}", f"Property {n}.", "public", False, message=reason) for n in range(5)]
    html = report_cards.to_html(report_cards.card(with_checks(*checks)))
    assert html.count(reason) == 1
    assert all(f"Property {n}." in html for n in range(5))


def test_the_title_of_a_part_stands_once() -> None:
    """The last task is in the first file again."""
    one = by_hand("s1", (0, 6))
    first, second = one.result.items[:2]
    rows = (replace(first, part="Part 1"), replace(second, part="Part 2"), replace(first, id="1.9", part="Part 1"))
    html = report_cards.to_html(report_cards.card(replace(one, result=replace(one.result, items=rows))))
    assert html.count("Part 1") == 1 and html.count("Part 2") == 1


def test_quoted_text_stays_text() -> None:
    evil = "<img src=x onerror=alert(1)> [x](javascript:alert(1)) \x1b[31m\u202eabc"
    shown = report_cards.card(with_checks(CheckResult("a", "It works.", "public", False, message=evil)))
    page = report_cards.to_html(shown)
    assert "<img" not in page and "<script" not in page and "\x1b" not in page and "\u202e" not in page
    rendered = MarkdownIt("gfm-like", {"linkify": False}).render(report_cards.to_markdown(shown))
    assert "javascript" in rendered and "<a" not in rendered and "<img" not in rendered


def test_a_line_of_theirs_is_code() -> None:
    one = with_checks(CheckResult("a", "It works.", "public", False, message="0 is expected 1"))
    row = replace(one.result.item("1.1"), where=Where("a.py", 7, "return x**2 * [y](z)"))
    text = report_cards.to_markdown(report_cards.card(replace(one, result=one.result.with_item(row))))
    assert "\\" not in text
    assert "<pre><code>7 | return x**2 * [y](z)\n</code></pre>" in MarkdownIt("gfm-like", {"linkify": False}).render(
        text
    )


def test_where_a_person_decided_it_says_so() -> None:
    decided = Override("o:2", "s1", "1.1", 3, "his dog died", "For the misprint.", "Grace")
    (one,) = cohort.gather([by_hand("s1", (0, 6))], [decided]).graded
    text = report_cards.to_markdown(report_cards.card(one))
    assert "3 of 4 points: the course staff decided this; the grader gave 0." in text
    assert "From the course staff: For the misprint." in text and "Grace" not in text and "dog" not in text


def test_what_the_rubric_hides_is_not_on_the_card() -> None:
    one = by_hand("s1", (0, 6))
    row = replace(one.result.item("1.2"), visibility="hidden")
    part = report_cards.card(replace(one, result=one.result.with_item(row)))
    assert [item.id for item in part.items] == ["1.1"] and part.headline == "Some of this grade is not shown yet."
    veiled = report_cards.card(replace(one, result=replace(one.result, visibility="after-deadline")))
    assert veiled.items == () and "6 of 10" not in report_cards.to_html(veiled)


def test_every_submission_gets_a_folder_whatever_its_id(tmp_path: Path) -> None:
    ids = ["submission_1", "../../etc/passwd", "a/b", "a_b", "", "x" * 300]
    names = [report_cards.folder_name(ident) for ident in ids]
    assert len(set(names)) == len(ids) and names[0] == "submission_1"
    assert not any("/" in name or name.startswith(".") or len(name) > 100 for name in names)
    class_ = [by_hand(ident) for ident in ids]
    assert report_cards.write_all(tmp_path, class_) == len(ids)
    assert report_cards.write_all(tmp_path, class_) == 0  # nothing changed, nothing written
    assert {path.parent.name for path in tmp_path.rglob("report.html")} == set(names)
    assert json.loads((tmp_path / "students/submission_1/results.json").read_text(encoding="utf-8"))["score"] == 10
    assert (tmp_path / "students/submission_1/report.md").stat().st_mode & 0o077 == 0
