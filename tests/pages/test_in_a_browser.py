"""Page, card and comparison in a real browser: wide and narrow, light and dark, printed, and without scripts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest

from tests.pages.a_class import CLASS, Student, reported

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
PAGES = ("index", "changes", "alan", "barbara")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The files of a class that was graded again, by the first word of their names."""
    out = tmp_path_factory.mktemp("pages")
    reported(out / "old", *(replace(one, scores={}, told={}) for one in CLASS[1:]))
    reported(out / "new", *CLASS, old=out / "old")
    return {path.stem.split("-")[0]: path for path in (out / "new").rglob("*.html")}


@pytest.fixture
def seen(tabs: Any, pages: dict[str, Path]) -> Iterator[Any]:
    yield tabs(0).go(pages["index"])
    tabs(0).leave()


def names(seen: Any) -> list[str]:
    return [str(name) for name in seen.page.locator(".students tbody tr:visible th").all_text_contents()]


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_and_nothing_runs_over_the_edge(tabs: Any, pages: dict[str, Path], name: str) -> None:
    for width in (1440, 390):
        for scheme in ("light", "dark"):
            seen = tabs(0).go(pages[name], width, scheme)
            seen.page.evaluate(AXE)
            found = seen.page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
            assert [(one["id"], one["nodes"][0]["target"]) for one in found] == [], (width, scheme)
            assert seen.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, scheme)
            assert seen.quiet()


def test_the_table_sorts_by_any_column_and_nothing_stands_last(seen: Any) -> None:
    head = seen.page.get_by_role("columnheader", name="Score")
    empty = {"Ken Thompson", "Radia Perlman", "Tim Berners-Lee"}
    head.get_by_role("button").click()
    assert names(seen)[0] == "Frances Allen" and set(names(seen)[-3:]) == empty
    assert head.get_attribute("aria-sort") == "ascending"
    head.get_by_role("button").click()
    assert names(seen)[0] == "Ada Lovelace" and set(names(seen)[-3:]) == empty
    seen.page.get_by_role("button", name="Student").press("Enter")
    assert names(seen)[:2] == ["Ada Lovelace", "Alan Turing"] and seen.quiet()


def test_the_table_filters_by_word_section_and_task(seen: Any) -> None:
    seen.page.get_by_label("Section").select_option("B")
    assert names(seen) == ["Barbara Liskov", "Edsger Dijkstra", "Grace Hopper"]
    seen.page.get_by_label("Task not right").select_option("1.1")
    assert names(seen) == ["Edsger Dijkstra"]
    assert seen.page.locator("output").text_content() == f"1 of {len(CLASS)}"
    seen.page.get_by_label("Section").select_option("")
    seen.page.get_by_label("Task not right").select_option("")
    seen.page.get_by_label("Find").fill("FOLDER missing")
    assert names(seen) == ["Radia Perlman"] and seen.quiet()


def test_a_name_is_found_without_its_accents(tabs: Any, tmp_path: Path) -> None:
    reported(tmp_path, Student("Ana Núñez"), Student("Ada Lovelace"))
    seen = tabs(0).go(tmp_path / "index.html")
    seen.page.get_by_label("Find").fill("nunez")
    assert names(seen) == ["Ana Núñez"]
    tabs(0).leave()


def test_a_score_stays_within_its_task_on_a_phone(tabs: Any, pages: dict[str, Path]) -> None:
    seen = tabs(0).go(pages["alan"], 390)
    for width in range(300, 400, 10):
        seen.page.set_viewport_size({"width": width, "height": 800})
        ends = "task => ['.points', 'h3'].map(part => task.querySelector(part).getBoundingClientRect().bottom)"
        for score, head in seen.page.evaluate(f"[...document.querySelectorAll('.task')].map({ends})"):
            assert score <= head + 1, width
    tabs(0).leave()


def test_a_name_leads_to_the_card(seen: Any) -> None:
    seen.page.get_by_role("region", name="Table of students").get_by_role("link", name="Alan Turing").click()
    assert seen.page.get_by_role("heading", level=1).text_content() == "Alan Turing"
    assert seen.complaints == []


def test_without_scripts_and_on_paper_everything_is_there(browser: Any, pages: dict[str, Path]) -> None:
    context = browser.new_context(java_script_enabled=False, color_scheme="dark")
    tab = context.new_page()
    tab.goto(pages["index"].as_uri())
    assert not tab.locator(".filters").is_visible()
    for words in ("Who needs help", "Barbara Liskov", "scale.variance", "ab12cd", "A watch saw"):
        assert tab.get_by_text(words).first.is_visible(), words
    assert tab.locator(".students tbody tr").count() == len(CLASS)
    assert tab.pdf().startswith(b"%PDF")
    tab.emulate_media(media="print")
    assert tab.locator("nav").is_visible() is False
    context.close()
