"""Calls of known code: what one check leaves behind is not there for the next."""

from types import ModuleType

import torch

from softmark.checks.request import Request
from softmark.running.execute import Executor


def test_what_a_check_sets_for_all_code_is_put_back_before_the_next() -> None:
    careless = ModuleType("careless")
    exec("import torch\ndef switch_off():\n    torch.set_grad_enabled(False)", vars(careless))
    exec("def coarse():\n    torch.set_default_dtype(torch.float64)", vars(careless))
    executor = Executor({"careless": careless})
    try:
        executor.perform(Request("call", "careless.switch_off"))
        executor.perform(Request("call", "careless.coarse"))
        assert not torch.is_grad_enabled() and torch.get_default_dtype() == torch.float64
        executor.forget()
        assert torch.is_grad_enabled() and torch.get_default_dtype() == torch.float32
    finally:
        torch.set_grad_enabled(True)
        torch.set_default_dtype(torch.float32)


def test_an_observed_call_tells_which_settings_it_left_changed() -> None:
    careless = ModuleType("careless")
    exec("import torch\ndef coarse():\n    torch.set_default_dtype(torch.float64)", vars(careless))
    exec("def tidy():\n    with torch.no_grad():\n        return torch.ones(2)", vars(careless))
    executor = Executor({"careless": careless})
    try:
        assert executor.perform(Request("observe", "careless.tidy")).changed == ()
        assert executor.perform(Request("observe", "careless.coarse")).changed == ("PyTorch's default dtype",)
    finally:
        torch.set_default_dtype(torch.float32)


def test_what_nobody_has_set_is_not_set_again(monkeypatch) -> None:
    """Torch imports its compiler when determinism is set: more than a second in every worker."""
    monkeypatch.setattr(torch, "use_deterministic_algorithms", lambda on: 1 / 0)
    Executor({}).forget()
