"""Help in stages on the server: it follows the attempts, and the name waits for the deadline."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone
from typing import Any

import pytest

from softmark.grading.check_result import CheckResult
from softmark.grading.result import Result, Where
from softmark.policy.decide import decide
from softmark.policy.platform_metadata import Metadata
from softmark.render import sentences
from softmark.render.platforms import gradescope
from softmark.render.staff_lines import staff_lines
from tests.policy.term import before, earned, metadata, policy, rubric

BEFORE, AFTER = "2026-11-14T21:00:00-08:00", "2026-11-15T00:00:00-08:00"
NAME, HINT, LINE = "Known mistake: Nothing is doubled.", "Hint: What is twice one?", "line 7 of first.py"
WRONG = CheckResult(
    "a", "It works.", "public", False, category="values", message="0 is expected 1",
    diagnosis="double.missing", says="Nothing is doubled.", hint="What is twice one?", section="1.1",
)  # fmt: skip
SECOND = metadata(previous_submissions=[before("2026-11-14T19:00:00-08:00")])
ALONE = "Two small functions: 40 of 100 points (0 of 10 bonus points included)"
"""The total, and no promise."""


def work(rules: str = "", *, long: bool = False) -> Result:
    result = earned(100, rules)
    row = replace(result.item("1.1"), long=long).judged([WRONG], hints=["What is twice one?"])
    return result.with_item(replace(row, where=Where("first.py", 7, "return x", missing=True)))


def output(about: dict[str, Any], *, rules: str = "", now: str = BEFORE, long: bool = False) -> str:
    """The first row of what the platform shows."""
    shown = policy(rules, about, now=now).applied(work(rules, long=long))
    text: str = gradescope.render(shown)["tests"][0]["output"]
    return text


def above(about: dict[str, Any], *, rules: str = "", now: str = BEFORE, long: bool = False) -> str:
    """What stands above the rows."""
    text: str = gradescope.render(policy(rules, about, now=now).applied(work(rules, long=long)))["output"]
    return text


def test_the_first_attempt_shows_what_was_expected_and_what_comes_next() -> None:
    text = output(metadata())
    assert "0 is expected 1" in text
    assert NAME not in text and HINT not in text and LINE not in text
    said = above(metadata())
    assert (
        "A further attempt handed in by 14 Nov 2026 23:59 (UTC−8) shows the line and a hint where it still fails: 1.1."
        in said
    )
    assert (
        "When the course staff grade this again after 14 Nov 2026 23:59 (UTC−8), it names the known mistake in 1.1."
        in said
    )
    assert "At home, check.py names known mistakes sooner." in said


def test_no_row_promises_anything_as_it_stays_there_after_the_deadline() -> None:
    for about in (metadata(), SECOND):
        assert not any(word in output(about) for word in ("attempt", "deadline", "will be"))


def test_the_second_attempt_shows_the_line_and_the_hint_and_no_name() -> None:
    text = output(SECOND)
    assert HINT in text and LINE in text and NAME not in text
    assert "it names the known mistake in 1.1." in above(SECOND) and "further attempt" not in above(SECOND)


def test_ten_attempts_do_not_buy_the_name() -> None:
    many = [before(f"2026-11-14T{hour:02d}:00:00-08:00") for hour in range(8, 18)]
    assert NAME not in output(metadata(previous_submissions=many))


def test_after_the_deadline_everything_is_shown() -> None:
    for about in (metadata(), SECOND):
        text = output(about, now=AFTER)
        assert NAME in text and HINT in text and LINE in text
        assert above(about, now=AFTER) == ALONE


def test_whoever_has_used_all_attempts_is_promised_no_further_one() -> None:
    assert "A further attempt" in above(metadata(), rules="attempts: {limit: 2}\n")
    last = above(metadata(), rules="attempts: {limit: 1}\n")
    assert "A further attempt" not in last and "it names the known mistake" in last


def test_without_a_deadline_no_time_after_it_is_promised() -> None:
    said = above(metadata(assignment={}))
    assert "A further attempt shows the line and a hint where it still fails: 1.1." in said
    assert "grade this again" not in said and "At home, check.py names" in said


def test_check_py_is_said_to_know_names_only_where_it_does() -> None:
    assert "check.py" not in above(metadata(), rules="feedback: {local_hints: category}\n")


@pytest.mark.parametrize("preset", ["exam", "after-deadline", "hidden"])
def test_what_nobody_reads_before_the_deadline_has_no_stages(preset: str) -> None:
    text = output(metadata(), rules=f"visibility: {preset}\n")
    assert NAME in text and HINT in text and LINE in text
    assert ("check.py" in text) == (preset != "exam")


def test_an_attempt_on_which_the_grader_failed_is_none() -> None:
    failed = [before("2026-11-14T19:00:00-08:00", None, error=True)]
    assert HINT not in output(metadata(previous_submissions=failed))


def test_the_line_of_a_long_task_is_shown_from_the_start() -> None:
    text = output(metadata(), long=True)
    assert LINE in text and HINT not in text
    assert "shows a hint where it still fails: 1.1." in above(metadata(), long=True)


def test_a_platform_that_tells_nothing_of_attempts_shows_the_hint() -> None:
    found = decide(rubric(), Metadata(), autograder="v", now=datetime(2026, 11, 14, tzinfo=timezone.utc))
    assert found.stage.help == 2


def test_at_once_shows_the_name_in_the_first_attempt() -> None:
    text = output(metadata(), rules="feedback: {stages: at_once}\n")
    assert NAME in text and HINT in text and LINE in text


@pytest.mark.parametrize("what", ["points", "rows"])
def test_stages_cost_nothing(what: str) -> None:
    first, second = (policy("", about, now=BEFORE).applied(work()) for about in (metadata(), SECOND))
    if what == "points":
        assert first.final == second.final
    else:
        assert [row.score for row in first.items] == [row.score for row in second.items]


def test_nothing_is_promised_where_nothing_is_known() -> None:
    result = earned(100)
    unnamed = replace(WRONG, diagnosis=None, says=None, hint=None)
    shown = policy("", metadata(), now=BEFORE).applied(result.with_item(result.item("1.1").judged([unnamed])))
    assert gradescope.render(shown)["output"] == ALONE


def test_staff_see_everything_in_the_first_attempt() -> None:
    shown = policy("", metadata(), now=BEFORE).applied(work())
    assert "double.missing" in "\n".join(staff_lines(shown))
    assert gradescope.render(shown)["extra_data"]["softmark"]["items"]["1.1"]["diagnoses"] == ["double.missing"]
    own = policy("", metadata(), now=BEFORE).for_staff().applied(work())
    assert NAME in "\n".join(line.text for line in sentences.report(own.item("1.1"), own))
