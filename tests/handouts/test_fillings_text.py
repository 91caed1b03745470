"""What the course fills in, in words: formulas of the graders' titles, effort, edition, the course's own rules."""

from dataclasses import replace

import pytest

from softmark.build.handouts.fillings import Fillings
from softmark.build.handouts.typeset import typeset
from softmark.content.course import Course
from tests.mini_course import ROOT


@pytest.mark.parametrize(
    ("plain", "set_in_type"),
    [
        ("Scores are q · k / √d_k when sizes differ.", r"Scores are $q \cdot k / \sqrt{d_k}$ when sizes differ."),
        ("Row i is Σ_j α_ij v_j, when.", r"Row $i$ is $\sum _j \alpha_{ij} v_j$, when."),
        ("A sequence of one token: a_1 = x_1.", "A sequence of one token: $a_1 = x_1$."),
        ("With any top_k, `n_new` = 0.", "With any `top_k`, `n_new` = 0."),
        ("Float64 in, to float64's precision.", "Float64 in, to float64's precision."),
        ("A plain mean gives (3/4, 1/4); I did it.", "A plain mean gives (3/4, 1/4); I did it."),
        ("Above −∞: exactly 0.", r"Above $-\infty$: exactly 0."),
    ],
)  # fmt: skip
def test_formulas_in_titles_are_set_as_formulas(plain, set_in_type):
    assert typeset(plain) == set_in_type


def filled(text, **handout):
    course = Course.at(ROOT)
    rubric = course.rubric
    changed = replace(rubric, handout=replace(rubric.handout, **handout))
    course.__dict__["rubric"] = changed
    return Fillings(course, ROOT / "handouts").fill(text, "handout")


def test_every_task_says_how_long_it_takes_and_how_hard_it_is(text):
    assert text.count("; takes about ") == len(Course.at(ROOT).rubric.items)
    assert "| Part 1: one attention head | `attention.py` | 1.1–1.7 | 35 | 3½ to 6½ hours |" in text


def test_a_file_lists_its_own_tasks_and_no_other_files(text):
    """4.5 is written in train.py, between two of lm.py."""
    assert "| `lm.py` | 4.1–4.4, 4.6 |" in text and "| `train.py` | 4.5 |" in text


def test_the_handout_says_which_one_it_is():
    assert filled("{{edition}}", version="3", date="May 2027").startswith("Version 3, May 2027; for the term ")
    assert filled("{{edition}}", version=None, date=None).startswith("This version; for the term ")


def test_the_courses_own_rules_are_quoted_and_missing_ones_are_pointed_at():
    ask = "Your course has rules on {}: look them up, or ask, before you start."
    assert filled("{{rules}}") == ask.format("AI tools and working together")
    assert filled("{{rules}}", ai="Ask a chat about PyTorch.") == (
        "**AI tools.** Ask a chat about PyTorch.\n\n" + ask.format("working together")
    )
    assert filled("{{rules}}", ai="No.", collaboration="Yes.") == "**AI tools.** No.\n\n**Working together.** Yes."


def test_the_handout_has_a_place_for_them(raw):
    assert "{{rules}}" in raw and "{{edition}}" in raw


class TestRightSentences:
    """What was wrong once, and the lectures' slips, named one by one."""

    def test_the_matrices_are_everybodys(self, text):
        assert "three matrices that all tokens share" in text and "three matrices of its own" not in text

    def test_a_causal_head_at_it_does_not_see_tired(self, text):
        part = text[text.index("{#task-1.3}") : text.index("{#task-1.4}")]
        assert "not ahead at *tired*" in part and "That is settled at *tired*" in part

    def test_a_is_the_table_of_weights_everywhere(self, text, card):
        assert "is the table of weights" in text
        for formula in ("[A_0", "A_c V_c \\ ", "A_c\\, (W^O"):
            assert formula not in text + card

    def test_the_block_has_n_tokens_as_everything_else(self, text):
        before, _, _ = text.partition("{#errata}")
        assert "\\mathbf{t}_n^1" in before and "\\mathbf{t}_N^1" not in before

    def test_one_bag_of_words_is_said_of_one_block(self, text):
        assert "the same set of words, in a model of one block" in text and "A second block gets a hint" in text

    @pytest.mark.parametrize(
        "words",
        ["*bilinear*", "because it …", "same API", "generative pre-trained transformer", "**perplexity**"],
    )
    def test_what_was_missing_is_there(self, text, words):
        assert words in text

    @pytest.mark.parametrize(
        "slip",
        [
            "(\\mathbf{k}_i^\\top (W^K)^\\top)(W^Q \\mathbf{q})",
            "A E\\, (W^O)^\\top",
            "[\\mathbf{t}_1^1, \\ldots, \\mathbf{t}_i^1]",
            "$\\sqrt{32}$, is missing",
            "8 tokens by $d_v$",
        ],
    )
    def test_the_slips_of_the_lectures_are_listed(self, errata, slip):
        assert slip in errata

    def test_no_answer_of_1_7_is_printed(self, text):
        squeezed = text.replace(" ", "")
        assert "0&0\\\\1&1" not in squeezed and "[[0,0],[1,1]]" not in squeezed
