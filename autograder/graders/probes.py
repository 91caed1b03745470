"""Tiny given models: functions that take a model are handed these, and what they do to them shows.

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

    def __init__(self, vocab_size: int, context_length: int) -> None:
        super().__init__()
        self.vocab_size = vocab_size
        self.context_length = context_length
        self.table = nn.Parameter(torch.zeros(context_length, vocab_size))
        self.shown: list[list[int]] = []
        """Every row of every window that it was shown."""
        self.gradient = False
        """Whether an answer was ever recorded for gradients."""

    def forward(self, tokens: Tensor) -> Tensor:
        self.shown += tokens.tolist()
        # A window that is too long gets an answer all the same: the check then says what is wrong, better than a crash.
        places = torch.arange(tokens.shape[1]) % self.context_length
        sums = self.table[places, tokens].cumsum(dim=1)  # (B, n)
        words = sums.detach().round().long() % self.vocab_size
        logits = 30.0 * nn.functional.one_hot(words, self.vocab_size) + 0.0 * sums.unsqueeze(2)  # (B, n, vocab)
        self.gradient = self.gradient or logits.requires_grad
        return logits

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

    def gradients_are_on(self) -> bool:
        """Whether gradients are recorded at all, for any model."""
        return torch.is_grad_enabled()


def switch_gradients(on: bool) -> bool:
    """As a caller does who evaluates a model, for all code that follows; whether they were on before."""
    were_on = torch.is_grad_enabled()
    torch.set_grad_enabled(on)
    return were_on


class TableModel(nn.Module):
    """Looks at the last token alone: row a of the table holds the logits of what comes after a.

    `gain` multiplies the table: the larger it is, the further the predictions move with one step of training. Only
    with `notes` it keeps count of the gradients that it is sent.
    """

    def __init__(self, vocab_size: int, context_length: int = 8, gain: float = 1.0, notes: bool = False) -> None:
        super().__init__()
        self.context_length = context_length
        self.gain = gain
        self.table = nn.Parameter(torch.zeros(vocab_size, vocab_size))
        self.notes = notes
        self.learned: list[int] = []
        """The first token of each batch from which it was sent gradients, in order."""
        self.left_over = 0.0
        """How much of `.grad` was ever more than the gradient that had just arrived."""
        self._arrived: Tensor | None = None
        if notes:
            self.table.register_post_accumulate_grad_hook(self._note_left_over)

    def forward(self, tokens: Tensor) -> Tensor:
        table = self.table * self.gain
        logits = table[tokens]  # (B, n, vocab)
        if self.notes and logits.requires_grad:
            first = int(tokens[0, 0])
            logits.register_hook(lambda _: self.learned.append(first))
            table.register_hook(self._note_arrived)
        return logits

    def plant_gradient(self, numbers: Tensor) -> None:
        """Leave a gradient behind, as whoever used the model before may have done."""
        self.table.grad = numbers.to(self.table)

    def _note_arrived(self, gradient: Tensor) -> None:
        self._arrived = gradient.detach() * self.gain

    def _note_left_over(self, table: Tensor) -> None:
        if self._arrived is not None and table.grad is not None:
            self.left_over = max(self.left_over, float((table.grad - self._arrived).abs().max()))


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
