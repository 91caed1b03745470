"""A view can be sent: its address says what is shown and names nobody. And a projector shows nobody's name."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote_plus

import pytest

from softmark.classes.entries import Person
from softmark.classes.report import cohort, page
from softmark.classes.report.override_table import Override
from softmark.classes.report.same_person import Roster
from tests.classes.report.test_sections import CLASS

EVERYBODY = ("ada", "ben", "cleo", "dora", "lovelace", "turing", "hopper", "knuth", "x.org", "submission_", "eve late")
OVERRIDE = Override("o:2", "submission_2", "1.1", 2, "Ben came by", "", "Sam", "2026-11-14")


@pytest.fixture
def html() -> str:
    class_ = cohort.gather(CLASS, [OVERRIDE], Roster((Person("Eve Late", section="A"), *CLASS[0].entry.people)))
    return page.render(class_, addresses=b"a folder's own").html


def named(text: str) -> list[str]:
    return [word for word in EVERYBODY if re.search(rf"\b{re.escape(word)}", text.lower())]


def test_an_address_brings_back_what_was_shown(visit: Any, html: str) -> None:
    seen = visit(html)
    tab = seen.page
    tab.locator("#section").select_option("B")
    tab.get_by_role("columnheader", name="Score").get_by_role("button").click()
    tab.get_by_role("combobox", name="Lost points in").select_option(label="1.1 Task 1")
    tab.get_by_role("button", name="1.1 Task 1").click()
    tab.locator(".inside").get_by_role("button", name="list in the table").first.click()
    seen.open("Ben Turing")
    address = tab.url
    assert "section=B" in address and "check=1.1" in address and "student=" in address
    assert named(unquote_plus(address.partition("#")[2])) == []
    tab.goto("about:blank")
    tab.goto(address)
    tab.get_by_role("dialog", name="Ben Turing").locator(".tasklist").wait_for()
    assert tab.url == address
    tab.keyboard.press("Escape")
    tab.wait_for_url(lambda url: "student=" not in url)
    assert seen.names() == ["Ben Turing", "Cleo Hopper"]
    assert tab.locator(".sentences").is_visible()
    assert tab.get_by_role("columnheader", name="Score").get_attribute("aria-sort") == "descending"
    assert tab.locator("#chips").text_content().startswith("Shown: fails “It works.”")


def test_what_somebody_types_is_not_in_the_address(visit: Any, html: str) -> None:
    seen = visit(html)
    seen.page.get_by_role("searchbox").fill("ada@x.org")
    assert seen.names() == ["Ada Lovelace"] and "#" not in seen.page.url


def test_the_word_for_a_person_is_the_folders_own_and_stays() -> None:
    class_ = cohort.gather(CLASS)
    keys = [re.findall(r'"key": \[(.*?)\]', everything_of(class_, secret))[0] for secret in (b"1", b"1", b"2")]
    assert keys[0] == keys[1] != keys[2] and named(keys[0]) == []


def everything_of(class_: cohort.Cohort, secret: bytes) -> str:
    from tests.classes.report.test_page import everything

    return everything(page.render(class_, addresses=secret).html)


def test_an_address_that_this_page_does_not_know_shows_everybody(visit: Any, html: str) -> None:
    seen = visit(html)
    seen.page.goto("about:blank")
    seen.page.goto(f"{seen.own}#section=Z&student=nobody&check=9/x&sort=colour&lost=7&mistake=no&alike=no&points=77")
    seen.page.locator("#rows tr").first.wait_for()
    assert len(seen.names()) == 4 and not seen.page.get_by_role("dialog").is_visible()
    assert seen.complaints == []


def test_a_link_to_a_part_of_the_page_keeps_the_section(visit: Any, html: str) -> None:
    seen = visit(html)
    seen.page.locator("#section").select_option("B")
    seen.page.get_by_role("link", name="Known mistakes").click()
    seen.until("location.hash.includes('section=B')")
    assert seen.names() == ["Ben Turing", "Cleo Hopper"]


def test_a_projector_shows_no_name_and_nobodys_code(visit: Any, html: str) -> None:
    seen = visit(html)
    tab = seen.page
    tab.get_by_role("button", name="1.1 Task 1").click()
    tab.locator(".sentences").get_by_text("It works.").first.wait_for()
    switch = tab.get_by_role("button", name="Hide names")
    switch.click()
    for part in ("#tasks", "#help", "#mistakes", "#unnamed", "#students"):  # whether on the screen or not
        assert named(tab.locator(part).text_content()) == [], part
    assert named(tab.locator("body").inner_text()) == [] and seen.names() == [f"Student {n}" for n in range(1, 5)]
    assert tab.get_by_role("button", name="Show names").get_attribute("aria-pressed") == "true"
    assert tab.locator("#roster").is_hidden() and tab.locator("#export").is_disabled()
    for number in range(1, 5):
        drawer = seen.open(f"Student {number}")
        assert named(drawer.inner_text()) == [] and drawer.locator("pre").count() == 0
        assert "Names are hidden: so are notes, decisions and code." in drawer.inner_text()
        tab.keyboard.press("Escape")
    tab.get_by_role("searchbox").fill("ada")
    assert seen.names() == []  # a name finds nobody while names are hidden
    tab.get_by_role("searchbox").fill("√d_k")
    assert len(seen.names()) == 1
    tab.locator("#heat-map").focus()
    tab.keyboard.press("ArrowRight")
    assert named(tab.locator("#heat").inner_text()) == []
    assert "names=hidden" in tab.url
    tab.reload()
    tab.locator("#rows tr").first.wait_for()
    assert named(tab.locator("body").inner_text()) == []
    tab.get_by_role("button", name="Show names").click()
    assert "Ada Lovelace" in seen.names() and seen.quiet()
