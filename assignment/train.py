"""Part 4, last task: training.

A language model learns everything it knows from its own surprise: predict every next word of a text, measure how
surprising the words that came were, and move the weights a little so that they would have been less surprising.
A text from a known source has a floor, the entropy of the source, that no model can beat on average; a good one
gets close to it.

How the tasks depend on each other:

    4.5  train      calls the model it is given and, from lm.py, next_token_loss

You may write helper functions, and import what is installed (not einops).
"""

from collections.abc import Iterable

import torch
from lm import next_token_loss
from torch import Tensor, nn


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    """Train the model on the batches, one optimiser step for each.

        θ ← optimiser step on the gradient of next_token_loss(model(tokens), tokens) in θ

    Args:
        model: maps (B, n) int64 tokens to (B, n, vocab_size) logits; it is changed in place.
        batches: an iterable of (B, n) int64 tensors, n ≥ 2, to go through once; B and n may change.
        lr: the learning rate.

    Returns:
        A list with one Python float for each batch: the loss on it BEFORE the step made on it.

    Graded:
        - Exactly one optimiser step for each batch, in the order they come. No batches: an empty list.
        - Each step follows the gradient of its own batch alone, which is sent back through the model once. Nothing is
          left over from earlier batches, nor from before the call.
        - One optimiser serves the whole call: where single batches mislead, it averages over many. `lr` is passed on.
        - The numbers are finite floats, each the loss of its own batch alone. The first is the loss of the model as it
          was handed over.
        - Every parameter is trained, in place. `train` can be called again afterwards. The batches are not changed.
        - It learns: the words that follow each other in the batches become more likely. It comes close to the floor of
          small sources. It trains your own `TransformerLM` too, on short rows of bits.

    Adam, AdamW, NAdam and RMSprop reach the floor; another optimiser that steps on one gradient loses the floor at
    most. Schedules, clipping and decay are fine while every batch still teaches something and the floor is reached.
    Comparing `model(tokens[:, :-1])` with `tokens[:, 1:]` yourself gives the same loss. The mode in which the model is
    left is up to you.

    Hints:
        - Make the optimiser once, before the loop: it remembers earlier steps.

    Example: a model that sees nothing but 0 1 0 1 … learns to expect it.
        >>> from lm import TransformerLM
        >>> model = TransformerLM(vocab_size=2, context_length=6, d_model=8, n_heads=2, n_layers=1, d_ff=16)
        >>> losses = train(model, [torch.tensor([[0, 1, 0, 1, 0, 1]])] * 60, lr=0.01)
        >>> len(losses), type(losses[0]).__name__
        (60, 'float')
        >>> losses[-1] < 0.1 < losses[0]
        True
    """
    # TODO 4.5 (about ten lines)
    raise NotImplementedError("Task 4.5: train is not written yet")
