"""Part 4: a language model.

Given w_1 … w_i, how likely is each word to come next? The model embeds each token with its place, sends the vectors
through a stack of blocks and reads off, at every place, one number (a logit) for each word; a softmax over them gives
the probabilities. No place sees what comes after it, so one pass predicts the next word at every place.

The rules of every task, and what is graded in all of them, stand at the head of attention.py.
"""

import torch
import torch.nn.functional as F
from block import LayerNorm, TransformerBlock
from torch import Tensor, nn


class TransformerLM(nn.Module):
    """A causal language model: embeddings, a stack of transformer blocks, a final norm and the unembedding."""

    def __init__(
        self, vocab_size: int, context_length: int, d_model: int, n_heads: int, n_layers: int, d_ff: int
    ) -> None:
        """Given. Make the parts, and start both embeddings small (PyTorch's own start slows training down)."""
        super().__init__()
        self.context_length = context_length
        self.token_embedding = nn.Embedding(vocab_size, d_model)
        self.position_embedding = nn.Embedding(context_length, d_model)
        self.blocks = nn.ModuleList(TransformerBlock(d_model, n_heads, d_ff) for _ in range(n_layers))
        self.final_norm = LayerNorm(d_model)
        self.unembed = nn.Linear(d_model, vocab_size, bias=False)
        nn.init.normal_(self.token_embedding.weight, std=0.1)
        nn.init.normal_(self.position_embedding.weight, std=0.1)

    def embed(self, tokens: Tensor) -> Tensor:
        """Give every token the vector of its word plus the vector of its place.

            x_i = token_embedding(w_i) + position_embedding(i)        (i = 0 … n − 1)

        Args:
            tokens: (B, n) word numbers, n ≤ context_length.

        Returns:
            (B, n, d).

        Graded:
            - places (1.5): counted from 0, in every row alike, for n = 1 up to context_length.
            - words (1.25): each token gets the vector of its word.
            - sum (0.5): the two are added as they are.

            >>> model = TransformerLM(vocab_size=2, context_length=3, d_model=1, n_heads=1, n_layers=1, d_ff=4)
            >>> _ = model.token_embedding.load_state_dict({"weight": torch.tensor([[10.0], [30.0]])})
            >>> _ = model.position_embedding.load_state_dict({"weight": torch.tensor([[1.0], [3.0], [5.0]])})
            >>> model.embed(torch.tensor([[1, 0, 0]])).detach().squeeze(-1)
            tensor([[31., 13., 15.]])
        """
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        # BEGIN SOLUTION 4.1 (about two lines)
        positions = torch.arange(n, device=tokens.device)  # (n,)
        return self.token_embedding(tokens) + self.position_embedding(positions)  # (B, n, d) + (n, d) -> (B, n, d)
        # END SOLUTION

    def forward(self, tokens: Tensor) -> Tensor:
        """Predict, at every place, the word that comes next.

            X⁰ = embed(tokens)
            Xˡ = block_l(Xˡ⁻¹)        l = 1 … L
            logits = LayerNorm(Xᴸ) Uᵀ        U = the unembedding's weight

        Args:
            tokens: (B, n) word numbers, n ≤ context_length.

        Returns:
            (B, n, vocab_size): the logits at place i predict the word at place i + 1.

        Graded:
            - blocks (2): every one, in order, each on what the one before it wrote.
            - final norm (1.25): `self.final_norm`, once, after the last block.
            - unembed (1.25): `self.unembed` comes last; no softmax.
            - context (0.75): after another word, *bats* has the same `embed` and other logits; before another word,
              *it* has the same of both.

        Not allowed: library transformer layers like `nn.TransformerEncoder`.

            >>> model = TransformerLM(vocab_size=5, context_length=8, d_model=4, n_heads=2, n_layers=2, d_ff=8)
            >>> model(torch.tensor([[0, 1, 4]])).shape
            torch.Size([1, 3, 5])
        """
        # BEGIN SOLUTION 4.2 (about four lines)
        h = self.embed(tokens)  # (B, n) -> (B, n, d)
        for block in self.blocks:
            h = block(h)  # (B, n, d)
        return self.unembed(self.final_norm(h))  # (B, n, vocab)
        # END SOLUTION


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    """Measure how surprised the model is by each next word, on average.

        loss = mean over all rows and all i < n of −log P(w_{i+1} | w_1 … w_i)
        P(· | w_1 … w_i) = softmax(logits at place i)

    Args:
        logits: (B, n, vocab_size), what the model gives for `tokens`.
        tokens: (B, n), n ≥ 2: the text itself. The shift is yours to do.

    Returns:
        A tensor without dimensions, in nats.

    Graded:
        - shift (2.75): the logits at place i against token i + 1; the last place does not count.
        - stable (2.2): the true loss and finite gradients for logits near ±1000 or hundreds apart.
        - mean (1.5): over all predictions; a mean of the rows' means is the same.

    Library cross-entropy is fine.

        >>> next_token_loss(torch.zeros(1, 3, 4), torch.tensor([[0, 2, 1]]))  # ln 4
        tensor(1.3863)
    """
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    # BEGIN SOLUTION 4.3 (about three lines)
    predictions = logits[:, :-1].flatten(0, 1)  # (B·(n−1), vocab)  places 1 … n−1
    targets = tokens[:, 1:].flatten()  # (B·(n−1),)  what came next: w_2 … w_n
    return F.cross_entropy(predictions, targets)  # ()
    # END SOLUTION


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    """Continue each row with words drawn from the model's predictions.

        w_{i+1} ~ softmax(logits at the last place / temperature), among the top_k words

    Args:
        model: maps (B, n) tokens to (B, n, vocab_size) logits.
        prompt: (B, n).

    Graded:
        - result (0.4): (B, n + n_new) int64, the prompt first.
        - window (2): the model sees the last `model.context_length` tokens at most.
        - draw (2): as often as the softmax says; each row its own.
        - greedy (1): temperature 0 takes the largest logit.
        - temperature (0.75): divides the logits; 0.01 works.
        - top k (1): other words never come. 1 is greedy; above vocab_size all stay.
        - generator (0.25): a given one decides what is drawn.
        - traces (0.6): no gradient is recorded; prompt, weights, gradients, mode stay.

    Model calls are free; a cache is welcome.

        >>> model = nn.Embedding.from_pretrained(9 * torch.eye(5).roll(1, dims=1))
        >>> model.context_length = 3
        >>> generate(model, torch.tensor([[0, 1]]), n_new=5, temperature=0)
        tensor([[0, 1, 2, 3, 4, 0, 1]])
    """
    # BEGIN SOLUTION 4.4 (about sixteen lines)
    was_training = model.training
    model.eval()
    tokens = prompt  # (B, n), one column longer after each step
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]  # (B, at most context_length)
            logits = model(window)[:, -1]  # (B, vocab)  the last place predicts the new word
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]  # (B, 1)
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)  # (B, 1)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)  # (B, vocab)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)  # (B, 1)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens
    # END SOLUTION


def sentence_log_prob(model: nn.Module, tokens: Tensor) -> Tensor:
    """How likely is each sentence, given its first word?

        log P(w_2 … w_n | w_1) = Σ_{i=2}^{n} log P(w_i | w_1 … w_{i−1})

    Args:
        model: maps (B, n) tokens to (B, n, vocab_size) logits, `model.context_length` at a time.
        tokens: (B, n), any n ≥ 1.

    Returns:
        (B,) in the dtype of the logits, also for n = 1.

    Graded:
        - words (1): log P of each word but the first, in nats.
        - window (0.8): from all words before it, at most the last `model.context_length`.
        - sum (0.5): over the words, one number for each row; 0 for n = 1.
        - stable (0.4): right for long rows, and for logits near ±1000 or hundreds apart.

    Needs no other task. Call the model as often as you like; gradients are up to you.

        >>> model = nn.Embedding(2, 2)
        >>> model.context_length = 3
        >>> _ = nn.init.zeros_(model.weight)  # each word: 1/2
        >>> sentence_log_prob(model, torch.tensor([[0, 1, 1, 0]])).exp().detach()
        tensor([0.1250])
    """
    # BEGIN SOLUTION 4.6 (about six lines)
    context, n = model.context_length, tokens.shape[1]
    logits = model(tokens[:, :context])[:, : n - 1]  # (B, at most context, vocab)  of w_2 up to w_{context+1}
    further = [model(tokens[:, i - context : i])[:, -1:] for i in range(context + 1, n)]  # (B, 1, vocab) each
    log_probs = torch.cat([logits, *further], dim=1).log_softmax(dim=-1)  # (B, n−1, vocab)
    return log_probs.gather(2, tokens[:, 1:, None]).sum(dim=(1, 2))  # what came next: (B, n−1, 1) -> (B,)
    # END SOLUTION
