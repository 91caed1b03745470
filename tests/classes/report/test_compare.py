"""What a regrade changed, for whom and why."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

from rich.console import Console

from softmark.classes.report import cohort, regrade
from softmark.classes.report.override_table import Override
from softmark.grading.result import Lateness
from tests.classes.report.synthetic import by_hand


def between(old, new, was=(), now=()):  # type: ignore[no-untyped-def]
    return regrade.compare(cohort.gather(old, was), cohort.gather(new, now), ("before", "after"))


def printed(found: regrade.RegradeComparison) -> str:
    sink = io.StringIO()
    regrade.show(found, Console(file=sink, width=200, no_color=True))
    return sink.getvalue()


OVERRIDE = Override("overrides.csv:2", "s1", "1.1", 3, "a misprint", "", "Grace", "")


def test_nothing_changed() -> None:
    found = between([by_hand("s1")], [by_hand("s1")])
    assert (found.changes, found.same) == ((), 1)
    assert printed(found).startswith("Would anyone lose points? No.")


def test_another_grader_and_the_first_line_says_who_loses() -> None:
    old = [by_hand("s1", (4, 6), name="Ada"), by_hand("s2", (0, 6), name="Alan"), by_hand("s3", (4, 6), name="Grace")]
    new = [by_hand("s1", (1, 6), name="Ada", autograder="b"), by_hand("s2", (4, 6), name="Alan", autograder="b"),
           by_hand("s3", (4, 6), name="Grace", autograder="b")]  # fmt: skip
    found = between(old, new)
    assert [(c.name, c.difference, c.why) for c in found.changes] == [
        ("Ada", -3, ("grader changed",)),
        ("Alan", 4, ("grader changed",)),
    ]
    text = printed(found)
    assert text.splitlines()[0] == "Would anyone lose points? Yes: 1 submission, at most 3 (Ada)."
    assert "1 gain, 1 lose, 1 are unchanged." in text and "1.1 4→1" in text


def test_the_check_that_decided_is_named() -> None:
    found = between([by_hand("s1", (4, 6))], [by_hand("s1", (0, 6), autograder="b")])
    (item,) = found.changes[0].items
    assert [str(check) for check in item.checks] == ["It works. (public and hidden): passes → fails"]


def test_another_submission_even_under_another_id() -> None:
    old = by_hand("submission_1", (0, 6), sid="11", digest="x")
    new = by_hand("submission_7", (4, 6), sid="11", digest="y")
    found = between([old], [new])
    assert [(c.submission, c.difference, c.why) for c in found.changes] == [
        ("submission_7", 4, ("submission changed",))
    ]


def test_same_submission_same_grader_another_verdict_is_a_flake_even_at_the_same_score() -> None:
    shaky = by_hand("s1", (4, 3))
    row = shaky.result.item("1.2")
    steady = replace(shaky, result=shaky.result.with_item(replace(row, checks=tuple(
        replace(check, passed=True) for check in row.checks))))  # fmt: skip
    found = between([shaky], [steady])
    assert [(c.difference, c.why) for c in found.changes] == [(0, ("flake",))]
    assert "1 came out otherwise with nothing changed: look at these checks." in found.summary


def test_an_override_is_told_apart_from_the_grader() -> None:
    old, new = [by_hand("s1", (0, 6))], [by_hand("s1", (0, 6), autograder="b")]
    found = between(old, new, now=[OVERRIDE])
    assert [(c.difference, c.why, c.items[0].note) for c in found.changes] == [(3, ("override",), "a misprint")]
    # both sides have it, and the new grader gives less: the score stands, the verdicts differ
    better = [by_hand("s1", (2, 6))]
    kept = between(better, new, was=[OVERRIDE], now=[OVERRIDE])
    assert kept.losers == []


def test_a_deduction_that_follows_from_the_tasks_is_no_change_of_dates() -> None:
    def late(points: float, percent: float, scores: tuple[float, float], **more: str):  # type: ignore[no-untyped-def]
        one = by_hand("s1", scores, **more)
        said = Lateness("", "", 90_000, percent, points, "1 day late", "1 day late.")
        return replace(one, result=replace(one.result, late=said))

    found = between([late(1, 10, (4, 6))], [late(0.6, 10, (0, 6), autograder="b")])
    assert [(c.difference, c.why) for c in found.changes] == [(-3.6, ("grader changed",))]
    found = between([late(1, 10, (4, 6))], [late(1.2, 20, (0, 6), autograder="b")])
    assert [c.why for c in found.changes] == [("grader changed", "late")]


def test_an_obsolete_override_is_reported() -> None:
    found = between([by_hand("s1", (0, 6))], [by_hand("s1", (3, 6), autograder="b")], [OVERRIDE], [OVERRIDE])
    assert found.notes == ("after: overrides.csv:2: s1: the grader gives task 1.1 3 points by itself; the line can go",)
    assert "the line can go" in printed(found)


def test_who_is_only_in_one_run_is_listed() -> None:
    found = between([by_hand("s1", sid="1", name="Ada")], [by_hand("s2", sid="2", name="Alan")])
    assert {(c.name, c.why) for c in found.changes} == {("Ada", ("gone",)), ("Alan", ("new",))}
    assert found.answer == "Would anyone lose points? No. 1 submission of the old run is not in the new one."


def test_the_table_as_csv_and_as_a_page() -> None:
    evil = "=cmd()<img src=x onerror=alert(1)>"
    found = between([by_hand("s1", (4, 6), name=evil)], [by_hand("s1", (1, 6), name=evil, autograder="b")])
    (row,) = csv.DictReader(io.StringIO(regrade.to_csv(found)))
    assert (row["Student"], row["Task"], row["Old points"], row["New points"]) == (f"'{evil}", "1.1", "4", "1")
    assert row["Change"] == "-3"
    page = regrade.to_html(found)
    assert "Would anyone lose points? Yes" in page and "<img" not in page and "default-src &#39;none&#39;" in page
    assert "<dt>grader changed</dt>" in page and page.count("<dt>") == 1, "only the causes that there are"


def test_it_starts_with_how_many_changed_by_task_and_by_cause() -> None:
    old = [by_hand(f"s{n}", (0 if n < 3 else 4, 6), name=f"N{n}") for n in range(5)]
    new = [by_hand(f"s{n}", (4, 6 if n else 1), name=f"N{n}", autograder="b") for n in range(4)]
    found = between(old, new)
    assert [str(each) for each in found.by_task] == ["1.1: 3 (3 up)", "1.2: 1 (1 down)"]
    assert [str(each) for each in found.by_cause] == ["grader changed: 3 (2 up, 1 down)", "gone: 1"]
    lines = printed(found).splitlines()
    assert lines[2:4] == ["by task: 1.1: 3 (3 up); 1.2: 1 (1 down)",
                          "by cause: grader changed: 3 (2 up, 1 down); gone: 1"]  # fmt: skip


def test_points_changed_in_the_rubric_are_the_cause_where_verdicts_are_the_same() -> None:
    old = [by_hand("s1", (4, 6), name="Ada"), by_hand("s2", (2, 6), name="Alan")]
    new = [by_hand("s1", (5, 6), name="Ada", points=(5, 6), autograder="b"),
           by_hand("s2", (5, 6), name="Alan", points=(5, 6), autograder="b")]  # fmt: skip
    found = between(old, new)
    assert [(c.name, c.why) for c in found.changes] == [
        ("Ada", ("points changed",)),
        ("Alan", ("grader changed", "points changed")),  # a check came out otherwise, too
    ]
    assert regrade.WHY["points changed"].startswith("points changed in the rubric")
