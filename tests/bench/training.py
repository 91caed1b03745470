"""The reference's training step beside the same layers from torch, at the same sizes, and the floor it reaches."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

SIZES = {
    # name: (vocabulary, length, d_model, heads, layers, d_ff, rows)
    "small": (40, 40, 32, 4, 1, 64, 32),
    "middle": (64, 64, 64, 4, 2, 256, 32),
    "large": (256, 128, 128, 8, 4, 512, 16),
}


def steps(root: str, size: str, rounds: str = "5", device: str = "cpu") -> dict[str, Any]:
    """Seconds a step of each, round by round, interleaved."""
    import torch

    if device == "cpu":
        torch.set_num_threads(1)
    reference = _reference(root)
    vocab, length, d_model, heads, layers, d_ff, rows = SIZES[size]
    torch.manual_seed(0)
    tokens = torch.randint(vocab, (rows, length), device=device)
    ours = reference["lm"].TransformerLM(vocab, length, d_model, heads, layers, d_ff).to(device)
    theirs = _torch_model(vocab, length, d_model, heads, layers, d_ff).to(device)
    loss_of = reference["lm"].next_token_loss
    timed = {"ours": [], "torch": []}
    stepping = {name: _stepper(model, tokens, loss_of) for name, model in (("ours", ours), ("torch", theirs))}
    count = 1
    for name in stepping:  # warm up, and find out how many steps make a round of a third of a second
        seconds = _time(stepping[name], 5, device) / 5
        count = max(count, int(0.33 / seconds) + 1)
    for _ in range(int(rounds)):
        for name, step in stepping.items():
            timed[name].append(_time(step, count, device) / count)
    same = [sum(part.numel() for part in model.parameters()) for model in (ours, theirs)]
    about = torch.cuda.get_device_name() if device == "cuda" else "one thread"
    return {**timed, "parameters": same, "steps": count, "on": about}


def floor(root: str, plan: str = "wills") -> dict[str, Any]:
    """Train the reference as the experiment does, and say how far above the floor it ends."""
    import torch

    torch.set_num_threads(1)
    reference = _reference(root)
    sys.path.insert(0, str(Path(root) / "assignment"))
    import data

    source = data.Wills() if plan == "wills" else data.AnyOnes(12)
    stages = [(300, 5e-3), (300, 2e-3), (200, 5e-4)]
    fresh = torch.cat(list(source.batches(10, 100, seed=[7, 99])))
    torch.manual_seed(0)
    model = reference["lm"].TransformerLM(len(source.vocab), fresh.shape[1], 32, 4, 1, 64)
    began = time.process_time()
    for stage, (count, lr) in enumerate(stages):
        reference["train"].train(model, source.batches(count, 32, seed=[0, stage]), lr)
    seconds = time.process_time() - began
    model.eval()
    with torch.no_grad():
        loss = float(reference["lm"].next_token_loss(model(fresh), fresh))
    return {
        "loss": loss,
        "floor": float(source.floor_of(fresh)),
        "cpu": seconds,
        "steps": sum(count for count, _ in stages),
    }


def _reference(root: str) -> dict[str, Any]:
    """The reference's modules. Needs neither the engine's rubric nor what reads it: a machine with a GPU has torch."""
    import yaml

    from softmark.running.trusted import load

    rubric = yaml.safe_load((Path(root) / "autograder" / "rubric.yaml").read_text(encoding="utf-8"))
    folder = Path(root) / "solutions" / "reference"
    return load({Path(name).stem: (folder / name).read_text(encoding="utf-8") for name in rubric["files"]})


def _torch_model(vocab: int, length: int, d_model: int, heads: int, layers: int, d_ff: int) -> Any:
    import torch
    from torch import nn

    class Stack(nn.Module):
        """The same model out of torch's own layers: norm first, causal, no dropout, attention without biases."""

        def __init__(self) -> None:
            super().__init__()
            self.token_embedding = nn.Embedding(vocab, d_model)
            self.position_embedding = nn.Embedding(length, d_model)
            layer = nn.TransformerEncoderLayer(d_model, heads, d_ff, 0.0, batch_first=True, norm_first=True)
            layer.self_attn = nn.MultiheadAttention(d_model, heads, bias=False, batch_first=True)
            self.blocks = nn.TransformerEncoder(layer, layers, nn.LayerNorm(d_model), enable_nested_tensor=False)
            self.unembed = nn.Linear(d_model, vocab, bias=False)
            mask = nn.Transformer.generate_square_subsequent_mask(length)
            self.register_buffer("mask", mask, persistent=False)

        def forward(self, tokens: Any) -> Any:
            places = torch.arange(tokens.shape[1], device=tokens.device)
            x = self.token_embedding(tokens) + self.position_embedding(places)
            return self.unembed(self.blocks(x, mask=self.mask, is_causal=True))

    return Stack()


def _stepper(model: Any, tokens: Any, loss_of: Any) -> Any:
    import torch

    optimiser = torch.optim.AdamW(model.parameters(), lr=1e-3)
    model.train()

    def step() -> None:
        loss = loss_of(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()

    return step


def _time(step: Any, count: int, device: str) -> float:
    """On the CPU by the processor's clock, so that others do not count; on a GPU by the wall's."""
    import torch

    clock = time.perf_counter if device == "cuda" else time.process_time
    if device == "cuda":
        torch.cuda.synchronize()
    began = clock()
    for _ in range(count):
        step()
    if device == "cuda":
        torch.cuda.synchronize()
    return clock() - began
