"""What the course fills in, in words: effort, the course's own rules."""

from dataclasses import replace

from softmark.build.handouts.fillings import Fillings
from softmark.content.course import Course
from tests.mini_course import ROOT


def filled(text, **handout):
    rubric = Course.at(ROOT).rubric
    return Fillings(replace(rubric, handout=replace(rubric.handout, **handout))).fill(text, "handout")


def test_every_task_says_how_long_it_takes(text):
    assert text.count("; takes about ") == len(Course.at(ROOT).rubric.items)
    assert "| Part 1: one attention head | `attention.py` | 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7 | 35 | 6½ hours |" in text


def test_a_file_lists_its_own_tasks_and_no_other_files(text):
    """4.5 is written in train.py, between two of lm.py."""
    assert "| `lm.py` | 4.1, 4.2, 4.3, 4.4, 4.6 |" in text and "| `train.py` | 4.5 |" in text


def test_the_courses_own_rules_are_quoted_and_missing_ones_are_pointed_at():
    ask = "Your course has rules on {}: look them up, or ask, before you start."
    assert filled("{{rules}}") == ask.format("AI tools and working together")
    assert filled("{{rules}}", ai="Ask a chat about PyTorch.") == (
        "**AI tools.** Ask a chat about PyTorch.\n\n" + ask.format("working together")
    )
    assert filled("{{rules}}", ai="No.", collaboration="Yes.") == "**AI tools.** No.\n\n**Working together.** Yes."


def test_the_handout_has_a_place_for_them(raw):
    assert "{{rules}}" in raw and "{{term}}" in raw


def test_no_answer_of_1_7_is_printed(text):
    squeezed = text.replace(" ", "")
    assert "0&0\\\\1&1" not in squeezed and "[[0,0],[1,1]]" not in squeezed
