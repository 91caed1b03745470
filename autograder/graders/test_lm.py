"""Part 4: the language model, its loss and its generation (lm.py).

The public and the hidden checks are these same functions on different numbers and sizes. The ground is the everyday
case: one batch, float32, default arguments. A function that takes a model is handed a tiny given one (probes.py), no
transformer: their next word is known, and how often each word is to be drawn too.
"""

import math

import torch
from block_weights import lm_weights, model_sizes, weights_now
from given_weights import given_model
from properties import (
    CALLS,
    DTYPES,
    GRADIENTS,
    GRADIENTS_ON,
    MODES,
    UNCHANGED,
    require_unchanged,
    same_gradient,
    same_gradients,
)

from softmark.checks import Rng, by_pattern, item, own_work, require, require_array, rests_on


def models(*who, weights, size, n_layers=1, dtype="float32", train=False):
    """The language model of everyone named, the student's and the reference's, with the same weights."""
    made = lm_weights(weights, size.vocab, size.context, size.d_model, n_layers, size.d_ff)
    arguments = (size.vocab, size.context, size.d_model, size.n_heads, n_layers, size.d_ff)
    return [each.lm.TransformerLM(*arguments, weights=made, dtype=dtype, train=train) for each in who]


def texts(draw, size, rows, n):
    """Tokens (rows, n). Where a row has a second word, word 0 comes up: a word like any other."""
    tokens = draw.tokens(size.vocab, rows, n)
    tokens[0, 1:2] = 0
    return tokens


def other_rows(draw, size):
    """Tokens for one model, one after the other: one token, a longer row, a batch of one, another one, new words."""
    for rows, length in ((2, 1), (2, size.n), (1, size.n - 2), (size.batch, size.n), (size.batch, size.n)):
        yield texts(draw, size, rows, length)


@item("4.1")
class TestEmbed:
    @rests_on("The two vectors are added; places are counted from 0, in every row of the batch alike.")
    def test_values(self, student, reference, draw, weights, same):
        """The vector of the word plus the vector of its place, counted from 0."""
        size = model_sizes(draw)
        mine, theirs = models(student, reference, weights=weights, size=size)
        tokens = texts(draw, size, size.batch, size.n)
        same(mine.embed(tokens), theirs.embed(tokens), axes="B n d")

    @rests_on(CALLS, habit="calls")
    def test_other_lengths(self, student, reference, draw, weights, same):
        """The same model on one token, on a longer row, on a shorter one and on another batch: each call by itself."""
        size = model_sizes(draw)
        mine, theirs = models(student, reference, weights=weights, size=size, n_layers=0)
        for tokens in other_rows(draw, size):
            same(mine.embed(tokens), theirs.embed(tokens), axes="B n d")

    @rests_on(MODES, habit="modes")
    @by_pattern
    def test_training_mode(self, student, reference, draw, weights, same):
        """In training mode the vectors are the same."""
        size = model_sizes(draw)
        mine, theirs = models(student, reference, weights=weights, size=size, n_layers=0, train=True)
        tokens = texts(draw, size, size.batch, size.n)
        same(mine.embed(tokens), theirs.embed(tokens), axes="B n d")

    @rests_on("The two vectors are added; places are counted from 0, in every row of the batch alike.")
    def test_one_row(self, student, reference, draw, weights, same):
        """A batch of one row: places depend on the row's tokens alone."""
        size = model_sizes(draw)
        mine, theirs = models(student, reference, weights=weights, size=size, n_layers=0)
        tokens = texts(draw, size, 1, size.n)
        same(mine.embed(tokens), theirs.embed(tokens), axes="B n d")

    @rests_on("n = 1 and n = context_length work.")
    def test_one_token(self, student, reference, draw, weights, same):
        """n = 1: a single token stands at place 0."""
        size = model_sizes(draw)
        mine, theirs = models(student, reference, weights=weights, size=size, n_layers=0)
        tokens = draw.tokens(size.vocab, size.batch, 1)
        same(mine.embed(tokens), theirs.embed(tokens), axes="B n d")

    @rests_on("n = 1 and n = context_length work.")
    def test_full_context(self, student, reference, draw, weights, same):
        """n = context_length works, up to the last place."""
        size = model_sizes(draw)
        mine, theirs = models(student, reference, weights=weights, size=size, n_layers=0)
        tokens = texts(draw, size, size.batch, size.context)
        same(mine.embed(tokens), theirs.embed(tokens), axes="B n d")

    @rests_on(DTYPES, habit="dtypes")
    def test_float64(self, student, reference, draw, weights, same):
        """A float64 model gives float64 vectors."""
        size = model_sizes(draw)
        mine, theirs = models(student, reference, weights=weights, size=size, n_layers=0, dtype="float64")
        tokens = texts(draw, size, size.batch, size.n)
        same(mine.embed(tokens), theirs.embed(tokens), axes="B n d")

    @rests_on(GRADIENTS)
    def test_gradients(self, student, reference, draw, weights, same):
        """Gradients reach the embeddings of words and of places."""
        size = model_sizes(draw)
        mine, theirs = models(student, reference, weights=weights, size=size, n_layers=0)
        tokens = texts(draw, size, size.batch, size.n)
        got, expected = mine.embed.grad(tokens), theirs.embed.grad(tokens)
        for name in ("token_embedding.weight", "position_embedding.weight"):
            same_gradient(same, got.by_name.get(name), expected.by_name[name], name)

    @rests_on(UNCHANGED, habit="in place")
    def test_tokens_unchanged(self, student, draw, weights):
        """Embedding does not change the tokens."""
        size = model_sizes(draw)
        (mine,) = models(student, weights=weights, size=size, n_layers=0)
        require_unchanged(mine.embed.observe(texts(draw, size, size.batch, size.n)))


@item("4.2")
class TestForward:
    @rests_on("Every block, in order; then `self.final_norm`; then `self.unembed`.")
    def test_values(self, student, reference, draw, weights, same):
        """Embedding, every block in order, the final norm, the unembedding; no softmax."""
        size = model_sizes(draw)
        mine, theirs = models(student, reference, weights=weights, size=size, n_layers=2)
        tokens = draw.tokens(size.vocab, size.batch, size.n)
        same(mine(tokens), theirs(tokens), axes="B n vocab", what="the logits", loosen=4.0)

    @rests_on(CALLS, habit="calls")
    def test_other_lengths(self, student, reference, draw, weights, same):
        """The same model on one token, on a longer row, on a shorter one and on another batch: each call by itself."""
        size = model_sizes(draw)
        mine, theirs = models(student, reference, weights=weights, size=size)
        for tokens in other_rows(draw, size):
            same(mine(tokens), theirs(tokens), axes="B n vocab", what="the logits", loosen=4.0)

    @rests_on(MODES, habit="modes")
    @by_pattern
    def test_training_mode(self, student, reference, draw, weights, same):
        """In training mode the logits are the same."""
        size = model_sizes(draw)
        mine, theirs = models(student, reference, weights=weights, size=size, n_layers=4, train=True)
        tokens = draw.tokens(size.vocab, size.batch, size.n)
        same(mine(tokens), theirs(tokens), axes="B n vocab", what="the logits", loosen=4.0)

    @rests_on("n = 1 and n = context_length work.")
    def test_one_token(self, student, reference, draw, weights, same):
        """n = 1 works."""
        size = model_sizes(draw)
        mine, theirs = models(student, reference, weights=weights, size=size)
        tokens = draw.tokens(size.vocab, size.batch, 1)
        same(mine(tokens), theirs(tokens), axes="B n vocab", what="the logits", loosen=4.0)

    @rests_on("n = 1 and n = context_length work.")
    def test_full_context(self, student, reference, draw, weights, same):
        """n = context_length works."""
        size = model_sizes(draw)
        mine, theirs = models(student, reference, weights=weights, size=size)
        tokens = draw.tokens(size.vocab, 2, size.context)
        same(mine(tokens), theirs(tokens), axes="B n vocab", what="the logits", loosen=4.0)

    @rests_on("Every block, in order; then `self.final_norm`; then `self.unembed`.")
    def test_square_unembedding(self, student, reference, draw, weights, same):
        """The right logits also where the vocabulary is as large as d_model, and a transpose does not show."""
        batch, n, d = draw.sizes(3, low=4, high=6)
        made = lm_weights(weights, d, 7, d, 1, 8)
        mine, theirs = (who.lm.TransformerLM(d, 7, d, 1, 1, 8, weights=made) for who in (student, reference))
        tokens = draw.tokens(d, batch, n)
        same(mine(tokens), theirs(tokens), axes="B n vocab", what="the logits", loosen=4.0)

    @rests_on("Causal: changing token j changes no logits before j.")
    def test_causal(self, student, draw, weights, same):
        """Changing token j changes no logits before j."""
        size = model_sizes(draw)
        (mine,) = models(student, weights=weights, size=size)
        first = draw.integer(1, size.n - 1)
        tokens = draw.tokens(size.vocab, size.batch, size.n)
        changed = tokens.clone()
        changed[:, first:] = (tokens[:, first:] + 1) % size.vocab
        before, after = mine(tokens), mine(changed)
        for logits in (before, after):
            require_array(logits, tokens, "the logits")
            require(logits.ndim == 3 and logits.shape[1] == size.n, "the logits do not have one row for each token")
        same(after[:, :first], before[:, :first], what="the logits before the changed tokens")

    @rests_on("Rows of the batch do not touch each other.")
    def test_rows_apart(self, student, reference, draw, weights, same):
        """A row gives the same logits alone as in a batch."""
        size = model_sizes(draw)
        mine, theirs = models(student, reference, weights=weights, size=size)
        tokens = draw.tokens(size.vocab, 1, size.n)
        same(mine(tokens), theirs(tokens), axes="B n vocab", what="the logits", loosen=4.0)

    @rests_on(DTYPES, habit="dtypes")
    def test_float64(self, student, reference, draw, weights, same):
        """A float64 model gives float64 logits."""
        size = model_sizes(draw)
        mine, theirs = models(student, reference, weights=weights, size=size, dtype="float64")
        tokens = draw.tokens(size.vocab, size.batch, size.n)
        same(mine(tokens), theirs(tokens), axes="B n vocab", what="the logits", loosen=4.0)

    @rests_on(GRADIENTS)
    def test_gradients(self, student, reference, draw, weights, same):
        """Gradients reach every parameter: embeddings, all blocks, the final norm, the unembedding."""
        size = model_sizes(draw)
        mine, theirs = models(student, reference, weights=weights, size=size, n_layers=2)
        tokens = draw.tokens(size.vocab, size.batch, size.n)
        same_gradients(same, mine.grad(tokens), theirs.grad(tokens))

    @rests_on(UNCHANGED, habit="in place")
    def test_tokens_unchanged(self, student, draw, weights):
        """Predicting does not change the tokens."""
        size = model_sizes(draw)
        (mine,) = models(student, weights=weights, size=size)
        require_unchanged(mine.observe(draw.tokens(size.vocab, size.batch, size.n)))


def loss_sizes(draw):
    """B, n and the vocabulary: distinct, also from the n − 1 predictions of a row."""
    return draw.sizes(3, low=4, derived=lambda B, n, vocab: (n - 1, n - 2))


def with_word_0(draw, logits):
    """Tokens for these logits, (B, n): word 0 comes where it is least expected. It is a word like any other."""
    B, n, vocab = logits.shape
    tokens = draw.tokens(vocab, B, n)
    row, place = divmod(int(logits.log_softmax(dim=-1)[:, :-1, 0].argmin()), n - 1)
    tokens[row, place + 1] = 0
    return tokens


@item("4.3")
class TestNextTokenLoss:
    @rests_on("The logits at place i are compared with token i + 1.")
    def test_values(self, student, reference, draw, same):
        """The logits at place i are compared with token i + 1, and the mean is taken over all of them."""
        B, n, vocab = loss_sizes(draw)
        logits, tokens = draw(B, n, vocab), draw.tokens(vocab, B, n)
        self.compare(student, reference, same, logits, tokens)

    @rests_on("The logits at place i are compared with token i + 1.")
    def test_worked_example(self, student, same):
        """A model that knows nothing about four words pays ln 4; one that is sure and right pays nothing."""
        tokens = torch.tensor([[0, 2, 1]])
        knows_nothing = torch.zeros(1, 3, 4)
        expected = torch.tensor(math.log(4))
        same(student.lm.next_token_loss(knows_nothing, tokens), expected, what="the loss")
        sure = torch.zeros(1, 3, 4)
        for place, word in enumerate([2, 1, 3]):
            sure[0, place, word] = 1000.0
        loss = student.lm.next_token_loss(sure, tokens)
        require_array(loss, sure, "the loss")
        pays_nothing = loss.numel() == 1 and abs(float(loss)) < 1e-6
        require(pays_nothing, "a model that is sure of the right words should pay nothing")

    @rests_on("The mean over all B · (n − 1) predictions, each with the same weight.")
    def test_two_tokens(self, student, reference, draw, same):
        """n = 2: one prediction in each row."""
        B, vocab = draw.sizes(2, low=4)
        logits = draw(B, 2, vocab)
        self.compare(student, reference, same, logits, with_word_0(draw, logits))

    @rests_on("The mean over all B · (n − 1) predictions, each with the same weight.")
    def test_one_row(self, student, reference, draw, same):
        """A batch of one row."""
        _, n, vocab = loss_sizes(draw)
        logits = draw(1, n, vocab)
        self.compare(student, reference, same, logits, with_word_0(draw, logits))

    @rests_on(
        "The last place predicts nothing that is known, and the first token is predicted by nothing: neither counts."
    )
    def test_first_and_last(self, student, draw, same):
        """Neither the first token nor the logits at the last place count."""
        B, n, vocab = loss_sizes(draw)
        logits, tokens = draw(B, n, vocab), draw.tokens(vocab, B, n)
        loss = student.lm.next_token_loss(logits, tokens)
        other_logits, other_tokens = logits.clone(), tokens.clone()
        other_logits[:, -1] = draw(B, vocab, scale=8.0)
        other_tokens[:, 0] = (tokens[:, 0] + 1) % vocab
        require_array(loss, logits, "the loss")
        same(student.lm.next_token_loss(other_logits, other_tokens), loss, what="the loss after changing them")

    @rests_on("The logits at place i are compared with token i + 1.")
    def test_equal_sizes(self, student, reference, draw, same):
        """The right number also where B, n − 1 and the vocabulary are equal."""
        s = draw.integer(4, 6)
        logits, tokens = draw(s, s + 1, s), draw.tokens(s, s, s + 1)
        self.compare(student, reference, same, logits, tokens)

    @rests_on("Stable: logits near 1000 or −1000 give a finite loss and finite gradients.")
    def test_large_logits(self, student, reference, draw, same):
        """Logits near 1000 and near −1000 give a finite loss: only their differences matter."""
        B, n, vocab = loss_sizes(draw)
        tokens = draw.tokens(vocab, B, n)
        for offset in (1000.0, -1000.0):
            self.compare(student, reference, same, draw(B, n, vocab) + offset, tokens)

    @rests_on(
        "Logits hundreds apart too: a model that is sure and wrong pays its full price, neither infinity nor a "
        "capped one."
    )
    def test_sure_and_wrong(self, student, reference, draw, same):
        """Logits hundreds apart give a large and finite loss, not infinity."""
        B, n, vocab = loss_sizes(draw)
        logits = draw(B, n, vocab, scale=512.0) + draw(B, n, vocab)
        tokens = with_word_0(draw, logits)
        right = tokens[:, 1:, None]
        logits[:, :-1].scatter_add_(2, right, torch.full(right.shape, -512.0))
        self.compare(student, reference, same, logits, tokens)

    @rests_on(DTYPES, habit="dtypes")
    def test_float64(self, student, reference, draw, same):
        """Float64 logits give a float64 loss, to float64's precision."""
        B, n, vocab = loss_sizes(draw)
        logits, tokens = draw(B, n, vocab, scale=32.0, dtype="float64"), draw.tokens(vocab, B, n)
        self.compare(student, reference, same, logits, tokens)

    @rests_on(GRADIENTS)
    def test_gradients(self, student, reference, draw, same):
        """Gradients flow back to the logits."""
        B, n, vocab = loss_sizes(draw)
        logits, tokens = draw(B, n, vocab), draw.tokens(vocab, B, n)
        got, expected = (who.lm.next_token_loss.grad(logits, tokens) for who in (student, reference))
        same_gradients(same, got, expected, "the logits")

    @rests_on("Stable: logits near 1000 or −1000 give a finite loss and finite gradients.")
    def test_gradients_of_large_logits(self, student, reference, draw, same):
        """Gradients are finite for logits near 1000."""
        B, n, vocab = loss_sizes(draw)
        logits = draw(B, n, vocab) + 1000.0
        logits[0] -= 930.0  # here even bare exponentials hold, so an overflow shows as what it is
        tokens = with_word_0(draw, logits)
        got, expected = (who.lm.next_token_loss.grad(logits, tokens) for who in (student, reference))
        same_gradients(same, got, expected, "the logits")

    @rests_on(
        "Logits hundreds apart too: a model that is sure and wrong pays its full price, neither infinity nor a "
        "capped one."
    )
    def test_gradients_of_sure_and_wrong(self, student, reference, draw, same):
        """A model that is sure and wrong gets gradients that pull it towards the right words."""
        B, n, vocab = loss_sizes(draw)
        logits = draw(B, n, vocab)
        tokens = with_word_0(draw, logits)
        wrong = (tokens[:, 1:, None] + 1) % vocab
        logits[:, :-1].scatter_add_(2, wrong, torch.full(wrong.shape, 400.0))
        logits[0, :-1].scatter_add_(1, wrong[0], torch.full(wrong[0].shape, -330.0))  # e^−70 is not yet rounded to 0
        got, expected = (who.lm.next_token_loss.grad(logits, tokens) for who in (student, reference))
        same_gradients(same, got, expected, "the logits")

    @rests_on(UNCHANGED, habit="in place")
    def test_inputs_unchanged(self, student, draw):
        """Neither the logits nor the tokens are changed."""
        B, n, vocab = loss_sizes(draw)
        require_unchanged(student.lm.next_token_loss.observe(draw(B, n, vocab), draw.tokens(vocab, B, n)))

    @staticmethod
    def compare(student, reference, same, logits, tokens):
        got, expected = (who.lm.next_token_loss(logits, tokens) for who in (student, reference))
        same(got, expected, what="the loss")


def window_models(*who, draw, vocab, context, level=0.0):
    """The same given model for everyone named: its next word depends on everything in its window."""
    # so small that a word drawn by chance is seldom the likeliest, at low temperatures too
    table = draw(context, vocab, vocab, scale=0.0625)
    table[0] += torch.arange(vocab) / 2**15 + level  # no two logits are ever equal
    return [each.probes.WindowModel(vocab, context, weights={"table": table}) for each in who]


def certain_table(draw, vocab, context):
    """What each word at each place adds: one round through all words, so that no word leads to itself."""
    orders = torch.stack([draw.permutation(vocab) for _ in range(context)])
    return torch.zeros(orders.shape).scatter(1, orders, orders.roll(-1, dims=1).float())


def certain_model(student, draw, vocab, context, train=False, table=None):
    """A given model that is all but sure of each next word, which depends on every word in its window."""
    table = certain_table(draw, vocab, context) if table is None else table
    return student.probes.CertainModel(vocab, context, weights={"table": table}, train=train)


def follow(table, texts, ends):
    """Whether the words at these places are those of which the certain model is sure, in every row."""
    context, vocab = table.shape
    windows = [texts[:, max(end - context, 0) : end] for end in ends]
    words = [table[torch.arange(window.shape[1]), window].sum(dim=1) % vocab for window in windows]
    return all(bool((texts[:, end] == word).all()) for end, word in zip(ends, words, strict=True))


def require_windows(model, table, texts, prompt, n_new):
    """For each new word the model was shown the last `context` words so far, of every row, and never more than that.
    What else it was asked is nobody's business: some ask it once more after the last word."""
    context = len(table)
    require_array(texts, prompt)
    require(
        texts.shape == (len(prompt), prompt.shape[1] + n_new),
        "the result does not have the shape (B, n + n_new)",
        category="shape",
    )
    ends = range(prompt.shape[1], texts.shape[1])
    right = {tuple(row) for end in ends for row in texts[:, max(end - context, 0) : end].tolist()}
    shown = model.attribute("shown")
    rows = shown if isinstance(shown, list) else []
    longest = max((len(row) for row in rows), default=0)
    require(
        longest <= context,
        f"the model was shown {longest} tokens; its context holds {context}",
        "the model was shown more tokens than its context holds",
    )
    require(
        {tuple(row) for row in rows} >= right,
        "for some new token the model was not shown the last "
        + ("one" if context == 1 else f"{context} tokens so far (all, while there are fewer)"),
        "for some new token the model was not shown the last tokens so far",
    )
    # What it was shown is the student's own account. Whoever goes by its answers in a short text does so in a long one.
    short = [end for end in ends if end <= context]
    are_words = bool(((texts >= 0) & (texts < table.shape[1])).all())
    if len(short) > 1 and are_words and follow(table, texts, short):
        sentence = "a new token is not the one that the model predicts from the last tokens so far"
        require(follow(table, texts, ends), sentence)


class Preferences:
    """A given model with known probabilities: after each word, the others follow in another order of preference.

    `ladder` holds the probabilities, the likeliest first. They are the same after each word; which word stands on which
    step of the ladder is not, and neither is the size of the logits. Every word stands on every step once: so whoever
    draws after the wrong word draws all steps equally often, whatever the numbers are.
    """

    def __init__(self, draw, step=None):
        self.vocab = draw.integer(6, 7)
        ladder = (step or draw.integer(50, 58) / 100) ** torch.arange(self.vocab, dtype=torch.float64)
        self.ladder = ladder / ladder.sum()
        words, turns = draw.permutation(self.vocab), draw.permutation(self.vocab)
        order = words[(torch.arange(self.vocab) + turns.unsqueeze(1)) % self.vocab]  # (word before, step) → word
        self.steps = order.argsort(dim=1)  # (word before, word) → its step on the ladder
        self.lowest = int((order[:, -1] == 0).nonzero())
        """The word after which all logits are far below 0, and word 0 is the least likely."""
        self.rival = int((turns == (turns[self.lowest] - 3) % self.vocab).nonzero())
        """A word after which others are likely."""
        level = draw.permutation(self.vocab)
        level = (level - level[self.lowest]) % self.vocab
        self.table = self.ladder.log()[self.steps] + 6.0 * (level.unsqueeze(1) - 3)

    def expected(self, temperature=1.0, top_k=None):
        """How often each step of the ladder is to be drawn."""
        kept = self.ladder ** (1 / temperature)
        if top_k is not None:
            kept[top_k:] = 0.0
        return kept / kept.sum()


MANY, FEW = 3000, 800
"""Rows from which a probability is read off; rows that show whether something happens at all."""


def sample(
    student, draw, preferences, rows=MANY, n_new=1, same_prompt=False, dtype="float32", generator=False, **options
):
    """Let `generate` continue many rows: (rows, n_new), the step of the ladder of each new word."""
    vocab = preferences.vocab
    prompt = draw.tokens(vocab, rows, 2)
    if same_prompt:
        prompt[:, 0], prompt[:, 1] = preferences.rival, preferences.lowest
    model = student.probes.TableModel(vocab, weights={"table": preferences.table}, dtype=dtype)
    if generator:
        options["generator"] = Rng(draw.integer(0, 10**6))
    texts = student.lm.generate(model, prompt, n_new, **options)
    require_array(texts, prompt)
    shape, right = tuple(texts.shape), (rows, 2 + n_new)
    require(
        shape == right,
        f"the result has shape {shape}; expected {right} = (B, n + n_new)",
        "the result does not have the shape (B, n + n_new)",
    )
    require(texts.dtype == torch.int64, f"the result has dtype {texts.dtype}; expected int64")
    require(bool((texts[:, :2] == prompt).all()), "the result does not begin with the prompt")
    require(bool(((texts >= 0) & (texts < vocab)).all()), "the result contains numbers that stand for no word")
    return preferences.steps[texts[:, 1:-1], texts[:, 2:]]


def shares(steps, count):
    """How large a part of the draws each step of the ladder got."""
    return torch.bincount(steps.flatten(), minlength=count).double() / steps.numel()


def require_shares(steps, expected):
    """Every word is drawn as often as it should be. The room is seven standard deviations: chance does not fill it."""
    for step, (got, right) in enumerate(zip(shares(steps, len(expected)).tolist(), expected.tolist(), strict=True)):
        room = 7 * math.sqrt(right * (1 - right) / steps.numel()) + (0.001 if right else 0.0)
        word = f"the word of rank {step + 1} (1 is the likeliest)" if step else "the likeliest word"
        require(
            abs(got - right) <= room,
            f"{word} was drawn in {got:.1%} of all cases; expected {right:.1%}",
            "words are not drawn as often as they should be",
        )


def require_likely_more_often(steps, count):
    got = shares(steps, count)
    require(
        bool(got[0] > got[-1] + 0.06),
        f"the likeliest word was drawn in {got[0]:.1%} of all cases, the least likely one in {got[-1]:.1%}",
        "the likeliest word was not drawn more often than the least likely one",
    )


NO_GRADIENT = (
    "No gradient is recorded; afterwards every `.grad` and `requires_grad`, and `torch.is_grad_enabled()`, are as "
    "before."
)
DRAWN = "Words are drawn with the probabilities softmax(logits / temperature), with or without a generator."
WINDOW = (
    "For each new token the model is shown the LAST `model.context_length` tokens so far, or all while there are fewer."
)
EACH = "Each new token is appended before the next is predicted, and each row is drawn by itself."


@item("4.4")
class TestGenerate:
    @rests_on(DRAWN)
    @by_pattern
    def test_likely_words_more_often(self, student, draw):
        """A batch, default arguments: the prompt, then new words, likely ones more often than unlikely ones."""
        preferences = Preferences(draw, step=0.1)
        require_likely_more_often(sample(student, draw, preferences), preferences.vocab)

    @rests_on("temperature = 0 always takes the word with the largest logit, with or without top_k.")
    def test_greedy(self, student, reference, draw, same):
        """Temperature 0: the prompt, then always the word with the largest logit, one after the other."""
        B, n, n_new = draw.sizes(3, low=4, high=7)
        vocab = draw.integer(8, 11)
        mine, theirs = window_models(student, reference, draw=draw, vocab=vocab, context=n + n_new)
        prompt = draw.tokens(vocab, B, n)
        got = student.lm.generate(mine, prompt, n_new, temperature=0.0)
        same(got, reference.lm.generate(theirs, prompt, n_new, temperature=0.0), axes="B n+n_new")

    @rests_on(WINDOW)
    def test_past_the_context(self, student, draw):
        """Once there are more tokens than the context holds, the model sees the last ones."""
        B, n, context, vocab = sorted(draw.sizes(4, low=3, high=8, derived=lambda *sizes: (2 * max(sizes),)))
        table = certain_table(draw, vocab, context)
        mine, prompt = certain_model(student, draw, vocab, context, table=table), draw.tokens(vocab, B, n)
        require_windows(mine, table, student.lm.generate(mine, prompt, 2 * context), prompt, 2 * context)

    @rests_on(WINDOW)
    def test_long_prompt(self, student, draw):
        """A prompt longer than the context: all of it is kept, its end is what the model sees."""
        B, n_new, context, n = sorted(draw.sizes(4, low=3, high=8))
        table = certain_table(draw, 9, context)
        mine, prompt = certain_model(student, draw, 9, context, table=table), draw.tokens(9, B, n)
        texts = student.lm.generate(mine, prompt, n_new)
        require_windows(mine, table, texts, prompt, n_new)
        require(bool((texts[:, :n] == prompt).all()), "the result does not begin with the whole prompt")

    @rests_on(WINDOW)
    def test_context_of_one(self, student, draw):
        """A context of one token, and a prompt of one token in one row."""
        vocab, n_new = draw.sizes(2, low=6)
        table = certain_table(draw, vocab, 1)
        mine, prompt = certain_model(student, draw, vocab, 1, table=table), draw.tokens(vocab, 1, 1)
        require_windows(mine, table, student.lm.generate(mine, prompt, n_new), prompt, n_new)

    @rests_on("The prompt comes first; n_new = 0 gives it back, or a copy.")
    def test_nothing_new(self, student, draw, same):
        """n_new = 0 gives the prompt back."""
        B, n, vocab = draw.sizes(3, low=3)
        prompt = draw.tokens(vocab, B, n)
        same(student.lm.generate(certain_model(student, draw, vocab, 4), prompt, 0), prompt, axes="B n")

    @rests_on("temperature = 0 always takes the word with the largest logit, with or without top_k.")
    def test_greedy_with_top_k(self, student, reference, draw, same):
        """Temperature 0 is greedy with any top_k."""
        n, n_new = draw.sizes(2, low=4, high=7)
        vocab = draw.integer(8, 11)
        level = -4.0 * torch.arange(vocab).unsqueeze(1)  # of all logits, by the first word in the window
        mine, theirs = window_models(student, reference, draw=draw, vocab=vocab, context=n + n_new, level=level)
        # as many rows as words: what is each row's own must not be taken for each word's
        prompt = 1 + draw.tokens(vocab - 1, vocab, n)
        prompt[0] = 0  # the logits of the other rows lie far below those of the first
        for top_k in (2, vocab + 1):
            got = student.lm.generate(mine, prompt, n_new, temperature=0.0, top_k=top_k)
            expected = reference.lm.generate(theirs, prompt, n_new, temperature=0.0, top_k=top_k)
            same(got, expected, axes="B n+n_new")

    @rests_on("`model.training` is the same after the call as before.")
    def test_mode_restored(self, student, draw):
        """The model is in the same mode after the call as before: training or evaluation."""
        vocab, n_new = draw.sizes(2, low=3)
        for mode in (True, False):
            model = certain_model(student, draw, vocab, n_new + 3, train=mode)
            student.lm.generate(model, draw.tokens(vocab, 2, 3), n_new)
            words = {True: "training", False: "evaluation"}
            sentence = f"the model was in {words[mode]} mode before the call and is in {words[not mode]} mode after it"
            require(model.attribute("training") is mode, sentence)

    @rests_on(NO_GRADIENT)
    def test_no_gradient(self, student, draw):
        """No gradient is recorded while the model generates."""
        vocab, n_new = draw.sizes(2, low=3)
        mine = certain_model(student, draw, vocab, n_new + 3)
        student.lm.generate(mine, draw.tokens(vocab, 2, 3), n_new)
        sentence = "the model's answers were recorded for gradients: memory grows with every new word"
        require(mine.attribute("gradient") is False, sentence)

    @rests_on(NO_GRADIENT)
    def test_gradients_stay(self, student, draw, same):
        """Gradients that the parameters held before the call are there after it."""
        vocab, n_new = draw.sizes(2, low=3)
        model = certain_model(student, draw, vocab, n_new + 3)
        planted = draw(n_new + 3, vocab)
        model.plant_gradient(planted)
        student.lm.generate(model, draw.tokens(vocab, 2, 3), n_new)
        kept = model.gradient_now()
        require_array(kept, planted, "the gradient of the model's table after the call")
        same(kept, planted, what="the gradient of the model's table after the call")

    @rests_on(NO_GRADIENT)
    def test_can_still_be_trained(self, student, draw):
        """After the call the parameters require gradients as before, and gradients are switched on."""
        vocab, n_new = draw.sizes(2, low=3)
        model = certain_model(student, draw, vocab, n_new + 3)
        student.lm.generate(model, draw.tokens(vocab, 2, 3), n_new)
        require(model.gradients_are_on() is True, "after the call gradients are still switched off for everybody")
        require(model.requires_gradients() is True, "after the call the model's parameters no longer require gradients")

    @rests_on(NO_GRADIENT)
    def test_gradients_stay_off(self, student, draw):
        """Where the caller has switched gradients off, or frozen a parameter, that is so after the call."""
        vocab, n_new = draw.sizes(2, low=3)
        model = certain_model(student, draw, vocab, n_new + 3)
        model.freeze()
        student.probes.switch_gradients(False)
        student.lm.generate(model, draw.tokens(vocab, 2, 3), n_new)
        were_on = student.probes.switch_gradients(True)
        require(were_on is False, "gradients were switched off before the call and are switched on after it")
        sentence = "a parameter of the model was frozen before the call and requires gradients after it"
        require(model.requires_gradients() is False, sentence)

    @rests_on(UNCHANGED, habit="in place")
    def test_nothing_changed(self, student, draw, same):
        """Neither the prompt nor the model's weights are changed."""
        vocab, n_new = draw.sizes(2, low=3)
        model = certain_model(student, draw, vocab, n_new + 3)
        table = model.weights()
        require_unchanged(student.lm.generate.observe(model, draw.tokens(vocab, 2, 3), n_new), but=GRADIENTS_ON)
        same(weights_now(model, table)["table"], table["table"], what="the model's weights after the call")

    @rests_on(UNCHANGED, habit="in place")
    def test_full_window_unchanged(self, student, draw):
        """A prompt that fills the context, or is longer, is not changed either."""
        vocab, context, longer = sorted(draw.sizes(3, low=3), reverse=True)
        for n in (context, context + longer):
            model = certain_model(student, draw, vocab, context)
            require_unchanged(student.lm.generate.observe(model, draw.tokens(vocab, 2, n), 3), but=GRADIENTS_ON)

    @rests_on(DRAWN)
    @by_pattern
    def test_probabilities(self, student, draw):
        """Words are drawn with the probabilities softmax(logits), each row from its own."""
        preferences = Preferences(draw)
        require_shares(sample(student, draw, preferences), preferences.expected())

    @rests_on(DRAWN)
    @by_pattern
    def test_with_generator(self, student, draw):
        """With a generator the words are drawn with the same probabilities; float64 here."""
        preferences = Preferences(draw)
        steps = sample(student, draw, preferences, dtype="float64", generator=True)
        require_shares(steps, preferences.expected())

    @rests_on(EACH)
    @by_pattern
    def test_several_words(self, student, draw):
        """Every further word is drawn after the words drawn before it."""
        preferences = Preferences(draw)
        require_shares(sample(student, draw, preferences, MANY // 2, n_new=3)[:, 1:], preferences.expected())

    @rests_on(DRAWN)
    @by_pattern
    def test_low_logits(self, student, draw):
        """Where all logits lie far below 0, likely words are still drawn more often than unlikely ones."""
        preferences = Preferences(draw, step=0.1)
        require_likely_more_often(sample(student, draw, preferences, same_prompt=True), preferences.vocab)

    @rests_on(EACH)
    @by_pattern
    def test_rows_apart(self, student, draw):
        """Rows with the same prompt are drawn independently of each other and do not all go on alike."""
        preferences = Preferences(draw)
        steps = sample(student, draw, preferences, FEW, same_prompt=True)
        require(len(steps.unique()) > 1, "hundreds of rows with the same prompt all got the same new word")

    @rests_on("A low temperature makes them sharper and a high one flatter, by just that amount.")
    @by_pattern
    def test_low_temperature(self, student, draw):
        """Temperature 1/100: the distribution is sharper, by just the right amount."""
        preferences = Preferences(draw, step=0.9938)  # so each word is half as likely as the one before
        preferences.table -= preferences.table.amax(dim=1, keepdim=True)  # no logit is large, whatever is done with it
        require_shares(sample(student, draw, preferences, temperature=0.01), preferences.expected(temperature=0.01))

    @rests_on("A low temperature makes them sharper and a high one flatter, by just that amount.")
    @by_pattern
    def test_high_temperature(self, student, draw):
        """Temperature 2: the distribution is flatter, by just the right amount."""
        preferences = Preferences(draw)
        require_shares(sample(student, draw, preferences, temperature=2.0), preferences.expected(temperature=2.0))

    @rests_on("A low temperature makes them sharper and a high one flatter, by just that amount.")
    @by_pattern
    def test_temperature_direction(self, student, draw):
        """A low temperature never makes the likeliest word rarer than a high one does."""
        preferences = Preferences(draw)
        low, high = (
            shares(sample(student, draw, preferences, temperature=temperature), preferences.vocab)[0]
            for temperature in (0.5, 2.0)
        )
        require(
            bool(low >= high - 0.06),
            f"the likeliest word was drawn in {low:.1%} of all rows at temperature 0.5, in {high:.1%} at temperature 2",
            "the likeliest word was rarer at a low temperature than at a high one",
        )

    @rests_on("A low temperature makes them sharper and a high one flatter, by just that amount.")
    @by_pattern
    def test_temperature_matters(self, student, draw):
        """The likeliest word is not drawn equally often at a low and at a high temperature, with top_k or without."""
        preferences = Preferences(draw)
        for options, words in (({}, ""), ({"top_k": 3}, ", with top_k = 3")):
            drawn = (
                sample(student, draw, preferences, FEW, temperature=temperature, **options)
                for temperature in (0.5, 2.0)
            )
            low, high = (shares(steps, preferences.vocab)[0] for steps in drawn)
            require(
                bool(abs(low - high) > 0.1),
                f"the likeliest word was drawn in {low:.1%} of all rows at temperature 0.5, in {high:.1%} at "
                f"temperature 2{words}",
                "the likeliest word was drawn equally often at a low temperature and at a high one",
            )

    @rests_on("With top_k, every word outside the top_k has probability 0, and the others are scaled to sum to 1.")
    @by_pattern
    def test_top_k_nothing_else(self, student, draw):
        """No word outside the top_k is ever drawn."""
        preferences = Preferences(draw)
        require_none_beyond(sample(student, draw, preferences, FEW, top_k=3), 3)

    @rests_on("With top_k, every word outside the top_k has probability 0, and the others are scaled to sum to 1.")
    @by_pattern
    def test_top_k_all_of_them(self, student, draw):
        """Each of the top_k words is drawn now and then."""
        preferences = Preferences(draw)
        require_all_drawn(sample(student, draw, preferences, FEW, same_prompt=True, top_k=3), 3)

    @rests_on("With top_k, every word outside the top_k has probability 0, and the others are scaled to sum to 1.")
    @by_pattern
    def test_top_k_probabilities(self, student, draw):
        """The probabilities of the top_k words are scaled to sum to 1."""
        preferences = Preferences(draw)
        require_shares(sample(student, draw, preferences, top_k=3), preferences.expected(top_k=3))

    @rests_on("With top_k, every word outside the top_k has probability 0, and the others are scaled to sum to 1.")
    @by_pattern
    def test_top_k_with_temperature(self, student, draw):
        """top_k and temperature together."""
        preferences = Preferences(draw)
        steps = sample(student, draw, preferences, top_k=3, temperature=0.5)
        require_none_beyond(steps, 3)  # how sharp they are is what temperature has checks of its own for
        require_all_drawn(steps, 3)

    @rests_on("With top_k, every word outside the top_k has probability 0, and the others are scaled to sum to 1.")
    @by_pattern
    def test_top_k_drops_the_last(self, student, draw):
        """With top_k two below the vocabulary, the least likely word is never drawn."""
        preferences = Preferences(draw)
        last = preferences.vocab - 1
        require_none_beyond(sample(student, draw, preferences, FEW, same_prompt=True, top_k=last - 1), last)

    @rests_on("With top_k, every word outside the top_k has probability 0, and the others are scaled to sum to 1.")
    @by_pattern
    def test_top_k_of_each_row(self, student, draw):
        """Each row has its own top_k: the word least likely in a row is never drawn in it."""
        preferences = Preferences(draw)
        last = preferences.vocab - 1
        require_none_beyond(sample(student, draw, preferences, FEW, top_k=last - 1), last)

    @rests_on("top_k = 1 is greedy; top_k at or above the vocabulary means all words.")
    @by_pattern
    def test_top_k_of_one(self, student, draw):
        """top_k = 1 is greedy at any temperature."""
        preferences = Preferences(draw)
        require_none_beyond(sample(student, draw, preferences, FEW, top_k=1), 1)

    @rests_on("top_k = 1 is greedy; top_k at or above the vocabulary means all words.")
    @by_pattern
    def test_top_k_of_all(self, student, draw):
        """top_k equal to the vocabulary, or above it, means all words."""
        preferences = Preferences(draw, step=0.9)  # the least likely word is missed where it is never drawn
        for top_k in (preferences.vocab, preferences.vocab + 3):
            require_shares(sample(student, draw, preferences, MANY // 2, top_k=top_k), preferences.expected())


def require_all_drawn(steps, kept):
    """Every word on the first `kept` steps of the ladder was drawn."""
    drawn = len(steps[steps < kept].unique())
    require(
        drawn == kept,
        f"only {drawn} of the {kept} words with the largest logits were ever drawn with top_k = {kept}",
        "some of the top_k words were never drawn",
    )


def require_none_beyond(steps, kept):
    """No row drew a word below the first `kept` steps of the ladder."""
    beyond = int((steps >= kept).sum())
    likeliest = "the likeliest of its row" if kept == 1 else f"among the {kept} likeliest of its row"
    require(
        beyond == 0,
        f"in {beyond} of {steps.numel()} draws the word was not {likeliest}",
        "words were drawn that should never be",
    )


LONG_ROWS = (
    "In a row longer than the context, each word is predicted as in 4.4: from the LAST `model.context_length` words "
    "before it, or from all while there are fewer."
)


WITH_GIVEN_WEIGHTS = (
    "With the given weights (writer/CARD.md) your own `TransformerLM` finds texts as likely as right code does, and "
    "your `generate` continues them greedily alike."
)
LEAD = 1e-3
"""By so much the likeliest word leads wherever greedy texts are compared: rounding does not change who is first."""


def scored_models(*who, draw, vocab, context, dtype="float32"):
    """The same given model for everyone named: everything in its window decides how likely each next word is."""
    table = draw(context, vocab, vocab)
    return [each.probes.WindowModel(vocab, context, weights={"table": table}, dtype=dtype) for each in who]


def scored_sizes(draw):
    """B, n, the vocabulary and a context that n fits into: distinct, also from the n − 1 predictions of a row."""
    batch, n, vocab = draw.sizes(3, low=4, high=7, derived=lambda batch, n, vocab: (n - 1, n - 2))
    return batch, n, vocab, n + draw.integer(2, 4)


@item("4.6")
class TestSentenceLogProb:
    @rests_on("The sum of the natural logarithms of all n − 1 predictions, with its sign: one number for each row.")
    def test_values(self, student, reference, draw, same):
        """Each row's log-probability is the sum of log P(w_i | w_1 … w_{i−1}) from the second word on."""
        batch, n, vocab, context = scored_sizes(draw)
        self.compare(student, reference, draw, same, draw.tokens(vocab, batch, n), vocab, context)

    @rests_on("The sum of the natural logarithms of all n − 1 predictions, with its sign: one number for each row.")
    def test_worked_example(self, student, same):
        """A model that is half sure three times gives the sentence the probability 1/8."""
        model = student.probes.TableModel(4, weights={"table": math.log(3.0) * torch.eye(4).roll(1, dims=1)})
        expected = torch.tensor([3 * math.log(1 / 2), math.log(1 / 6) + 2 * math.log(1 / 2)])
        tokens = torch.tensor([[0, 1, 2, 3], [0, 0, 1, 2]])
        same(student.lm.sentence_log_prob(model, tokens), expected, axes="B", what="the log-probability")

    @rests_on("The sum of the natural logarithms of all n − 1 predictions, with its sign: one number for each row.")
    def test_one_row(self, student, reference, draw, same):
        """A batch of one row gives one number, in a tensor of shape (1,)."""
        _, n, vocab, context = scored_sizes(draw)
        self.compare(student, reference, draw, same, draw.tokens(vocab, 1, n), vocab, context)

    @rests_on("The first word is given and costs nothing. A row of one word has log-probability 0.")
    def test_one_word(self, student, draw, same):
        """n = 1: nothing is predicted, and nothing paid."""
        batch, _, vocab, context = scored_sizes(draw)
        (model,) = scored_models(student, draw=draw, vocab=vocab, context=context)
        got = student.lm.sentence_log_prob(model, draw.tokens(vocab, batch, 1))
        same(got, torch.zeros(batch), axes="B", what="the log-probability")

    @rests_on(LONG_ROWS)
    def test_longer_than_the_context(self, student, reference, draw, same):
        """Rows of twice the context and more: each word is predicted from the last words before it."""
        batch, context, vocab = draw.sizes(3, low=3, high=6)
        n = 2 * context + draw.integer(1, 2)
        self.compare(student, reference, draw, same, draw.tokens(vocab, batch, n), vocab, context)

    @rests_on(LONG_ROWS)
    def test_around_the_context_length(self, student, reference, draw, same):
        """Rows of just the context length, and of one and two words more."""
        batch, context, vocab = draw.sizes(3, low=3, high=6)
        mine, theirs = scored_models(student, reference, draw=draw, vocab=vocab, context=context)
        for n in (context, context + 1, context + 2):
            tokens = draw.tokens(vocab, batch, n)
            got, expected = student.lm.sentence_log_prob(mine, tokens), reference.lm.sentence_log_prob(theirs, tokens)
            same(got, expected, axes="B", what="the log-probability")

    @rests_on("Stable: logits near 1000 or −1000, or hundreds apart, give the right finite number.")
    def test_stable(self, student, reference, draw, same):
        """Logits near 1000 and −1000, and a model that is sure and wrong: finite, and its full price."""
        batch, n, vocab, _ = scored_sizes(draw)
        for level, apart in ((1000.0, 1.0), (-1000.0, 1.0), (0.0, 200.0)):
            table = level + apart * draw(vocab, vocab)
            mine, theirs = (who.probes.TableModel(vocab, n, weights={"table": table}) for who in (student, reference))
            tokens = draw.tokens(vocab, batch, n)
            got, expected = student.lm.sentence_log_prob(mine, tokens), reference.lm.sentence_log_prob(theirs, tokens)
            same(got, expected, axes="B", what="the log-probability")

    @rests_on(WITH_GIVEN_WEIGHTS)
    @by_pattern
    @own_work
    def test_given_weights(self, student, reference, same):
        """Your own model with the given weights finds texts as likely as right code does, and continues them alike."""
        # The weights are the same on all numbers, so the texts are, too: they are asked about once.
        sizes, made = given_model()
        mine, theirs = (who.lm.TransformerLM(*sizes, weights=made) for who in (student, reference))
        prompt = torch.arange(9).reshape(3, 3) * 211 % sizes[0]
        texts = reference.lm.generate(theirs, prompt, 6, generator=Rng(1))
        got, expected = student.lm.sentence_log_prob(mine, texts), reference.lm.sentence_log_prob(theirs, texts)
        same(got, expected, axes="B", what="the log-probability", loosen=16.0)
        longer = reference.lm.generate(theirs, texts, 2, temperature=0)
        clear = reference.probes.smallest_lead(theirs, longer, texts.shape[1]) >= LEAD
        got = student.lm.generate(mine, texts[clear], 2, temperature=0)
        same(got, longer[clear], axes="B n", what="the text")

    @rests_on(DTYPES, habit="dtypes")
    def test_float64(self, student, reference, draw, same):
        """A float64 model gives a float64 log-probability."""
        batch, n, vocab, context = scored_sizes(draw)
        self.compare(student, reference, draw, same, draw.tokens(vocab, batch, n), vocab, context, dtype="float64")

    @rests_on(UNCHANGED, habit="in place")
    def test_tokens_unchanged(self, student, draw):
        """The tokens are as they were."""
        batch, n, vocab, context = scored_sizes(draw)
        (model,) = scored_models(student, draw=draw, vocab=vocab, context=context)
        require_unchanged(student.lm.sentence_log_prob.observe(model, draw.tokens(vocab, batch, n)))

    @staticmethod
    def compare(student, reference, draw, same, tokens, vocab, context, dtype="float32"):
        mine, theirs = scored_models(student, reference, draw=draw, vocab=vocab, context=context, dtype=dtype)
        got, expected = student.lm.sentence_log_prob(mine, tokens), reference.lm.sentence_log_prob(theirs, tokens)
        same(got, expected, axes="B", what="the log-probability")
