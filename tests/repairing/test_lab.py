"""What counts as written into while an edited program is tried, and how long it may be."""

from types import SimpleNamespace

import pytest

from softmark.checks.request import Outcome, Request
from softmark.repairing.lab import BudgetSpent, RepairLab, _Port


class Worker:
    def __init__(self, *changed: str) -> None:
        self.changed = changed

    def perform(self, request: Request) -> Outcome:
        return Outcome(changed=self.changed if request.op == "observe" else ())


def test_a_written_argument_is_noticed_and_a_setting_is_left_to_the_checks():
    """A check may itself switch gradients off, as a caller would."""
    for changed, wrote in (("argument 1", True), ("PyTorch's switch for gradients", False)):
        port = _Port(Worker(changed))
        port.careful = True
        port.perform(Request("call", "probes.switch_gradients"))
        assert port.wrote is wrote


class Lab(RepairLab):
    """Every check passes and takes a second."""

    def __init__(self, budget: float) -> None:
        self._budget = budget
        self.ran: list[str] = []

    @property
    def spent(self) -> float:
        return len(self.ran)

    def _run(self, place, check, key, careful=False):
        self.ran.append(check)
        return SimpleNamespace(passed=True)


def test_no_check_is_begun_when_the_budget_is_used_up_and_nothing_is_said_of_the_edit():
    assert Lab(3)._all_pass(0, ["a", "b", "c"], "key")
    lab = Lab(2)
    with pytest.raises(BudgetSpent):
        lab._all_pass(0, ["a", "b", "c"], "key")
    assert lab.ran == ["a", "b"]
