"""What ran, seen from inside: names of library functions for staff, and never a changed answer."""

import _thread
import threading

import pytest

from softmark.checks.request import Request
from softmark.running.execute import Executor
from softmark.sandbox import calls_seen
from softmark.sandbox.calls_seen import APART, BLIND, DIFFERS, OFF, observed

torch = pytest.importorskip("torch")


@pytest.fixture(autouse=True)
def profiler():
    """A worker's own, made before student code: what one example does to it must not reach the next."""
    homes = [(calls_seen._thread, calls_seen._THREADS), (threading, ("_start_new_thread", "_start_joinable_thread"))]
    homes += [(home, calls_seen._SWITCHES) for home in (torch._C._autograd, torch.autograd, torch.autograd.profiler)]
    before = [(home, name, getattr(home, name)) for home, names in homes for name in names if hasattr(home, name)]
    calls_seen._profiler.cache_clear()
    calls_seen.get_ready()
    others = _thread._count()  # the test runner's own; a worker has none
    calls_seen._profiler()._running_threads = lambda: _thread._count() - others
    yield
    calls_seen._profiler.cache_clear()
    for home, name, real in before:
        setattr(home, name, real)


def seen_in(call):
    seen = set()
    observed(call, seen)
    return seen


@torch.jit.script
def compiled(x):
    return torch.softmax(x, -1)


def quietly(x):
    with torch.utils._python_dispatch._disable_current_modes(), torch._C.DisableTorchFunction():
        return torch.softmax(x, -1)


ROADS = {
    "by its name": lambda x: torch.nn.functional.softmax(x, -1),
    "as a method": lambda x: x.softmax(-1),
    "by a private function": lambda x: torch.ops.aten._softmax(x, -1, False),
    "compiled": compiled,
    "with hooks of Python disabled": quietly,
    "for each row": torch.func.vmap(lambda row: torch.softmax(row, -1)),
    "in a task of the compiler's": lambda x: torch.jit.wait(torch.jit.fork(torch.softmax, x, -1)),
}


@pytest.mark.parametrize("road", ROADS)
def test_a_library_softmax_is_one_operator_whichever_way_it_is_called(road):
    assert "torch.ops.aten._softmax" in seen_in(lambda: ROADS[road](torch.ones(2, 3)))


def test_a_softmax_written_by_hand_is_no_library_softmax_and_nothing_is_wrong_with_the_watch():
    seen = seen_in(lambda: torch.ones(3).exp() / torch.ones(3).exp().sum())
    assert "torch.ops.aten.exp" in seen
    assert not any("softmax" in name or "watched" in name for name in seen)


def test_a_function_of_several_operators_is_seen_by_its_public_name():
    layer = torch.nn.MultiheadAttention(4, 2)
    assert "torch.multi_head_attention_forward" in seen_in(lambda: layer(*[torch.ones(3, 1, 4)] * 3))


def test_an_answer_that_fails_only_while_watched_is_given_unwatched():
    def touchy():
        if torch.overrides._get_current_function_mode_stack():
            raise RuntimeError("somebody is looking")
        return 3

    seen = set()
    assert observed(touchy, seen) == 3
    assert DIFFERS in seen


def switched_off():
    torch._C._autograd._enable_record_function(False)
    torch.softmax(torch.ones(3), -1)


def switched_off_for_a_moment():
    switched_off()
    torch._C._autograd._enable_record_function(True)


def switched_off_by_another_name():
    torch.autograd._enable_record_function(False)
    torch.softmax(torch.ones(3), -1)
    torch.autograd._enable_record_function(True)


def ended():
    torch._C._autograd._disable_profiler_legacy()


def begun_anew():
    with torch.autograd.profiler.profile():
        torch.softmax(torch.ones(3), -1)


@pytest.mark.parametrize(
    "how", [switched_off, switched_off_for_a_moment, switched_off_by_another_name, ended, begun_anew]
)
def test_whoever_switches_the_watch_off_is_noted(how):
    try:
        assert OFF in seen_in(how)
    finally:
        torch._C._autograd._enable_record_function(True)


def test_whoever_switches_it_off_with_a_switch_that_nobody_knows_is_noted_too():
    real = calls_seen._profiler()._stop
    assert OFF in seen_in(real)


def test_threads_that_run_besides_are_noted():
    def in_a_thread():
        thread = threading.Thread(target=lambda: torch.softmax(torch.ones(3), -1))
        thread.start()
        thread.join()

    assert APART in seen_in(in_a_thread)
    assert APART not in seen_in(lambda: torch.ones(3).exp())


def test_a_thread_that_waits_since_before_is_noted():
    stop = threading.Event()
    thread = threading.Thread(target=stop.wait)
    thread.start()
    try:
        assert APART in seen_in(lambda: torch.ones(3).exp())
    finally:
        stop.set()
        thread.join()


# The tape


def on_tape(function, op="grad"):
    """What the tape of one request tells."""
    seen = set()
    module = type(torch)("attention")
    module.softmax = function
    executor = Executor({"attention": module})
    executor.look_back = lambda results: calls_seen.note_tape(results, seen)
    executor.perform(Request(op, "attention.softmax", (torch.ones(2, 3),), {}))
    return seen


def in_a_thread_of_its_own(x):
    box = []
    thread = threading.Thread(target=lambda: box.append(torch.softmax(x, -1) * 1.0))
    thread.start()
    thread.join()
    return box[0]


def behind_the_watch(x):
    switched_off()
    answer = torch.softmax(x, -1)
    torch._C._autograd._enable_record_function(True)
    return answer


@pytest.mark.parametrize("how", [in_a_thread_of_its_own, behind_the_watch])
def test_the_tape_tells_what_no_hook_sees(how):
    assert "torch.ops.aten.softmax" in on_tape(how)


def test_the_tape_of_a_softmax_written_by_hand_tells_no_library_softmax():
    class Softmax(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(e := x.exp() / x.exp().sum(-1, keepdim=True))
            return e

        @staticmethod
        def backward(ctx, given):
            (e,) = ctx.saved_tensors
            return e * (given - (given * e).sum(-1, keepdim=True))

    names = on_tape(Softmax.apply) | on_tape(lambda x: x.exp() / x.exp().sum(-1, keepdim=True))
    assert "torch.ops.aten.exp" in names
    assert not any("softmax" in name for name in names)


def test_results_that_cannot_be_looked_at_change_no_answer():
    class Odd(torch.Tensor):
        @property
        def grad_fn(self):
            raise RuntimeError("not for you")

    assert on_tape(lambda x: (x * 2).as_subclass(Odd)) == set()


def test_a_torch_without_the_profiler_that_we_know_is_told_of(monkeypatch):
    monkeypatch.delattr(torch._C._autograd, "_enable_profiler_legacy")
    calls_seen._profiler.cache_clear()
    assert calls_seen._profiler() is None
    assert {BLIND, "torch.exp"} <= seen_in(lambda: torch.exp(torch.ones(3)))
