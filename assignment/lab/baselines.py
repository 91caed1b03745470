"""What came before attention: an n-gram model and a recurrent network.

Both answer the same question as your transformer, in the same form: `model(tokens)` takes (B, n) tokens and
gives (B, n, vocab) logits, where row i is about the token that comes after token i. So one piece of code
scores all three, and the comparison is fair.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable

import torch
from torch import Tensor, nn


class NGram:
    """P(w | the last order − 1 words), by counting. Nothing further back exists for it.

    A long context is precise but rarely seen; a short one is vague but well known. So each context gets k
    extra counts, handed out the way the next shorter context would hand them out:

        P(w | c) = (count(c, w) + k · P(w | c without its oldest word)) / (count(c) + k)

    Below the empty context every word is equally likely. An unseen context simply passes on the shorter
    one's opinion: that is the backing off. The k counts are the smoothing: no word ever has probability 0.
    """

    def __init__(self, vocab_size: int, order: int = 8, k: float = 0.5):
        if order < 1:
            raise ValueError(f"an n-gram needs an order of at least 1, not {order}")
        self.vocab_size, self.order, self.k = vocab_size, order, k
        self.counts: dict[tuple[int, ...], Counter[int]] = defaultdict(Counter)
        self.known: dict[tuple[int, ...], Tensor] = {}  # answers already worked out

    def fit(self, batches: Iterable[Tensor]) -> "NGram":
        """Count every word that follows each of its contexts, from none up to order − 1 words."""
        self.known.clear()
        for batch in batches:
            for row in batch.tolist():
                for i, word in enumerate(row):
                    for start in range(max(0, i - self.order + 1), i + 1):
                        self.counts[tuple(row[start:i])][word] += 1
        return self

    def probs(self, context: tuple[int, ...]) -> Tensor:
        """(vocab,) P(· | context); only the last order − 1 words of it are looked at."""
        context = context[max(0, len(context) - self.order + 1) :]
        if context not in self.known:
            shorter = self.probs(context[1:]) if context else torch.full((self.vocab_size,), 1 / self.vocab_size)
            counts = torch.zeros(self.vocab_size)
            for word, count in self.counts.get(context, Counter()).items():
                counts[word] = count
            self.known[context] = (counts + self.k * shorter) / (counts.sum() + self.k)
        return self.known[context]

    def __call__(self, tokens: Tensor) -> Tensor:
        """(B, n) → (B, n, vocab) log-probabilities, which serve as logits."""
        recent = self.order - 1
        rows = [
            torch.stack([self.probs(tuple(row[max(0, i + 1 - recent) : i + 1])) for i in range(len(row))])
            for row in tokens.tolist()
        ]
        return torch.stack(rows).log()


class SmallRNN(nn.Module):
    """h_i = tanh(W x_i + U h_{i−1} + b): all that the model knows of the past is the one vector h.

    A plain tanh cell, as in the lecture, and not a GRU or an LSTM. Their gates are a by-pass that was
    invented for just the trouble that we want to see: news from token 1 has to pass through every cell on
    the way to token 100, and so does the gradient on its way back.
    """

    def __init__(self, vocab_size: int, d_model: int = 32, d_hidden: int = 64):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)
        self.cells = nn.RNN(d_model, d_hidden, nonlinearity="tanh", batch_first=True)
        self.unembed = nn.Linear(d_hidden, vocab_size)

    def forward(self, tokens: Tensor) -> Tensor:
        states, _ = self.cells(self.embedding(tokens))  # (B, n, d_hidden), one state for each token
        return self.unembed(states)  # (B, n, vocab)
