"""What counts as written into while an edited program is tried."""

from softmark.checks.request import Outcome, Request
from softmark.repairing.lab import _Port


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
