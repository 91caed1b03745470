"""The given files of the assignment, loaded together with somebody's code: the reference's, or a student's."""

import importlib
import sys
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch

ROOT = Path(__file__).resolve().parents[3]
ASSIGNMENT = ROOT / "assignment"
REFERENCE = ROOT / "solutions" / "reference"
LAB = ASSIGNMENT / "lab"
GIVEN = ["yours", "data", "baselines", "pictures", "ideas", "experiment", "trained", "write"]
STUDENT = ["attention", "multihead", "block", "lm", "train"]


@contextmanager
def loaded_with(code: Path, *names: str):
    """The given modules (or those of `names`), fresh, with the student's files from `code`. Nothing is left behind."""
    path, modules, threads = sys.path[:], dict(sys.modules), torch.get_num_threads()
    for name in GIVEN + STUDENT:
        sys.modules.pop(name, None)
    sys.path[:0] = [str(code), str(LAB)]
    torch.set_num_threads(1)
    try:
        yield SimpleNamespace(**{name: importlib.import_module(name) for name in names or GIVEN})
    finally:
        for name in GIVEN + STUDENT:
            sys.modules.pop(name, None)
        sys.modules.update({name: modules[name] for name in GIVEN + STUDENT if name in modules})
        sys.path[:] = path
        torch.set_num_threads(threads)


@pytest.fixture(scope="module")
def given():
    """The given files beside the reference's answers."""
    with loaded_with(REFERENCE) as modules:
        yield modules


@pytest.fixture
def reference(given):
    """The reference's own modules, as the given files see them."""
    return SimpleNamespace(**{name: importlib.import_module(name) for name in STUDENT})


NOT_WRITTEN = {
    "attention": """
        def simple_attention(x): raise NotImplementedError("Task 1.1: simple_attention is not written yet")
        def attend(q, k, v, mask=None): raise NotImplementedError("Task 1.6: attend is not written yet")
    """,
    "multihead": """
        from torch import nn
        class MultiHeadAttention(nn.Module):
            def __init__(self, d_model, n_heads): super().__init__()
            def head_contributions(self, x): raise NotImplementedError("Task 2.3: not written yet")
    """,
    "block": "",
    "lm": """
        from torch import nn
        class TransformerLM(nn.Module):
            def __init__(self, **sizes): super().__init__()
            def forward(self, tokens): raise NotImplementedError("Task 4.2: forward is not written yet")
        def next_token_loss(logits, tokens): raise NotImplementedError("Task 4.3: next_token_loss is not written yet")
        def generate(*args, **kwargs): raise NotImplementedError("Task 4.4: generate is not written yet")
    """,
    "train": """
        def train(model, batches, lr): return [model(batch) for batch in batches]
    """,
}


@pytest.fixture
def not_written(tmp_path):
    """A folder as a student has it on the first day: every task still raises."""
    folder = tmp_path / "first_day"
    folder.mkdir()
    for name, text in NOT_WRITTEN.items():
        lines = [line[8:] for line in text.splitlines()]
        (folder / f"{name}.py").write_text("\n".join(lines), encoding="utf-8")
    return folder
