"""Given: two groups of points to try your functions on. Leave this file as it is."""

import torch

POINTS = torch.tensor([[1.0, 2.0], [2.0, 1.5], [1.5, 3.0], [-1.0, -0.5], [-2.0, 0.5], [-0.5, -2.0]])
LABELS = torch.tensor([1.0, 1.0, 1.0, -1.0, -1.0, -1.0])
