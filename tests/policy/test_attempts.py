"""Attempts: how many, how often, and which one counts."""

from __future__ import annotations

from typing import Any

from softmark.grading.result import Result
from softmark.render.platforms import gradescope
from tests.policy.term import VERSION, before, graded, metadata

THREE = "attempts: {limit: 3}\n"
HOURLY = "attempts: {cooldown_minutes: 60}\n"
BEST = "attempts: {score: best}\n"
MORNING = [f"2026-11-14T0{hour}:00:00-08:00" for hour in range(1, 10)]


def attempt(
    rules: str, previous: list[dict[str, Any]], at: str = "2026-11-14T20:00:00-08:00", points: float = 80
) -> Result:
    return graded(rules, points, metadata(at, previous_submissions=previous))


class TestThreeAttempts:
    def test_the_third_is_graded(self) -> None:
        result = attempt(THREE, [before(at) for at in MORNING[:2]])
        assert result.standing is None and result.final == 80

    def test_the_fourth_is_refused_and_keeps_the_earlier_score(self) -> None:
        previous = [before(MORNING[0], 90), before(MORNING[1], 60), before(MORNING[2], 70, by=VERSION)]
        result = attempt(THREE, previous)
        assert result.final == 70 and result.standing is not None and result.standing.refused
        assert result.standing.sentence == (
            "All 3 attempts had been used. This attempt was not graded. Your earlier score, 70, stays."
        )
        assert not [note for note in result.notes_for("staff") if "version" in note]

    def test_attempts_on_which_the_grader_failed_do_not_count(self) -> None:
        previous = [before(at, None, error=True) for at in MORNING[:5]] + [before(at) for at in MORNING[5:7]]
        assert attempt(THREE, previous).standing is None

    def test_grading_the_same_submission_again_decides_the_same(self) -> None:
        """Whatever was handed in afterwards, and whatever time it is."""
        early = attempt(THREE, [before(MORNING[0])], at=MORNING[1])
        again = attempt(THREE, [before(at) for at in MORNING], at=MORNING[1])
        assert early.standing is None and again.standing is None

    def test_a_score_of_another_version_is_kept_and_staff_are_told(self) -> None:
        result = attempt(THREE, [*(before(at) for at in MORNING[:2]), before(MORNING[2], 70, by="another-version")])
        assert result.final == 70
        assert any("another version of the grader gave it" in note for note in result.notes_for("staff"))

    def test_two_in_any_24_hours_says_when_the_next_is_possible(self) -> None:
        rule = "attempts: {limit: 2, window_hours: 24}\n"
        result = attempt(rule, [before(MORNING[0]), before(MORNING[2], 55, by=VERSION)])
        assert result.standing is not None
        assert "The next attempt is possible from 15 Nov 2026 01:00 (UTC−8)." in result.standing.sentence
        assert attempt(rule, [before(at) for at in MORNING[:2]], at="2026-11-15T01:00:00-08:00").standing is None

    def test_on_gradescope_it_has_no_rows_and_the_next_attempt_can_read_what_counts(self) -> None:
        document = gradescope.render(
            attempt(THREE, [*(before(at) for at in MORNING[:2]), before(MORNING[2], 70, by=VERSION)])
        )
        assert document["score"] == 70 and document["tests"] == []
        assert "Your earlier score, 70, stays." in document["output"]
        assert document["extra_data"]["softmark"]["counted"] == {"score": 70, "earned": 80, "autograder": VERSION}


class TestAnHourBetweenAttempts:
    def test_too_soon_is_refused_and_says_when(self) -> None:
        result = attempt(HOURLY, [before(MORNING[0], 40, by=VERSION)], at="2026-11-14T01:30:00-08:00")
        assert result.standing is not None and result.final == 40
        assert result.standing.sentence == (
            "There must be 60 minutes between attempts, and the last graded one was handed in at "
            "14 Nov 2026 01:00 (UTC−8). This attempt was not graded. Your earlier score, 40, stays. "
            "The next attempt is possible from 14 Nov 2026 02:00 (UTC−8)."
        )

    def test_an_hour_later_is_fine(self) -> None:
        assert attempt(HOURLY, [before(MORNING[0])], at=MORNING[1]).standing is None

    def test_a_refused_attempt_does_not_start_the_hour_again(self) -> None:
        previous = [before(MORNING[0]), before("2026-11-14T01:40:00-08:00")]
        assert attempt(HOURLY, previous, at="2026-11-14T02:10:00-08:00").standing is None

    def test_an_attempt_on_which_the_grader_failed_does_not_either(self) -> None:
        assert attempt(HOURLY, [before(MORNING[0], error=True)], at="2026-11-14T01:10:00-08:00").standing is None


class TestTheBestCounts:
    def test_an_earlier_better_score_stays_and_it_is_said(self) -> None:
        result = attempt(BEST, [before(MORNING[0], 95.5, by=VERSION)])
        assert result.final == 95.5 and result.score == 80 and result.standing is not None
        assert result.standing.sentence == (
            "This submission is worth 80. The best one counts: your earlier score, 95.5, stays."
        )
        document = gradescope.render(result)
        assert document["score"] == 95.5 and len(document["tests"]) == 3

    def test_a_better_one_replaces_it(self) -> None:
        assert attempt(BEST, [before(MORNING[0], 79.99, by=VERSION)]).final == 80

    def test_late_work_is_compared_after_its_deduction(self) -> None:
        rule = BEST + "late: {per: day, percent: 50}\n"
        result = attempt(rule, [before(MORNING[0], 45, by=VERSION)], at="2026-11-15T20:00:00-08:00")
        assert (result.score, result.own, result.final) == (80, 40, 45)

    def test_a_score_of_another_version_is_not_compared_and_staff_are_told(self) -> None:
        for by in ("another-version", None):
            result = attempt(BEST, [before(MORNING[0], 95, by=by)])
            assert result.final == 80
            assert any("was not compared" in note for note in result.notes_for("staff"))

    def test_where_the_latest_counts_an_earlier_better_one_does_not(self) -> None:
        assert attempt("", [before(MORNING[0], 95, by=VERSION)]).final == 80

    def test_scores_that_are_text_are_scores(self) -> None:
        assert attempt(BEST, [before(MORNING[0], "95.0", by=VERSION)]).final == 95
