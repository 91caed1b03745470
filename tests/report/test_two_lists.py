"""Two lists for two readers: who needs help, for all staff; what may be a matter of integrity, for the instructor."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from softmark.classes.entries import Attempt, Graded
from softmark.classes.report import cohort, needs_help, page
from softmark.grading.result import Lateness, Note
from tests.report.synthetic import by_hand
from tests.report.test_command import journal, softmark
from tests.report.test_page import everything

HIDES = "evasion? a.py line 3 reaches torch.softmax through getattr, which task 1.4 does not allow"
WATCHED = "worth a look: task 1.1 raised an error when torch's hooks looked on and passed without them"
EVAL = "worth a look: a.py line 9 calls eval"


def with_history(ident: str, name: str, scores: tuple[float, float], *earlier: float | None) -> Graded:
    return by_hand(ident, scores, name=name, history=tuple(Attempt("2026-11-01", score) for score in earlier))


def with_files(one: Graded, *notes: str, **files: str) -> Graded:
    """An assignment of a.py and b.py."""
    items = tuple(replace(item, file=name) for item, name in zip(one.result.items, ("a.py", "b.py"), strict=True))
    result = replace(one.result, items=items).with_notes(*(Note("student", text) for text in notes))
    return replace(one, result=result, files={f"{name}.py": text for name, text in files.items()})


RENAMED = "Your submission holds b.py.txt, expected b.py: rename it"


def test_wrong_and_missing_files_are_told_with_what_was_there() -> None:
    one = by_hand("s1", (4, 0))
    assert needs_help.files(with_files(one, RENAMED, "Made on a Mac", a="x")) == (
        f"b.py is missing. They were told: {RENAMED}"
    )
    assert needs_help.files(with_files(one)) == "a.py, b.py are missing."
    assert needs_help.files(with_files(one, a="x", b="y")) == "" == needs_help.files(one)


@pytest.mark.parametrize(
    ("last", "earlier", "says"),
    [
        ((2, 0), (3.0, 9.0), "The latest attempt has 2 points, an earlier one had 9."),
        ((4, 5), (10.0,), ""),  # a tenth of the points is not far
        ((4, 4.9), (10.0,), "The latest attempt has 8.9 points, an earlier one had 10."),
        ((4, 6), (9.0, None), ""),
        ((0, 0), (), ""),
    ],
)
def test_a_latest_attempt_far_below_the_best(last: tuple[float, float], earlier: tuple[float, ...], says: str) -> None:
    assert needs_help.below(with_history("s1", "Ada", last, *earlier)) == says


@pytest.mark.parametrize(
    ("last", "earlier", "says"),
    [
        ((4, 1), (1.0, 5.0, 5.0, 4.0, 5.05), "6 attempts, and nothing gained since number 2 (5.05 points)."),
        ((4, 1), (1.0, 2.0, 3.0, 4.0), ""),  # every one a step
        ((4, 6), (10.0, 10.0, 10.0, 10.0, 10.0), ""),  # done
        ((0, 0), (0.0, None, 0.0, 0.0, 0.0), "5 attempts, and nothing gained since number 1 (0 points)."),
    ],
)
def test_many_attempts_without_progress(last: tuple[float, float], earlier: tuple[Any, ...], says: str) -> None:
    assert needs_help.stuck(with_history("s1", "Ada", last, *earlier)) == says


LATE = Lateness("", "", 90_000, 10, 10, "1 day late", "1 day late: 10% of 55 = −10.")


def changed(one: Graded, item: str = "1.1", **row: Any) -> Graded:
    return replace(one, result=one.result.with_item(replace(one.result.item(item), **row)))


def of_a_hundred(*scores: float) -> Graded:
    return by_hand("s1", scores, points=(40, 60))


@pytest.mark.parametrize(
    ("one", "low", "unfinished"),
    [
        pytest.param(of_a_hundred(20, 0), "20 of 100 points.", "", id="20 points"),
        pytest.param(of_a_hundred(0, 35), "35 of 100 points.", "", id="35 points"),
        pytest.param(of_a_hundred(40, 10), "", "", id="exactly half is not low"),
        pytest.param(replace(of_a_hundred(0, 55), result=replace(of_a_hundred(0, 55).result, late=LATE)),
                     "45 of 100 points (10 taken off for lateness).", "", id="low by lateness"),
        pytest.param(changed(of_a_hundred(0, 35), status="not_written"),
                     "35 of 100 points. Not written: 1.1.", "", id="low and unfinished is told once"),
        pytest.param(changed(of_a_hundred(0, 60), status="not_written"), "", "Not written: 1.1.", id="unfinished"),
        pytest.param(changed(of_a_hundred(0, 60), status="not_written", bonus=True), "", "", id="bonus left out"),
        pytest.param(changed(of_a_hundred(0, 35), status="grader_error"), "", "", id="the grader may owe points"),
        pytest.param(changed(of_a_hundred(0, 35), status="not_checked", postponed=True), "", "", id="checked later"),
        pytest.param(replace(of_a_hundred(0, 0), result=replace(of_a_hundred(0, 0).result, status="started")),
                     "", "", id="not graded"),
    ],
)  # fmt: skip
def test_a_low_score_and_tasks_left_out(one: Graded, low: str, unfinished: str) -> None:
    assert (needs_help.low(one), needs_help.unfinished(one)) == (low, unfinished)


NEEDY = [
    with_files(by_hand("s1", (4, 0), name="Ada"), RENAMED, a="x"),
    with_history("s2", "Ben", (2, 0), 9.0),
    with_history("s3", "Cleo", (4, 1), 5.0, 5.0, 5.0, 5.0),
    by_hand("s4", (4, 0), name="Dora", platform_score=7.0),
    replace(by_hand("s5", (0, 0), name="Emil"), result=replace(by_hand("s5").result, status="grader_error")),
    replace(by_hand("s7", (0, 0), name="Gus"), files={}),
    changed(by_hand("s8", (0, 6), name="Hal"), status="not_written"),
    by_hand("s6", (4, 6), name="Fay"),
]


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
    assert said["Attempts in vain"][0].startswith("Cleo 5 attempts, and nothing gained since number 1")
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


# --- for the instructor -----------------------------------------------------------------------------------------


@pytest.fixture
def out(tmp_path: Path) -> Path:
    one, other = by_hand("submission_1", name="Ada Lovelace"), by_hand("submission_2", name="Ben Turing")
    notes = [Note("staff", text) for text in (HIDES, WATCHED, EVAL, "graded on a slow machine")]
    folder = journal(tmp_path / "out", replace(one, result=one.result.with_notes(*notes)), other)
    pairs = [
        {
            "pair": "4a35d9c469", "score": 0.631, "stretches": 3, "seen": "2026-11-20, Sam",
            "submissions": [{"id": "submission_1", "origin": ""}, {"id": "submission_2", "origin": ""}],
        },
        {
            "pair": "d2f3067513", "score": 0.5, "stretches": 1, "seen": "",
            "submissions": [{"id": "submission_1", "origin": ""}, {"id": "forgotten", "origin": ""}],
        },
    ]  # fmt: skip
    (folder / "similarity.json").write_text(json.dumps({"pairs": pairs}), encoding="utf-8")
    assert softmark("report", folder) == 0
    return folder


def test_integrity_is_a_file_of_its_own_in_the_words_of_an_observer(out: Path, browser: Any) -> None:
    path = out / "integrity.html"
    assert path.stat().st_mode & 0o077 == 0
    tab = browser.new_context().new_page()
    tab.goto(path.as_uri())
    said = {head.inner_text(): head.locator("xpath=../..").locator("li").all_inner_texts()
            for head in tab.locator("h2").all()}  # fmt: skip
    assert list(said) == [
        "Calls that are not allowed, out of plain sight", "Different when watched", "Unusual in the source",
        "Shares unusual code",
    ]  # fmt: skip
    assert (
        "a.py line 3 reaches torch.softmax through getattr" in said["Calls that are not allowed, out of plain sight"][0]
    )
    assert "Ada Lovelace and Ben Turing seen: 2026-11-20, Sam" in said["Shares unusual code"][0]
    assert "63% of the unusual code is the same, in 3 stretches." in said["Shares unusual code"][0]
    assert len(said["Shares unusual code"]) == 1  # nobody is named who is not in the class any more
    words = tab.locator("main").inner_text().lower()
    assert not any(word in words for word in ("evasion", "cheat", "suspect", "guilty", "copied"))
    links = tab.locator("main a").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    assert len(links) == 4 and links[-1] == "similarity.html#pair-4a35d9c469"
    tab.locator("main a").first.click()  # and leads to the student, by a word that is nobody's name
    tab.get_by_role("dialog", name="Ada Lovelace").wait_for()
    assert "ada" not in tab.url.partition("#")[2].lower()
    tab.context.close()


def test_no_page_for_all_staff_holds_any_of_it(out: Path) -> None:
    assert softmark("report", out, "--anonymous") == 0
    for name in ("report.html", "report-anonymous.html"):
        text = everything((out / name).read_text(encoding="utf-8"))
        assert not any(word in text for word in ("getattr", "hooks looked on", "calls eval", "similarity", "vasion"))
    assert "graded on a slow machine" in everything((out / "report.html").read_text(encoding="utf-8"))
    cards = b"".join(path.read_bytes() for path in (out / "students").rglob("report.*"))
    assert b"hooks looked on" not in cards


def test_where_nothing_was_observed_it_says_so(tmp_path: Path) -> None:
    folder = journal(tmp_path / "out", by_hand("s1"))
    assert softmark("report", folder) == 0
    text = (folder / "integrity.html").read_text(encoding="utf-8")
    assert "Nothing was observed." in text and "Code has not been compared yet" in text


def test_a_damaged_file_of_pairs_is_told_in_one_sentence(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    for text in ("{", '{"pairs": [{"pair": 1}]}', "[]"):
        (out / "similarity.json").write_text(text, encoding="utf-8")
        assert softmark("report", out) == 2
        assert capsys.readouterr().err.splitlines()[-1].endswith("run `softmark similar` again, or delete it")
