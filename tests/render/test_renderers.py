"""The renderers: what a student reads, what staff read, and what nobody must ever see."""

from __future__ import annotations

import io
import json
import re
import unicodedata
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from softmark.checks.errors import NotWritten
from softmark.files.escape import one_line, plain
from softmark.grading.check_result import CheckResult
from softmark.grading.result import IsolationReached, ItemResult, Note, Result, blank
from softmark.render import terminal
from softmark.render.platforms import gradescope
from tests.render.screens import RUBRIC
from tests.rows import row_with

SECRET = "31337.25"
"""A number that only a hidden check knows."""

PASSED = [CheckResult("a", "scores: q · k / √d_k.", passed=True)]
WRONG_IN_PUBLIC = [
    CheckResult(
        "a",
        "scores: q · k / √d_k.",
        "public",
        False,
        category="values",
        message="expected 12.5, got 25.0",
        safe_message="the values differ",
        diagnosis="scale.missing",
        says="The scores are not divided by √d_k.",
        hint="Look at the size of the scores when d_k grows.",
        section="1.2",
        line="attention.py line 12",
        staff="all numbers",
    ),
    CheckResult("b", "gradients: they reach q and k.", passed=True),
]
WRONG_IN_HIDDEN = [
    *PASSED,
    CheckResult(
        "b",
        "large scores: they stay finite.",
        "hidden",
        False,
        category="nan",
        message=f"NaN for the input {SECRET}",
        safe_message="the result holds NaN",
        staff=f"q = {SECRET}",
    ),
]


def row(ident: str, checks: list[CheckResult], **more: Any) -> ItemResult:
    return row_with(blank(RUBRIC).item(ident), checks, **more)


def graded(*rows: ItemResult, **more: Any) -> Result:
    result = blank(RUBRIC)
    for each in rows:
        result = result.with_item(each)
    return replace(result, status="graded", **more)


class TestGradescope:
    def test_one_row_for_each_item_with_its_points(self) -> None:
        document = gradescope.render(graded(row("1.2", PASSED), seconds=2.25))
        assert [(r["number"], r["name"], r["score"], r["max_score"], r["status"]) for r in document["tests"]] == [
            ("1.1", "Simple attention", 0, 4, "failed"),
            ("1.2", "Scaled scores", 6, 6, "passed"),
            ("1.3", "The mask", 0, 6, "failed"),
            ("2.1", "What heads add (bonus)", 0, 5, "failed"),
        ]
        assert document["score"] == 6
        assert document["execution_time"] == 2.25
        assert document["output"] == "Two small functions: 6 of 16 points (0 of 5 bonus points included)"

    def test_it_is_valid_from_the_first_second(self) -> None:
        document = json.loads(gradescope.to_json(blank(RUBRIC)))
        assert document["score"] == 0
        assert all(r["score"] == 0 and r["status"] == "failed" and r["output"] for r in document["tests"])
        assert "The grader did not finish" in document["output"]

    def test_values_are_those_the_platform_knows(self) -> None:
        document = gradescope.render(graded(row("1.2", WRONG_IN_HIDDEN)))
        assert document["visibility"] == "visible" and document["stdout_visibility"] == "hidden"
        for part in (document, *document["tests"]):
            assert part["output_format"] == "text"
            assert part["visibility"] in ("hidden", "after_due_date", "after_published", "visible")
        assert document["test_output_format"] == document["test_name_format"] == "text"

    def test_staff_notes_are_in_extra_data_and_stdout_and_never_a_row(self) -> None:
        result = graded(
            row("1.2", WRONG_IN_HIDDEN),
            notes=(Note("staff", "looked at /proc"), Note("student", "block.py is missing")),
            isolation=IsolationReached("full", ("seccomp",)),
            digest="ab" * 32,
        )
        document = gradescope.render(result)
        seen_by_student = json.dumps([document["output"], document["tests"]])
        assert "looked at" not in seen_by_student and "block.py is missing" in seen_by_student
        assert all(r["visibility"] == "visible" for r in document["tests"])
        assert document["extra_data"]["softmark"]["notes"] == ["looked at /proc"]
        assert document["extra_data"]["softmark"]["isolation"] == {"level": "full", "layers": ["seccomp"]}
        stdout = gradescope.staff_text(result)
        assert "looked at /proc" in stdout and f"q = {SECRET}" in stdout and "isolation: full (seccomp)" in stdout

    @pytest.mark.parametrize(
        ("preset", "shown"), [("visible", "visible"), ("after_due_date", "after_due_date"), ("hidden", "hidden")]
    )
    def test_presets(self, preset: Any, shown: str) -> None:
        assert gradescope.render(graded(visibility=preset))["visibility"] == shown

    def test_a_time_out_keeps_what_was_earned(self) -> None:
        document = gradescope.render(replace(graded(row("1.2", PASSED)), status="out_of_time"))
        assert document["score"] == 6
        assert "The time for grading ran out" in document["output"]

    def test_student_text_does_nothing_and_has_an_end(self) -> None:
        nasty = "\x1b[2J\u202e<img src=x onerror=alert(1)> ![](http://x)\0" + "A" * 100_000 + "\n" * 5000
        checks = [replace(WRONG_IN_PUBLIC[0], message=nasty, says=nasty, hint=nasty, line=nasty, section=nasty)]
        result = graded(row("1.2", checks), notes=(Note("student", nasty), Note("staff", nasty)))
        document = gradescope.to_json(result)
        assert len(document) < 30_000
        for text in [gradescope.staff_text(result), *(r["output"] for r in json.loads(document)["tests"])]:
            assert "\x1b" not in text and "\u202e" not in text and "\0" not in text


class TestTerminal:
    def test_every_state_has_a_symbol_and_a_word(self) -> None:
        not_written = [CheckResult("a", "x", "public", False, category=NotWritten.category)]
        text = terminal.to_text(graded(row("1.1", not_written), row("1.2", WRONG_IN_PUBLIC), row("1.3", PASSED)))
        for sign, ident, points, words in (
            ("…", "1.1", "0 / 4", "not written yet"),
            ("✗", "1.2", "3 / 6", "wrong"),
            ("✓", "1.3", "6 / 6", "passed"),
        ):
            assert re.search(rf"^  {sign} {ident} .*{words} +{points}$", text, re.MULTILINE)
        assert "Part 1: one head" in text and "Total: 9 of 16 points" in text
        assert "mistake     The scores are not divided by √d_k. (scale.missing)" in text
        assert "python check.py 1.2" in text

    def test_the_title_of_a_part_stands_once(self) -> None:
        """Task 2.1 lies in another file and stands between two of the first."""
        one, two, three, four = blank(RUBRIC).items
        text = terminal.to_text(replace(blank(RUBRIC), items=(one, two, four, three)))
        assert text.count("Part 1: one head") == 1 and text.index(" 1.3 ") < text.index("Part 2: the block")

    @pytest.mark.parametrize("width", [50, 80, 200])
    def test_it_fits_the_width(self, width: int) -> None:
        text = terminal.to_text(graded(row("1.2", WRONG_IN_PUBLIC)), width=width)
        assert max(len(line) for line in text.split("\n")) <= width
        assert "Scaled" in text

    def test_no_colour_without_a_terminal_or_with_no_color(self, monkeypatch: pytest.MonkeyPatch) -> None:
        result = graded(row("1.2", WRONG_IN_PUBLIC))
        assert "\x1b[" not in terminal.to_text(result)
        assert re.search(r"\x1b\[(1;)?3\d", terminal.to_text(result, colour=True))
        monkeypatch.setenv("NO_COLOR", "1")
        sink = io.StringIO()
        terminal.show(result, Console(file=sink, force_terminal=True, width=80))
        assert not re.search(r"\x1b\[(1;)?3\d", sink.getvalue()) and "Scaled scores" in sink.getvalue()

    def test_tasks_with_nothing_to_explain_are_in_the_table_alone(self) -> None:
        text = terminal.to_text(blank(RUBRIC))
        assert text.count("not checked") == 4 and "──" not in text

    def test_brackets_in_student_text_are_not_markup(self) -> None:
        checks = [replace(WRONG_IN_PUBLIC[0], message="[bold]x[/bold] [/] [link=http://x]y")]
        assert "[bold]x[/bold] [/] [link=http://x]y" in terminal.to_text(graded(row("1.2", checks)), width=120)

    @pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
    def test_old_consoles_cope(self, encoding: str) -> None:
        raw = io.BytesIO()
        console = Console(file=io.TextIOWrapper(raw, encoding=encoding, write_through=True), width=80)
        terminal.show(graded(row("1.2", WRONG_IN_PUBLIC)), console)
        assert "the square root of d_k" in raw.getvalue().decode(encoding)

    def test_hidden_numbers_stay_hidden(self) -> None:
        assert SECRET not in terminal.to_text(graded(row("1.2", WRONG_IN_HIDDEN)), width=200)


class TestText:
    @pytest.mark.parametrize(
        ("raw", "seen"),
        [
            ("a\tb\r\nc\rd", "a    b\nc\nd"),
            ("\x1b[31mred\x1b[0m", "red"),
            ("\x1b]0;title\x07after", "after"),
            ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
            ("\x9b31mred", "red"),
            ("a\0b\x07c\x08d", "a␀b␇c␈d"),
            ("user\u202egpj.exe", "user⟨U+202E⟩gpj.exe"),
            ("pass\u200bword", "pass⟨U+200B⟩word"),
            ("\ufeffx\u00ady", "⟨U+FEFF⟩x⟨U+00AD⟩y"),
            ("half \ud800", "half \ufffd"),
            ("line\u2028break", "line\nbreak"),
            ("z" + "\u0301" * 50, "z" + "\u0301" * 4),
            ("√d_k · ≤ é 注意", "√d_k · ≤ é 注意"),
        ],
    )
    def test_every_character_can_be_seen(self, raw: str, seen: str) -> None:
        assert plain(raw) == seen

    def test_long_texts_end_and_say_so(self) -> None:
        assert plain("x" * 50, limit=10) == "x" * 10 + " … (cut)"
        assert plain("a\nb\nc\nd", lines=2) == "a\nb … (cut)"
        assert one_line("a\n\n  b") == "a b"

    @settings(deadline=None)
    @given(st.text(), st.integers(1, 100))
    def test_nothing_invisible_comes_through(self, text: str, limit: int) -> None:
        shown = plain(text, limit=limit, lines=5)
        assert len(shown) <= limit + len(" … (cut)")
        assert shown.count("\n") < 5
        assert not any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") for c in shown.replace("\n", ""))
        shown.encode("utf-8")
