"""Feedback that opens up: what a student is told of hidden numbers before the deadline and after it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from softmark.grading.check_result import CheckResult
from softmark.render import terminal
from softmark.render.platforms import gradescope
from tests.policy.term import earned, metadata, policy, rubric
from tests.rows import row_with

BEFORE, AFTER = "2026-11-14T21:00:00-08:00", "2026-11-15T00:00:00-08:00"

ONLY_HIDDEN = (
    CheckResult("T.b", "Any dtype.", passed=True),
    CheckResult(
        "T.a",
        "It works.",
        "hidden",
        False,
        category="values",
        message="expected 31337.25",
        safe_message="every value is half of what it should be (first.py line 7)",
        diagnosis="double.missing",
        says="Nothing is doubled.",
        hint="What is twice one?",
        section="9.9",
    ),
)
IN_PUBLIC = (replace(ONLY_HIDDEN[1], phase="public", line="first.py line 7"),)


def output(level: str, now: str, checks: tuple[CheckResult, ...] = ONLY_HIDDEN) -> str:
    """What a student reads."""
    rules = f"feedback: {{hidden: {level}}}\n"
    result = earned(100, rules)
    row = row_with(result.item("1.1"), checks, hints=("What is twice one?",))
    shown = policy(rules, metadata(), now=now).applied(result.with_item(row))
    text: str = gradescope.render(shown)["tests"][0]["output"]
    assert "31337.25" not in text + terminal.to_text(shown) or checks is IN_PUBLIC
    return text


class TestAMistakeThatOnlyHiddenNumbersShow:
    def test_category_before_the_deadline(self) -> None:
        text = output("category", BEFORE)
        assert "with the hidden numbers this fails; the kind of mistake: values" in text
        for secret in ("half of", "line 7", "doubled", "twice one", "9.9"):
            assert secret not in text

    def test_category_and_hint_before_the_deadline(self) -> None:
        text = output("hint", BEFORE)
        assert "the kind of mistake: values" in text and "Hint: What is twice one?" in text
        for secret in ("half of", "line 7", "doubled"):
            assert secret not in text

    @pytest.mark.parametrize("level", ["category", "hint", "full"])
    def test_after_the_deadline_everything_but_the_numbers(self, level: str) -> None:
        text = output(level, AFTER)
        for told in ("every value is half", "Mistake: Nothing is doubled.", "Hint: What is twice one?"):
            assert told in text

    def test_the_line_and_the_exception_wait_for_the_deadline_whatever_the_rubric_says(self) -> None:
        """Code that has seen hidden numbers chooses them."""
        raised = replace(ONLY_HIDDEN[1], category="raised", safe_message="your code raised KeyError (first.py line 7)")
        checks = (ONLY_HIDDEN[0], replace(raised, line="first.py line 7"))
        for level in ("category", "hint"):
            before = output(level, BEFORE, checks)
            assert (
                "the kind of mistake: an exception is raised" in before
                and "KeyError" not in before
                and "line 7" not in before
            )
        before = output("full", BEFORE, checks)
        assert "with the hidden numbers: your code raised an exception" in before
        assert "KeyError" not in before and "line 7" not in before
        assert "your code raised KeyError (first.py line 7)" in output("hint", AFTER, checks)

    def test_a_slow_task_whose_file_does_not_import_says_so(self) -> None:
        """It is run on hidden numbers alone."""
        slow = (replace(ONLY_HIDDEN[1], category="not loaded", safe_message="", diagnosis=None, says=None, hint=None),)
        assert "the file does not import; run it by itself to see why" in output("hint", BEFORE, slow)

    def test_what_public_numbers_show_is_always_explained(self) -> None:
        text = output("category", BEFORE, IN_PUBLIC)
        assert "expected 31337.25 (first.py line 7)" in text and "Mistake: Nothing is doubled." in text

    def test_the_deadline_is_the_last_one_known(self) -> None:
        """An extension of one member, or a late due date, keeps feedback closed."""
        rules = "feedback: {hidden: category}\n"
        late = {"due_date": "2026-11-14T23:59:00-08:00", "late_due_date": "2026-11-17T23:59:00-08:00"}
        assert policy(rules, metadata(assignment=late), now=AFTER).hidden == "category"
        extended = [{"assignment": {"due_date": "2026-11-16T23:59:00-08:00"}}, {}]
        assert policy(rules, metadata(users=extended), now=AFTER).hidden == "category"
        assert policy(rules, metadata(assignment=late), now="2026-11-18T00:00:00-08:00").hidden == "after"

    def test_a_clock_that_is_behind_the_hand_in_is_not_believed(self) -> None:
        about = metadata("2026-11-15T12:00:00-08:00")
        assert policy("feedback: {hidden: category}\n", about, now="2020-01-01T00:00:00+00:00").hidden == "after"

    def test_without_a_deadline_it_stays_closed_and_staff_are_told(self) -> None:
        found = policy("feedback: {hidden: category}\n", metadata(assignment={}), now=AFTER)
        assert found.hidden == "category"
        assert any("feedback stays as before the deadline" in note for note in found.notes)


def test_by_default_nothing_changes() -> None:
    result: Any = earned(92)
    applied = policy("", metadata("2027-01-01T00:00:00Z")).applied(result)
    assert replace(applied, autograder="", hidden="hint") == result
    assert rubric().feedback.hidden == "hint"
