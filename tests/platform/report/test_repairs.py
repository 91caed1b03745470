"""The class page in a real browser: a repair's two lines, for staff."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from softmark.classes.report import cohort, page
from softmark.grading.result import Repair, RepairSearch
from tests.classes.report.synthetic import by_hand

BEFORE, AFTER = "return total / (x.shape[-1] - 1)", "return total / (x.shape[-1] - 0)"


def test_the_line_as_it_is_and_as_it_would_be_stand_one_above_the_other(visit: Any) -> None:
    repair = Repair("number", "stats.py", 6, BEFORE, 6, "mean", BEFORE, AFTER, "1", "0", hidden=True)
    one = by_hand("s1", (0, 6), name="Ada Lovelace")
    row = replace(one.result.item("1.1"), repair=RepairSearch(40, 40, (repair,)))
    seen = visit(page.render(cohort.gather([replace(one, result=one.result.with_item(row))])).html)
    note = seen.open("Ada Lovelace").locator(".remarks li").filter(has_text="One change repairs it")
    assert "1.1: One change repairs it (40 edits tried, 1 repairs it): stats.py line 6" in note.inner_text()
    assert note.locator("code").inner_text().splitlines() == [f"    - {BEFORE}", f"    + {AFTER}"]
    assert seen.quiet()
