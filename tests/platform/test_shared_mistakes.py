"""The groups on the class page, in a real browser: seen, opened, linked to, filtered, listed."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from softmark.classes.entries import Graded
from softmark.classes.report import cohort, page
from tests.mini_course import COURSE
from tests.processes.shared_mistakes.planted import graded


def sectioned(one: Graded, number: int) -> Graded:
    people = tuple(replace(person, section="A" if number % 3 else "B") for person in one.entry.people)
    return replace(one, entry=replace(one.entry, people=people))


@pytest.fixture(scope="module")
def group(tmp_path_factory: pytest.TempPathFactory) -> cohort.Cohort:
    from softmark.classes.report import write

    out = shutil.copytree(graded()[1], tmp_path_factory.mktemp("groups") / "out")
    found = write.read(out, course=COURSE)
    return replace(found, graded=tuple(sectioned(one, number) for number, one in enumerate(found.graded)))


@pytest.fixture
def seen(visit: Any, group: cohort.Cohort) -> Any:
    return visit(page.render(group).html)


def test_nine_students_are_one_group_with_their_code_side_by_side(seen: Any) -> None:
    box = seen.page.locator("#groups > li")
    assert box.count() == 1 and box.locator(".number").text_content() == "9"
    assert (
        "expected" in box.locator(".says").text_content()
        and "Task 1.1 The mean" in box.locator(".where").text_content()
    )
    assert box.locator(".names button").count() == 10
    box.locator("summary").click()
    box.locator("pre").first.wait_for()
    assert box.locator("pre").count() == 3 and "half = x.shape[-1] / 2" in box.locator("pre").nth(1).text_content()
    assert box.locator("pre").nth(1).locator(".own").count() >= 1
    assert "✗ The mean is the sum over the last axis" in box.locator(".checks").text_content()
    assert seen.quiet()


def test_a_group_is_listed_in_the_table_and_opens_its_members(seen: Any) -> None:
    box = seen.page.locator("#groups > li")
    box.get_by_role("button", name="doubles_3").click()
    assert seen.page.get_by_role("dialog").locator("h2").text_content() == "doubles_3"
    seen.page.keyboard.press("Escape")
    box.get_by_role("button", name="list in the table").click()
    assert len(seen.names()) == 9 and all(name.startswith("doubles") for name in seen.names())
    assert seen.page.locator("#chips").text_content().startswith("Shown: group 1.1-")


def test_a_section_changes_the_number_and_the_names(seen: Any) -> None:
    seen.page.locator("#section").select_option("B")
    box = seen.page.locator("#groups > li")
    in_section = int(box.locator(".number").text_content())
    assert 0 < in_section < 9 and "9 in all sections" in box.locator(".where").text_content()
    assert box.locator(".names button").count() == in_section + 1


def test_a_link_opens_the_group(seen: Any) -> None:
    link = seen.page.locator("#groups .where a")
    seen.page.goto(seen.own + link.get_attribute("href"))
    seen.page.reload()
    seen.page.locator("#groups details[open] pre").first.wait_for()


def test_what_nobody_shares_is_listed_compactly(seen: Any) -> None:
    box = seen.page.locator("#alone")
    assert box.locator("summary").text_content() == "1 unnamed mistake that is nobody else’s"
    box.locator("summary").click()
    assert "1.1 alone" in box.locator("li").text_content()


def test_without_names_there_is_no_code_and_no_students_text(visit: Any, group: cohort.Cohort, tmp_path: Path) -> None:
    seen = visit(page.render(group, key=b"k" * 32).html)
    box = seen.page.locator("#groups > li")
    assert box.locator(".number").text_content() == "9" and "doubles" not in seen.page.content()
    assert box.locator(".says").text_content().startswith("The mean is the sum")
    box.locator("summary").click()
    assert box.locator("pre").count() == 0 and seen.quiet()
