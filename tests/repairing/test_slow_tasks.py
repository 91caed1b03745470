"""What is looked at further of a slow task, in which few edits can be tried."""

from types import SimpleNamespace

import pytest

from softmark.repairing import search
from softmark.repairing.edits import Edit

PUTS_IN_A_PARAMETER = Edit("inserted", "work.py", "f", 3, (3, 3), 0, 0, "", forgotten=True)
ANOTHER = Edit("number", "work.py", "f", 2, (2, 2), 0, 0, "")


class Lab:
    """Every edit passes; there is time for so many."""

    seconds = 0.0

    def __init__(self, tries: int) -> None:
        self.spent = 0.0
        self._cost = 1.0 / tries

    def failing(self):
        return [SimpleNamespace(name="test")]

    def passes(self, changed, checks):
        self.spent += self._cost
        return True

    def category_of(self, check):
        return "values"


@pytest.mark.parametrize(("tries", "kept"), [(2, [PUTS_IN_A_PARAMETER]), (20, [PUTS_IN_A_PARAMETER, ANOTHER])])
def test_an_unused_parameter_is_looked_at_in_full_also_where_few_edits_could_be_tried(monkeypatch, tries, kept):
    monkeypatch.setattr(search, "_repairs", lambda grade, item, lab, edit: True)
    monkeypatch.setattr(search, "evidence", lambda lab, edit, check, compared: ("", ""))
    ordered = [PUTS_IN_A_PARAMETER, *[ANOTHER] * 9]
    found = search._searched(None, SimpleNamespace(slow=True), Lab(tries), ordered, budget=1.0, numbers="public")
    assert list(found.found) == kept
