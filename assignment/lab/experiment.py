"""Train your transformer on a text with a known floor, and see what attention buys.

    python lab/experiment.py wills               a noun decides a pronoun, with up to 35 words in between
    python lab/experiment.py any-ones            was there a 1 in the last 101 bits?
    python lab/experiment.py wills --quick       a few seconds, only to see that everything runs
    python lab/experiment.py without mask        what breaks? Your model without its mask (or scale, positions,
                                                 residual, norm)

It trains an n-gram model, a small RNN and your transformer on the same text. It compares each with the floor, asks
each for the answer at every distance, and saves pictures of the loss and of what your model looks at. It also saves
the heads of your model's first block as a small file that you can open in playground.html.
"""

import argparse
import itertools
import json
import math
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path

try:
    import torch
    from rich import box
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    from rich.table import Table
    from torch import Tensor, nn
except ModuleNotFoundError as missing:
    sys.exit(f"experiment.py needs {missing.name}: run  python -m pip install -r requirements.txt  first.")

from baselines import NGram, SmallRNN
from data import AnyOnes, Source, Wills
from pictures import NoPicture, Picture, accuracy_by_distance, attention_weights, heat_map, loss_curve
from yours import Told, add_code, with_your_code

console = Console(highlight=False, soft_wrap=True)
PLAIN = {"box": box.SIMPLE, "show_edge": False, "pad_edge": False, "title_justify": "left", "caption_justify": "left"}


@dataclass(frozen=True)
class Plan:
    """Everything that a run depends on, apart from the seed."""

    source: Source
    sizes: dict[str, int]
    """d_model, n_heads, n_layers and d_ff of the transformer."""
    stages: list[tuple[int, float]]
    """(steps, learning rate), one call of `train` each: large steps first, small ones to settle."""
    batch: int = 32
    counted: int = 2000
    """How many rows the n-gram counts; more would hardly change it."""
    judged: int = 1000
    """How many fresh rows the loss is measured on."""


SMALL = {"d_model": 32, "n_heads": 1, "n_layers": 1, "d_ff": 64}
PLANS = {
    "any-ones": Plan(AnyOnes(101), SMALL, [(200, 5e-3), (150, 2e-3), (100, 5e-4)]),
    "wills": Plan(Wills(), SMALL | {"n_heads": 4}, [(300, 5e-3), (300, 2e-3), (200, 5e-4)]),
}
QUICK = {
    "any-ones": Plan(AnyOnes(12), SMALL, [(60, 5e-3), (20, 1e-3)], counted=200, judged=200),
    "wills": Plan(Wills(), SMALL, [(30, 5e-3), (10, 1e-3)], counted=200, judged=100),
}


# Training ----------------------------------------------------------------------------------------------------


@contextmanager
def progress(label: str, total: int):
    """A function to call once a step: it moves a bar on a terminal. In a log, one line at the start is enough."""
    if console.is_terminal:
        columns = (TextColumn("{task.description:12}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=console, transient=True) as bar:
            task = bar.add_task(label, total=total)
            yield lambda: bar.advance(task)
    else:
        print(f"{label}: {total} steps …", flush=True)
        yield lambda: None


def watched(batches: Iterable[Tensor], tick) -> Iterator[Tensor]:
    """The same batches, counted by the progress bar."""
    for batch in batches:
        yield batch
        tick()


def train_on(plan: Plan, model: nn.Module, train, seed: int, label: str) -> list[float]:
    """Train in the plan's stages and return the loss of every step."""
    start, losses = time.monotonic(), []
    with progress(label, sum(steps for steps, _ in plan.stages)) as tick:
        for stage, (steps, lr) in enumerate(plan.stages):
            batches = plan.source.batches(steps, plan.batch, seed=[seed, stage])
            losses += train(model, watched(batches, tick), lr)
    model.eval()
    console.print(f"{label}: trained for {len(losses)} steps in {time.monotonic() - start:.0f} s")
    return losses


# Judging -----------------------------------------------------------------------------------------------------


def loss_on(model, rows: Tensor, next_token_loss) -> float:
    """The mean loss on these rows, by your own `next_token_loss` (task 4.3), a hundred rows at a time."""
    with torch.no_grad():
        parts = [(len(part), float(next_token_loss(model(part), part))) for part in rows.split(100)]
    return sum(count * loss for count, loss in parts) / len(rows)


def answers_right(model, source: Source, rows: Tensor) -> float:
    """How often the answer is right when it is drawn from the model's prediction: the mean of P(answer).

    Each row is cut just before its answer, and the model is asked what comes next.
    """
    places = source.answer_at(rows)
    right = []
    with torch.no_grad():
        for place in places.unique().tolist():
            group = rows[places == place]
            probs = model(group[:, :place])[:, -1].softmax(dim=-1)
            right.append(probs.gather(1, group[:, place : place + 1]))
    return torch.cat(right).mean().item()


def floor_table(source: Source, rows: Tensor, losses: dict[str, float]) -> Table:
    floor = source.floor_of(rows)
    table = Table(title=f"Loss on {len(rows):,} fresh rows, in nats per token", **PLAIN)
    table.add_column("model")
    table.add_column("loss", justify="right")
    table.add_column("loss / floor", justify="right")
    for name, loss in losses.items():
        table.add_row(name, f"{loss:.4f}", f"{loss / floor:.3f}")
    table.add_row("the floor of these rows", f"{floor:.4f}", "1.000")
    table.caption = f"the floor over all possible rows is {source.floor:.4f}"
    return table


def distance_table(source: Source, accuracy: dict[str, dict[str, float]]) -> Table:
    table = Table(title="Right answers in %, by distance to the token that decides", **PLAIN)
    table.add_column("distance", no_wrap=True)
    for distance in next(iter(accuracy.values())):
        table.add_column(distance, justify="right")
    for name, by_distance in accuracy.items():
        table.add_row(name, *("100" if right > 0.9995 else f"{100 * right:.1f}" for right in by_distance.values()))
    table.caption = f"how often an answer drawn from the model is right; guessing: {100 * source.chance:.0f}"
    return table


# Showing -----------------------------------------------------------------------------------------------------


def short(text: str) -> str:
    """A row of bits with its long runs folded up: `1 0×100 = 1`."""
    runs = [(word, len(list(group))) for word, group in itertools.groupby(text.split())]
    return " ".join(f"{word}×{count}" if count > 3 else " ".join([word] * count) for word, count in runs)


def show_samples(source: Source, model: nn.Module, generate, seed: int, count: int = 20) -> None:
    """Text that your model makes up (task 4.4), and how many of its rows follow the rules of the source."""
    prompt = source.sample(count, [seed, 77])[:, :1]
    rows = generate(model, prompt, source.n - 1, generator=torch.Generator().manual_seed(seed))
    obeying = sum(source.obeys(row) for row in rows)
    console.print(f"\nYour model made up {count} rows; {obeying} of them follow the rules. Five of them:")
    for row in rows[:5]:
        console.print(f"  {short(source.decode(row))}", markup=False)


def next_word_probs(model, tokens: Tensor) -> list[float]:
    """P(w_i | w_1 … w_{i−1}) for every word of a sentence but the first; `model` may be any language model.

    Their product is P(sentence), given its first word. One question at a time, as the formula reads; a
    transformer could answer them all in a single pass.
    """
    probs = []
    with torch.no_grad():
        for i in range(1, len(tokens)):
            logits = model(tokens[None, :i])[0, -1]  # what comes after these i words?
            probs.append(logits.softmax(dim=-1)[tokens[i]].item())
    return probs


def show_pair(source: Source, model: nn.Module, right: str, wrong: str) -> None:
    """P(sentence), a product of next-word probabilities, for two sentences that differ in a single word."""
    console.print("\nP(sentence), given its first word, for a right and a wrong ending:")
    for text in (right, wrong):
        logs = sum(math.log(max(p, 1e-45)) for p in next_word_probs(model, source.encode(text)))
        console.print(f"  {math.exp(logs):.2e} = e^{logs:.2f}   {short(text)}", markup=False)


def a_pair(source: Source) -> tuple[str, str]:
    if isinstance(source, Wills):
        will = "Noor adopted a girl above the old bakery so the house goes to {} ."
        return will.format("her"), will.format("him")
    bits = " ".join(["1"] + ["0"] * (source.n - 3))
    return f"{bits} = 1", f"{bits} = 0"


def draw_attention(source: Source, model: nn.Module, out: Path) -> list[Picture]:
    """One heat map for each head of wills; for any-ones one that shows where `=` looks."""
    if isinstance(source, Wills):
        text = "Noor adopted twins above the old bakery with two goats and a piano so the house goes to"
        words = text.split()
        return [
            heat_map(head, words, words, out / f"wills-block{b}-head{h}.png", f"Block {b}, head {h}")
            for b, block in enumerate(attention_weights(model, source.encode(text)[None]))
            for h, head in enumerate(block[0])
        ]
    length = source.n - 2
    rows = {f"1 0×{length - 1} =": [0], f"1 in the middle, {length - 1} zeros =": [length // 2], f"0×{length} =": []}
    labels, looks = [], []
    for label, ones in rows.items():
        tokens = torch.zeros(length + 1, dtype=torch.int64)
        tokens[ones], tokens[-1] = 1, source.vocab.index("=")
        for b, block in enumerate(attention_weights(model, tokens[None])):
            for h, head in enumerate(block[0]):
                labels.append(f"{label}  (block {b}, head {h})")
                looks.append(torch.stack([head[-1][tokens == token].sum() for token in range(3)]))
    columns = ["all 0s together", "all 1s together", "="]
    return [heat_map(torch.stack(looks), labels, columns, out / "any-ones-attention.png", "Where = looks")]


def draw(plan: Plan, model, losses: dict, accuracy: dict, out: Path) -> None:
    """Save every picture that can be made, and say in one sentence why another cannot."""
    source, pictures = plan.source, []
    near_to_far = {name: {d: a for d, a in by.items() if d != "no 1"} for name, by in accuracy.items()}
    try:
        pictures.append(loss_curve(losses, source.floor, out / f"{source.name}-loss.png", f"{source.name}: loss"))
        path = out / f"{source.name}-distance.png"
        pictures.append(accuracy_by_distance(near_to_far, source.chance, path, f"{source.name}: right answers"))
        pictures += draw_attention(source, model, out)
    except NoPicture as reason:
        console.print(f"\nNo pictures: {reason}" if not pictures else f"\nNo heat maps: {reason}")
    if pictures:
        console.print("\nPictures:", *(f"  {picture.path}" for picture in pictures), sep="\n", markup=False)


def example_text(source: Source) -> str:
    """A sentence to begin with in the playground, cut just before its answer."""
    return a_pair(source)[0].rpartition(" her ")[0] if isinstance(source, Wills) else "0 0 1 0 0 0"


def save_for_playground(source: Source, model: nn.Module, out: Path) -> Path:
    """The first block's attention and what it reads, as numbers in a file: seven digits, nothing that can run."""

    def rows(weight: Tensor) -> list:
        return [rows(part) for part in weight] if weight.dim() else float(f"{weight.item():.7g}")

    block = model.blocks[0]
    saved = {
        "kind": "attention head",
        "task": source.name,
        "vocab": source.vocab,
        "sentence": example_text(source).split(),
        "n_heads": block.attention.n_heads,
        "token_embedding": rows(model.token_embedding.weight),
        "position_embedding": rows(model.position_embedding.weight),
        "norm": {"gamma": rows(block.norm_1.gamma), "beta": rows(block.norm_1.beta), "eps": block.norm_1.eps},
        **{name: rows(getattr(block.attention, name).weight) for name in ("W_q", "W_k", "W_v")},
    }
    path = out / f"{source.name}-head.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(saved, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    path.write_text(text + "\n", encoding="utf-8")
    return path


# The run -----------------------------------------------------------------------------------------------------


def run(plan: Plan, seed: int, out: Path) -> dict[str, dict]:
    """One whole experiment with the student's files on the path. Returns what it measured."""
    from lm import TransformerLM, generate, next_token_loss
    from train import train

    source = plan.source
    console.print(f"{source.describe()}\n  {short(source.decode(source.sample(1, [seed, 55])[0]))}\n", markup=False)
    torch.manual_seed(seed)
    transformer = TransformerLM(vocab_size=len(source.vocab), context_length=source.n, **plan.sizes)
    rnn = SmallRNN(len(source.vocab))
    curves = {"transformer": train_on(plan, transformer, train, seed, "transformer")}
    curves["RNN"] = train_on(plan, rnn, train, seed, "RNN")
    ngram = NGram(len(source.vocab), order=8).fit(source.batches(1, plan.counted, seed=[seed, 0]))
    console.print(f"n-gram: counted {plan.counted:,} rows, order {ngram.order}\n")

    models = {"transformer": transformer, "RNN": rnn, "n-gram": ngram}
    rows = source.sample(plan.judged, [seed, 99])
    losses = {name: loss_on(model, rows, next_token_loss) for name, model in models.items()}
    console.print(floor_table(source, rows, losses), "")
    groups = source.by_distance(20 if source.name == "any-ones" else plan.judged, [seed, 88])
    accuracy = {
        name: {distance: answers_right(model, source, group) for distance, group in groups.items()}
        for name, model in models.items()
    }
    console.print(distance_table(source, accuracy))
    if source.name == "any-ones":
        lecture = {name: by_distance[str(source.n - 3)] for name, by_distance in accuracy.items()}
        said = ", ".join(f"{name} {100 * right:.1f}%" for name, right in lecture.items())
        console.print(f"\n1 followed by {source.n - 3} zeros, the lecture's hard case: {said}")

    try:
        show_samples(source, transformer, generate, seed)
    except NotImplementedError as missing:
        console.print(f"\nNo samples yet: {missing}.", markup=False)
    show_pair(source, transformer, *a_pair(source))
    draw(plan, transformer, curves, accuracy, out)
    try:
        console.print(f"\nFor playground.html: {save_for_playground(source, transformer, out)}", markup=False)
    except ValueError:
        console.print("\nNothing for playground.html: some weights of your model are infinite or not a number.")
    return {"loss": losses, "floor": source.floor_of(rows), "accuracy": accuracy}


# Without one of its parts -----------------------------------------------------------------------------------------


@contextmanager
def without(part: str, model: nn.Module) -> Iterator[None]:
    """The model lacks this part until the end of the `with`: it stays your own, and nothing is rewritten.

    scale        scores are q · k, not divided by √d_k       (listens at attention_scores, task 1.2)
    mask         every word sees every word                  (listens at attend, task 1.6)
    positions    the vectors of places are all 0             (hooks position_embedding, task 4.1)
    residual     each part's output replaces the stream      (hooks attention, ffn and norm_2 of each block, task 3.3)
    norm         every layer norm hands on what it gets      (hooks norm_1, norm_2 and final_norm, task 3.1)
    """
    used: list[str] = []
    undo: list[Callable[[], None]] = []
    try:
        undo += REMOVERS[part](model, used)
        with torch.no_grad():
            model(torch.zeros(1, 2, dtype=torch.int64))
        if not used:
            raise Told(f"your code goes another way than the stubs suggest, so {part} cannot be taken out")
        yield
    finally:
        for step in undo:
            step()


def _replaced(name: str, wrap: Callable) -> list[Callable[[], None]]:
    """Put `wrap(function)` in the place of a function, in every file of the student's that knows it."""
    undo = []
    for module in [sys.modules.get(each) for each in ("attention", "multihead", "block", "lm")]:
        own = getattr(module, name, None)
        if own is not None:
            setattr(module, name, wrap(own))
            undo.append(lambda module=module, own=own: setattr(module, name, own))
    return undo


def _no_scale(model: nn.Module, used: list[str]) -> list[Callable[[], None]]:
    def wrap(attention_scores):
        def unscaled(q: Tensor, k: Tensor) -> Tensor:
            used.append("scale")
            return attention_scores(q, k) * math.sqrt(k.shape[-1])

        return unscaled

    return _replaced("attention_scores", wrap)


def _no_mask(model: nn.Module, used: list[str]) -> list[Callable[[], None]]:
    def wrap(attend):
        def unmasked(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None):
            used.append("mask")
            return attend(q, k, v)

        return unmasked

    return _replaced("attend", wrap)


def _hook(module: nn.Module, used: list[str], change: Callable[[Tensor, Tensor], Tensor]) -> Callable[[], None]:
    def changed(_module, inputs, out):
        used.append("hook")
        return change(inputs[0], out)

    return module.register_forward_hook(changed).remove


def _no_positions(model: nn.Module, used: list[str]) -> list[Callable[[], None]]:
    return [_hook(model.position_embedding, used, lambda _, out: torch.zeros_like(out))]


def _no_norm(model: nn.Module, used: list[str]) -> list[Callable[[], None]]:
    norms = [model.final_norm, *(norm for block in model.blocks for norm in (block.norm_1, block.norm_2))]
    return [_hook(norm, used, lambda x, _: x) for norm in norms]


def _no_residual(model: nn.Module, used: list[str]) -> list[Callable[[], None]]:
    """Both parts hand over their output less the stream, which the block then adds: the output alone is left."""
    undo = []
    for block in model.blocks:
        stream: dict[str, Tensor] = {}

        def note(name: str, stream: dict[str, Tensor] = stream) -> Callable:
            return lambda _module, inputs: stream.update({name: inputs[0]})

        def less(name: str, stream: dict[str, Tensor] = stream) -> Callable[[Tensor, Tensor], Tensor]:
            return lambda _, out: out - stream[name]

        undo.append(block.register_forward_pre_hook(note("x")).remove)
        undo.append(block.norm_2.register_forward_pre_hook(note("t")).remove)
        undo += [_hook(block.attention, used, less("x")), _hook(block.ffn, used, less("t"))]
    return undo


REMOVERS = {
    "scale": _no_scale,
    "mask": _no_mask,
    "positions": _no_positions,
    "residual": _no_residual,
    "norm": _no_norm,
}


WITHOUT = Plan(Wills(), SMALL | {"n_heads": 4, "n_layers": 2}, [(150, 5e-3), (150, 2e-3)], judged=500)
"""Two blocks: with only one, some parts make little difference."""
WITHOUT_POSITIONS = Plan(AnyOnes(31), WITHOUT.sizes, WITHOUT.stages, judged=500)
"""The words of wills show where in the sentence they are. Bits do not: only their places tell that = comes after 31."""


def run_without(part: str, plan: Plan, seed: int) -> dict[str, float]:
    """Train your model twice, whole and without one of its parts; the loss of each on fresh rows."""
    from lm import TransformerLM, next_token_loss
    from train import train

    source = plan.source
    rows = source.sample(plan.judged, [seed, 99])
    losses = {}
    for label, removed in (("whole", ""), (f"without {part}", part)):
        torch.manual_seed(seed)
        model = TransformerLM(vocab_size=len(source.vocab), context_length=source.n, **plan.sizes)
        with without(removed, model) if removed else nullcontext():
            train_on(plan, model, train, seed, label)
            losses[label] = loss_on(model, rows, next_token_loss)
    console.print("", floor_table(source, rows, losses), "")
    floor, loss = source.floor_of(rows), losses[f"without {part}"]
    if loss < 0.98 * floor:
        console.print("Below the floor: no honest model gets there. This one sees the words that it should predict.")
    elif not loss < 1.02 * losses["whole"]:
        console.print(f"Without {part} it pays {loss - losses['whole']:.4f} nats more for every word.")
    else:
        console.print(f"On a text this simple it does as well without {part}. Why? On which text would it do worse?")
    return {**losses, "floor": floor}


def options_from(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Train your transformer on a text with a known floor.")
    parser.add_argument("task", choices=[*sorted(PLANS), "without"])
    parser.add_argument("part", nargs="?", choices=REMOVERS, help="after without: the part to take out")
    add_code(parser)
    parser.add_argument("--seed", type=int, default=0, help="another seed gives another text and another start")
    parser.add_argument("--out", metavar="FOLDER", type=Path, default=Path("my_pictures"), help="for the pictures")
    parser.add_argument("--quick", action="store_true", help="tiny sizes: only to see that everything runs")
    options = parser.parse_args(arguments)
    if (options.task == "without") != (options.part is not None):
        parser.error(f"give a part after without, and only there: without {' | '.join(REMOVERS)}")
    if options.seed < 0:
        parser.error(f"argument --seed: 0 or more is needed, not {options.seed}")
    return options


def plan_from(options: argparse.Namespace) -> Plan:
    if options.task != "without":
        return (QUICK if options.quick else PLANS)[options.task]
    if options.part == "positions":
        return QUICK["any-ones"] if options.quick else WITHOUT_POSITIONS
    return QUICK["wills"] if options.quick else WITHOUT


def main(arguments: list[str] | None = None) -> None:
    options = options_from(arguments)
    plan, part = plan_from(options), options.part
    action = partial(run_without, part, plan, options.seed) if part else partial(run, plan, options.seed, options.out)
    with_your_code(action, options.code)


if __name__ == "__main__":
    main()
