"""handouts/security.md promises only what a row of the bank shows."""

import re

from tests.hostile.bank import ROWS
from tests.hostile.rows import FAMILIES, ROOT

PAGE = (ROOT / "handouts" / "security.md").read_text(encoding="utf-8")
NAMED = re.findall(rf"`((?:{'|'.join(FAMILIES)})/[\w…-]+)`", PAGE)


def test_every_row_that_the_page_names_is_in_the_bank():
    keys = [row.key for row in ROWS]
    assert len(NAMED) > 10
    for name in NAMED:
        begins = name.removesuffix("…")
        assert any(key == name or (begins != name and key.startswith(begins)) for key in keys), name


def test_every_promise_in_the_table_names_a_row():
    table = PAGE.partition("| promised | shown by |")[2].partition("\n\n")[0]
    promises = [line for line in table.splitlines()[2:] if line.startswith("|")]
    assert len(promises) >= 7
    for line in promises:
        assert any(f"`{name}`" in line for name in NAMED), line


def test_no_two_rows_have_the_same_name():
    keys = [row.key for row in ROWS]
    assert len(keys) == len(set(keys))
