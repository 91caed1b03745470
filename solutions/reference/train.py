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

        θ ← optimiser step on the gradient of next_token_loss(model(tokens), tokens) in θ

    Args:
        model: maps (B, n) tokens to (B, n, vocab_size) logits.
        batches: an iterable of (B, n) tokens, to go through once.
        lr: the learning rate.

    Returns:
        The loss on each batch.

    Graded:
        - learns (2.25): next words become more likely. At lr = 0.01 Adam, AdamW, NAdam, Adamax and RMSprop come close
          to the lowest possible loss. Your own `TransformerLM` learns too.
        - one step a batch (1.5): exactly one, before the next. `batches` may be a stream without a length, or empty.
        - fresh gradients (1): of this batch alone, sent back once; nothing from earlier batches or calls.
        - one optimiser (0.75): made once, it remembers all batches.
        - learning rate (0.5): `lr` is passed on, in each call.
        - in place (0.5): every parameter of this model is trained, in a second call too; batches stay unchanged.
        - losses (0.5): Python floats in order, each before its step.

    Schedules, clipping and decay are welcome.

        >>> from lm import TransformerLM
        >>> model = TransformerLM(vocab_size=2, context_length=6, d_model=8, n_heads=2, n_layers=1, d_ff=16)
        >>> losses = train(model, [torch.tensor([[0, 1, 0, 1, 0, 1]])] * 60, lr=0.01)
        >>> losses[-1] < 0.1 < losses[0]
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
