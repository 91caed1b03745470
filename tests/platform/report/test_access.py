"""Every page we write for staff and students, for everyone: WCAG 2.2 AA by an automated check, and by keyboard alone.

The handout and the guides have the same in tests/platform/handouts/test_layout.py.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest

from softmark.build import audit_report
from softmark.build.audit import Audit
from softmark.classes.report import cohort, page, regrade
from softmark.classes.report.report_cards import card, to_html
from softmark.content.rubric_reader import load_rubric
from tests.classes.report.synthetic import by_hand
from tests.classes.similarity.test_page import shown
from tests.classes.similarity.test_pairs import ODD, ODD_RENAMED, work
from tests.mini_course import COURSE
from tests.platform.report.test_browser import CLASS, mistaken

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"]
INTERACTIVE = "a[href], button, input, select, textarea, summary, [tabindex]"


def comparison() -> str:
    old = [by_hand("s1", (4, 6), name="Ada"), by_hand("s2", (0, 6), name="Alan")]
    new = [by_hand("s1", (1, 6), name="Ada", autograder="b"), by_hand("s2", (4, 6), name="Alan", autograder="b")]
    return regrade.to_html(regrade.compare(cohort.gather(old), cohort.gather(new), ("before", "after")))


PAGES = {
    "class page": lambda: page.render(cohort.gather(CLASS)).html,
    "report card": lambda: to_html(card(mistaken(CLASS[0]))),
    "compare": comparison,
    "similarity": lambda: shown(work("Ann", ODD), work("Ben", ODD_RENAMED)),
    "audit": lambda: audit_report.to_html(Audit((), (), ()), load_rubric(COURSE / "autograder" / "rubric.yaml")),
}


def violations(seen: Any) -> list[str]:
    seen.page.evaluate(AXE)
    asked = {"runOnly": {"type": "tag", "values": AA}, "resultTypes": ["violations"]}
    found = seen.page.evaluate("asked => axe.run(document, asked)", asked)["violations"]
    return [f"{one['id']}: {one['help']}: {[node['target'] for node in one['nodes'][:3]]}" for one in found]


OFTEN = ("class page", "report card")
"""Pages that are looked at every time, the others with FULL=1."""


@pytest.mark.parametrize(
    "name", [name if name in OFTEN else pytest.param(name, marks=pytest.mark.full) for name in PAGES]
)
def test_axe_finds_nothing_against_wcag_2_2_aa_in_the_dark_on_a_phone(visit: Any, name: str) -> None:
    html = PAGES[name]()
    seen = visit(html, "dark")
    seen.page.set_viewport_size({"width": 390, "height": 800})
    assert violations(seen) == [], name


@pytest.mark.slow
def test_nor_in_the_light_on_a_wide_screen(visit: Any) -> None:
    for name in OFTEN:
        assert violations(visit(PAGES[name]())) == [], name


@pytest.mark.parametrize("name", PAGES)
def test_keys_alone_reach_everything_and_show_where_they_are(visit: Any, name: str) -> None:
    seen = visit(PAGES[name]())
    wanted = seen.page.evaluate(
        """wanted => [...document.querySelectorAll(wanted)].filter(e => e.tabIndex >= 0 && !e.disabled
            && e.checkVisibility({visibilityProperty: true})
            && !(e.type === "radio" && !e.checked)).map((e, n) => { e.dataset.stop = n; return n; })""",
        INTERACTIVE,
    )
    reached, unmarked = set(), []
    for _ in range(len(wanted) + 5):
        seen.page.keyboard.press("Tab")
        told = seen.page.evaluate(
            """() => { const e = document.activeElement, s = getComputedStyle(e);
                const seen = s.outlineStyle !== "none" || s.boxShadow !== "none";
                return [e.dataset.stop ?? null, seen, e.outerHTML.slice(0, 80)]; }"""
        )
        if told[0] is not None:
            reached.add(int(told[0]))
            unmarked += [] if told[1] else [told[2]]
    assert set(wanted) <= reached, f"{len(set(wanted) - reached)} are not reached by Tab"
    assert unmarked == [], "the focus must be seen"
