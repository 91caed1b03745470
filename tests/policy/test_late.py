"""Late work: what an instructor would say, and what a student then reads."""

from __future__ import annotations

import pytest

from softmark.grading.result import Result
from softmark.render.platforms import gradescope
from tests.policy.term import DUE, graded, metadata, policy, student

TEN_A_DAY = "late: {per: day, percent: 10}\n"


def costs(rules: str, at: str, points: float = 92, **changes: object) -> float:
    return graded(rules, points, metadata(at, **changes)).final


class TestTenPercentADay:
    def test_in_time_costs_nothing(self) -> None:
        result = graded(TEN_A_DAY, 92, metadata("2026-11-14T23:58:59-08:00"))
        assert result.final == 92 and result.late is None

    def test_the_very_second_is_in_time(self) -> None:
        assert costs(TEN_A_DAY, DUE) == 92

    def test_a_minute_late_is_a_day_late(self) -> None:
        assert costs(TEN_A_DAY, "2026-11-15T00:00:00-08:00") == 82.8

    def test_two_days_late_with_the_arithmetic_in_one_line(self) -> None:
        result = graded("late: {per: day, percent: 5}\n", 92, metadata("2026-11-16T20:00:00-08:00"))
        assert result.late is not None
        assert result.late.sentence == (
            "2 days late (due 14 Nov 2026 23:59 (UTC−8), handed in 16 Nov 2026 20:00 (UTC−8)): "
            "2 × 5% = 10% of 92 = −9.2."
        )
        assert (result.score, result.late.deduction, result.final) == (92, 9.2, 82.8)

    def test_the_rows_stay_what_was_earned_and_the_top_score_is_the_final_one(self) -> None:
        document = gradescope.render(graded(TEN_A_DAY, 92, metadata("2026-11-16T20:00:00-08:00")))
        assert document["score"] == 73.6
        assert [row["score"] for row in document["tests"]] == [60, 32, 0]
        assert document["output"].splitlines()[0].startswith("Two small functions: 73.6 of 100 points, 92 earned")
        assert "2 × 10% = 20% of 92 = −18.4" in document["output"]

    def test_the_clock_plays_no_part(self) -> None:
        """Graded again a year later, the same submission costs the same."""
        about = metadata("2026-11-16T20:00:00-08:00")
        early = policy(TEN_A_DAY, about, now="2026-11-16T20:00:01-08:00").late
        late = policy(TEN_A_DAY, about, now="2027-11-16T20:00:00-08:00").late
        assert early == late and early is not None


class TestOneClock:
    def test_seconds_are_shown_where_they_decide(self) -> None:
        """A day and a second: with minutes alone both dates would read 23:59, and two days."""
        result = graded(TEN_A_DAY, 92, metadata("2026-11-15T23:59:01-08:00"))
        assert result.late is not None and result.late.when == (
            "2 days late (due 14 Nov 2026 23:59:00 (UTC−8), handed in 15 Nov 2026 23:59:01 (UTC−8))"
        )
        in_the_same_minute = graded(TEN_A_DAY, 92, metadata("2026-11-14T23:59:30-08:00"))
        assert in_the_same_minute.late is not None and "handed in 14 Nov 2026 23:59:30" in in_the_same_minute.late.when

    def test_a_hand_in_in_utc_is_shown_by_the_clock_of_the_due_date(self) -> None:
        result = graded(TEN_A_DAY, 92, metadata("2026-11-17T04:00:00+00:00"))
        assert result.late is not None and result.late.when == (
            "2 days late (due 14 Nov 2026 23:59 (UTC−8), handed in 16 Nov 2026 20:00 (UTC−8))"
        )

    def test_the_rubric_s_time_zone_is_everybody_s_clock(self) -> None:
        rule = "late: {per: day, percent: 10}\ndates: {timezone: Europe/Zurich}\n"
        result = graded(rule, 92, metadata("2026-11-17T04:00:00+00:00"))
        assert result.late is not None and result.late.when == (
            "2 days late (due 15 Nov 2026 08:59 (UTC+1), handed in 17 Nov 2026 05:00 (UTC+1))"
        )


class TestOtherRules:
    def test_one_percent_an_hour(self) -> None:
        assert costs("late: {per: hour, percent: 1}\n", "2026-11-15T05:30:00-08:00", 100) == 94

    def test_ten_minutes_of_grace_and_then_it_counts_from_the_due_date(self) -> None:
        rule = "late: {per: hour, percent: 10, grace_minutes: 10}\n"
        assert costs(rule, "2026-11-15T00:09:00-08:00", 100) == 100
        assert costs(rule, "2026-11-15T00:09:01-08:00", 100) == 90

    def test_two_days_are_free_and_the_third_is_not(self) -> None:
        rule = "late: {per: day, percent: 10, free_days: 2}\n"
        free = graded(rule, 80, metadata("2026-11-16T12:00:00-08:00"))
        assert free.final == 80 and free.late is not None
        assert free.late.sentence.endswith("covered by 2 free days, no deduction.")
        third = graded(rule, 80, metadata("2026-11-17T12:00:00-08:00"))
        assert third.final == 72 and third.late is not None
        assert third.late.sentence.endswith("less 2 free days, 10% of 80 = −8.")

    def test_never_more_than_half(self) -> None:
        result = graded("late: {per: day, percent: 20, most_percent: 50}\n", 80, metadata("2026-11-20T12:00:00-08:00"))
        assert result.final == 40 and result.late is not None
        assert result.late.sentence.endswith("6 × 20% = 120%, at most 50%, of 80 = −40.")

    def test_the_bonus_is_part_of_what_was_earned(self) -> None:
        assert costs(TEN_A_DAY, "2026-11-15T12:00:00-08:00", 110) == 99

    def test_no_late_policy_means_no_late_policy(self) -> None:
        assert graded("", 92, metadata("2027-11-14T23:59:00-08:00")).late is None

    def test_pennies_are_exact(self) -> None:
        assert costs("late: {per: day, percent: 33.33}\n", "2026-11-15T12:00:00-08:00", 0.1) == 0.07


class TestWhoseDueDate:
    def test_a_student_with_an_extension_has_their_own_due_date(self) -> None:
        extended = [student(due="2026-11-18T23:59:00-08:00")]
        assert costs(TEN_A_DAY, "2026-11-17T12:00:00-08:00", users=extended) == 92
        assert costs(TEN_A_DAY, "2026-11-19T12:00:00-08:00", users=extended) == 82.8

    def test_a_group_has_the_latest_due_date_of_its_members(self) -> None:
        pair = [student(), student(due="2026-11-16T23:59:00-08:00")]
        assert costs(TEN_A_DAY, "2026-11-16T12:00:00-08:00", users=pair) == 92
        late = graded(TEN_A_DAY, 92, metadata("2026-11-17T12:00:00-08:00", users=pair)).late
        assert late is not None
        assert late.when.startswith("1 day late (due 16 Nov 2026 23:59 (UTC−8), ")

    def test_where_the_platform_gives_no_date_the_rubric_does(self) -> None:
        rule = TEN_A_DAY + "dates: {timezone: America/Los_Angeles, due: 2026-11-14 23:59}\n"
        assert costs(rule, "2026-11-15T12:00:00-08:00", assignment={}) == 82.8
        assert costs(rule, "2026-11-15T07:58:00Z", assignment={}) == 92

    def test_no_date_anywhere_means_not_late_and_staff_are_told(self) -> None:
        result = graded(TEN_A_DAY, 92, metadata("2026-11-15T12:00:00-08:00", assignment={}))
        assert result.final == 92
        assert any("no due date is known, so nothing counts as late" in note for note in result.notes_for("staff"))

    def test_no_time_of_hand_in_means_not_late_and_staff_are_told(self) -> None:
        result = graded(TEN_A_DAY, 92, {**metadata(), "created_at": None})
        assert result.final == 92
        assert "lateness undecided: the time of hand-in is not known, so nothing counts as late" in result.notes_for(
            "staff"
        )


class TestAfterTheLateDueDate:
    LATE = {"due_date": DUE, "late_due_date": "2026-11-17T23:59:00-08:00"}  # noqa: RUF012

    def closed(self, how: str, at: str = "2026-11-18T00:00:00-08:00", **more: object) -> Result:
        rule = f"late: {{per: day, percent: 10, closed: {how}}}\n"
        return graded(rule, 90, metadata(at, assignment=self.LATE, **more))

    def test_accepted_with_the_usual_deduction(self) -> None:
        assert self.closed("accept").final == 54

    def test_graded_for_no_points(self) -> None:
        result = self.closed("zero")
        assert result.final == 0 and result.score == 90 and result.late is not None
        assert "work was accepted until 17 Nov 2026 23:59 (UTC−8), so this scores 0" in result.late.sentence

    def test_until_then_nothing_is_closed(self) -> None:
        assert self.closed("zero", "2026-11-17T23:59:00-08:00").final == 63

    def test_the_grace_minutes_hold_here_too(self) -> None:
        rule = "late: {per: day, percent: 10, grace_minutes: 5, closed: zero}\n"
        at = metadata("2026-11-18T00:03:00-08:00", assignment=self.LATE)
        assert graded(rule, 90, at).final == 54

    def test_an_extension_past_the_late_due_date_holds(self) -> None:
        extended = [student(due="2026-11-20T23:59:00-08:00")]
        assert self.closed("zero", "2026-11-19T12:00:00-08:00", users=extended).final == 90

    @pytest.mark.parametrize(
        ("own", "own_late", "taken_until"),
        [
            pytest.param(None, None, "17T23:59", id="no date of their own"),
            pytest.param("16", None, "19T23:59", id="more time, inside the days for late work"),
            pytest.param("17", None, "20T23:59", id="until the very late due date"),
            pytest.param("20", None, "23T23:59", id="past the late due date"),
            pytest.param("20", "17", "23T23:59", id="past it, and the platform still tells everybody's late due date"),
            pytest.param("16", "16", "16T23:59", id="with a late due date of their own, that counts"),
            pytest.param("16", "25", "25T23:59", id="also a later one"),
            pytest.param("12", None, "17T23:59", id="an earlier due date takes nothing away"),
        ],
    )
    def test_the_time_for_late_work_moves_with_the_due_date(
        self, own: str | None, own_late: str | None, taken_until: str
    ) -> None:
        """Due on the 14th, taken until the 17th: three days for everybody, whenever their own work is due."""
        due, late_due = (f"2026-11-{day}T23:59:00-08:00" if day else None for day in (own, own_late))
        last = f"2026-11-{taken_until}:00-08:00"
        on_time, too_late = (
            self.closed("zero", at, users=[student(due, late_due)]).final
            for at in (last, last.replace("59:00", "59:01"))
        )
        assert on_time > 0 == too_late

    def test_twelve_hours_after_an_extension_cost_what_twelve_hours_cost_everybody(self) -> None:
        extended = [student(due="2026-11-20T23:59:00-08:00")]
        assert self.closed("zero", "2026-11-21T12:00:00-08:00", users=extended).final == 81
        closed = self.closed("zero", "2026-11-24T12:00:00-08:00", users=extended).late
        assert (
            closed is not None
            and "work was accepted until 23 Nov 2026 23:59 (UTC−8), so this scores 0" in closed.sentence
        )

    def test_a_group_is_closed_when_its_last_member_is_and_the_dates_may_come_from_two(self) -> None:
        pair = [student(), student(due="2026-11-20T23:59:00-08:00")]
        assert self.closed("zero", "2026-11-23T23:59:00-08:00", users=pair).final == 63
        assert self.closed("zero", "2026-11-23T23:59:01-08:00", users=pair).final == 0

    @pytest.mark.parametrize(
        ("due", "late_due", "extended", "taken_until"),
        [
            pytest.param("10-31T23:59:00-07:00", "11-01T23:59:00-08:00", "11-10T23:59:00-08:00",
                         "11-11T23:59:00-08:00", id="the day had 25 hours"),
            pytest.param("03-13T23:59:00-08:00", "03-14T23:59:00-07:00", "03-20T23:59:00-07:00",
                         "03-21T23:59:00-07:00", id="the day had 23 hours"),
            pytest.param("10-20T23:59:00-07:00", "10-21T23:59:00-07:00", "10-31T23:59:00-07:00",
                         "11-01T23:59:00-08:00", id="the moved day has 25"),
        ],
    )  # fmt: skip
    def test_a_moved_day_ends_at_the_same_hour_on_the_wall(
        self, due: str, late_due: str, extended: str, taken_until: str
    ) -> None:
        year = 2027 if due.startswith("03") else 2026
        dates = {"due_date": f"{year}-{due}", "late_due_date": f"{year}-{late_due}"}
        rule = "late: {per: day, percent: 10, closed: zero}\ndates: {timezone: America/Los_Angeles}\n"
        about = metadata(f"{year}-{taken_until}", assignment=dates, users=[student(due=f"{year}-{extended}")])
        assert graded(rule, 90, about).final == 81
        about["created_at"] = f"{year}-{taken_until}".replace("59:00", "59:01")
        assert graded(rule, 90, about).final == 0

    def test_where_no_zone_is_known_nobody_has_an_hour_less_because_the_clocks_were_put_forward(self) -> None:
        dates = {"due_date": "2027-03-13T23:59:00-08:00", "late_due_date": "2027-03-14T23:59:00-07:00"}
        extended = [student(due="2027-03-20T23:59:00-07:00")]
        about = metadata("2027-03-21T23:59:00-07:00", assignment=dates, users=extended)
        assert graded("late: {per: day, percent: 10, closed: zero}\n", 90, about).final == 81


class TestZonesAndClocks:
    """The clocks in California go back on 1 November 2026 and forward on 14 March 2027."""

    def late(self, due: str, at: str, rule: str = TEN_A_DAY) -> str | None:
        late = graded(rule, 100, metadata(at, assignment={"due_date": due})).late
        return late.when.partition(" late")[0] if late else None

    def test_one_moment_in_two_zones_is_one_moment(self) -> None:
        assert self.late("2026-11-14T23:59:00-08:00", "2026-11-15T07:59:00Z") is None
        assert self.late("2026-11-14T23:59:00-08:00", "2026-11-15T08:59:00+01:00") is None
        assert self.late("2026-11-14T23:59:00-08:00", "2026-11-15T08:00:00Z") == "1 day"

    def test_a_day_with_25_hours_is_one_day(self) -> None:
        assert self.late("2026-10-31T23:59:00-07:00", "2026-11-01T23:59:00-08:00") == "1 day"
        assert self.late("2026-10-31T23:59:00-07:00", "2026-11-02T00:00:00-08:00") == "2 days"

    def test_a_day_with_23_hours_still_has_24(self) -> None:
        assert self.late("2027-03-13T23:59:00-08:00", "2027-03-14T23:59:00-07:00") == "1 day"
        assert self.late("2027-03-13T23:59:00-08:00", "2027-03-15T00:59:00-07:00") == "1 day"
        assert self.late("2027-03-13T23:59:00-08:00", "2027-03-15T01:00:00-07:00") == "2 days"

    def test_hours_are_hours_whatever_the_clock_on_the_wall_says(self) -> None:
        rule = "late: {per: hour, percent: 1}\n"
        assert self.late("2026-11-01T00:30:00-07:00", "2026-11-01T02:30:00-08:00", rule) == "3 hours"

    def test_a_platform_in_utc_counts_days_on_the_courses_wall_where_the_rubric_names_its_zone(self) -> None:
        rule = TEN_A_DAY + "dates: {timezone: America/Los_Angeles}\n"
        assert self.late("2026-11-01T06:59:00Z", "2026-11-02T07:59:00Z", rule) == "1 day"
        assert self.late("2026-11-01T06:59:00Z", "2026-11-02T07:59:00Z", TEN_A_DAY) == "2 days"

    def test_handing_in_just_after_is_late_even_if_the_zones_are_written_differently(self) -> None:
        assert self.late("2026-08-14T23:59:00+01:00", "2026-08-14T23:29:00Z") == "1 day"

    @pytest.mark.parametrize("at", ["2026-11-15T12:00:00.123456789-08:00", "2026-11-15 12:00:00 -0800"])
    def test_platforms_write_dates_in_several_ways(self, at: str) -> None:
        assert self.late(DUE, at) == "1 day"


def test_a_result_with_all_of_it_is_written_and_read_back() -> None:
    rule = "late: {per: day, percent: 10}\n"
    result = graded(rule, 92, metadata("2026-11-16T20:00:00-08:00"))
    assert result.late is not None
    assert Result.from_json(result.to_json()) == result and Result.from_line(result.to_line()) == result
