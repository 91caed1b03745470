"""Part 4: a language model, its loss, and how likely it finds a sentence (lm.py)."""

from dataclasses import dataclass, replace

import torch
from gradescope_utils.autograder_utils.decorators import number, weight
from shared import FunctionChecks, LayerChecks
from test_block import block_weights, norm_weights

from softmark.checks import Case, require, require_array


def model_case(draw, weights, method="", n_layers=2, vocab=0):
    """A model on four rows of tokens."""
    n, h, d, context = draw.integer(4, 6), 2, 10, 12
    vocab = vocab or draw.integer(13, 20)
    made = {"token_embedding.weight": draw(vocab, d), "position_embedding.weight": draw(context, d)}
    for i in range(n_layers):
        made |= {f"blocks.{i}.{name}": part for name, part in block_weights(draw, weights, d, 7).items()}
    made |= {f"final_norm.{name}": part for name, part in norm_weights(draw, d).items()}
    made["unembed.weight"] = weights.matrix(vocab, d)
    tokens = draw.tokens(vocab, 4, n)
    tokens[0, 1] = 0  # a word like any other
    return Case(f"lm.TransformerLM{method}", (tokens,), (vocab, context, d, h, n_layers, 7), made)


@number("4.1")
class TestEmbed(LayerChecks):
    def case(self, draw, weights):
        return model_case(draw, weights, ".embed", n_layers=1)

    @weight(1.25)
    def test_words(self, student, draw, weights, same):
        """words: each token gets the vector of its word."""
        case = model_case(draw, weights, n_layers=0)
        words = model(student, case, "position_embedding.weight")
        for tokens in texts(draw, case.sizes[0], (4, 5), (1, 7), (3, 1)):
            same(words.embed(tokens), case.weights["token_embedding.weight"][tokens], axes="B n d")

    @weight(1.5)
    def test_places(self, student, draw, weights, same):
        """places: each token gets the vector of its place, from 0 in every row, for n = 1 up to context_length."""
        case = model_case(draw, weights, n_layers=0)
        places, context = model(student, case, "token_embedding.weight"), case.sizes[1]
        # a full row first: there, places that are counted from 1 leave the table, or are pushed back into it
        for tokens in texts(draw, case.sizes[0], (2, context), (4, 5), (1, 7), (3, 1)):
            rows, n = tokens.shape
            vectors = case.weights["position_embedding.weight"][:n].expand(rows, n, -1)
            same(places.embed(tokens), vectors, axes="B n d")

    @weight(0.5)
    def test_sum(self, student, draw, weights, same):
        """sum: the two are added as they are."""
        case = model_case(draw, weights, n_layers=0)
        (tokens,) = case.inputs
        words, places = (
            model(student, case, f"{name}_embedding.weight").embed(tokens) for name in ("position", "token")
        )
        require(bool((words != 0).any()), "the vectors are all 0")
        same(model(student, case).embed(tokens), words + places, axes="B n d")


def model(student, case, *silent):
    """The model of a case, with zeros for some of its weights."""
    zeros = {name: torch.zeros_like(case.weights[name]) for name in silent}
    return student.lm.TransformerLM(*case.sizes, weights=case.weights | zeros)


def texts(draw, vocab, *shapes):
    for rows, n in shapes:
        tokens = draw.tokens(vocab, rows, n)
        tokens[0, 1:2] = 0  # a word like any other
        yield tokens


@number("4.2")
class TestForward(LayerChecks):
    def case(self, draw, weights):
        return model_case(draw, weights)

    @weight(2)
    def test_blocks(self, student, reference, draw, weights, same):
        """blocks: every one, in order, each on what the one before it wrote."""
        # Rows of one token: what passes between tokens is another check's business. The logits are the stream itself,
        # and are compared up to their norm: neither final_norm nor unembed has a say.
        case = bare(model_case(draw, weights, n_layers=3, vocab=10))
        tokens = case.inputs[0].reshape(-1, 1)
        mine, theirs = (case.made(who)(tokens).flatten(0, -2) for who in (student, reference))
        same(normal(mine), normal(theirs), axes="B d", what="the normalised stream", loosen=4.0)

    @weight(1.25)
    def test_final_norm(self, student, draw, weights, same):
        """final norm: `self.final_norm`, once, after the last block."""
        case = bare(model_case(draw, weights, n_layers=1, vocab=10))
        gain, shift, (tokens,) = draw(10) + 0.75, draw(10), case.inputs
        silent = ("blocks.0.attention.W_o.weight", "blocks.0.ffn.W_2.weight", "blocks.0.ffn.W_2.bias")
        case.weights.update({"final_norm.gamma": gain, "final_norm.beta": shift})
        x = (
            case.weights["token_embedding.weight"][tokens]
            + case.weights["position_embedding.weight"][: tokens.shape[1]]
        )
        same(model(student, case, *silent)(tokens), gain * normal(x) + shift, axes="B n vocab", what="the logits")

    @weight(1.25)
    def test_unembed(self, student, draw, weights, same):
        """unembed: `self.unembed` comes last: a row of logits for each token, no softmax."""
        # as many words as features: no transpose shows in shapes
        case = model_case(draw, weights, n_layers=1, vocab=10)
        eye = replace(case, weights=case.weights | {"unembed.weight": torch.eye(10)})
        stream = eye.made(student)(*eye.inputs)
        require(stream.shape[:-1] == eye.inputs[0].shape, "there is not one row of logits for each token")
        require(bool((stream != 0).any()), "the logits are all 0")
        logits = stream @ case.weights["unembed.weight"].T
        same(case.made(student)(*case.inputs), logits, axes="B n vocab", what="the logits", loosen=4.0)

    @weight(0.75)
    def test_context(self, student, draw, weights, same):
        """context: *bats* at one place has one `embed`, but after another past other logits; at *it* the logits are the
        same, whether *tired* or *wide* follows."""
        case = model_case(draw, weights, vocab=10)
        model, n, here = case.made(student), case.sizes[1], draw.integer(3, 8)
        text = draw.tokens(10, n)
        another_past, another_future = text.clone(), text.clone()
        another_past[:here] = (text[:here] + 1) % 10
        another_future[here + 1 :] = (text[here + 1 :] + 1) % 10
        rows = torch.stack([text, another_past, another_future])
        vectors, logits = model.embed(rows), model(rows)
        same(vectors[1, here], vectors[0, here], axes="d", what="what `embed` gives the same word at the same place")
        same(logits[2, : here + 1], logits[0, : here + 1], axes="n vocab", what="the logits before another future")
        apart = (logits[1, here] - logits[0, here]).abs().max()
        require(bool(apart > 1e-3), "the logits at a word are the same after another past")


def bare(case):
    """The stream as logits: γ = 1, β = 0, and the unembedding is the identity."""
    plain = {"final_norm.gamma": torch.ones(10), "final_norm.beta": torch.zeros(10), "unembed.weight": torch.eye(10)}
    return replace(case, weights=case.weights | plain)


def normal(x):
    centred = x - x.mean(dim=-1, keepdim=True)
    return centred / (centred.square().mean(dim=-1, keepdim=True) + 1e-5).sqrt()


@number("4.3")
class TestNextTokenLoss(FunctionChecks):
    def case(self, draw, weights):
        n, vocab = draw.sizes(2, low=4, high=8)
        return Case("lm.next_token_loss", (draw(3, n, vocab), draw.tokens(vocab, 3, n)))

    @weight(2.75)
    def test_shift(self, student, draw, same):
        """shift: the logits at place i against token i + 1; the last place and the first token do not count."""
        vocab = draw.integer(4, 8)
        for word in (0, draw.integer(1, vocab - 1)):  # one prediction alone: of the mean nothing shows
            logits, tokens = draw(1, 2, vocab), torch.tensor([[another(draw, word, vocab), word]])
            same(student.lm.next_token_loss(logits, tokens), price(logits, tokens), what="the loss")

    @weight(1.5)
    def test_mean(self, student, draw, same):
        """mean: over all B · (n − 1) predictions, each with the same weight."""
        for rows, length, words in ((2, 4, draw.integer(5, 8)), (3, 4, 3)):  # the second: all sizes equal
            logits, tokens = draw(rows, length, words), draw.tokens(words, rows, length)
            pairs = [
                student.lm.next_token_loss(logits[b : b + 1, i : i + 2], tokens[b : b + 1, i : i + 2])
                for b in range(rows)
                for i in range(length - 1)
            ]
            require(len({float(pair) for pair in pairs}) > 1, "every prediction has the same price")
            same(student.lm.next_token_loss(logits, tokens), torch.stack(pairs).mean(), what="the loss")

    @weight(2.2)
    def test_stable(self, student, draw, same):
        """stable: logits near 1000 or −1000, or hundreds apart, give the full price and finite gradients."""
        vocab, loss = draw.integer(4, 8), student.lm.next_token_loss
        # one word twice: that nothing is shifted does not show
        tokens, logits, right, wrong = torch.tensor([[1, 1]]), draw(1, 2, vocab), *torch.zeros(2, 1, 2, vocab)
        right[..., 1] = wrong[..., draw.integer(2, vocab - 1)] = (
            20.0  # the model is sure of the word that comes, or not
        )
        # each with a price that is known from smaller logits: who is twenty times as sure pays twenty times as much
        for large, small, times in (
            (logits + 1000.0, logits, 1),
            (logits - 1000.0, logits, 1),
            (20 * wrong, wrong, 20),
        ):
            paid = loss(small, tokens)
            same(loss(large, tokens), times * paid, what="the loss", loosen=8.0)
            gradient = loss.grad(large, tokens).by_input[0]
            require(gradient is None or bool(gradient.isfinite().all()), "a gradient is not finite", category="nan")
        require(bool(paid != 0), "a model that is sure and wrong pays nothing")
        require(abs(float(loss(20 * right, tokens))) < 0.01, "a model that is sure and right pays something")


def another(draw, word, vocab):
    """A word that is not this one."""
    return (word + draw.integer(1, vocab - 1)) % vocab


def price(logits, tokens):
    """−log P of the second token, by the logits at the first."""
    return -torch.log_softmax(logits[0, 0], dim=-1)[tokens[0, 1]]


@dataclass(frozen=True)
class OfModel(Case):
    """A function of a given model (probes.py) and of tokens; `sizes` and `weights` are the model's."""

    def made(self, who, **options):
        given = who.probes.WindowModel(*self.sizes, weights=self.weights, **options)
        file, name = self.target.split(".")
        return Handed(getattr(getattr(who, file), name), given)


@dataclass(frozen=True)
class Handed:
    """The function with its model filled in: only the tokens are left to give."""

    function: object
    given: object

    def __call__(self, *inputs):
        return self.function(self.given, *inputs)

    def observe(self, *inputs):
        return self.function.observe(self.given, *inputs)


class WithoutGradients:
    """What every task promises, where nobody asks for gradients."""

    test_dtype = FunctionChecks.test_dtype
    test_inputs_unchanged = FunctionChecks.test_inputs_unchanged


@number("4.6")
class TestSentenceLogProb(WithoutGradients):
    def case(self, draw, weights):
        rows, n, vocab = draw.sizes(3, low=3, high=7)
        made = {"table": draw(8, vocab, vocab)}
        return OfModel("lm.sentence_log_prob", (draw.tokens(vocab, rows, n),), (vocab, 8), made)

    @weight(1)
    def test_words(self, student, draw, same):
        """words: log P of each word but the first, in nats."""
        vocab = draw.integer(4, 8)
        for word in (0, draw.integer(1, vocab - 1)):  # one prediction alone: of the sum nothing shows
            table, before = draw(vocab, vocab), another(draw, word, vocab)
            got = student.lm.sentence_log_prob(bigrams(student, table), torch.tensor([[before, word]]))
            expected = torch.log_softmax(table[before], dim=-1)[word]
            require_array(got, expected, WHAT)
            same(got.flatten(), expected[None], what=WHAT)

    @weight(0.8)
    def test_window(self, student, draw, same):
        """window: from all words before it, at most the last `model.context_length`."""
        context, vocab = draw.sizes(2, low=3, high=6)
        table, what = draw(context, vocab, vocab), f"{WHAT} divided by the first row's"
        model = student.probes.WindowModel(vocab, context, weights={"table": table})
        for n in (2 * context + draw.integer(1, 2), context + 1, context):
            tokens = draw.tokens(vocab, 3, n)
            got, expected = student.lm.sentence_log_prob(model, tokens), windowed(table, tokens)
            require_array(got, expected, WHAT)
            # multiples, so that a mean, or bits, lose only what they are about
            same(got.flatten() / got.flatten()[0], expected / expected[0], axes="B", what=what)

    @weight(0.5)
    def test_sum(self, student, draw, same):
        """sum: over the words, one number for each row; 0 for n = 1."""
        vocab = draw.integer(4, 8)
        model, tokens = bigrams(student, draw(vocab, vocab)), draw.tokens(vocab, 2, 4)
        got = student.lm.sentence_log_prob(model, tokens)
        require_array(got, tokens, WHAT)
        require(
            got.shape == (2,), f"two rows get a tensor of shape {tuple(got.shape)}; expected (2,)", category="shape"
        )
        words = student.lm.sentence_log_prob(model, tokens.unfold(1, 2, 1).flatten(0, 1))
        require(len(set(words.tolist())) > 1, "every word has the same log-probability")
        same(got, words.view(2, 3).sum(dim=1), axes="B", what=WHAT)
        same(student.lm.sentence_log_prob(model, tokens[:, :1]), torch.zeros(2), axes="B", what=WHAT)

    @weight(0.4)
    def test_stable(self, student, draw, same):
        """stable: right for long rows, and for logits near ±1000 or hundreds apart."""
        vocab, tokens = draw.integer(4, 8), torch.tensor([[0, 1]])
        logits, wrong = draw(vocab, vocab), torch.zeros(vocab, vocab)
        wrong[:, draw.integer(2, vocab - 1)] = 20.0  # the model is sure of this word, which never comes
        got = student.lm.sentence_log_prob(bigrams(student, wrong), torch.ones(1, 64, dtype=torch.int64))
        require(bool(got.isfinite().all()), f"{WHAT} of a long row of unlikely words is not finite", category="nan")
        for large, small, times in (
            (logits + 1000.0, logits, 1),
            (logits - 1000.0, logits, 1),
            (20 * wrong, wrong, 20),
        ):
            paid, got = (student.lm.sentence_log_prob(bigrams(student, each), tokens) for each in (small, large))
            same(got, times * paid, what=WHAT, loosen=8.0)
        require(bool((paid != 0).all()), "a model that is sure and wrong pays nothing")


WHAT = "the log-probability"


def bigrams(student, table):
    return student.probes.BigramModel(len(table), 64, weights={"table": table})


def windowed(table, tokens):
    """(B,) what right code finds with a `WindowModel`: its logits are sums over the places and words of a window."""
    total = 0.0
    for i in range(1, tokens.shape[1]):
        window = tokens[:, :i][:, -len(table) :]
        logits = table[torch.arange(window.shape[1]), window].sum(dim=1)
        total = total + torch.log_softmax(logits, dim=-1).gather(-1, tokens[:, i : i + 1]).squeeze(-1)
    return total
