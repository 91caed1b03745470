"""The page in a real browser: what a TA does with it, by mouse and by keyboard, and what hostile text does: nothing."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from softmark.classes.entries import Attempt, Graded, Person
from softmark.classes.report import cohort, page, regrade
from softmark.classes.report.override_table import Override
from softmark.classes.report.report_cards import card, to_html
from softmark.classes.report.same_person import Roster
from softmark.files.escape import one_line
from softmark.grading.check_result import CheckResult
from softmark.grading.result import Lateness, Note
from tests.classes.report.synthetic import by_hand, group


def mistaken(one: Graded) -> Graded:
    check = CheckResult("a", "It works.", "public", False, message="got 7", diagnosis="scale.missing", says="No √d_k.")
    return replace(one, result=one.result.with_item(replace(one.result.item("1.1"), checks=(check,))))


CLASS = [
    by_hand("s1", (4, 6), name="Grace Hopper", section="01", email="grace@x.org"),
    mistaken(by_hand("s2", (0, 3), name="Ada Lovelace", section="02", history=(Attempt("2026-11-01", 1.0),))),
    by_hand("s3", (4, 0), name="Zoë Élan", section="01"),
    mistaken(by_hand("s4", (0, 6), name="Alan Turing", section="02")),
]
MANY = [by_hand(f"m{n}", (n % 5, n % 7), name=f"Student {n}", section=f"{n % 4}") for n in range(80)]
OVERRIDE = Override("o:2", "s3", "1.2", 2, "the misprint", "", "Grace", "2026-11-14")


@pytest.fixture
def seen(visit: Any) -> Any:
    roster = Roster((Person("Ada Lovelace"), Person("Eve Late", section="03")))
    return visit(page.render(cohort.gather(CLASS, [OVERRIDE], roster)).html)


def test_it_sorts_by_any_column_and_says_so(seen: Any) -> None:
    assert seen.names() == ["Ada Lovelace", "Alan Turing", "Grace Hopper", "Zoë Élan"]
    score = seen.page.get_by_role("columnheader", name="Score")
    score.get_by_role("button").click()
    assert seen.names() == ["Grace Hopper", "Alan Turing", "Zoë Élan", "Ada Lovelace"]
    assert score.get_attribute("aria-sort") == "descending"
    score.get_by_role("button").click()
    assert seen.names()[0] == "Ada Lovelace" and score.get_attribute("aria-sort") == "ascending"
    assert seen.page.get_by_role("columnheader", name="Name").get_attribute("aria-sort") == "none"
    assert seen.page.locator("#shown").text_content() == "4 submissions, sorted by score, ascending"
    assert seen.quiet()


def test_it_filters_by_text_section_flag_task_score_and_mistake(seen: Any) -> None:
    find = seen.page.get_by_role("searchbox", name="Find")
    find.fill("GRACE x.org")
    assert seen.names() == ["Grace Hopper"] and seen.page.locator("#shown").text_content() == "1 of 4 submissions"
    find.fill("nobody at all")
    assert seen.names() == []
    seen.page.get_by_role("button", name="Clear the filters").click()
    seen.page.get_by_label("Section").select_option("02")
    assert seen.names() == ["Ada Lovelace", "Alan Turing"]
    seen.page.get_by_role("button", name="Remove the filter: section 02").click()
    seen.page.get_by_role("combobox", name="Lost points in").select_option(label="1.2 Task 2")
    assert seen.names() == ["Ada Lovelace", "Zoë Élan"]
    seen.page.get_by_role("combobox", name="Lost points in").select_option("")
    seen.page.locator("#looks").get_by_role("button", name="Override").click()
    assert seen.names() == ["Zoë Élan"]
    seen.page.locator("#looks").get_by_role("button", name="Override").click()
    seen.page.get_by_role("button", name="10 points and more").click()
    assert seen.names() == ["Grace Hopper"]
    seen.page.get_by_role("button", name="10 points and more").first.click()
    seen.page.locator("#mistakes").get_by_role("button", name="list in the table").click()
    assert seen.names() == ["Ada Lovelace", "Alan Turing"] and seen.quiet()


def test_the_filtered_list_goes_out_as_csv(seen: Any) -> None:
    seen.page.get_by_label("Section").select_option("02")
    with seen.page.expect_download() as waiting:
        seen.page.get_by_role("button", name="Export this list").click()
    text = Path(waiting.value.path()).read_text(encoding="utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [(row["Name"], row["Score"], row["1.2 Task 2"]) for row in rows] == [
        ("Ada Lovelace", "3", "3"),
        ("Alan Turing", "6", "6"),
    ]
    assert rows[0]["Known mistakes"] == "scale.missing" and seen.quiet()


def test_a_drawer_holds_the_report_card_the_history_and_the_code(seen: Any) -> None:
    drawer = seen.open("Ada Lovelace")
    text = drawer.inner_text()
    assert "3 of 10 points" in text.replace("\n", " ") and "Known mistake: No √d_k." in text and "got 7" in text
    assert "2 attempts" in text and "1 → 3" in text
    assert "x = 1" in drawer.locator("pre").first.text_content()
    drawer.get_by_role("button", name="Close").click()
    drawer = seen.open("Zoë Élan")
    assert "Override: 2 points instead of 0, by Grace on 2026-11-14 (for staff: the misprint)" in drawer.inner_text()
    assert seen.quiet()


def test_everything_works_from_the_keyboard_alone(seen: Any) -> None:
    keys, focused = seen.page.keyboard, "document.activeElement.textContent"
    keys.press("/")
    assert seen.page.evaluate("document.activeElement.id") == "find"
    for _ in range(30):
        keys.press("Tab")
        if seen.page.evaluate("!!document.activeElement.closest('#rows')"):
            break
    assert seen.page.evaluate(focused) == "Ada Lovelace"
    ring = seen.page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert ring == "solid"  # the focus is seen
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    assert seen.page.evaluate(focused) == "Grace Hopper"
    keys.press("End")
    keys.press("ArrowUp")
    keys.press("Enter")
    drawer = seen.page.get_by_role("dialog", name="Grace Hopper")
    drawer.locator(".tasklist").wait_for()
    for _ in range(25):  # Tab goes round inside the drawer
        keys.press("Tab")
        assert seen.page.evaluate("!!document.activeElement.closest('dialog')")
    keys.press("Shift+Tab")
    assert seen.page.evaluate("!!document.activeElement.closest('dialog')")
    seen.page.locator("#close").focus()
    keys.press("ArrowRight")
    assert seen.page.locator("#drawer-title").text_content() == "Zoë Élan"
    keys.press("Escape")
    assert not seen.page.get_by_role("dialog").is_visible()
    seen.until(f"{focused} === 'Zoë Élan'")  # back where the reader was
    assert seen.quiet()


def test_the_heat_map_speaks(seen: Any) -> None:
    seen.page.locator("#heat-map").focus()
    seen.page.keyboard.press("ArrowRight")
    seen.page.keyboard.press("ArrowDown")
    assert seen.page.locator("#heat-now").text_content() == "Alan Turing: 1.2 Task 2, 6 of 6 (passed)"
    seen.page.keyboard.press("Enter")
    seen.page.get_by_role("dialog", name="Alan Turing").wait_for()
    assert seen.quiet()


def test_the_heat_map_begins_with_the_best_however_the_table_is_sorted(seen: Any) -> None:
    heat = seen.page.locator("#heat-map")
    for sort in ("Name", "Score", "Score"):
        seen.page.get_by_role("columnheader", name=sort).get_by_role("button").click()
        heat.focus()
        said = []
        for key in ("Home", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowRight", "ArrowRight", "ArrowRight"):
            seen.page.keyboard.press(key)
            said.append(str(seen.page.locator("#heat-now").text_content()).partition(":")[0])
        assert (said[3], said[6]) == ("Grace Hopper", "Ada Lovelace"), "10 points, and 3"
        assert set(said[4:6]) == {"Alan Turing", "Zoë Élan"}


def test_a_sentence_in_the_place_of_a_list_is_one_line(visit: Any) -> None:
    seen = visit(page.render(cohort.gather([CLASS[0]])).html)
    box = seen.page.get_by_text("No mistake was recognised by name.").bounding_box()
    assert box["width"] > 600


def test_the_table_prints_a_line_a_student(visit: Any) -> None:
    seen = visit(page.render(cohort.gather(group(12))).html)
    seen.page.emulate_media(media="print")
    seen.page.set_viewport_size({"width": 720, "height": 1000})
    tall = [row.bounding_box()["height"] for row in seen.page.locator("#rows tr[data-student]").all()]
    assert max(tall) < 1.5 * min(tall), "flags stand beside each other"


def test_no_heading_of_the_table_is_cut_off(visit: Any) -> None:
    seen = visit(page.render(cohort.gather(group(12))).html)
    for width, media in ((1440, "screen"), (1024, "screen"), (800, "screen"), (720, "print")):
        seen.page.emulate_media(media=media)
        seen.page.set_viewport_size({"width": width, "height": 900})
        short = "all => all.filter((th) => th.scrollWidth > th.clientWidth + 1).map((th) => th.textContent)"
        assert seen.page.locator("#students thead th").evaluate_all(short) == [], (width, media)


def test_a_screen_reader_finds_landmarks_headings_and_a_table(seen: Any) -> None:
    page_ = seen.page
    for role in ("banner", "navigation", "main", "contentinfo", "search"):
        assert page_.get_by_role(role).count() == 1, role
    assert page_.get_by_role("heading", level=1).text_content() == "Two tasks"
    table = page_.get_by_role("table", name="Students")
    assert table.get_by_role("rowheader").count() == 4 and table.get_by_role("columnheader").count() == 6
    assert page_.locator("#shown").get_attribute("aria-live") == "polite"
    assert "full marks: 2. no points: 2." in page_.get_by_role("row", name="1.1 Task 1").text_content()
    assert page_.evaluate("[...document.querySelectorAll('button, input, select')].every(e => e.labels?.length || "
                          "e.textContent.trim() || e.getAttribute('aria-label'))")  # fmt: skip


def test_who_has_not_started_is_listed(seen: Any) -> None:
    assert "Eve Late" in seen.page.locator("#roster").inner_text()
    assert "Alan Turing" in seen.page.get_by_role("region", name="Not on the roster").inner_text()


def test_dark_light_and_paper(visit: Any) -> None:
    seen = visit(page.render(cohort.gather(MANY)).html)  # more than the table shows at once
    tab, ground = seen.page, "getComputedStyle(document.body).backgroundColor"
    light = tab.evaluate(ground)
    tab.emulate_media(color_scheme="dark")
    dark = tab.evaluate(ground)
    assert dark != light
    tab.emulate_media(color_scheme="light")
    tab.get_by_role("button", name="Theme").click()
    tab.get_by_role("button", name="Theme").click()
    assert tab.evaluate(ground) == dark
    tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    tab.emulate_media(media="print")
    assert len(seen.names()) == len(MANY) and not tab.locator("#tools").is_visible()
    assert tab.evaluate(ground) == "rgb(255, 255, 255)"
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth") and seen.quiet()
    tab.set_viewport_size({"width": 690, "height": 980})  # what is left of A4
    heights = tab.eval_on_selector_all("#heads th", "all => all.map(one => one.getBoundingClientRect().height)")
    assert heights and max(heights) < 30, "no heading of the table breaks within a word"


def test_a_phone_needs_no_sideways_scrolling(visit: Any) -> None:
    seen = visit(page.render(cohort.gather([*MANY[:20], *group(3)])).html)
    seen.page.set_viewport_size({"width": 390, "height": 844})
    assert seen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    seen.page.locator("#rows tr").first.click()
    seen.page.locator(".tasklist").wait_for()
    assert seen.page.evaluate("document.querySelector('#drawer').scrollWidth <= innerWidth") and seen.quiet()


HOSTILE = [
    '</script><img src=x onerror="window.hurt=1">',
    "\u202eevil \u200b\x1b[31mred\x1b[0m",
    "{{ 7 * 7 }} ${alert(1)} '\"><svg onload=window.hurt=1>",
    "A" * 10_000,
    "javascript:window.hurt=1",
    '=HYPERLINK("http://evil")',
]


def hostile(number: int, text: str) -> Graded:
    """A student whose every word is hostile."""
    one = by_hand(f"h{number}", (0, 6), name=text, email=text, sid=text, section=text, created_at=text)
    check = CheckResult("a", "It works.", "public", False, message=text, diagnosis=text, says=text, hint=text)
    result = one.result.with_item(replace(one.result.item("1.1"), checks=(check,)))
    return replace(one, result=result.with_notes(Note("student", text), Note("staff", text)), files={"a.py": text})


def test_hostile_names_and_output_are_shown_and_do_nothing(visit: Any) -> None:
    class_ = cohort.gather(
        [hostile(number, text) for number, text in enumerate(HOSTILE)],
        [Override("o:2", f"h{number}", "1.2", 3, text, text, text, text) for number, text in enumerate(HOSTILE)],
        Roster(tuple(Person(text, f"r{number}", text, text) for number, text in enumerate(HOSTILE))),
    )
    seen = visit(page.render(class_).html)
    for text in HOSTILE:
        seen.page.locator("#rows").get_by_role("button", name=one_line(text, limit=80), exact=True).click()
        seen.page.locator(".tasklist").wait_for()
        shown = " ".join(seen.page.locator("#drawer").inner_text().split())
        assert shown.count(one_line(text)[:20]) > 5  # in the title, the mail, the message, the hint, the code …
        seen.page.keyboard.press("Escape")
    assert not any(letter in seen.page.content() for letter in "\u202e\x1b\u200b")
    assert seen.page.locator("img, iframe, object, embed, [onload], [onerror]").count() == 0
    assert seen.page.evaluate("window.hurt") is None and seen.quiet()
    with seen.page.expect_download() as waiting:
        seen.page.get_by_role("button", name="Export this list").click()
    rows = list(csv.reader(io.StringIO(Path(waiting.value.path()).read_text(encoding="utf-8-sig"))))
    assert len(rows) == 1 + len(HOSTILE)
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row)


def test_hostile_words_do_nothing_on_the_other_pages_either(visit: Any) -> None:
    group_ = [hostile(number, text) for number, text in enumerate(HOSTILE)]
    pages = [to_html(card(one)) for one in group_[:3]]
    for html in (*pages, regrade.to_html(regrade.compare(cohort.gather(group_), cohort.gather([])))):
        seen = visit(html)
        assert seen.page.evaluate("window.hurt") is None and seen.page.locator("img, svg").count() == 0
        assert not any(letter in seen.page.content() for letter in "\u202e\x1b\u200b") and seen.quiet()


@pytest.mark.full  # make bench measures it as well
def test_two_thousand_students_fit_into_one_and_a_half_megabytes(large: page.Page) -> None:
    assert len(large.html.encode()) < 1_500_000


@pytest.mark.full
def test_two_thousand_students_sort_and_filter_without_a_pause(visit: Any, large: page.Page) -> None:
    seen = visit(large.html)
    seen.open(seen.names()[0])  # now everything is unpacked
    seen.page.keyboard.press("Escape")
    tools = seen.page.context.new_cdp_session(seen.page)
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})  # of this page alone, however busy the machine is

    def busy() -> float:
        found = tools.send("Performance.getMetrics")["metrics"]
        return float(next(each["value"] for each in found if each["name"] == "TaskDuration"))

    took = []
    for column in ("Score", "Name", "Tasks", "Section", "Score"):
        began = busy()
        seen.page.get_by_role("columnheader", name=column).get_by_role("button").evaluate("button => button.click()")
        seen.page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
        took.append(busy() - began)
    began = busy()
    seen.page.get_by_role("searchbox").fill("ada")
    took.append(busy() - began)
    assert max(took) < 0.25, took  # seconds of work until what was asked for is on the screen
    assert 0 < len(seen.names()) < 100 and seen.quiet()


@pytest.mark.full
def test_the_last_of_two_thousand_is_one_key_away_and_all_of_them_are_printed(visit: Any, large: page.Page) -> None:
    seen = visit(large.html)
    seen.page.locator("#rows button").first.focus()
    seen.page.keyboard.press("End")
    last = seen.page.evaluate("document.activeElement.closest('tr').getAttribute('aria-rowindex')")
    assert last == "2001" and seen.page.locator("#table").get_attribute("aria-rowcount") == "2001"
    seen.page.keyboard.press("ArrowUp")
    assert seen.page.evaluate("document.activeElement.closest('tr').getAttribute('aria-rowindex')") == "2000"
    seen.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert len(seen.names()) == 2000 and seen.quiet()


def test_on_a_phone_the_histogram_begins_where_most_students_are(visit: Any) -> None:
    tab = visit(page.render(cohort.gather([by_hand(f"s{n}", (4, 6), name=f"S {n}") for n in range(9)])).html).page
    tab.set_viewport_size({"width": 390, "height": 900})
    tab.reload()
    tab.locator("#rows tr").first.wait_for()
    box, fullest = (tab.locator(each).bounding_box() for each in ("#histogram", "[data-bar] >> nth=-1"))
    assert "9" in tab.locator("[data-bar] >> nth=-1").inner_text()
    assert fullest["x"] + fullest["width"] <= box["x"] + box["width"] + 1


LATE = Lateness("", "", 90_000, 10, 10.5, "1 day late", "1 day late: 10% of 105 = −10.5.")
EVERY_COLUMN = by_hand(
    "s1", (45, 60), points=(45, 60), section="01", created_at="2026-11-15T12:00:00-08:00", platform_score=105.0,
    history=(Attempt("2026-11-01", 1.0),),
)  # fmt: skip


def test_the_score_of_late_work_and_what_lateness_took_are_read_whole(visit: Any) -> None:
    late = replace(EVERY_COLUMN, result=replace(EVERY_COLUMN.result, late=LATE))
    tab = visit(page.render(cohort.gather([late, by_hand("s2")])).html).page
    heights = tab.eval_on_selector_all("#rows tr[data-student]", "all => all.map((row) => row.offsetHeight)")
    # the table holds only the rows near the screen, and counts on all being alike
    assert len(heights) == 2 and len(set(heights)) == 1
    cell = tab.locator("td.c-score").filter(has_text="late")
    lines = "part => part.getBoundingClientRect().height / parseFloat(getComputedStyle(part).lineHeight)"
    for width, media in ((1440, "screen"), (800, "screen"), (390, "screen"), (690, "print")):
        tab.set_viewport_size({"width": width, "height": 900})
        tab.emulate_media(media=media)
        assert cell.locator("span").all_inner_texts() == ["94.5", "−10.5 late"]
        assert cell.evaluate("cell => cell.scrollWidth <= cell.clientWidth"), f"cut at {width}, {media}"
        assert [round(cell.locator("span").nth(place).evaluate(lines)) for place in (0, 1)] == [1, 1], "broken"
