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


CHECKS = [SimpleNamespace(name=name) for name in "abc"]


class Lab(RepairLab):
    """Every check passes and takes a second."""

    def __init__(self, budget: float) -> None:
        self._budget = budget
        self._costs: dict[str, float] = {}
        self.ran: list[str] = []

    @property
    def spent(self) -> float:
        return len(self.ran)

    def _run(self, place, check, key, careful=False):
        self.ran.append(check.name)
        return SimpleNamespace(passed=True)


def test_no_check_is_begun_when_the_budget_is_used_up_and_nothing_is_said_of_the_edit():
    assert Lab(3)._all_pass(0, CHECKS, "key")
    lab = Lab(2)
    with pytest.raises(BudgetSpent):
        lab._all_pass(0, CHECKS, "key")
    assert lab.ran == ["a", "b"]


def test_a_check_that_is_known_to_take_longer_than_is_left_is_not_begun():
    """A loop over hundreds of tokens takes half a second: begun at the last moment, it would go far beyond."""
    lab = Lab(3)
    lab._costs = {"c": 1.5}
    with pytest.raises(BudgetSpent):
        lab._all_pass(0, CHECKS, "key")
    assert lab.ran == ["a", "b"]
