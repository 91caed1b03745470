"""A task opens to its sentences and checks; Find finds words of mistakes and code; nothing is cut off in silence."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from softmark.classes.entries import Graded
from softmark.classes.report import cohort, page, task_checks
from softmark.grading.check_result import NOT_WRITTEN, CheckResult
from softmark.grading.result import Note
from tests.classes.report.synthetic import by_hand

SCALED, EVERY_SIZE = "Scaled by √d_k.", "Works for every size."


def answer(ident: str, name: str, **failed: str) -> Graded:
    """Task 1.1 has two sentences and three checks; `failed` says which fail, and whether with hidden numbers alone."""
    one = by_hand(ident, (0 if failed else 4, 6), name=name, section="AB"[int(ident) % 2])
    checks = [
        CheckResult(
            check, title, phase, not (failed.get(check) in ("public", "written") or failed.get(check) == phase),
            sentence=sentence, category=NOT_WRITTEN if failed.get(check) == "written" else "values", message="differs",
        )
        for check, title, sentence in (
            ("scale", "Scores are divided.", SCALED), ("width", "By the width of a key.", SCALED),
            ("sizes", "Sizes differ.", EVERY_SIZE),
        )
        for phase in ("public", "hidden")
    ]  # fmt: skip
    row = replace(one.result.item("1.1"), checks=tuple(checks))
    return replace(
        one, result=one.result.with_item(row), files={"a.py": f"def f(x):\n    return x * {ident}  # Mine\n"}
    )


CLASS = [
    answer("1", "Ada", scale="public"),
    answer("2", "Ben", scale="public", width="hidden"),
    answer("3", "Cleo", width="public", sizes="hidden"),
    answer("4", "Dora"),
    answer("5", "Emil", scale="written", width="written", sizes="written"),
]


def test_who_fails_which_check_and_whoever_wrote_nothing_fails_none() -> None:
    tasks = task_checks.of(CLASS, ["1.1"])
    assert tasks == [
        [
            [SCALED, [["scale", "Scores are divided.", [0, 1], []], ["width", "By the width of a key.", [2], [1]]]],
            [EVERY_SIZE, [["sizes", "Sizes differ.", [], [2]]]],
        ]
    ]


@pytest.fixture
def seen(visit: Any) -> Any:
    return visit(page.render(cohort.gather(CLASS)).html)


def test_a_task_opens_to_its_sentences_its_checks_and_names(seen: Any) -> None:
    task = seen.page.get_by_role("button", name="1.1 Task 1")
    assert task.get_attribute("aria-expanded") == "false"
    task.focus()
    seen.page.keyboard.press("Enter")
    seen.page.locator(".sentences .checks").first.wait_for()
    assert task.get_attribute("aria-expanded") == "true"
    scaled, sizes = seen.page.locator(".sentences > li").all()
    assert scaled.locator(".says").inner_text().split("\n") == ["3", SCALED]
    assert sizes.locator(".says").inner_text().split("\n") == ["1", EVERY_SIZE]
    scale, width = scaled.locator(".checks li").all()
    assert scale.inner_text().split("\n") == ["2", "Scores are divided.", "Ada", "Ben", "list in the table"]
    assert width.inner_text().split("\n")[:2] == ["2", "By the width of a key. (1 of them with hidden numbers alone)"]
    assert "(all of them with hidden numbers alone)" in sizes.inner_text()
    width.get_by_role("button", name="list in the table").click()
    assert seen.names() == ["Ben", "Cleo"]
    assert seen.page.locator("#chips").text_content() == "Shown: fails “By the width of a key.”"
    seen.page.get_by_role("button", name="Remove the filter").click()
    seen.page.locator("#section").select_option("B")  # Ada, Cleo, Emil
    assert scale.inner_text().split("\n")[:3] == ["1", "Scores are divided.", "Ada"]
    scale.get_by_role("button", name="Ada").click()
    assert seen.page.get_by_role("dialog", name="Ada").is_visible()
    seen.page.keyboard.press("Escape")
    task.click()
    assert seen.page.locator(".sentences").count() == 0 and seen.quiet()


def test_a_task_that_everybody_passes_says_nought(seen: Any) -> None:
    seen.page.get_by_role("button", name="1.2 Task 2").click()
    seen.page.locator(".sentences .count").first.wait_for()
    assert set(seen.page.locator(".sentences .count").all_text_contents()) == {"0"} and seen.quiet()


def mistaken(number: int, mistake: int) -> Graded:
    one = by_hand(f"m{number}", (0, 6), name=f"Student {number}")
    check = CheckResult(
        "a", "It works.", "public", False, diagnosis=f"kind.{mistake}", says=f"The gizmo {mistake} is upside down."
    )
    return replace(one, result=one.result.with_item(replace(one.result.item("1.1"), checks=(check,))))


def test_all_mistakes_are_there_however_many(visit: Any) -> None:
    """It used to say “194 more” and to show fifty."""
    seen = visit(page.render(cohort.gather([mistaken(number, number) for number in range(204)])).html)
    more = seen.page.locator("#more-named")
    assert more.locator("summary").text_content() == "194 more, less frequent"
    more.locator("summary").click()
    more.locator("li").nth(193).wait_for()
    named = seen.page.locator("#mistakes code").all_text_contents()
    assert sorted(named) == sorted(f"kind.{n}" for n in range(204)) and seen.quiet()


def test_find_finds_the_words_of_a_mistake(visit: Any) -> None:
    seen = visit(page.render(cohort.gather([mistaken(n, n % 3) for n in range(9)])).html)
    seen.page.get_by_role("searchbox").fill("gizmo 1 upside")
    assert seen.names() == ["Student 1", "Student 4", "Student 7"] and seen.quiet()


def test_find_looks_into_the_code_if_wanted(seen: Any) -> None:
    find, code = seen.page.get_by_role("searchbox"), seen.page.get_by_label("in the code too")
    find.fill("x * 3")
    assert seen.names() == []
    code.check()
    seen.until("document.querySelectorAll('#rows th').length === 1")
    assert seen.names() == ["Cleo"]
    find.fill("RETURN mine")
    assert len(seen.names()) == 5
    code.uncheck()
    assert seen.names() == [] and seen.quiet()


def test_where_the_code_is_not_in_the_page_it_cannot_be_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "SIZE_LIMIT", 10)
    assert 'id="in-code"' not in page.render(cohort.gather(CLASS)).html


def test_of_very_many_notes_the_page_says_how_many_more_there_are(visit: Any) -> None:
    one = by_hand("s1", name="Ada")
    notes = [Note("staff", f"remark number {number}") for number in range(33)]
    seen = visit(page.render(cohort.gather([replace(one, result=one.result.with_notes(*notes))])).html)
    assert "and 13 more, which softmark explain prints" in seen.open("Ada").inner_text() and seen.quiet()


def test_a_long_list_of_those_who_need_help_opens_whole(visit: Any) -> None:
    class_ = [by_hand(f"s{n}", (0, 3), name=f"Student {n}", platform_score=9.0) for n in range(50)]
    seen = visit(page.render(cohort.gather(class_)).html)
    needs = seen.page.locator("#needs")
    needs.get_by_role("button", name="Show 30 more").click()
    assert needs.locator("li").count() == 50
    assert seen.page.evaluate("document.activeElement.textContent") == "Student 20" and seen.quiet()
