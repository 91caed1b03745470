"""Reads the given weights: a language model that was trained on six novels of Jane Austen (writer/CARD.md).

They fit the constructors of this assignment, name by name, so your own `TransformerLM` can take them:

    model = TransformerLM(**SIZES)
    model.load_state_dict(weights())

The file is in the safetensors format: an eight-byte length, a JSON header that says which array lies where, and the
raw numbers. Nothing in it can run. To keep it small, each row of a matrix is stored in whole numbers from −127 to 127,
with one scale for the row: weight = number · scale.
"""

import json
from pathlib import Path

import torch
from torch import Tensor

WEIGHTS = Path(__file__).parent / "writer" / "weights.safetensors"
SIZES = {"vocab_size": 2048, "context_length": 192, "d_model": 128, "n_heads": 4, "n_layers": 4, "d_ff": 512}
DTYPES = {"I8": torch.int8, "F32": torch.float32}


def stored(path: Path = WEIGHTS) -> dict[str, Tensor]:
    """Every array in the file, as it is stored."""
    raw = bytearray(path.read_bytes())
    begin = 8 + int.from_bytes(raw[:8], "little")
    header = json.loads(raw[8:begin])
    arrays = {}
    for name, entry in header.items():
        if name != "__metadata__":
            start, end = entry["data_offsets"]
            part = raw[begin + start : begin + end]
            arrays[name] = torch.frombuffer(part, dtype=DTYPES[entry["dtype"]]).reshape(entry["shape"])
    return arrays


def weights(path: Path = WEIGHTS) -> dict[str, Tensor]:
    """The model's parameters in float32, by the names they have in `TransformerLM`."""
    arrays = stored(path)
    scales = {name: arrays.pop(name) for name in list(arrays) if name.endswith(".scale")}
    return {
        name: part * scales[f"{name}.scale"][:, None] if f"{name}.scale" in scales else part
        for name, part in arrays.items()
    }
