"""Part 4, last task: training.

All that a language model knows it has learned from its own surprise: predict every next word of a text, measure
how surprising the words that did come were, and move the weights a little so that they would have been less so.
A text from a known source has a floor, the entropy of the source, that no model can beat on average; a good one
gets close to it.

How the tasks lean on each other:

    4.5  train      calls the model it is given and, from lm.py, next_token_loss
"""

from collections.abc import Iterable

import torch
from lm import next_token_loss
from torch import Tensor, nn


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    """Train the model on the batches, one optimiser step for each.

        θ ← optimiser step on the gradient of next_token_loss(model(tokens), tokens) in θ

    Args:
        model: maps (B, n) int64 tokens to (B, n, vocab_size) logits. It is changed in place.
        batches: (B, n) int64 tensors, on the device of the model. Any iterable, a generator too: go through it once
            only. Its length may be unknown, and batches may differ in shape.
        lr: the optimiser's learning rate.

    Returns:
        A list of Python floats, one for each batch, in order: the loss on that batch BEFORE the step made on it.

    Graded:
        - Exactly one optimiser step for each batch, in the order they come, one pass. No batches: an empty list.
        - The first number is the loss of the model as it was handed over.
        - Each step moves the weights against the gradient of its own batch alone: nothing is left over from earlier
          batches, nor from gradients that were there before the call. Each batch sends gradients through the model
          exactly once.
        - One optimiser serves the whole call: where single batches mislead, it averages over many. `lr` is passed on
          to it: with a tiny one the weights hardly move.
        - Every parameter is trained, in place: `model` itself is the trained model afterwards.
        - The numbers are floats (not tensors), and finite; each is the loss of its own batch alone, not a mean or sum.
        - It learns: the words that follow each other in the batches become more likely.
        - It comes close to the floor of small sources, with learning rates at which Adam, AdamW, NAdam and RMSprop,
          with their default settings, get there. (Plain SGD does not.)
        - It trains your own `TransformerLM` too: on short rows of bits it learns to say at the end whether one was a 1.
        - The parameters still require gradients afterwards, so that `train` can be called again. Which mode
          (training or evaluation) the model is left in is up to you. The batches are not changed.

    Any optimiser of `torch.optim` that makes a step from one gradient may be used. Adam, AdamW, NAdam and RMSprop are
    the ones that are meant. Another one (plain SGD, Adagrad, …) may miss the floor, and loses that and nothing else.

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
