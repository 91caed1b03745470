"""Measure what the handout's figures show, by running the experiments that students are given.

    python handouts/figures/measure.py                 trains on both texts (some minutes of CPU), writes measured.json
    python handouts/figures/measure.py --out FILE      … writes another file

The figures themselves are drawn from measured.json in a second; nothing is trained when the handouts are built. The
file says how, when and with which seed it was made.
"""

import argparse
import json
import sys
from datetime import datetime, timezone
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
COMMAND = "python handouts/figures/measure.py"
SENTENCE = "Noor adopted twins above the old bakery with two goats and a piano so the house goes to"
STEPS_APART = 5
"""A curve of 800 steps is drawn from every fifth of them."""


def measure(task: str, seed: int) -> dict:
    """One given experiment with the reference as the student's code. Its last steps only hand the model to us."""
    import experiment
    from pictures import attention_weights

    plan, heard = experiment.PLANS[task], {}
    experiment.draw = lambda plan, model, curves, accuracy, out: heard.update(model=model, curves=curves)
    experiment.save_for_playground = lambda *_: "not saved"
    found = experiment.run(plan, seed, Path("unused"))
    measured = {
        "command": f"python assignment/lab/experiment.py {task} --code solutions/reference --seed {seed}",
        "sizes": plan.sizes,
        "stages": plan.stages,
        "rows_judged": plan.judged,
        "loss": _rounded(found["loss"]),
        "floor_of_the_rows": round(found["floor"], 5),
        "floor": round(plan.source.floor, 5),
        "chance": round(plan.source.chance, 4),
        "accuracy": {name: _rounded(by_distance) for name, by_distance in found["accuracy"].items()},
        "curves": {name: _thinned(losses) for name, losses in heard["curves"].items()},
        "steps_apart": STEPS_APART,
    }
    if task == "wills":
        blocks = attention_weights(heard["model"], plan.source.encode(SENTENCE)[None])
        heads = [[[round(w, 3) for w in row] for row in head.tolist()] for head in blocks[0][0]]
        measured["attention"] = {"sentence": SENTENCE, "block": 0, "heads": heads}
    return measured


def gated(task: str, seed: int) -> dict:
    """The RNN with gated cells in the place of its plain ones, trained in the same way: how often it is right."""
    import experiment
    import torch
    from baselines import SmallRNN
    from train import train

    plan = experiment.PLANS[task]
    torch.manual_seed(seed)
    model = SmallRNN(len(plan.source.vocab))
    torch.manual_seed(seed)
    model.cells = torch.nn.GRU(model.cells.input_size, model.cells.hidden_size, batch_first=True)
    experiment.train_on(plan, model, train, seed, "GRU")
    rows = plan.source.sample(plan.judged, [seed, 5])
    return {"cell": "GRU", "right": round(experiment.answers_right(model, plan.source, rows), 5)}


def _rounded(numbers: dict[str, float]) -> dict[str, float]:
    return {name: round(number, 5) for name, number in numbers.items()}


def _thinned(losses: list[float]) -> list[float]:
    """The same smoothing as `pictures.loss_curve`, then every fifth step."""
    from pictures import _smooth

    return [round(loss, 4) for loss in _smooth(losses)[::STEPS_APART]]


def main() -> None:
    reader = argparse.ArgumentParser(description="Run the given experiments and keep what the handout shows of them.")
    reader.add_argument("--seed", type=int, default=0)
    reader.add_argument("--out", type=Path, default=HERE / "measured.json", metavar="FILE")
    asked = reader.parse_args()
    sys.path[:0] = [str(ROOT / "solutions" / "reference"), str(ROOT / "assignment" / "lab")]
    import torch

    torch.set_num_threads(1)
    measured = {
        "made_by": COMMAND,
        "on": datetime.now(timezone.utc).date().isoformat(),
        "seed": asked.seed,
        "torch": torch.__version__.split("+")[0],
        "wills": measure("wills", asked.seed),
        "any-ones": measure("any-ones", asked.seed),
        "gated": {task: gated(task, asked.seed) for task in ("wills", "any-ones")},
    }
    asked.out.write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")
    print(f"wrote {asked.out}")


if __name__ == "__main__":
    main()
