"""What a regrade changed, on the page that a browser shows."""

from __future__ import annotations

import pytest

from softmark.classes.report import regrade
from tests.classes.report.synthetic import by_hand
from tests.classes.report.test_compare import between


@pytest.mark.slow
def test_six_hundred_changes_are_folded_searched_and_filtered(visit) -> None:  # type: ignore[no-untyped-def]
    old = [by_hand(f"s{n}", (n % 5, 6), name=f"Student {n}", section=f"{n % 3}") for n in range(600)]
    new = [by_hand(f"s{n}", (4, n % 7), name=f"Student {n}", section=f"{n % 3}", autograder="b") for n in range(600)]
    seen = visit(regrade.to_html(between(old, new)))
    page = seen.page

    def names() -> list[str]:
        return [str(text) for text in page.locator("#changes tr:visible th").all_text_contents()]

    assert page.locator("#shown").text_content() == "583 changes" and page.locator("details[open]").count() == 0
    page.get_by_role("searchbox", name="Find").fill("student 599")
    assert names() == ["Student 599 2"]
    page.locator("#changes tr:visible summary").click()
    assert "It works. (public and hidden)" in page.locator("#changes tr:visible").inner_text()
    page.get_by_role("searchbox", name="Find").fill("")
    page.get_by_role("combobox", name="Show").select_option("lose")
    page.locator(".tallies").get_by_role("button", name="1.1").click()
    shown = page.locator("#shown").text_content()
    assert shown == f"{len(names())} of 583 changes" and 0 < len(names()) < 583
    page.get_by_role("searchbox", name="Find").fill("nobody at all")
    page.get_by_role("button", name="Clear the filters").click()
    assert page.locator("#shown").text_content() == "583 changes" and seen.quiet()


def test_the_folders_are_written_as_they_are(visit) -> None:  # type: ignore[no-untyped-def]
    seen = visit(regrade.to_html(between([by_hand("s1", (4, 6))], [by_hand("s1", (1, 6), autograder="b")])))
    assert seen.page.locator("header .eyebrow").inner_text() == "REGRADE before → after"
