"""What the platform says beside what the journal says, on the page of a class."""

from __future__ import annotations

from typing import Any

from softmark.classes.report import cohort, page
from softmark.classes.report.override_table import Override
from tests.classes.report.test_platform_scores import CLASS


def test_the_page_shows_it_in_a_column_a_flag_and_the_drawer(visit: Any) -> None:
    seen = visit(page.render(cohort.gather(CLASS)).html)
    cells = seen.page.locator("#rows td.c-there").all_text_contents()
    assert cells == ["8", "10", "–"]
    seen.page.locator("#looks").get_by_role("button", name="Platform differs").click()
    assert seen.names() == ["Ada Lovelace"]
    said = seen.open("Ada Lovelace").inner_text()
    assert "Score on the platform: 8" in said
    assert "The platform has 8, here it is 6: an adjustment made there (+2)." in said
    assert seen.quiet()


def test_an_adjustment_made_there_comes_with_the_line_that_would_keep_it(visit: Any) -> None:
    seen = visit(page.render(cohort.gather(CLASS)).html)
    said = seen.page.locator("#adjusted").inner_text()
    assert "Ada Lovelace +2 s2,total,+2,adjusted on the platform,,(who),(when)" in said
    kept = cohort.gather(CLASS, [Override("o:2", "s2", "total", 2.0)])
    assert kept.graded[1].result.final == 8  # as on the platform
    said = visit(page.render(kept).html).page.locator("#adjusted").inner_text()
    assert "take it back on the platform once the new zip is there, or it counts twice" in said


def test_a_class_of_which_the_platform_tells_nothing_has_no_such_column(visit: Any) -> None:
    seen = visit(page.render(cohort.gather(CLASS[2:])).html)
    assert seen.page.locator(".c-there").count() == 0 and seen.quiet()
