"""torch's compiler stays out of a grade until somebody really wants it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ENGINE = Path(__file__).parents[3] / "autograder"

START = """
import sys
from softmark.home.choose import bring_in_framework
from softmark.running import lean_torch
bring_in_framework('torch')  # at home; a launcher calls lean_torch itself
import torch
layer = torch.nn.Linear(3, 1)
before = layer.weight.detach().clone()
for kind in (torch.optim.AdamW, torch.optim.Adam, torch.optim.SGD, torch.optim.RMSprop):
    optimizer = kind(layer.parameters(), lr=0.1)
    optimizer.zero_grad()
    layer(torch.ones(2, 3)).sum().backward()
    optimizer.step()
    optimizer.add_param_group({"params": [torch.nn.Parameter(torch.ones(2))]})
torch.nn.utils.clip_grad_norm_(layer.parameters(), 1.0)
assert torch.arange(3, device="meta").device.type == torch.ones(2, 2, device="meta").tril().device.type == "meta"
assert not torch.equal(before, layer.weight)
"""


def run(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", START + code], env={"PYTHONPATH": str(ENGINE)}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow  # torch is pinned
def test_training_and_the_meta_device_do_without_the_compiler():
    told = run(
        "print([name for name in sys.modules if name.startswith('torch._dynamo')])\n"
        "print(isinstance(torch._dynamo, lean_torch.StandIn))"
    )
    assert told.splitlines() == ["['torch._dynamo']", "True"]


@pytest.mark.full  # torch is pinned
def test_looking_through_all_modules_does_not_wake_it():
    told = run(
        "[getattr(module, '__file__', None) for module in list(sys.modules.values())]\n"
        "print(isinstance(torch._dynamo, lean_torch.StandIn))"
    )
    assert told.strip() == "True"


@pytest.mark.full
def test_whoever_compiles_gets_the_real_one():
    told = run(
        "double = torch.compile(lambda x: 2 * x, backend='eager')\n"
        "print(double(torch.ones(1)).item(), isinstance(torch._dynamo, lean_torch.StandIn))\n"
        "import torch._dynamo.config\n"
        "print(torch._dynamo is sys.modules['torch._dynamo'])"
    )
    assert told.split() == ["2.0", "False", "True"]


@pytest.mark.full
def test_its_parts_can_be_imported_first():
    assert run("import torch._dynamo.config as config\nprint(config.disable)").strip() == "False"
