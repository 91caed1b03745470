"""Write written.json, a text that the reference's model wrote with the given weights, and what its heads looked at:

python handouts/playground/written.py      after new weights; then make.py

The page has no Python, so it shows this one text. Numbers are whole: thousandths of a probability, hundredths of a
weight.
"""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "solutions" / "reference"), str(ROOT / "assignment")]

import heads  # noqa: E402
import torch  # noqa: E402
from lm import TransformerLM, generate  # noqa: E402 (the reference's)
from tokeniser import Tokeniser  # noqa: E402
from trained import SIZES, weights  # noqa: E402

FILE = Path(__file__).with_name("written.json")
START, SEED, TEMPERATURE, TOP_K, LENGTH = '"My dear', 2, 0.8, 40, 180
LEAST = 0.05
"""A weight below this is not shown."""


def model() -> TransformerLM:
    made = TransformerLM(**SIZES)
    made.load_state_dict(weights())
    return made.eval()


def text(writer: TransformerLM, tokeniser: Tokeniser) -> list[int]:
    """As write.py would write it, cut where the last whole paragraph ends."""
    prompt = torch.tensor([tokeniser.encode(f"\n{START}")])
    tokens = generate(writer, prompt, LENGTH, TEMPERATURE, TOP_K, torch.Generator().manual_seed(SEED))[0].tolist()
    ends = [place for place, token in enumerate(tokens) if tokeniser.pieces[token] == "\n"]
    return tokens[: ends[4]]


def seen(writer: TransformerLM, tokeniser: Tokeniser, tokens: list[int]) -> dict:
    """Everything that the page shows about a text, from one pass over it."""
    pieces = [tokeniser.pieces[token] for token in tokens]
    row = torch.tensor([tokens])
    with torch.no_grad():
        top = writer(row)[0].softmax(dim=-1).topk(10)
    given = len(tokeniser.encode(f"\n{START}"))
    looks = heads.all_weights(writer, row)
    likely = [
        [[tokeniser.pieces[number], round(1000 * prob)] for prob, number in zip(probs, numbers, strict=True)]
        for probs, numbers in zip(top.values.tolist(), top.indices.tolist(), strict=True)
    ]
    questions = []
    for question in heads.QUESTIONS:
        found = heads.answer(question, looks, pieces)
        assert found is not None
        questions.append({
            "what": question.what, "keys": question.keys, "stands_out": found.stands_out(),
            "when": percent(found.when), "otherwise": percent(found.otherwise),
            "at": {place.query + 1: looked(looks[:, :, place.query]) for place in found.places},
        })  # fmt: skip
    return {"given": given, "pieces": pieces, "next": likely[given - 1 : -1], "questions": questions}


def percent(shares: torch.Tensor) -> list[list[int]]:
    return [[round(100 * share) for share in row] for row in shares.tolist()]


def looked(row: torch.Tensor) -> list[list[list[list[int]]]]:
    """(blocks, heads, n) → for each head its largest weights, as [place, hundredths]."""
    return [
        [
            [
                [place, round(100 * w)]
                for w, place in zip(*map(torch.Tensor.tolist, head.topk(4)), strict=True)
                if w >= LEAST
            ]
            for head in block
        ]
        for block in row
    ]


if __name__ == "__main__":
    tokeniser, writer = Tokeniser.from_file(), model()
    found = {"tokens": text(writer, tokeniser)}
    found |= seen(writer, tokeniser, found["tokens"])
    FILE.write_text(json.dumps(found, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8", newline="\n")
    print(f"{FILE.relative_to(ROOT)}: {FILE.stat().st_size / 1024:.0f} KB, {len(found['pieces'])} pieces")
