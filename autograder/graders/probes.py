"""Tiny given models: `generate` (4.4) and `train` (4.5) are handed these, and what they do to them shows.

They map (B, n) tokens to (B, n, vocab_size) logits as `TransformerLM` does, but are so small that the right answer is
known, and they take notes on how they were used.
"""

import torch
from torch import Tensor, nn


class WindowModel(nn.Module):
    """Looks at every token of its window and at the place it stands at, so that what it was shown decides its answer.

    logits at place i = Σ_{j≤i} table[j, w_j]
    """

    def __init__(self, vocab_size: int, context_length: int) -> None:
        super().__init__()
        self.context_length = context_length
        self.table = nn.Parameter(torch.zeros(context_length, vocab_size, vocab_size))
        self.longest = 0
        """The length of the longest window it was shown."""
        self.gradient = False
        """Whether an answer was ever recorded for gradients."""

    def forward(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[1]
        self.longest = max(self.longest, n)
        # A window that is too long gets an answer all the same: the check then says what is wrong, better than a crash.
        places = torch.arange(n) % self.context_length
        logits = self.table[places, tokens].cumsum(dim=1)  # (B, n, vocab)
        self.gradient = self.gradient or logits.requires_grad
        return logits


class TableModel(nn.Module):
    """Looks at the last token alone: row a of the table holds the logits of what comes after a.

    `gain` multiplies the table: the larger it is, the further the predictions move with one step of training.
    """

    def __init__(self, vocab_size: int, context_length: int = 8, gain: float = 1.0) -> None:
        super().__init__()
        self.context_length = context_length
        self.gain = gain
        self.table = nn.Parameter(torch.zeros(vocab_size, vocab_size))
        self.learned: list[int] = []
        """The first token of each batch from which it was sent gradients, in order."""

    def forward(self, tokens: Tensor) -> Tensor:
        logits = self.gain * self.table[tokens]  # (B, n, vocab)
        if logits.requires_grad:
            first = int(tokens[0, 0])
            logits.register_hook(lambda _: self.learned.append(first))
        return logits


class TinyModel(nn.Module):
    """Parameters of every kind: an embedding, a vector of gains, a matrix, a bias."""

    def __init__(self, vocab_size: int, width: int) -> None:
        super().__init__()
        self.token_embedding = nn.Embedding(vocab_size, width)
        self.gains = nn.Parameter(torch.ones(width))
        self.unembed = nn.Linear(width, vocab_size)

    def forward(self, tokens: Tensor) -> Tensor:
        return self.unembed(self.gains * self.token_embedding(tokens))  # (B, n, vocab)


class Stream:
    """Batches that come one after the other, once: no length, no going back."""

    def __init__(self, batches: list[Tensor]) -> None:
        self.left = iter(batches)

    def __iter__(self) -> "Stream":
        return self

    def __next__(self) -> Tensor:
        return next(self.left)
