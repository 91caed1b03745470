"""A class goes on in the journal of version 0.1.0."""

import shutil
import sqlite3
from contextlib import closing

from softmark.classes.journal import FILE
from tests.classes.test_older_journal import GIVEN, THEIRS
from tests.mini_class import BY_VARIANCE, RIGHT, WRONG_AXIS, a_class, batch_here, scores, told


def test_the_class_is_graded_on_in_it(tmp_path):
    """Graders have changed since: everybody is graded again, in the same file, and the old grades stay in it."""
    out = tmp_path / "out"
    out.mkdir()
    shutil.copy(THEIRS, out)
    export = a_class(tmp_path / "class", ada=RIGHT, boole=WRONG_AXIS, cantor=BY_VARIANCE)
    assert told(batch_here(export, out, "--json"))["graded"] == 3
    assert scores(out).keys() == GIVEN.keys()
    with closing(sqlite3.connect(out / FILE)) as db:
        assert db.execute("SELECT COUNT(*) FROM grades").fetchone() == (6,)
