"""A journal that version 0.1.0 wrote, three students of the miniature course: it opens, reads and goes on.

`from_0_1_0/journal.sqlite` is that version's own file; only the folder of the submissions was made a relative one.
"""

import shutil
from pathlib import Path

import pytest

from softmark.classes.journal import FILE
from softmark.commands import cli
from tests.mini_class import COURSE, scores

THEIRS = Path(__file__).with_name("from_0_1_0") / FILE
GIVEN = {"ada": 10.0, "boole": 6.0, "cantor": 4.0}
"""What 0.1.0 gave them."""


@pytest.fixture
def out(tmp_path):
    kept = tmp_path / "out"
    kept.mkdir()
    shutil.copy(THEIRS, kept / FILE)
    return kept


def test_its_grades_are_read_as_they_were_given(out):
    before = THEIRS.read_bytes()
    assert scores(out) == GIVEN
    assert (out / FILE).read_bytes() == before


def test_a_report_is_written_from_it(out, capsys):
    assert cli.main(["report", str(out), "--course", str(COURSE)]) == 0
    assert "3 submissions" in capsys.readouterr().out
    assert "boole" in (out / "grades" / "plain.csv").read_text(encoding="utf-8")
