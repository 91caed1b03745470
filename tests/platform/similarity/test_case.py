"""The page of pairs: groups are named, and a tick stays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from softmark.classes.similarity import page, pairs
from tests.classes.similarity.test_case import THIRD, shared
from tests.classes.similarity.test_command import MINI, softmark
from tests.classes.similarity.test_pairs import BACKGROUND, ODD, ODD_RENAMED, the_class, work


def test_the_page_names_the_group_and_links_its_pairs(visit: Any) -> None:
    comparison = pairs.compare(the_class(work("Ann", ODD), work("Ben", ODD_RENAMED), work("Cem", THIRD)), BACKGROUND)
    seen_ = visit(page.to_html(comparison, page.shared_parts(comparison), "Spread"))
    box = seen_.page.locator(".together li")
    assert box.count() == 1 and box.locator("b").text_content() == "3: Ann, Ben, Cem"
    assert box.get_by_role("link").count() == 3
    last = box.get_by_role("link").last
    last.click()
    shown = seen_.page.locator(".pair.current")
    assert f"#{shown.get_attribute('id')}" == last.get_attribute("href")
    assert "The two are of a group of 3" in shown.text_content() and seen_.quiet()


def test_a_tick_on_the_page_stays_and_goes_out_as_a_file(tmp_path: Path, visit: Any) -> None:
    graded = shared(tmp_path)
    assert softmark("similar", graded, "--course", MINI) == 0
    seen_ = visit((graded / "similarity.html").read_text(encoding="utf-8"))
    tab = seen_.page
    tab.get_by_label("seen").first.check()
    assert tab.locator("#marked").text_content() == "1 of 3 seen"
    tab.reload()
    assert tab.get_by_label("seen").first.is_checked() and tab.locator(".pairs .seen").count() == 1
    tab.get_by_role("button", name="Only what is not seen").click()
    assert tab.locator(".pairs li:visible").count() == 2
    with tab.expect_download() as waiting:
        tab.get_by_role("button", name="Save the marks").click()
    (graded / "seen.csv").write_bytes(Path(waiting.value.path()).read_bytes())
    assert seen_.quiet()
    assert softmark("similar", graded, "--course", MINI) == 0
    again = visit((graded / "similarity.html").read_text(encoding="utf-8"))
    assert again.page.locator("#marked").text_content() == "1 of 3 seen"  # in another browser, too
    assert again.page.get_by_label("seen").count() == 2
