"""Part 4: a language model.

A language model answers one question: given w_1 … w_i, how likely is each word to come next? A sentence's
probability is the product of these answers:

    P(w_1 … w_n) = Π_i P(w_i | w_1 … w_{i−1})

The model embeds each token together with its place, sends the vectors through a stack of blocks and reads off, at
every place, one number (a logit) for each word of the vocabulary; a softmax over them would be the probabilities.
No place sees what comes after it, so one pass gives n predictions at once. To generate, predict, draw a word, append
it, and go on; the model sees the last `context_length` words at most.

Graded in every task:
    - Float32 and float64: what comes out has the dtype of the floats that go in, weights included. Float64 is right to
      six digits.
    - What goes in is not changed, and neither are the weights of a layer or PyTorch's settings.
    - Gradients are right, not merely there, for all floats that go in and for every weight that takes part.
    - Training and evaluation mode give the same result: nothing is dropped or drawn at random.
    - Calls are independent, for any length and batch size: do not reuse a mask or positions made for another one.

Make new tensors on the device of what goes in. You may write helper functions and further methods, and import what is
installed (not einops). You may keep or remove given checks: no graded call fails them. Leave the constructors as
they are.

How the tasks depend on each other:

    4.1  TransformerLM.embed        stands alone
    4.2  TransformerLM.forward      calls 4.1 and, from part 3, TransformerBlock and LayerNorm
    4.3  next_token_loss            stands alone
    4.4  generate                   calls the model, whichever one it is given
    4.5  train                      in train.py: calls the model and 4.3
    4.6  sentence_log_prob          calls the model, whichever one it is given; once it is 4.2, with given weights

Call the earlier functions instead of repeating them: a mistake in 4.1 then costs you 4.1 and nothing else.
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
            tokens: (B, n) int64 word numbers, 1 ≤ n ≤ context_length. A given check refuses a longer row.

        Returns:
            (B, n, d_model).

        Graded:
            - The two vectors are added; places are counted from 0, in every row of the batch alike.
            - n = 1 and n = context_length work.

        Example:
            >>> model = TransformerLM(vocab_size=2, context_length=3, d_model=2, n_heads=1, n_layers=1, d_ff=4)
            >>> _ = model.token_embedding.load_state_dict({"weight": torch.tensor([[10.0, 20.0], [30.0, 40.0]])})
            >>> _ = model.position_embedding.load_state_dict({
            ...     "weight": torch.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])})
            >>> model.embed(torch.tensor([[1, 0, 0]])).detach()
            tensor([[[31., 42.],
                     [13., 24.],
                     [15., 26.]]])

        The handout's thread, *a girl lost*.
            >>> model = TransformerLM(vocab_size=4, context_length=4, d_model=4, n_heads=2, n_layers=1, d_ff=4)
            >>> _ = model.token_embedding.load_state_dict({"weight": torch.tensor([
            ...     [0.0, 1.0, -1.0, 0.0], [1.0, -1.0, 0.0, 0.0], [-1.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, -1.0]])})
            >>> _ = model.position_embedding.load_state_dict({"weight": torch.tensor([
            ...     [1.0, 0.0, 0.0, -1.0], [0.0, 0.0, 1.0, -1.0], [0.0, -1.0, 1.0, 0.0], [1.0, -1.0, 0.0, 0.0]])})
            >>> model.embed(torch.tensor([[0, 1, 2]])).detach()
            tensor([[[ 1.,  1., -1., -1.],
                     [ 1., -1.,  1., -1.],
                     [-1., -1.,  1.,  1.]]])
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
            Xˡ = block_l(Xˡ⁻¹)        l = 1 … L, where L is n_layers
            logits = LayerNorm(Xᴸ) Uᵀ        U = the unembedding's weight

        Args:
            tokens: (B, n) int64 word numbers, 1 ≤ n ≤ context_length.

        Returns:
            (B, n, vocab_size) logits: those at place i predict the word at place i + 1. No softmax.

        Graded:
            - Every block, in order; then `self.final_norm`; then `self.unembed`.
            - Causal: changing token j changes no logits before j.
            - n = 1 and n = context_length work. Rows of the batch do not touch each other.

        Not allowed: library transformer layers (`nn.TransformerEncoder`, `nn.TransformerEncoderLayer` and their
        relatives).

        Example: one number for each place and word; a change in the last token changes nothing before it.
            >>> model = TransformerLM(vocab_size=5, context_length=8, d_model=4, n_heads=2, n_layers=2, d_ff=8)
            >>> logits = model(torch.tensor([[0, 1, 2], [0, 1, 4]]))
            >>> logits.shape
            torch.Size([2, 3, 5])
            >>> torch.allclose(logits[0, :2], logits[1, :2])
            True
        """
        # BEGIN SOLUTION 4.2 (about four lines)
        h = self.embed(tokens)  # (B, n) -> (B, n, d)
        for block in self.blocks:
            h = block(h)  # (B, n, d)
        return self.unembed(self.final_norm(h))  # (B, n, vocab)
        # END SOLUTION


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    """Measure how surprised the model is by each next word, on average.

        loss = mean over all rows and all i = 1 … n − 1 of −log P(w_{i+1} | w_1 … w_i)
        P(· | w_1 … w_i) = softmax(logits at place i), w_1 being the first word: here places count from 1

    Args:
        logits: (B, n, vocab_size) as `TransformerLM.forward` gives them for `tokens`.
        tokens: (B, n) int64, n ≥ 2. They are the text itself, not shifted: the shift is yours to do.

    Returns:
        A tensor without dimensions: the loss in nats (natural logarithm), ready for `.backward()`.

    Graded:
        - The logits at place i are compared with token i + 1. The last place predicts nothing that is known, and the
          first token is predicted by nothing: neither counts.
        - The mean over all B · (n − 1) predictions, each with the same weight.
        - Stable: logits near 1000 or −1000 give a finite loss and finite gradients. Logits hundreds apart too: a
          model that is sure and wrong pays its full price, neither infinity nor a capped one.

    Library cross-entropy is fine here: the shift is the point.

    Example: a model that knows nothing about four words pays ln 4 for each. One that is sure of the right next
    words, 2 after 0 and 1 after 2, pays nothing.
        >>> tokens = torch.tensor([[0, 2, 1]])
        >>> next_token_loss(torch.zeros(1, 3, 4), tokens)
        tensor(1.3863)
        >>> sure = 1000.0 * F.one_hot(torch.tensor([[2, 1, 3]]), num_classes=4)
        >>> next_token_loss(sure, tokens).item() < 1e-6
        True

    The handout's thread, *a girl lost her*: each right word has probability 1/2, and ln 2 = 0.6931.
        >>> logits = torch.tensor([[[1.0, 2.0, 0.0, 0.0], [1.0, 0.0, 2.0, 0.0], [1.0, 0.0, 0.0, 2.0], [0.0] * 4]])
        >>> next_token_loss(torch.tensor(2.0).log() * logits, torch.tensor([[0, 1, 2, 3]]))
        tensor(0.6931)
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
        - draw (2): each row by itself.
        - greedy (1): temperature 0 takes the largest logit.
        - temperature (0.75): from 0.01 on, with top_k too.
        - top k (1): other words never come. 1 is greedy; above vocab_size all stay.
        - generator (0.25): a given one decides what is drawn.
        - traces (0.6): no gradient is recorded; prompt, weights, gradients, mode and settings stay.

    Model calls are not counted; a right cache is welcome.

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
    """How likely is each sentence, once its first word is there? The chain rule, in logarithms.

        log P(w_2 … w_n | w_1) = Σ_{i=2}^{n} log P(w_i | w_1 … w_{i−1})

    Args:
        model: maps (B, n) int64 tokens to (B, n, vocab_size) logits, for n up to `model.context_length`. It is causal.
        tokens: (B, n) int64, n ≥ 1; a row may be longer than the context.

    Returns:
        (B,) one log-probability for each row, in nats.

    Graded:
        - The sum of the natural logarithms of all n − 1 predictions, with its sign: one number for each row.
        - The first word is given and costs nothing. A row of one word has log-probability 0.
        - In a row longer than the context, each word is predicted as in 4.4: from the LAST `model.context_length` words
          before it, or from all while there are fewer.
        - Stable: logits near 1000 or −1000, or hundreds apart, give the right finite number.
        - With the given weights (writer/CARD.md) your own `TransformerLM` finds texts as likely as right code does, and
          your `generate` continues them greedily alike.

    The library's `log_softmax` and cross-entropy are fine here. Up to you: whether gradients are recorded, the mode on
    the way, and how many predictions you take from one call of the model.

    Hints:
        - Up to the context length, one call gives all predictions. After that, each word needs a window of its own.

    Example: a toy model of four words that is half sure that w + 1 follows w; the others have probability 1/6 each.
        >>> class HalfSure(nn.Module):
        ...     context_length = 3
        ...     def forward(self, tokens):
        ...         return torch.tensor(3.0).log() * F.one_hot((tokens + 1) % 4, num_classes=4)
        >>> sentence_log_prob(HalfSure(), torch.tensor([[0, 1, 2, 3], [0, 0, 1, 2]])).exp()
        tensor([0.1250, 0.0417])
    """
    # BEGIN SOLUTION 4.6 (about six lines)
    context, n = model.context_length, tokens.shape[1]
    logits = model(tokens[:, :context])[:, : n - 1]  # (B, at most context, vocab)  of w_2 up to w_{context+1}
    further = [model(tokens[:, i - context : i])[:, -1:] for i in range(context + 1, n)]  # (B, 1, vocab) each
    log_probs = torch.cat([logits, *further], dim=1).log_softmax(dim=-1)  # (B, n−1, vocab)
    return log_probs.gather(2, tokens[:, 1:, None]).sum(dim=(1, 2))  # what came next: (B, n−1, 1) -> (B,)
    # END SOLUTION
