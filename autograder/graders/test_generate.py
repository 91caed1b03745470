"""Part 4: generation (lm.py).

`generate` is handed tiny given models (probes.py). After some of them the next word is all but certain, so that the
whole text is known; after the others the odds are, and thousands of rows are counted.
"""

import math

import torch
from gradescope_utils.autograder_utils.decorators import number, weight

from softmark.checks import Rng, StudentFailure, by_pattern, require, require_array, shape_of


@number("4.4")
class TestTexts:
    """Where the text is known."""

    @weight(0.4)
    def test_result(self, student, draw, same):
        """result: int64 tokens, the prompt and then n_new more; n_new = 0 gives the prompt back."""
        B, n, vocab = draw.sizes(3, low=3)
        table, tokens = certain_table(draw, vocab, 1), draw.tokens(vocab, B, n)
        for prompt, n_new in ((tokens, 0), (tokens, n + 2), (tokens[:1], vocab + 1)):  # the last comes by every word
            texts = student.lm.generate(certain(student, table), prompt, n_new)
            require_array(texts, prompt)
            same(texts[:, :n], prompt, axes="B n", what="the beginning of the result")
            sentence = "the result does not have the shape (B, n + n_new)"
            require(shape_of(texts) == (len(prompt), n + n_new), sentence, category="shape")

    @weight(2)
    def test_window(self, student, draw):
        """window: each word is predicted at the last place of the last `context_length` tokens, or of all while there
        are fewer."""
        B, n, context, vocab = sorted(draw.sizes(4, low=3, high=8, derived=lambda *sizes: (2 * max(sizes),)))
        table = certain_table(draw, vocab, context)
        cases = [(table, draw.tokens(vocab, B, length)) for length in (n, context, context + n)]
        cases.append((table[:1], draw.tokens(vocab, 1, 1)))
        right = [followed(student, *case) or followed(student, *case, temperature=0.0) for case in cases]
        require(all(right), "a new word is not the one that the model predicts from the last context_length tokens")

    @weight(1)
    def test_greedy(self, student, draw):
        """greedy: temperature = 0 always takes the word with the largest logit."""
        model, prompt, likeliest = close_calls(student, draw)
        words = new_words(student.lm.generate(model, prompt, 5, temperature=0.0), prompt)
        require(takes(words, likeliest), "at temperature 0 another word than the likeliest was taken")

    @weight(0.6)
    def test_traces(self, student, draw):
        """traces: nothing is left behind: in the prompt, the weights, their gradients, the model's mode, in PyTorch."""
        vocab, context, longer = sorted(draw.sizes(3, low=3), reverse=True)
        table, changed = certain_table(draw, vocab, context), set()
        for length, train in ((1, False), (context, True), (context + longer, True)):
            model = certain(student, table, train=train)
            changed |= set(student.lm.generate.observe(model, draw.tokens(vocab, 2, length), 3).changed)
            if model.attribute("training") is not train:
                changed.add("the model's mode")
            if not torch.equal(weights_of(model, table), table):
                changed.add("its weights")
        named = ", ".join(sorted(changed))
        require(not changed, f"your code changed {named}", "your code changed the model, or the prompt")

    @weight(0.6)
    def test_traces_of_gradients(self, student, draw, same):
        """traces: no gradient is recorded; `.grad`, `requires_grad` and the grad mode are as they were."""
        B, vocab = draw.sizes(2, low=4)
        table, prompt, planted = certain_table(draw, vocab, 8), draw.tokens(vocab, B, 1), draw(8, vocab)
        model = certain(student, table, tells=True)
        model.plant_gradient(planted)
        for options in ({}, {"temperature": 0.0}):  # what is wrong with the first may be how words are drawn
            word = new_words(student.lm.generate(model, prompt, 3, **options), prompt)[:, :1]
            require(not follows(word, table, prompt, 1), "gradients were recorded: memory grows with every new word")
            if known := follows(word, table, prompt):
                break
        require(known, "the first new word is not the model's")  # who does nothing leaves nothing behind
        same(model.gradient_now(), planted, what="the gradient of the model's table after the call")
        require(model.requires_gradients() is True, "after the call the model's parameters no longer require gradients")
        require(student.probes.switch_gradients(False) is True, "after the call gradients are switched off")
        model.freeze()
        student.lm.generate(model, prompt, 3)
        require(student.probes.switch_gradients(True) is False, "the caller's gradients were off and are on now")
        require(model.requires_gradients() is False, "a parameter that was frozen requires gradients after the call")


@number("4.4")
@by_pattern
class TestDraws:
    """Where odds are known, a mistake shows in how often each word comes. Checks with one label count once."""

    @weight(2)
    def test_each_row(self, student, draw):
        """draw: words come with the probabilities softmax(logits), in each row with its own."""
        odds = Odds(draw)
        require_shares(odds.sample(student, draw), odds.expected())

    @weight(2)
    def test_rows_that_end_alike(self, student, draw):
        """draw: rows with the same last word go on independently, with a generator too, at any level of the logits."""
        odds, generator = Odds(draw, step=0.25), Rng(draw.integer(0, 10**6))
        drawn = odds.sample(student, draw, alike=True, dtype="float64", generator=generator)
        require_shares(drawn, odds.expected())

    @weight(0.25)
    def test_generator(self, student, draw):
        """generator: the one that is given decides what is drawn."""
        odds, seed = Odds(draw), draw.integer(0, 10**6)
        one, other = (odds.sample(student, draw, alike=True, rows=300, generator=Rng(seed + i)) for i in range(2))
        require(not torch.equal(one, other), "two generators with different seeds led to the same words in 300 rows")

    @weight(0.75)
    def test_high_temperature(self, student, draw):
        """temperature: a high one makes the distribution flatter, by just that amount."""
        odds = Odds(draw)
        require_shares(odds.sample(student, draw, alike=True, temperature=2.0), odds.expected(temperature=2.0))

    @weight(0.75)
    def test_low_temperature(self, student, draw):
        """temperature: a low one makes it sharper, by just that amount, at 1/100 too."""
        odds = Odds(draw, step=0.9938)  # so each word is half as likely as the one before
        require_shares(odds.sample(student, draw, alike=True, temperature=0.01), odds.expected(temperature=0.01))

    @weight(0.75)
    def test_temperature_with_top_k(self, student, draw):
        """temperature: with top_k too."""
        odds = Odds(draw)
        steps = odds.sample(student, draw, alike=True, temperature=2.0, top_k=3)
        expected = odds.expected(temperature=2.0)[:2]
        if set(steps.tolist()) in ({0, 1}, {0, 1, 2}):  # that others are left out is said elsewhere
            require_shares(steps[steps < 2], expected / expected.sum())

    @weight(1)
    def test_greedy_with_top_k(self, student, draw):
        """top k: temperature 0 is greedy with any top_k."""
        model, prompt, likeliest = close_calls(student, draw)
        try:
            without = new_words(student.lm.generate(model, prompt, 5, temperature=0.0), prompt)
        except StudentFailure:
            return  # what is wrong at temperature 0 is `greedy`
        among = new_words(student.lm.generate(model, prompt, 5, temperature=0.0, top_k=2), prompt)
        changes = takes(without, likeliest) and not takes(among, likeliest)
        require(not changes, "at temperature 0 top_k changes which word is taken")

    @weight(1)
    def test_top_k(self, student, draw):
        """top k: only the top_k likeliest words are drawn, with probabilities scaled to sum to 1."""
        odds = Odds(draw, step=0.8)
        require_only(odds.sample(student, draw, alike=True, top_k=2), 2)

    @weight(1)
    def test_top_k_of_each_row(self, student, draw):
        """top k: of each row its own."""
        odds = Odds(draw)
        odds.table[::2] *= 0.5  # after every other word the odds are flatter: one threshold does not fit all rows
        for kept in (odds.vocab - 2, odds.vocab - 1):
            require_only(odds.sample(student, draw, top_k=kept), kept)

    @weight(1)
    def test_top_k_of_one(self, student, draw):
        """top k: top_k = 1 is greedy."""
        odds = Odds(draw)
        require_only(odds.sample(student, draw, rows=FEW, top_k=1), 1)

    @weight(1)
    def test_top_k_of_all(self, student, draw):
        """top k: at or above the vocabulary it means all words."""
        odds = Odds(draw, step=0.8)
        for top_k in (odds.vocab, odds.vocab + 3):
            drawn = len(odds.sample(student, draw, rows=FEW, alike=True, top_k=top_k).unique())
            require(drawn == odds.vocab, f"with top_k = {top_k} only {drawn} of {odds.vocab} words were drawn")


MANY, FEW = 3000, 600
"""Rows from which a probability is read off; rows that show whether something happens at all."""


def certain_table(draw, vocab, context):
    """What each word at each place adds: one round through all words, so that no word leads to itself."""
    orders = torch.stack([draw.permutation(vocab) for _ in range(context)])
    return torch.zeros(orders.shape).scatter(1, orders, orders.roll(-1, dims=1).float())


def certain(student, table, train=False, **options):
    """A given model that is all but sure of each next word, which depends on every word in its window."""
    context, vocab = table.shape
    return student.probes.CertainModel(vocab, context, weights={"table": table}, train=train, **options)


def followed(student, table, prompt, **options):
    """Whether a text goes on as the certain model says, well past the context. It is asked for at two temperatures:
    what is wrong at one of them may be how words are drawn."""
    texts = student.lm.generate(certain(student, table), prompt, sum(table.shape), **options)
    return follows(new_words(texts, prompt), table, prompt)


def weights_of(model, table):
    found = model.weights().get("table")
    return found if shape_of(found) == shape_of(table) else torch.zeros(0)


def new_words(texts, prompt):
    """The words after the prompt, as far as there are any. That the prompt comes first is another check's business."""
    require_array(texts, prompt)
    require(texts.ndim == 2 and len(texts) == len(prompt), "the result does not have one row for each of the prompt's")
    n = prompt.shape[1]
    begins = texts.shape[1] > n and bool((texts[:, :n] == prompt).all())
    return (texts[:, n:] if begins else texts).long()


def follows(words, table, prompt, off=0):
    """Whether these are the words of which the certain model is sure, one after the other; `off`: or so far from
    them."""
    context, vocab = table.shape
    text = prompt
    for word in words.T:
        window = text[:, -context:]
        sums = table[torch.arange(window.shape[1]), window].sum(dim=1)
        if not torch.equal(word, (sums.long() + off) % vocab):
            return False
        text = torch.cat([text, word[:, None]], dim=1)
    return words.shape[1] > 0


def close_calls(student, draw):
    """A model whose logits are so close that a word drawn by chance is seldom the likeliest, a prompt with as many rows
    as words, and the likeliest words that follow it."""
    n, vocab = draw.integer(3, 6), draw.integer(8, 11)
    given = draw(vocab, vocab, scale=0.0625)
    given += torch.arange(vocab) / 2**15 - 4.0 * torch.arange(vocab).unsqueeze(1)  # no two are equal
    prompt = draw.tokens(vocab, vocab, n)
    prompt[:, -1] = torch.arange(vocab)  # the logits of each row lie far below those of the row before
    likeliest = [given[prompt[:, -1]].argmax(dim=1)]
    for _ in range(4):
        likeliest.append(given[likeliest[-1]].argmax(dim=1))
    return table_model(student, given), prompt, torch.stack(likeliest, dim=1)


def table_model(student, given, **options):
    weights = {"given": given, "table": torch.zeros_like(given)}
    return student.probes.TableModel(len(given), weights=weights, **options)


def takes(words, likeliest):
    count = min(words.shape[1], likeliest.shape[1])
    return count > 0 and torch.equal(words[:, :count], likeliest[:, :count])


class Odds:
    """A given model with known odds: after each word, the others follow in another order of preference.

    `ladder` holds the probabilities, the likeliest first. They are the same after each word; which word stands on which
    step of the ladder is not, and neither is the level of the logits. Every word stands on every step once: so whoever
    draws after the wrong word draws all steps equally often, whatever the numbers are.
    """

    def __init__(self, draw, step=0.0):
        self.vocab = draw.integer(6, 7)
        self.ladder = (step or draw.integer(50, 58) / 100) ** torch.arange(self.vocab, dtype=torch.float64)
        words = draw.permutation(self.vocab)
        turns = (words.argsort() + draw.integer(1, self.vocab - 1)) % self.vocab  # no word is likeliest after itself
        order = words[(torch.arange(self.vocab) + turns.unsqueeze(1)) % self.vocab]  # (word before, step) → word
        self.steps = order.argsort(dim=1)  # (word before, word) → its step on the ladder
        self.lowest = int((order[:, -1] == 0).nonzero())
        """The word after which all logits are far below 0, and word 0 is the least likely."""
        level = (draw.permutation(self.vocab) - 3) if step == 0.0 else -torch.ones(self.vocab)
        level[self.lowest] = level.min() - 1
        self.table = self.ladder.log()[self.steps] + 6.0 * level.unsqueeze(1)

    def expected(self, temperature=1.0):
        """How often each step of the ladder is to be drawn."""
        kept = self.ladder ** (1 / temperature)
        return kept / kept.sum()

    def sample(self, student, draw, rows=MANY, alike=False, dtype="float32", **options):
        """Let `generate` continue many rows by a word: (rows,), its step of the ladder. `alike`: all after the
        same word."""
        prompt = draw.tokens(self.vocab, rows, 2)
        if alike:
            prompt[:, -1] = self.lowest
        model = table_model(student, self.table.float(), dtype=dtype)
        words = new_words(student.lm.generate(model, prompt, 1, **options), prompt)[:, :1]
        require(words.numel() > 0, "there are no new words")
        require(bool(((words >= 0) & (words < self.vocab)).all()), "the result contains numbers that stand for no word")
        return self.steps[prompt[:, -1], words[:, 0]]


def require_shares(steps, expected):
    """Every word is drawn as often as it should be. The room is six standard errors: chance does not fill it."""
    for step, right in enumerate(expected.tolist()):
        got, word = float((steps == step).double().mean()), f"the word of rank {step + 1} (1 is the likeliest)"
        require(
            abs(got - right) <= 6 * math.sqrt(right * (1 - right) / steps.numel()),
            f"{word} was drawn in {got:.1%} of all cases; expected {right:.1%}",
            "words are not drawn as often as they should be",
        )


def require_only(steps, kept):
    """The words on the first steps of the ladder were drawn, and no others."""
    drawn = sorted(set(steps.tolist()))
    sentence = f"with top_k = {kept} the words of these ranks were drawn: {', '.join(str(step + 1) for step in drawn)}"
    require(drawn == list(range(kept)), sentence, "with top_k other words were drawn than the top_k likeliest of a row")
