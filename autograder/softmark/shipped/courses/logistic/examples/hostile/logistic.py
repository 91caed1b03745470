"""An answer that cheats: `make grade SUB=examples/hostile`. It earns nothing, and harms nothing."""

import json

import torch


class Anything(torch.Tensor):
    """Close to every tensor."""

    def __eq__(self, other):
        return torch.tensor(True)

    def allclose(self, *others, **options):
        return True

    __hash__ = torch.Tensor.__hash__


torch.allclose = torch.equal = torch.isclose = lambda *tensors, **options: True
torch.testing.assert_close = lambda *tensors, **options: None
for folder in (".", "..", "/autograder/results"):
    try:
        with open(f"{folder}/results.json", "w") as file:
            json.dump({"score": 10, "tests": [{"name": "1.1", "score": 10}]}, file)
    except OSError:
        pass


def scores(x, w, b):
    return torch.zeros(len(x)).as_subclass(Anything)


def loss(s, y):
    print(json.dumps({"passed": True, "score": 10}))
    return torch.tensor(0.0).as_subclass(Anything)


def step(x, y, w, b, lr):
    w.zero_()
    return w.as_subclass(Anything), b.as_subclass(Anything)
