"""Every spelling of the hostile bank, run by itself: a library softmax is seen whichever way it is called."""

import os
import sys
import warnings

import pytest

from softmark.sandbox import calls_seen
from tests.hostile.bank.spellings import TOLD, source

torch = pytest.importorskip("torch")


@pytest.mark.parametrize("spelling", TOLD)
def test_staff_are_told_whichever_way_it_is_spelled(spelling, monkeypatch):
    module = type(sys)("attention")
    monkeypatch.setitem(sys.modules, "attention", module)
    monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)
    exec(compile(source(TOLD[spelling]), os.devnull, "exec"), vars(module))
    scores, seen = torch.arange(6.0).reshape(2, 3), set()
    answer = calls_seen.observed(lambda: module.softmax(scores), seen)
    assert torch.allclose(answer, torch.softmax(scores, -1))
    assert "torch.ops.aten._softmax" in seen
