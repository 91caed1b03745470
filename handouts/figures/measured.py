"""Pictures of what was measured (measured.json, made by measure.py), drawn as students' own are: by lab/pictures.py."""

import json
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "assignment" / "lab"))

import matplotlib  # noqa: E402
import pictures  # noqa: E402
import torch  # noqa: E402

os.environ["SOURCE_DATE_EPOCH"] = "0"  # the same numbers give the same bytes
matplotlib.rcParams["savefig.transparent"] = True
MEASURED = json.loads(Path(__file__).with_name("measured.json").read_text(encoding="utf-8"))


def draw(folder: Path) -> dict[str, str]:
    """Name → the same content in words."""
    drawn = []
    for task in ("wills", "any-ones"):
        found = MEASURED[task]
        accuracy = {
            name: {where: right for where, right in rights.items() if where != "no 1"}
            for name, rights in found["accuracy"].items()
        }
        start = folder / f"measured-{task}"
        drawn += [
            pictures.loss_curve(found["curves"], found["floor"], f"{start}-loss.svg", task, found["steps_apart"]),
            pictures.accuracy_by_distance(accuracy, found["chance"], f"{start}-distance.svg", task),
        ]
    drawn.append(attention(folder / "measured-attention.svg"))
    return {picture.path.stem: picture.alt for picture in drawn}


def attention(path: Path) -> pictures.Picture:
    """Where the last word of an unfinished will looks: a column for each head, so that the picture fits a phone."""
    found = MEASURED["wills"]["attention"]
    last = torch.tensor([head[-1] for head in found["heads"]])
    heads = [f"head {number}" for number in range(len(last))]
    return pictures.heat_map(last.T, found["sentence"].split(), heads, path, "wills: the last word", by_column=True)
