"""Part 4, last task: training.

A language model learns everything it knows from its own surprise: predict every next word of a text, measure how
surprising the words that came were, and move the weights a little so that they would have been less surprising.
A text from a known source has a floor, the entropy of the source, that no model can beat on average; a good one
gets close to it.

How the tasks depend on each other:

    4.5  train      calls the model it is given and, from lm.py, next_token_loss

What is graded in every task stands at the head of attention.py.
"""

from collections.abc import Iterable

import torch
from lm import next_token_loss
from torch import Tensor, nn


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    """Train the model on the batches, with one optimiser step for each.

        θ ← optimiser step on the gradient of next_token_loss(model(tokens), tokens)

    Args:
        model: maps (B, n) tokens to (B, n, vocab_size) logits.
        batches: (B, n) tokens each, to read once.

    Graded:
        - learns (2.25): near the lowest loss at lr = 0.006 and 0.01, with Adam, AdamW, NAdam, Adamax or RMSprop.
        - one step a batch (1.5): before the next is read. `batches` may be a stream, or empty.
        - fresh gradients (1): of this batch alone.
        - one optimiser (0.75): it remembers all batches.
        - learning rate (0.5): the `lr` of this call.
        - in place (0.5): this model's parameters, all of them; batches stay unchanged.
        - losses (0.5): a list of floats, each before its step.

    Schedules, clipping and decay are welcome.

        >>> model = nn.Embedding(2, 2)
        >>> losses = train(model, [torch.tensor([[0, 1, 0, 1]])] * 99, lr=0.1)
        >>> losses[-1] < 0.1
        True
    """
    # BEGIN SOLUTION 4.5 (about ten lines)
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)  # ()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
    # END SOLUTION
