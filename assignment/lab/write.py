"""Your own model writes, with your `TransformerLM` and `generate` and with given weights (writer/CARD.md).

    python lab/write.py "It is a truth"                    the ten likeliest next pieces, and a text with this beginning
    python lab/write.py "Mr. Darcy" --temperature 0.5      more careful; 0 always takes the likeliest piece
    python lab/write.py --seed 7 --length 300              another text, longer and without a beginning
    python lab/write.py '"My dear' --heads --seed 2        also what each head looked at when it wrote a name

Once task 4.2 is written, it shows the next pieces; once 4.4 is written, it writes. It needs no internet connection.
After some 190 pieces the window is full and slides.
"""

import argparse
import json
import math
import re
import sys
from collections.abc import Iterator
from pathlib import Path

try:
    import torch
    from torch import Tensor, nn
except ModuleNotFoundError as missing:
    sys.exit(f"write.py needs {missing.name}: run  python -m pip install -r requirements.txt  first.")

import trained
from pictures import attention_weights
from trained import SIZES, WRITER, Tokeniser, shown, weights
from yours import Told, add_code, with_your_code

EXPECTED = WRITER / "expected.json"
TYPED = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "—": "-", "–": "-", "\t": " "})
"""Characters that keyboards and web pages use → those of the novels' text."""

PREDICTS = ["1.2", "1.3", "1.4", "1.5", "1.6", "2.1", "2.2", "3.1", "3.2", "3.3", "4.1", "4.2"]
"""The tasks that a prediction needs."""
PARTS = {"norm_1": "3.1", "attention": "2.2", "norm_2": "3.1", "ffn": "3.2"}
"""The parts of a block, and the task of each."""
CALLS = {"2.2": "what it calls, 1.2 to 1.6 and 2.1"}


# Is it your code that should be writing? ------------------------------------------------------------------------


Summary = tuple[float, float]


def summary(part: Tensor) -> Summary:
    """How large the numbers are, and one number that changes with their order, signs and places."""
    flat = part.detach().double().flatten()
    size = float(flat.square().mean().sqrt())
    return size, float((flat * torch.arange(len(flat)).double().cos()).mean()) * math.sqrt(len(flat)) / (size or 1.0)


def alike(one: Summary, other: Summary) -> bool:
    """Up to rounding."""
    return abs(one[0] - other[0]) <= 1e-3 * other[0] and abs(one[1] - other[1]) <= 2e-3


def stage_summaries(model: nn.Module, tokens: Tensor) -> list[tuple[str, str, Summary]]:
    """(part, task, summary) of everything that one prediction passes through, in the order it happens."""
    seen: list[tuple[str, str, Summary]] = []

    def listen(module: nn.Module, name: str, its_task: str, callers_task: str) -> None:
        def note_input(_module, inputs) -> None:
            seen.append((f"what goes into {name}", callers_task, summary(inputs[0])))

        def note_output(_module, _inputs, out) -> None:
            seen.append((f"what comes out of {name}", its_task, summary(out)))

        hooks.append(module.register_forward_pre_hook(note_input))
        hooks.append(module.register_forward_hook(note_output))

    hooks: list = []
    for i, block in enumerate(model.blocks):
        listen(block, f"blocks[{i}]", "3.3", "4.2")
        for part, task in PARTS.items():
            listen(getattr(block, part), f"blocks[{i}].{part}", task, "3.3")
    listen(model.final_norm, "final_norm", "3.1", "4.2")
    try:
        with torch.no_grad():
            seen.append(("what comes out of embed", "4.1", summary(model.embed(tokens))))
            seen.append(("what comes out of your model", "4.2", summary(model(tokens))))
    finally:
        for hook in hooks:
            hook.remove()
    return seen


def known_windows() -> tuple[Tensor, Tensor]:
    """Two prompts with known answers: a short one, and one that is longer than the context."""
    numbers = torch.arange(300)
    return (numbers[:12] * 37 % 2048)[None], (numbers * 53 % 2048)[None]


def what_is_wrong(model: nn.Module, expected: dict) -> str:
    """The first part whose numbers differ from those of right code, in one sentence; empty if all are right."""
    short, _ = known_windows()
    right = {name: numbers for name, _, numbers in expected["stages"]}
    for name, task, numbers in stage_summaries(model, short):
        if name in right and not alike(numbers, right[name]):
            also = f" (and at {CALLS[task]})" if task in CALLS else ""
            return f"{name} is wrong for these weights: look at task {task}{also}"
    return ""


def what_generate_does(model: nn.Module, generate, expected: dict) -> str:
    """The same for `generate`: greedy words after a short prompt, and after one that is longer than the window."""
    for prompt, greedy in zip(known_windows(), expected["greedy"], strict=True):
        words = generate(model, prompt, len(greedy), temperature=0)
        if words[0, prompt.shape[1] :].tolist() != greedy:
            where = "a short prompt" if prompt.shape[1] < model.context_length else "a prompt longer than the window"
            return f"after {where}, `generate` does not give the likeliest pieces: look at task 4.4"
    return ""


def missing_tasks(folder: Path, wanted: list[str]) -> list[str]:
    """Which of these tasks are not written yet."""
    texts = "".join(path.read_text(encoding="utf-8", errors="replace") for path in sorted(folder.glob("*.py")))
    left = set(re.findall(r'^\s*raise NotImplementedError\("Task (\d\.\d)', texts, flags=re.MULTILINE))
    return [task for task in wanted if task in left]


# What it shows --------------------------------------------------------------------------------------------------


def next_pieces(model: nn.Module, tokens: Tensor, tokeniser: Tokeniser, count: int = 10) -> Iterator[str]:
    """The likeliest next pieces, with their probabilities as numbers and as bars."""
    with torch.no_grad():
        probs = model(tokens)[0, -1].softmax(dim=-1)
    top = probs.topk(count)
    for prob, number in zip(top.values.tolist(), top.indices.tolist(), strict=True):
        yield f"  {100 * prob:5.1f}%  {shown(tokeniser.pieces[number]):14} {'█' * round(60 * prob)}".rstrip()
    yield f"  {100 * (1 - top.values.sum().item()):5.1f}%  all others"


def stream(model: nn.Module, tokens: Tensor, options: argparse.Namespace, generate) -> Iterator[int]:
    """One piece after the other: each calls your `generate` for one more token."""
    numbers = torch.Generator().manual_seed(options.seed)
    for _ in range(options.length):
        longer = generate(model, tokens, 1, options.temperature, options.top_k, numbers)
        if longer.shape != (1, tokens.shape[1] + 1):
            raise ValueError(
                f"generate returned shape {tuple(longer.shape)} for a prompt {tuple(tokens.shape)} and one new token"
            )
        tokens = longer
        yield int(tokens[0, -1])


# The run --------------------------------------------------------------------------------------------------------


def options_from(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Your own model writes, with given weights.")
    parser.add_argument("prompt", nargs="?", default="", help="how the text begins")
    parser.add_argument("--temperature", type=float, default=0.8, metavar="T", help="0, or at least 0.01 (0.8)")
    parser.add_argument("--top-k", type=int, default=40, metavar="K", help="draw among the K likeliest pieces (40)")
    parser.add_argument("--seed", type=int, default=0, help="another seed gives another text (0)")
    parser.add_argument("--length", type=int, default=120, metavar="N", help="how many pieces (120)")
    parser.add_argument("--heads", action="store_true", help="also show what each head looked at")
    add_code(parser)
    options = parser.parse_args(arguments)
    if not (options.temperature == 0 or 0.01 <= options.temperature < math.inf):
        parser.error(f"--temperature must be 0 or at least 0.01, not {options.temperature}")
    if options.top_k < 1 or options.length < 0 or options.seed < 0:
        parser.error("--top-k must be 1 or more, --length and --seed 0 or more")
    return options


def say(text: str = "", end: str = "\n") -> None:
    print(text, end=end, flush=True)


def beginning(prompt: str, tokeniser: Tokeniser) -> Tensor:
    """(1, n) token numbers of a new paragraph that begins so."""
    try:
        numbers = tokeniser.encode("\n" + prompt.translate(TYPED).strip("\n"))
    except ValueError as strange:
        raise Told(str(strange)) from None
    if len(numbers) > SIZES["context_length"]:
        raise Told(f"the beginning has {len(numbers)} pieces; the model sees {SIZES['context_length']} at most")
    return torch.tensor([numbers])


def run(options: argparse.Namespace) -> None:
    tokeniser = Tokeniser.from_file()
    tokens = beginning(options.prompt, tokeniser)
    from lm import TransformerLM, generate

    model = TransformerLM(**SIZES)
    model.load_state_dict(weights())
    model.eval()
    expected = json.loads(EXPECTED.read_text(encoding="utf-8"))
    wrong = wrong_so_far(model, expected, options.code)
    if wrong:
        say(f"Something is not right yet: {wrong}.\npython check.py tells you more. Until then, expect nonsense:\n")
    say("The ten likeliest next pieces (␣ is a space, ¶ begins a paragraph):")
    for line in next_pieces(model, tokens, tokeniser):
        say(line)
    try:
        if not wrong and (wrong := what_generate_does(model, generate, expected)):
            say(f"\nSomething is not right yet: {wrong}.\npython check.py 4.4 tells you more.")
        new = write_on(options, stream(model, tokens, options, generate), tokeniser)
        tokens = torch.cat([tokens, torch.tensor([new], dtype=torch.int64)], dim=1)
    except NotImplementedError:
        say("\nTask 4.4 is next: once `generate` is written, the model writes.")
    if options.heads:
        show_heads(model, tokens[:, : SIZES["context_length"]], tokeniser)


def wrong_so_far(model: nn.Module, expected: dict, folder: Path) -> str:
    """What is wrong with a prediction, or that one cannot be made yet."""
    try:
        return what_is_wrong(model, expected)
    except NotImplementedError as first:
        missing = ", ".join(missing_tasks(folder, PREDICTS)) or str(first).partition(":")[0]
        raise Told(
            f"{first}.\nTo show the next pieces, task 4.2 and what it calls are needed; still to be written: "
            f"{missing}.\nWriting also needs task 4.4."
        ) from None


def write_on(options: argparse.Namespace, pieces: Iterator[int], tokeniser: Tokeniser) -> list[int]:
    """Show each piece as it comes. The beginning waits for the first piece."""
    new = [first for first in [next(pieces, None)] if first is not None]
    say("\n" + options.prompt + tokeniser.decode(new), end="")
    for number in pieces:
        new.append(number)
        say(tokeniser.decode([number]), end="")
    say()
    return new


def show_heads(model: nn.Module, tokens: Tensor, tokeniser: Tokeniser) -> None:
    say("\nWhat did your own attention look at? (trained.py says how this is counted.)")
    looks = torch.stack([block[0] for block in attention_weights(model, tokens)])
    for line in trained.lines(looks, [tokeniser.pieces[token] for token in tokens[0].tolist()]):
        say(line)


def main(arguments: list[str] | None = None) -> None:
    options = options_from(arguments)
    with_your_code(lambda: run(options), options.code)


if __name__ == "__main__":
    main()
