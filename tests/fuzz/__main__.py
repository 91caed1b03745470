"""`python -m tests.fuzz`: submissions that answer wrongly in every way there is, given to the real grader.

Each program answers every call with wrong numbers in another dtype, shape, layout or container, forges and damages
frames, sends call-backs what no answer has, and lies about its lines (hostile_code.py). Held against every promise of
the hostile bank: no point for a wrong number, never "the grader failed", time and memory within bounds. Prints what it
did; the same seed does the same again.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from softmark.content.rubric import Limits
from tests.hostile.harness import Bench, Outcome, possible, room
from tests.hostile.rows import Row, reference

KINDS = ("dtype", "shape", "layout", "container", "frames", "call-backs", "accounts")
NAMES = {
    "attention.py": ["simple_attention", "attention_scores", "causal_mask", "apply_mask", "softmax", "weighted_values",
                     "attend", "AttentionHead.forward", "find_ones_weights"],
    "multihead.py": ["split_heads", "merge_heads", "MultiHeadAttention.forward",
                     "MultiHeadAttention.head_contributions"],
    "block.py": ["LayerNorm.forward", "FeedForward.forward", "TransformerBlock.forward"],
    "lm.py": ["TransformerLM.embed", "TransformerLM.forward", "next_token_loss", "generate"],
}  # fmt: skip
PARTS = {"attention.py": "1", "multihead.py": "2", "block.py": "3", "lm.py": "4"}
CODE = Path(__file__).with_name("hostile_code.py").read_text(encoding="utf-8")


LEFT_OUT = ("1.3", "4.5")
"""A mask on the right device earns something, whatever is in it; training takes long."""


def program(seed: int, kinds: tuple[str, ...], files: tuple[str, ...], points: dict[str, float]) -> Row:
    """A submission whose answers in these files are all wrong; with no kinds it is right, and loses nothing."""
    head, _, body = CODE.partition("# BEGIN\n")
    imports = "".join(f"{line}\n" for line in head.splitlines() if line.startswith("import "))
    texts = reference("torch")
    texts["attention.py"] += f"\n{imports}SEED, KINDS = {seed}, {kinds!r}\n{body}"
    for file, names in NAMES.items():
        if file in files:
            texts[file] += ("" if file == "attention.py" else "\nfrom attention import _wrap\n") + (
                f"\n_wrap(globals(), {names!r})\n"
            )
    parts = {PARTS[file] for file in files}
    hit = tuple(item for item in points if item.split(".")[0] in parts and item not in LEFT_OUT)
    what = f"answers wrongly: {', '.join(kinds)}" if kinds else "answers rightly"
    # under the limits as they are handed out: on a busy machine, the minute of these runs ends some of them too early
    return Row(
        "values",
        f"fuzz-{seed}",
        what,
        "torch",
        files=texts,
        only=hit,
        loses=hit if kinds else (),
        seconds=Limits().on_the_clock,
        shipped=True,
    )


def programs(seed: int, count: int, points: dict[str, float]) -> Iterator[Row]:
    rng = random.Random(seed)
    for _ in range(count):
        kinds = tuple(kind for kind in KINDS if rng.random() < 0.5) or (rng.choice(KINDS[:4]),)
        files = tuple(file for file in NAMES if rng.random() < 0.6) or ("attention.py",)
        yield program(rng.randrange(10**6), kinds, files, points)


def run(seed: int, count: int, mode: str, say=print) -> list[Outcome]:
    """Grade the programs; a right one before and after, which also shows that it is the answers that cost."""
    outcomes = []
    with room() as folder:
        bench = Bench(mode, "torch", folder)
        try:
            right = program(0, (), tuple(NAMES), bench.points)
            for row in (right, *programs(seed, count, bench.points), right):
                outcome = bench.grade(row)
                outcomes.append(outcome)
                asked = f"{outcome.asked[0]} replies, {outcome.asked[1]} call-backs"
                memory = "" if outcome.memory_mb is None else f", {outcome.memory_mb:.0f} MB"
                say(f"{'✓' if outcome.ok else '✗'} {row.name}: {row.what}; {asked}, {outcome.seconds:.1f} s{memory}")
                for problem in outcome.problems:
                    say(f"    {problem}")
        finally:
            bench.close()
    return outcomes


def main() -> int:
    reader = argparse.ArgumentParser(prog="python -m tests.fuzz", description=(__doc__ or "").splitlines()[0])
    reader.add_argument("--seed", type=int, default=date.today().toordinal(), help="default: the day")
    reader.add_argument("--programs", type=int, default=40)
    asked = reader.parse_args()
    mode = "docker" if possible("docker") is None else "user"
    if why := possible(mode):
        print(f"not run: {why}")
        return 0
    began = time.monotonic()
    print(f"seed {asked.seed}, {asked.programs} programs, mode {mode}", flush=True)
    found = run(asked.seed, asked.programs, mode, lambda text: print(text, flush=True))
    replies, calls = (sum(outcome.asked[i] for outcome in found) for i in (0, 1))
    wrong = [outcome for outcome in found if not outcome.ok]
    verdict = f"{len(wrong)} went wrong" if wrong else "no point for a wrong number, no fault of the grader"
    print(f"{len(found)} programs, {replies} replies, {calls} call-backs, {time.monotonic() - began:.0f} s: {verdict}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
