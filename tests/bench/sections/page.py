"""The TA page of a class of 2,000: how long it takes to write, and how large it is."""

from __future__ import annotations

from ..course import WORK
from ..figures import Row, at_most, row
from ..session import Session
from . import classes

TITLE = "the class page"
SIZE = 2000


def run(session: Session) -> list[Row]:
    whole, graded = WORK / "batches" / str(SIZE), WORK / "batches" / "100"
    if session.full and (whole / "journal.sqlite").exists():
        graded, made_of = whole, ""
    else:
        made_of = "made of the grades of 100 different works, so their code takes less room than it would"
    if not (graded / "journal.sqlite").exists():
        session.say("a class of 100, for the page")
        classes.batch(session, 100)
    out = session.fresh("page")
    session.inside("journal", graded, out, str(SIZE))
    session.say(f"the page of {SIZE:,} students")
    used = session.softmark("report", out)
    size = (out / "index.html").stat().st_size / 2**20
    return [
        row(TITLE, f"size for {SIZE:,} students", "MB", [size], at_most(5), exact=True, note=made_of),
        row(TITLE, "page, report cards and grade files, processor time", "s", [used.cpu],
            note=f"{SIZE:,} students, every file written afresh"),
    ]  # fmt: skip
