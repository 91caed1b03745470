"""Changed constructors: hapless, not hostile. Each costs its own task; what is built of the class is graded on a right
one, whose weights load by name."""

from __future__ import annotations

from functools import partial

from ..rows import Row, code, reference

_row = partial(Row, "values", course="torch")
ABOVE = ("3.1", "3.2", "3.3", "4.1", "4.2")


def changed(file: str, *pairs: tuple[str, str]) -> dict[str, str]:
    """The reference's file with words replaced."""
    text = reference("torch")[file]
    for old, new in pairs:
        assert old in text, f"{file} has no {old!r}"
        text = text.replace(old, new)
    return {file: text}


NORM = (("self.gamma", "self.scale"), ("self.beta", "self.shift"))
NET = (
    ("self.W_1 = nn.Linear(d_model, d_ff)", "self.net = nn.Sequential(nn.Linear(d_model, d_ff), nn.ReLU(),"),
    ("self.W_2 = nn.Linear(d_ff, d_model)", "                         nn.Linear(d_ff, d_model))"),
    ("hidden = torch.relu(self.W_1(x))", "return self.net(x)"),
    ("return self.W_2(hidden)", ""),
)
HEADS = code("""
    from attention import AttentionHead, attend, causal_mask
    import torch
    from torch import nn


    class MultiHeadAttention(nn.Module):
        def __init__(self, d_model, n_heads):
            super().__init__()
            self.heads = nn.ModuleList([AttentionHead(d_model, d_model // n_heads) for _ in range(n_heads)])
            self.W_o = nn.Linear(d_model, d_model, bias=False)

        def forward(self, x):
            return self.W_o(torch.cat([head(x) for head in self.heads], dim=-1))

        def head_contributions(self, x):
            parts = self.W_o.weight.chunk(len(self.heads), dim=-1)
            return torch.stack([head(x) @ part.T for head, part in zip(self.heads, parts)], dim=-3)
""")

ROWS = [
    _row(
        "constructor-norm",
        "scale and shift instead of gamma and beta",
        only=ABOVE,
        loses=("3.1",),
        files=changed("block.py", *NORM),
        says=("your LayerNorm has no parameter called gamma, beta",),
    ),
    _row(
        "constructor-net",
        "the feed-forward layer as one nn.Sequential",
        only=ABOVE,
        loses=("3.2",),
        files=changed("block.py", *NET),
        says=("your FeedForward has no parameter called W_1.weight",),
    ),
    _row(
        "constructor-both",
        "both at once",
        only=ABOVE,
        loses=("3.1", "3.2"),
        files=changed("block.py", *NORM, *NET),
    ),
    _row(
        "constructor-heads",
        "a ModuleList of heads",
        only=("2.2", "2.3", "3.3", "4.1", "4.2"),
        loses=("2.2", "2.3"),
        files={"multihead.py": HEADS},
        says=("your MultiHeadAttention has no parameter called W_q.weight",),
    ),
    _row(
        "class-is-a-function",
        "a function in the place of the layer norm's class",
        only=ABOVE,
        loses=("3.1",),
        files=changed(
            "block.py",
            (
                "class FeedForward(nn.Module):",
                "def LayerNorm(d_model):\n    return None\n\n\nclass FeedForward(nn.Module):",
            ),
        ),
    ),
]
