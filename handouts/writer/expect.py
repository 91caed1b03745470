"""Writes assignment/writer/expected.json: what the given weights give in right code, as a few numbers.

python handouts/writer/expect.py      after new weights; write.py tells with it which task to look at
"""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "solutions" / "reference"), str(ROOT / "assignment")]

import torch  # noqa: E402
from lm import TransformerLM, generate  # noqa: E402 (the reference's)
from trained import SIZES, weights  # noqa: E402
from write import EXPECTED, known_windows, stage_summaries  # noqa: E402

LEAD = 1e-3
"""The likeliest piece must lead the next by so much: rounding must not change what right code takes."""


def expectations() -> dict:
    model = TransformerLM(**SIZES)
    model.load_state_dict(weights())
    model.eval()
    windows = known_windows()
    greedy = []
    for prompt, count in zip(windows, (4, 3), strict=True):
        words = generate(model, prompt, count, temperature=0)
        for place in range(prompt.shape[1], words.shape[1]):
            with torch.no_grad():
                first, second = model(words[:, :place][:, -model.context_length :])[0, -1].topk(2).values.tolist()
            assert first - second > LEAD, f"place {place} is too close to call; choose other prompts"
        greedy.append(words[0, prompt.shape[1] :].tolist())
    seen = stage_summaries(model, windows[0])
    stages = [(name, task, [round(number, 6) for number in numbers]) for name, task, numbers in seen]
    return {"stages": stages, "greedy": greedy}


if __name__ == "__main__":
    EXPECTED.write_text(json.dumps(expectations()) + "\n", encoding="utf-8", newline="\n")
