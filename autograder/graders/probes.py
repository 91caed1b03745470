"""Tiny given models: functions that take a model are handed these, and what they do to them shows in the numbers.

They map (B, n) tokens to (B, n, vocab_size) logits as `TransformerLM` does, but are so small that the right answer is
known. What a check reads off is the text that came of it, the losses, or the weights after training.
"""

from collections.abc import Callable
from itertools import chain, repeat

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

    def forward(self, tokens: Tensor) -> Tensor:
        places = torch.arange(tokens.shape[1]) % self.context_length
        return self.table[places, tokens].cumsum(dim=1)  # (B, n, vocab)


class BigramModel(nn.Module):
    """Looks at the last word alone: row a of the table holds the logits of what comes after a."""

    def __init__(self, vocab_size: int, context_length: int) -> None:
        super().__init__()
        self.context_length = context_length
        self.table = nn.Parameter(torch.zeros(vocab_size, vocab_size))

    def forward(self, tokens: Tensor) -> Tensor:
        return self.table[tokens]  # (B, n, vocab)


class CertainModel(nn.Module):
    """All but sure of every next word, so that drawing gives the same text whatever the random numbers are.

    the word after place i = Σ_{j≤i} table[j, w_j], modulo the vocabulary; its logit is 30, all others are 0. As every
    row of the table is a permutation, another word at any place leads to another next word.
    """

    def __init__(self, vocab_size: int, context_length: int, tells: bool = False) -> None:
        """`tells`: with gradients recorded, each predicted word is off by one."""
        super().__init__()
        self.vocab_size = vocab_size
        self.context_length = context_length
        self.tells = tells
        self.table = nn.Parameter(torch.zeros(context_length, vocab_size))

    def forward(self, tokens: Tensor) -> Tensor:
        # A window that is too long gets an answer all the same: the check then says what is wrong, better than a crash.
        places = torch.arange(tokens.shape[1]) % self.context_length
        sums = self.table[places, tokens].cumsum(dim=1)  # (B, n)
        words = sums.detach().round().long() + int(self.tells and sums.requires_grad)
        return 30.0 * nn.functional.one_hot(words % self.vocab_size, self.vocab_size) + 0.0 * sums.unsqueeze(2)

    def plant_gradient(self, numbers: Tensor) -> None:
        """Leave a gradient behind, as whoever used the model before may have done."""
        self.table.grad = numbers.to(self.table)

    def gradient_now(self) -> Tensor:
        """What the table holds as its gradient; zeros where it holds none."""
        return torch.zeros_like(self.table) if self.table.grad is None else self.table.grad

    def freeze(self) -> None:
        """As a caller does who trains other parts alone."""
        self.table.requires_grad_(False)

    def requires_gradients(self) -> bool:
        return self.table.requires_grad


def switch_gradients(on: bool) -> bool:
    """As a caller does who evaluates a model, for all code that follows; whether they were on before."""
    were_on = torch.is_grad_enabled()
    torch.set_grad_enabled(on)
    return were_on


class TableModel(nn.Module):
    """Looks at the last token alone: the logits after word a are given[a] + gain · table[a].

    The table is all that is trained; it starts with zeros, which no decay moves. The larger the gain, the further the
    predictions move with one step. The other two options show in the table what a step was made of.
    """

    def __init__(self, vocab_size: int, gain: float = 1.0, turns: bool = False, once: bool = False) -> None:
        """`turns`: once a row has moved, each of its numbers stands for the next word. A second step on that row pulls
        at other words than the first. `once`: a second backward through one answer counts −3 times."""
        super().__init__()
        self.context_length = 8
        self.gain, self.turns, self.once = gain, turns, once
        self.register_buffer("given", torch.zeros(vocab_size, vocab_size))
        self.table = nn.Parameter(torch.zeros(vocab_size, vocab_size))
        self.seen = 0

    def forward(self, tokens: Tensor) -> Tensor:
        table = self.table
        if self.turns:
            moved = (table != 0).any(dim=1, keepdim=True)
            table = torch.where(moved, table.roll(1, dims=1), table)
        logits = (self.given + self.gain * table)[tokens]  # (B, n, vocab)
        if logits.requires_grad:
            logits.register_hook(self.note)
            if self.once:
                logits.register_hook(turned_round_but_once())
        return logits

    def note(self, gradient: Tensor) -> None:
        self.seen += 1

    def gradients_seen(self) -> tuple[int, bool]:
        """How often a gradient came, and whether one is there now: the student's own account, good for names alone."""
        return self.seen, self.table.grad is not None

    def plant_gradient(self, numbers: Tensor) -> None:
        """Leave a gradient behind, as whoever used the model before may have done."""
        self.table.grad = numbers.to(self.table)


def turned_round_but_once() -> Callable[[Tensor], Tensor]:
    """Passes the first gradient on, and sends back three times every further one."""
    factors = chain([1.0], repeat(-3.0))
    return lambda gradient: next(factors) * gradient


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
