"""Who needs help, on the page; what was observed, on a page of its own."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from softmark.classes.report import cohort, page
from tests.classes.report.test_two_lists import NEEDY, RENAMED, observed


def test_the_page_lists_who_needs_help_and_why(visit: Any) -> None:
    seen = visit(page.render(cohort.gather(NEEDY)).html)
    needs = seen.page.locator("#needs")
    needs.locator("h3").first.wait_for()
    said = {box.locator("h3").inner_text().split("\n")[0]: box.locator("li").all_inner_texts()
            for box in needs.locator("> div").all()}  # fmt: skip
    assert list(said)[:4] == ["Nothing written", "Low score", "Unfinished", "Files missing"]
    assert said["Nothing written"] == ["Gus None of the assignment's files was handed in."]
    assert said["Low score"] == [
        "Ben 2 of 10 points.",
        "Ada 4 of 10 points.",
        "Dora 4 of 10 points.",
    ]  # the lowest first
    assert said["Unfinished"] == ["Hal Not written: 1.1."]
    assert said["Files missing"] == [f"Ada b.py is missing. They were told: {RENAMED}"]
    assert said["Latest below the best"] == ["Ben The latest attempt has 2 points, an earlier one had 9."]
    assert said["Attempts without success"][0].startswith("Cleo 5 attempts, and nothing gained since number 1")
    assert said["Grader failed"] == ["Emil The grader failed."]
    assert "Platform differs" not in said
    assert seen.page.locator("#needs-count").text_content() == "7 of 8 submissions."
    needs.get_by_role("button", name="Ben").first.click()
    assert "Latest below the best." in seen.page.get_by_role("dialog", name="Ben").inner_text()
    seen.page.keyboard.press("Escape")
    assert seen.page.evaluate("document.activeElement.textContent") == "Ben"
    needs.get_by_role("button", name="list in the table").first.click()
    assert seen.names() == ["Gus"] and seen.quiet()


def test_differences_with_the_platform_have_a_box_of_their_own(visit: Any) -> None:
    tab = visit(page.render(cohort.gather(NEEDY)).html).page
    box = tab.get_by_role("region", name="Differences with the platform")
    box.wait_for()
    assert box.locator("li").all_inner_texts()[0].startswith("Dora The platform has 7, here it is 4: ")
    assert tab.get_by_role("navigation").get_by_role("link", name="Platform").is_visible()
    alike = visit(page.render(cohort.gather(NEEDY[:3])).html).page
    alike.locator("#needs h3").first.wait_for()
    assert not alike.locator("#differs").is_visible() and not alike.locator("#to-differs").is_visible()


def test_whoever_needs_nothing_is_told_so(visit: Any) -> None:
    seen = visit(page.render(cohort.gather(NEEDY[-1:])).html)
    seen.page.get_by_text("Nobody: no low score, no task left out, every file came, and nobody is stuck.").wait_for()


def test_integrity_is_a_file_of_its_own_in_the_words_of_an_observer(tmp_path: Path, tabs: Any) -> None:
    path = observed(tmp_path) / "integrity.html"
    assert path.stat().st_mode & 0o077 == 0
    tab = tabs(0).go(path).page
    said = {head.inner_text(): head.locator("xpath=../..").locator("li").all_inner_texts()
            for head in tab.locator("h2").all()}  # fmt: skip
    assert list(said) == [
        "Hidden calls that are not allowed", "Different when watched", "Unusual in the source",
        "Shares unusual code",
    ]  # fmt: skip
    assert "a.py line 3 reaches torch.softmax through getattr" in said["Hidden calls that are not allowed"][0]
    assert "Ada Lovelace and Ben Turing seen: 2026-11-20, Sam" in said["Shares unusual code"][0]
    assert "63% of the unusual code is the same, in 3 stretches." in said["Shares unusual code"][0]
    assert len(said["Shares unusual code"]) == 1  # nobody is named who is not in the class any more
    words = tab.locator("main").inner_text().lower()
    assert not any(word in words for word in ("evasion", "cheat", "suspect", "guilty", "copied"))
    links = tab.locator("main a").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    assert len(links) == 4 and links[-1] == "similarity.html#pair-4a35d9c469"
    tab.locator("main a").first.click()  # and leads to the student, by a word that is nobody's name
    tab.get_by_role("dialog", name="Ada Lovelace").wait_for()
    address = tab.url.partition("#")[2]  # hexadecimal digits alone may spell a short name: ask for their form
    assert re.fullmatch("student=[0-9a-f]{10}", address) and "lovelace" not in address
