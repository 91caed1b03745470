"""What ran, seen from inside: names of library functions for staff, and never a changed answer."""

import pytest

from softmark.sandbox.calls_seen import observed

torch = pytest.importorskip("torch")


@torch.jit.script
def compiled(x):
    return torch.softmax(x, -1)


ROADS = {
    "by its name": lambda x: torch.nn.functional.softmax(x, -1),
    "as a method": lambda x: x.softmax(-1),
    "by a private function": lambda x: torch.ops.aten._softmax(x, -1, False),
    "compiled": compiled,
}


@pytest.mark.parametrize("road", ROADS)
def test_a_library_softmax_is_seen_whichever_way_it_is_called(road):
    seen = set()
    observed(lambda: ROADS[road](torch.ones(3)), seen)
    assert "torch.ops.aten._softmax" in seen


def test_a_softmax_written_by_hand_is_no_library_softmax():
    seen = set()
    observed(lambda: torch.ones(3).exp() / torch.ones(3).exp().sum(), seen)
    assert seen and not any("softmax" in name for name in seen)


def test_an_answer_that_fails_only_while_watched_is_given_unwatched():
    def touchy():
        if torch.overrides._get_current_function_mode_stack():
            raise RuntimeError("somebody is looking")
        return 3

    assert observed(touchy, set()) == 3
