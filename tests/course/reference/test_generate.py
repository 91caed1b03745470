"""Task 4.4: what is drawn, what the model is shown, and what is left as it was."""

import math

import pytest
import torch
from torch import nn


class LookUp(nn.Module):
    """A Markov model: the logits depend on the last token alone. It remembers every window it was shown."""

    def __init__(self, table, context_length=8):
        super().__init__()
        self.table = nn.Parameter(table.clone())
        self.context_length = context_length
        self.windows = []

    def forward(self, tokens):
        assert tokens.shape[-1] <= self.context_length
        self.windows.append(tokens.clone())
        return self.table[tokens]


def chi_square(drawn, probabilities):
    """How far counts are from what they should be; about its degrees of freedom when they are right."""
    total = 0.0
    for word, p in enumerate(probabilities):
        count = (drawn == word).sum().item()
        if p == 0:
            assert count == 0, f"word {word} must never be drawn, and was drawn {count} times"
        else:
            total += (count - p * len(drawn)) ** 2 / (p * len(drawn))
    return total


def bound(probabilities):
    freedom = sum(p > 0 for p in probabilities) - 1
    return freedom + 10 * math.sqrt(2 * freedom)  # ten standard deviations, and the seed is fixed besides


LOGITS = [1.5, -0.5, 0.75, 2.0, 0.0, -2.0]


def one_draw_each(lm, seed=0, rows=20_000, **options):
    model = LookUp(torch.tensor([LOGITS]).expand(6, 6))
    generator = torch.Generator().manual_seed(seed)
    prompt = torch.zeros(rows, 1, dtype=torch.long)
    return lm.generate(model, prompt, n_new=1, generator=generator, **options)[:, 1]


class TestWhatIsDrawn:
    @pytest.mark.parametrize("top_k", [None, 1000, 6, 4, 2])
    @pytest.mark.parametrize("temperature", [0.5, 1.0, 2.0])
    def test_softmax_of_the_logits_over_the_temperature_among_the_top_k(self, lm, sums, temperature, top_k):
        expected = sums.next_word_probabilities(LOGITS, temperature, top_k or 6)
        drawn = one_draw_each(lm, temperature=temperature, top_k=top_k)
        assert chi_square(drawn, expected) < bound(expected)

    def test_the_bound_can_tell_temperatures_apart(self, lm, sums):
        other = sums.next_word_probabilities(LOGITS, 1.1, 6)
        assert chi_square(one_draw_each(lm, temperature=1.0), other) > bound(other)

    def test_a_tie_at_the_kth_place_keeps_the_winners(self, lm):
        model = LookUp(torch.tensor([[2.0, 1.0, 1.0, 0.0]]).expand(4, 4))
        drawn = lm.generate(model, torch.zeros(2000, 1, dtype=torch.long), 1, top_k=2)[:, 1]
        assert 0 in drawn and 3 not in drawn

    def test_each_row_is_drawn_by_itself_from_its_own_logits(self, lm, sums):
        table = torch.tensor([[0.0, 2.0, -1.0], [1.0, 0.0, 1.5], [0.5, 0.0, 0.0]])
        prompt = torch.arange(3).repeat(8000).unsqueeze(1)  # rows 0, 1, 2, 0, 1, 2, …
        generator = torch.Generator().manual_seed(3)
        drawn = lm.generate(LookUp(table), prompt, 1, generator=generator)[:, 1]
        for start in range(3):
            expected = sums.next_word_probabilities(table[start].tolist(), 1.0, 3)
            assert chi_square(drawn[prompt[:, 0] == start], expected) < bound(expected)

    def test_a_drawn_word_is_what_the_next_one_follows(self, lm, sums):
        table = torch.tensor([[0.0, 1.0, -1.0], [1.0, 0.0, 1.5], [0.5, 0.0, 1.0]])
        generator = torch.Generator().manual_seed(4)
        model, prompt = LookUp(table, context_length=4), torch.zeros(3000, 1, dtype=torch.long)
        text = lm.generate(model, prompt, 7, generator=generator)
        for word in range(3):
            followers = text[:, 1:][text[:, :-1] == word]
            expected = sums.next_word_probabilities(table[word].tolist(), 1.0, 3)
            assert chi_square(followers, expected) < bound(expected)

    def test_a_generator_repeats_a_run(self, lm):
        assert torch.equal(one_draw_each(lm, seed=5, rows=50), one_draw_each(lm, seed=5, rows=50))
        assert not torch.equal(one_draw_each(lm, seed=5, rows=50), one_draw_each(lm, seed=6, rows=50))


class TestGreedy:
    @pytest.fixture
    def model(self, lm, draw):
        return draw.fill(lm.TransformerLM(7, 4, 6, 2, 2, 5))

    def by_hand(self, model, rows, n_new, context_length):
        texts = [list(row) for row in rows]
        for text in texts:
            for _ in range(n_new):
                logits = model(torch.tensor([text[-context_length:]]))[0, -1].tolist()
                text.append(logits.index(max(logits)))
        return texts

    @pytest.mark.parametrize("n", [1, 3, 4, 6], ids=["one token", "short", "full context", "beyond it"])
    def test_the_largest_logit_every_time_past_the_context_window(self, lm, model, draw, n):
        prompt = draw.tokens(7, 2, n)
        text = lm.generate(model, prompt, n_new=6, temperature=0)
        assert text.tolist() == self.by_hand(model, prompt.tolist(), 6, context_length=4)

    def test_top_k_one_is_greedy_at_any_temperature(self, lm, model, draw):
        prompt = draw.tokens(7, 3, 2)
        greedy = lm.generate(model, prompt, n_new=9, temperature=0)
        assert torch.equal(lm.generate(model, prompt, n_new=9, temperature=5.0, top_k=1), greedy)
        assert torch.equal(lm.generate(model, prompt, n_new=9, temperature=0, top_k=3), greedy)

    def test_needs_no_random_numbers(self, lm, model, draw):
        before = torch.get_rng_state()
        lm.generate(model, draw.tokens(7, 3, 2), n_new=3, temperature=0)
        assert torch.equal(torch.get_rng_state(), before)


class TestWindow:
    def test_the_last_tokens_up_to_the_context_length(self, lm):
        """The third lecture's picture, with context length 8: w_1…w_8 → w_9, w_2…w_9 → w_10, w_3…w_10 → w_11."""
        model = LookUp(torch.randn(5, 5, generator=torch.Generator().manual_seed(0)), context_length=8)
        text = lm.generate(model, torch.tensor([[0, 1, 2, 3, 4, 3]]), n_new=5)
        assert [w.tolist() for w in model.windows] == [text[:, max(0, i - 8) : i].tolist() for i in range(6, 11)]


class TestManners:
    @pytest.mark.parametrize("n_new", [0, 1, 5])
    def test_the_prompt_comes_first_and_stays_as_it_was(self, lm, draw, device, n_new):
        model, prompt = LookUp(draw(5, 5), context_length=3), draw.tokens(5, 2, 4)
        kept = prompt.clone()
        text = lm.generate(model, prompt, n_new)
        assert text.shape == (2, 4 + n_new) and text.dtype == torch.int64 and text.device == prompt.device
        assert torch.equal(text[:, :4], kept) and torch.equal(prompt, kept)
        assert ((text >= 0) & (text < 5)).all()

    @pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16], ids=str)
    def test_any_floats_will_do(self, lm, draw, device, dtype):
        model, prompt = LookUp(draw(5, 5).to(dtype)), draw.tokens(5, 2, 4)
        text = lm.generate(model, prompt, 3, temperature=0.5, top_k=3)
        assert text.shape == (2, 7) and text.dtype == torch.int64

    @pytest.mark.parametrize("training", [True, False])
    def test_the_models_mode_is_what_it_was(self, lm, draw, training):
        model = LookUp(draw(5, 5)).train(training)
        lm.generate(model, draw.tokens(5, 2, 4), 3)
        assert model.training is training

    def test_no_gradient_is_recorded(self, lm, draw):
        model = LookUp(draw(5, 5))
        model.table.grad = torch.ones(5, 5, dtype=torch.float64)
        seen = []
        model.register_forward_hook(lambda _module, _inputs, logits: seen.append(logits.requires_grad))
        text = lm.generate(model, draw.tokens(5, 2, 4), 3)
        assert seen == [False, False, False] and not text.requires_grad
        assert (model.table.grad == 1).all()
        assert torch.is_grad_enabled()
