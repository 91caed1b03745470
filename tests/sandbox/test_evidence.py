"""Evidence of what the fence does not see: named for staff, and never a changed answer."""

import _thread
import threading

import pytest

from softmark.running.fence import STARTS, Fence
from softmark.sandbox import evidence
from softmark.sandbox.evidence import APART, OFF, Evidence

torch = pytest.importorskip("torch")

RULE = ["torch.softmax", "torch.log_softmax"]


@pytest.fixture
def looking(monkeypatch):
    """A worker's own, made before student code; what it and an example do to the process is undone."""
    homes = [(home, STARTS) for home in (_thread, threading)]
    homes += [(home, evidence._SWITCHES) for home in (torch._C._autograd, torch.autograd, torch.autograd.profiler)]
    for home, listed in homes:
        for name in listed:
            if hasattr(home, name):
                monkeypatch.setattr(home, name, getattr(home, name))
    return Evidence()


def taken_off(x):
    with torch.overrides._pop_mode_temporarily():
        return torch.softmax(x, -1)


def a_mode_below(x):
    class Below(torch.utils._python_dispatch.TorchDispatchMode):
        def __torch_dispatch__(self, function, types, args=(), kwargs=None):
            return torch.softmax(args[0], -1)

    with Below():
        return torch.exp(x)


def compiled(x):
    return torch.jit.CompilationUnit("def soft(x):\n    return torch.softmax(x, -1)\n").soft(x)


def saved(x):
    answers = []
    with torch.autograd.graph.saved_tensors_hooks(lambda part: answers.append(torch.softmax(x, -1)), lambda part: part):
        torch.ones(2, requires_grad=True) ** 2
    return answers[0]


@pytest.mark.parametrize("way", [taken_off, a_mode_below, compiled, saved])
def test_what_gets_past_the_fence_is_told_to_staff(looking, way):
    fence, x = Fence(["test_evidence.py"]), torch.ones(2, 3)
    with fence.closed(RULE):
        answer, notes = looking.of(lambda: way(x), RULE)
    assert torch.allclose(answer, torch.full((2, 3), 1 / 3))
    assert "torch.ops.aten._softmax" in notes


def test_nothing_is_told_of_a_softmax_written_by_hand(looking):
    answer, notes = looking.of(lambda: torch.ones(3).exp() / torch.ones(3).exp().sum(), RULE)
    assert (answer.tolist(), notes) == ([pytest.approx(1 / 3)] * 3, [])


def test_whoever_switches_it_off_is_noted(looking):
    def quietly():
        torch.autograd._enable_record_function(False)
        try:
            return torch.softmax(torch.ones(3), -1)
        finally:
            torch.autograd._enable_record_function(True)

    assert OFF in looking.of(quietly, RULE)[1]


def test_threads_are_noted(looking):
    def apart():
        thread = threading.Thread(target=lambda: None)
        thread.start()
        thread.join()

    assert APART in looking.of(apart, RULE)[1]


def test_an_exception_goes_through_and_the_next_call_is_seen(looking):
    with pytest.raises(ZeroDivisionError):
        looking.of(lambda: 1 / 0, RULE)
    assert looking.of(lambda: torch.softmax(torch.ones(3), -1), RULE)[1][0] == "torch.ops.aten._softmax"
