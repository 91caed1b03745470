"""Two lists for two readers: who needs help, for all staff; what may be a matter of integrity, for the instructor."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from softmark.classes.entries import Attempt, Graded
from softmark.classes.report import needs_help
from softmark.grading.result import Lateness, Note
from tests.classes.report.synthetic import by_hand
from tests.classes.report.test_command import journal, softmark
from tests.classes.report.test_page import everything

HIDES = "evasion? a.py line 3 reaches torch.softmax through getattr, which task 1.4 does not allow"
WATCHED = "worth a look: task 1.1 failed while torch's hooks watched it, and passed without them"
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


# --- for the instructor -----------------------------------------------------------------------------------------


def observed(tmp_path: Path) -> Path:
    """A class of two, of whom one was observed in several ways."""
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


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return observed(tmp_path)


def test_no_page_for_all_staff_holds_any_of_it(out: Path) -> None:
    assert softmark("report", out, "--anonymous") == 0
    for name in ("report.html", "report-anonymous.html"):
        text = everything((out / name).read_text(encoding="utf-8"))
        assert not any(word in text for word in ("getattr", "hooks watched", "calls eval", "similarity", "vasion"))
    assert "graded on a slow machine" in everything((out / "report.html").read_text(encoding="utf-8"))
    cards = b"".join(path.read_bytes() for path in (out / "students").rglob("report.*"))
    assert b"hooks watched" not in cards


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
