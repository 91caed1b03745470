"""After new weights, writes again what was made with them:  python handouts/writer/refresh.py

assignment/lab/writer/expected.json   what right code gives with them, as a few numbers: write.py tells with these which
                                      task to look at
assignment/lab/playground.html        a text that the reference wrote with them, and what its heads looked at. Numbers
                                      are whole: thousandths of a probability, hundredths of a weight
"""

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LAB = ROOT / "assignment" / "lab"
sys.path[:0] = [str(ROOT / "solutions" / "reference"), str(LAB)]

import torch  # noqa: E402
import trained  # noqa: E402
from lm import TransformerLM, generate  # noqa: E402 (the reference's)
from pictures import attention_weights  # noqa: E402
from trained import SIZES, Tokeniser, weights  # noqa: E402
from write import EXPECTED, known_windows, stage_summaries  # noqa: E402

LEAD = 1e-3
"""The likeliest piece must lead the next by so much: rounding must not change what right code takes."""
PAGE = LAB / "playground.html"
WRITTEN = re.compile(r'(?<=<script type="application/json" id="written">).*?(?=</script>)')
START, SEED, TEMPERATURE, TOP_K, LENGTH = '"My dear', 2, 0.8, 40, 180
LEAST = 0.05
"""A weight below this is not shown."""


def model() -> TransformerLM:
    made = TransformerLM(**SIZES)
    made.load_state_dict(weights())
    return made.eval()


def expectations(writer: TransformerLM) -> dict:
    windows = known_windows()
    greedy = []
    for prompt, count in zip(windows, (4, 3), strict=True):
        words = generate(writer, prompt, count, temperature=0)
        for place in range(prompt.shape[1], words.shape[1]):
            with torch.no_grad():
                first, second = writer(words[:, :place][:, -writer.context_length :])[0, -1].topk(2).values.tolist()
            assert first - second > LEAD, f"place {place} is too close to call; choose other prompts"
        greedy.append(words[0, prompt.shape[1] :].tolist())
    seen = stage_summaries(writer, windows[0])
    stages = [(name, task, [round(number, 6) for number in numbers]) for name, task, numbers in seen]
    return {"stages": stages, "greedy": greedy}


def text(writer: TransformerLM, tokeniser: Tokeniser) -> list[int]:
    """As write.py would write it, cut where the last whole paragraph ends."""
    prompt = torch.tensor([tokeniser.encode(f"\n{START}")])
    tokens = generate(writer, prompt, LENGTH, TEMPERATURE, TOP_K, torch.Generator().manual_seed(SEED))[0].tolist()
    ends = [place for place, token in enumerate(tokens) if tokeniser.pieces[token] == "\n"]
    return tokens[: ends[4]]


def seen(writer: TransformerLM, tokeniser: Tokeniser, tokens: list[int]) -> dict:
    """Everything that the page shows about a text, from one pass over it."""
    pieces, row = [tokeniser.pieces[token] for token in tokens], torch.tensor([tokens])
    with torch.no_grad():
        top = writer(row)[0].softmax(dim=-1).topk(10)
    given = len(tokeniser.encode(f"\n{START}"))
    looks = torch.stack([block[0] for block in attention_weights(writer, row)])
    likely = [
        [[tokeniser.pieces[number], round(1000 * prob)] for prob, number in zip(probs, numbers, strict=True)]
        for probs, numbers in zip(top.values.tolist(), top.indices.tolist(), strict=True)
    ]
    questions = [counted(question, looks, pieces) for question in trained.QUESTIONS]
    return {"tokens": tokens, "given": given, "pieces": pieces, "next": likely[given - 1 : -1], "questions": questions}


def counted(question: trained.Question, looks: torch.Tensor, pieces: list[str]) -> dict:
    found = trained.answer(question, looks, pieces)
    assert found is not None
    return {
        "what": question.what,
        "keys": question.keys,
        "stands_out": found.stands_out(),
        "when": (100 * found.when).round().int().tolist(),
        "otherwise": (100 * found.otherwise).round().int().tolist(),
        "at": {place.query + 1: looked(looks[:, :, place.query]) for place in found.places},
    }


def looked(row: torch.Tensor) -> list[list[list[list[int]]]]:
    """(blocks, heads, n) → for each head its largest weights, as [place, hundredths]."""

    def largest(head: torch.Tensor) -> list[list[int]]:
        return [
            [place, round(100 * head[place].item())] for place in head.topk(4).indices.tolist() if head[place] >= LEAST
        ]

    return [[largest(head) for head in block] for block in row]


def kept() -> dict:
    """What the page shows now."""
    return json.loads(WRITTEN.search(PAGE.read_text(encoding="utf-8"))[0])


if __name__ == "__main__":
    writer, tokeniser = model(), Tokeniser.from_file()
    EXPECTED.write_text(json.dumps(expectations(writer)) + "\n", encoding="utf-8", newline="\n")
    shown = json.dumps(seen(writer, tokeniser, text(writer, tokeniser)), ensure_ascii=False, separators=(",", ":"))
    page = WRITTEN.sub(lambda _: shown.replace("</", "<\\/"), PAGE.read_text(encoding="utf-8"))
    PAGE.write_text(page, encoding="utf-8", newline="\n")
