"""Trains the model that writes (assignment/lab/writer/), once, on a GPU. Nobody else needs this script or the text.

    python handouts/writer/train.py TEXT --out FOLDER                 weights, merges and figures
    python handouts/writer/train.py TEXT --out FOLDER --cut-short     the same with windows one token too short

What students get was made so, with the seed below, and lies in assignment/lab/writer/; figures.json beside this script
has the figures of both runs. After new weights: refresh.py.

TEXT is a plain file, one paragraph a line; writer/CARD.md says which. The model is the reference's own `TransformerLM`,
unchanged. During training PyTorch's fused attention stands in for `attend`: the same numbers, sooner.

Windows are context_length + 1 tokens long: all but the last go in, all but the first are to be predicted. With windows
of context_length, as `next_token_loss(model(window), window)` invites, the last place is never asked to predict, and
it is the only place that predicts once `generate` has filled the window.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor, nn

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "solutions" / "reference"), str(ROOT / "assignment" / "lab")]

import multihead  # noqa: E402 (the reference's)
from lm import TransformerLM  # noqa: E402
from trained import SIZES, WORD, Tokeniser, merge, weights  # noqa: E402

SEED = 1811
STEPS, WARM_UP, BATCH, LR, DECAY, CLIP, DROPOUT = 4000, 200, 96, 1.5e-3, 0.5, 1.0, 0.2
"""The best of six settings on the held-out text: dropout 0, 0.1, 0.15 and 0.2 with 4,000 steps gave 3.710, 3.569, 3.538
and 3.510 nats a piece; 0.1 with 8,000 steps 3.615, 0.2 with 6,000 steps 3.535."""
EVERY = 100
"""Steps from one look at the held-out text to the next."""
HELD_OUT = 0.05
"""The last part of the text is not trained on."""


def learn_merges(text: str, count: int) -> list[tuple[str, str]]:
    """The pairs of pieces that stand next to each other most often, one after the other; ties go by the alphabet."""
    often = Counter(WORD.findall(text))
    words = {word: list(word) for word in often}
    pairs: Counter[tuple[str, str]] = Counter()
    where: defaultdict[tuple[str, str], set[str]] = defaultdict(set)

    def count_word(word: str, sign: int) -> None:
        for pair in pairwise(words[word]):
            pairs[pair] += sign * often[word]
            where[pair].add(word)

    for word in words:
        count_word(word, 1)
    merges: list[tuple[str, str]] = []
    for _ in range(count):
        best = max(pairs, key=lambda pair: (pairs[pair], pair))
        merges.append(best)
        for word in where.pop(best):
            count_word(word, -1)
            words[word] = merge(words[word], *best)
            count_word(word, 1)
        del pairs[best]
    return merges


def write_merges(path: Path, letters: str, merges: list[tuple[str, str]]) -> None:
    shown = str.maketrans(" \n", "_¶")
    lines = [letters.translate(shown), *(f"{left.translate(shown)} {right.translate(shown)}" for left, right in merges)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


def encode_all(tokeniser: Tokeniser, text: str) -> Tensor:
    """Every word is cut once."""
    cut: dict[str, list[int]] = {}
    numbers: list[int] = []
    for word in WORD.findall(text):
        if word not in cut:
            cut[word] = tokeniser.encode(word)
        numbers += cut[word]
    return torch.tensor(numbers, dtype=torch.int64)


def fused(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, None]:
    return F.scaled_dot_product_attention(q, k, v, is_causal=True), None


def learning_rate(step: int, steps: int) -> float:
    if step < WARM_UP:
        return LR * (step + 1) / WARM_UP
    return LR * 0.5 * (1 + math.cos(math.pi * (step - WARM_UP) / (steps - WARM_UP)))


def losses_by_place(model: nn.Module, tokens: Tensor, device: str) -> Tensor:
    """(context_length,) the mean loss at each place of a window, over all windows of a text, side by side."""
    span = SIZES["context_length"]
    count = (len(tokens) - 1) // span
    inputs = tokens[: count * span].view(count, span)
    targets = tokens[1 : count * span + 1].view(count, span)
    total = torch.zeros(span, dtype=torch.float64, device=device)
    with torch.no_grad():
        for some, wanted in zip(inputs.split(128), targets.split(128), strict=True):
            logits = model(some.to(device)).float()
            total += F.cross_entropy(logits.transpose(1, 2), wanted.to(device), reduction="none").double().sum(dim=0)
    return (total / count).cpu()


def train(tokens: Tensor, held_out: Tensor, window: int, device: str, steps: int) -> tuple[dict, dict]:
    """The weights with the least loss on the held-out text, and how it went."""
    torch.manual_seed(SEED)
    model = TransformerLM(**SIZES).to(device)
    for block in model.blocks:  # dropout by hooks, in training alone: the constructors stay as students have them
        for part in (block.attention, block.ffn):
            part.register_forward_hook(lambda part, _, out: F.dropout(out, DROPOUT, part.training))
    matrices = [part for part in model.parameters() if part.dim() > 1]
    others = [part for part in model.parameters() if part.dim() == 1]
    groups = [{"params": matrices, "weight_decay": DECAY}, {"params": others, "weight_decay": 0.0}]
    optimiser = torch.optim.AdamW(groups, lr=LR, betas=(0.9, 0.95))
    draw = torch.Generator().manual_seed(SEED)
    tokens = tokens.to(device)
    span = torch.arange(window, device=device)
    best: tuple[float, int, dict] = (math.inf, 0, {})
    curve = []
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = learning_rate(step, steps)
        starts = torch.randint(len(tokens) - window, (BATCH,), generator=draw).to(device)
        rows = tokens[starts[:, None] + span]  # (BATCH, window)
        with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
            logits = model(rows[:, :-1])
        loss = F.cross_entropy(logits.float().flatten(0, 1), rows[:, 1:].flatten())
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), CLIP)
        optimiser.step()
        if (step + 1) % EVERY == 0 or step + 1 == steps:
            model.eval()
            now = losses_by_place(model, held_out, device)[: window - 1].mean().item()
            model.train()
            curve.append((step + 1, round(loss.item(), 4), round(now, 4)))
            print(f"step {step + 1:5}  loss {loss.item():.4f}  held out {now:.4f}", flush=True)
            if now < best[0]:
                state = {name: part.detach().cpu().clone() for name, part in model.state_dict().items()}
                best = (now, step + 1, state)
    return best[2], {"steps": best[1], "curve": curve}


def in_8_bits(state: dict[str, Tensor]) -> dict[str, Tensor]:
    """Each row of a matrix in whole numbers from −127 to 127 and one scale; vectors stay as they are."""
    made = {}
    for name, part in state.items():
        if part.dim() == 1:
            made[name] = part.float()
        else:
            scale = part.float().abs().amax(dim=1).clamp(min=1e-12) / 127
            made[name] = (part / scale[:, None]).round().to(torch.int8)
            made[f"{name}.scale"] = scale
    return made


def write_safetensors(path: Path, arrays: dict[str, Tensor], about: dict[str, str]) -> None:
    header: dict[str, object] = {"__metadata__": about}
    body = b""
    for name, part in sorted(arrays.items(), key=lambda item: (item[1].dtype == torch.int8, item[0])):
        data = part.contiguous().numpy().tobytes()
        kind = "I8" if part.dtype == torch.int8 else "F32"
        header[name] = {"dtype": kind, "shape": list(part.shape), "data_offsets": [len(body), len(body) + len(data)]}
        body += data
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(len(text).to_bytes(8, "little") + text + body)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("text", type=Path)
    parser.add_argument("--out", type=Path, required=True, help="a folder for what is made")
    parser.add_argument("--cut-short", action="store_true", help="windows of context_length: the flaw, for the figure")
    parser.add_argument("--steps", type=int, default=STEPS, help="of training, schedule included")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    text = options.text.read_text(encoding="utf-8")
    letters = "".join(sorted(set(text)))
    merges_file = options.out / "merges.txt"
    if not merges_file.exists():
        write_merges(merges_file, letters, learn_merges(text, SIZES["vocab_size"] - len(letters)))
    tokeniser = Tokeniser.from_file(merges_file)
    tokens = encode_all(tokeniser, text)
    print(f"{len(text)} characters, {len(tokens)} pieces, {len(text) / len(tokens):.2f} characters a piece", flush=True)
    kept = round(len(tokens) * (1 - HELD_OUT))
    learned, held_out = tokens[:kept], tokens[kept:]
    a_piece = len(tokeniser.decode(held_out.tolist())) / len(held_out)
    start = time.monotonic()
    ours, multihead.attend = multihead.attend, fused
    window = SIZES["context_length"] + (0 if options.cut_short else 1)
    state, about = train(learned, held_out, window, device, options.steps)
    multihead.attend = ours  # from here on the reference, unchanged
    path = options.out / "weights.safetensors"
    write_safetensors(path, in_8_bits(state), {"about": "see CARD.md", "seed": str(SEED)})
    model = TransformerLM(**SIZES).to(device).eval()
    full = losses_by_place(model_with(model, state), held_out, device)
    small = losses_by_place(model_with(model, weights(path)), held_out, device)
    about |= {
        "seconds": round(time.monotonic() - start),
        "characters_a_piece": round(a_piece, 3),
        "loss_full": round(full.mean().item(), 4),
        "loss_8_bits": round(small.mean().item(), 4),
        "nats_a_character": round(small.mean().item() / a_piece, 4),
        "by_place": [round(loss, 3) for loss in small.tolist()],
        "bytes": path.stat().st_size,
    }
    (options.out / "figures.json").write_text(json.dumps(about, indent=None) + "\n", encoding="utf-8")
    print({name: value for name, value in about.items() if name not in ("curve", "by_place")})


def model_with(model: nn.Module, state: dict[str, Tensor]) -> nn.Module:
    model.load_state_dict(state)
    return model


if __name__ == "__main__":
    main()
