"""The page of a class with a section chosen: every number follows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from softmark.classes.entries import Person
from softmark.classes.report import cohort, page
from softmark.classes.report.regrade_requests import Logged, RegradeRequest
from softmark.classes.report.same_person import Roster
from tests.classes.report.synthetic import group
from tests.classes.report.test_sections import CLASS, TEAM


def numbers(seen: Any) -> dict[str, Any]:
    """Every number above the table, and the rows."""
    tab = seen.page
    seen.until("document.querySelector('#needs').childElementCount > 0")
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


@pytest.mark.slow
def test_every_number_of_a_chosen_section_is_that_of_its_own_page(visit: Any) -> None:
    """Two programs work them out: Python for the section's page, the browser for the filter."""
    people = tuple(person for one in group(18) for person in one.entry.people)
    roster = Roster((*people, Person("Eve Late", "eve@x.org", "", "02"), Person("Gus Late", "gus@x.org", "", "03")))
    class_ = cohort.gather([*group(18), replace(TEAM, result=group(1)[0].result)], (), roster)
    whole = visit(page.render(class_).html)
    before = numbers(whole)
    for section in ("02", "03"):
        whole.page.locator("#section").select_option(section)
        alone = visit(page.render(cohort.of_section(class_, section)).html, beside=1)
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
