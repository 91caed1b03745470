"""Every page that staff open, as it is and with things open, wide and narrow, light and dark: axe finds nothing."""

from __future__ import annotations

from typing import Any

import pytest

from softmark.classes.report import cohort, integrity, page, page_contents
from softmark.classes.similarity import page as similarity
from softmark.classes.similarity import pairs
from tests.classes.report.synthetic import group
from tests.classes.report.test_two_lists import NEEDY
from tests.classes.similarity.test_pairs import BACKGROUND, ODD, ODD_RENAMED, the_class, work
from tests.platform.handouts.test_layout import AXE


def violations(tab: Any) -> list[str]:
    tab.evaluate(AXE)
    found = tab.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [f"{one['id']}: {one['help']}: {[node['target'] for node in one['nodes'][:3]]}" for one in found
            if one["impact"] in ("serious", "critical")]  # fmt: skip


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    class_ = cohort.gather([*group(12), *NEEDY])
    links = page_contents.addresses(class_.graded, b"key")
    alike = pairs.compare(
        the_class(work("Ann", ODD), work("Ben", ODD_RENAMED), work("Cem", ODD.replace("seen", "x"))), BACKGROUND
    )
    shared = similarity.shared_parts(alike)
    return {
        "class": page.render(class_).html,
        "section": page.render(cohort.of_section(class_, "01")).html,
        "integrity": integrity.render(class_, {"pairs": []}, links),
        "similarity": similarity.to_html(alike, shared, "Spread", marks={}),
    }


@pytest.mark.full  # test_access.py asks the same of the page of a class on one screen
@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (1440, "dark"), (390, "light"), (390, "dark")])
def test_axe_finds_nothing_serious(visit: Any, pages: dict[str, str], width: int, scheme: str) -> None:
    for name, html in pages.items():
        seen = visit(html, scheme)
        seen.page.set_viewport_size({"width": width, "height": 900})
        assert violations(seen.page) == [], name
        assert seen.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        if name == "class":
            seen.page.locator("[data-task='1']").click()
            seen.page.locator(".sentences .checks").first.wait_for()
            assert violations(seen.page) == [], "a task is open"
            assert seen.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "a task is open"
            seen.page.locator("#projector").click()
            assert violations(seen.page) == [], "names are hidden"
            seen.page.locator("#rows th button").first.click()
            seen.page.locator(".tasklist").wait_for()
            assert violations(seen.page) == [], "a report card is open"
