"""Sheets on paper: pages that are full, and a warning where a name would be empty boxes."""

from __future__ import annotations

import re
from pathlib import Path

from softmark.classes.sheets import typeset, write
from softmark.classes.sheets.printed_pages import Printed, PrintedQuestion, pieces

LINE = "    weights = (scores - scores.max(dim=-1, keepdim=True).values).exp()"


def question(number: int, lines: int, options: int) -> PrintedQuestion:
    return PrintedQuestion(
        number,
        pieces("Suppose that `~` were taken out of line 47 of attention.py. Which of these would then be wrong?"),
        tuple(
            (letter, pieces("1.4: Rows of weights sum to one, also where most are hidden."))
            for letter in "ABCD"[:options]
        ),
        (("attention.py", tuple((40 + place, LINE) for place in range(lines))),) if lines else (),
        "B)",
        pieces("it was run"),
    )


def pages(*lines: int) -> int:
    """Of one student's sheet, whose questions show so many lines of code."""
    asked = tuple(question(number, count, 4 if number < 4 else 0) for number, count in enumerate(lines, 1))
    made = typeset.pdf("Attention", [Printed("9f2c1a", "Ada Lovelace", "", "02", asked)], key=False)
    return len(re.findall(rb"/Type\s*/Page\b", made))


def test_five_questions_fit_on_one_page() -> None:
    assert pages(10, 9, 0, 8, 6) == 1


def test_long_code_goes_on_on_the_next_page_and_leaves_no_hole() -> None:
    assert pages(18, 14, 0, 20, 9) == 2


def test_letters_that_the_fonts_lack_are_told() -> None:
    names = ["Ada Lovelace", "Zoë Nguyễn", "Łukasz İpek", "Юрий Ελλη", "王小明", "李 Li", "한 Kim"]
    assert typeset.missing_letters(names) == {"王小明": "小明王", "李 Li": "李", "한 Kim": "한"}


def test_where_nobody_has_a_sheet_there_is_nothing_to_print(tmp_path: Path) -> None:
    for name in write.PAGES:
        (tmp_path / name).write_text("from before")
    assert write._pages(tmp_path, "Attention", [], []) == [] and list(tmp_path.iterdir()) == []
