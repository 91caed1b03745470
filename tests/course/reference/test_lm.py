"""Tasks 4.1 to 4.3 and 4.6 against nn.TransformerEncoder, F.cross_entropy and the lectures' sums."""

import math

import pytest
import torch
import torch.nn.functional as F
from torch import nn


@pytest.fixture
def model(lm, draw):
    """Every size differs: vocabulary 7, context 5, width 6, 3 heads, 2 layers, hidden width 4."""
    return draw.fill(lm.TransformerLM(7, 5, 6, 3, 2, 4))


def arrays(module):
    return {name: t.cpu().numpy() for name, t in module.state_dict().items()}


class TestEmbed:
    @pytest.mark.parametrize("n", [1, 3, 5])
    def test_word_plus_place(self, model, sums, draw, agree, device, n):
        tokens, w = draw.tokens(7, 2, n), arrays(model)
        expected = torch.stack([torch.as_tensor(sums.embed(row, w)) for row in tokens.tolist()])
        agree(model.embed(tokens), expected)

    def test_more_than_the_context_is_refused_with_both_numbers(self, model, draw):
        for call in (model.embed, model):
            with pytest.raises(ValueError, match=r"\b6 tokens .* context length of 5\b"):
                call(draw.tokens(7, 2, 6))


class TestForward:
    @pytest.mark.parametrize("n", [1, 3, 5])
    def test_follows_the_lectures_sums(self, model, sums, draw, agree, device, n):
        tokens, w = draw.tokens(7, 2, n), arrays(model)
        rows = [torch.as_tensor(sums.language_model(row, w, n_heads=3, n_layers=2)) for row in tokens.tolist()]
        agree(model(tokens), torch.stack(rows))

    def test_is_the_librarys_stack(self, model, library_layer, draw, agree, device):
        tokens = draw.tokens(7, 3, 5)
        final = nn.LayerNorm(6, dtype=torch.float64, device=device)
        final.load_state_dict({"weight": model.final_norm.gamma, "bias": model.final_norm.beta})
        stack = nn.TransformerEncoder(
            library_layer(model.blocks[0]), num_layers=2, norm=final, enable_nested_tensor=False
        )
        stack.layers = nn.ModuleList(library_layer(block) for block in model.blocks)
        x = F.embedding(tokens, model.token_embedding.weight) + model.position_embedding.weight[:5]
        hidden = torch.ones(5, 5, dtype=torch.bool, device=device).triu(1)
        agree(model(tokens), stack(x, mask=hidden) @ model.unembed.weight.T)

    @pytest.mark.parametrize("changed", range(5))
    def test_no_place_sees_the_future_or_another_row(self, model, draw, changed):
        tokens = draw.tokens(7, 2, 5)
        other = tokens.clone()
        other[1, changed] = (other[1, changed] + 1) % 7
        same = (model(tokens) == model(other)).all(dim=-1)
        assert same[0].all()
        assert same[1].tolist() == [i < changed for i in range(5)]

    def test_names_of_the_weights_are_the_contracts(self, lm):
        model = lm.TransformerLM(vocab_size=7, context_length=5, d_model=6, n_heads=3, n_layers=1, d_ff=4)
        assert {name: tuple(w.shape) for name, w in model.state_dict().items()} == {
            "token_embedding.weight": (7, 6),
            "position_embedding.weight": (5, 6),
            "blocks.0.norm_1.gamma": (6,),
            "blocks.0.norm_1.beta": (6,),
            "blocks.0.attention.W_q.weight": (6, 6),
            "blocks.0.attention.W_k.weight": (6, 6),
            "blocks.0.attention.W_v.weight": (6, 6),
            "blocks.0.attention.W_o.weight": (6, 6),
            "blocks.0.norm_2.gamma": (6,),
            "blocks.0.norm_2.beta": (6,),
            "blocks.0.ffn.W_1.weight": (4, 6),
            "blocks.0.ffn.W_1.bias": (4,),
            "blocks.0.ffn.W_2.weight": (6, 4),
            "blocks.0.ffn.W_2.bias": (6,),
            "final_norm.gamma": (6,),
            "final_norm.beta": (6,),
            "unembed.weight": (7, 6),
        }
        assert model.context_length == 5


class TestNextTokenLoss:
    @pytest.mark.parametrize("n", [2, 5])
    def test_follows_the_lectures_sums(self, lm, sums, draw, agree, device, n):
        logits, tokens = draw(3, n, 7), draw.tokens(7, 3, n)
        loss = lm.next_token_loss(logits, tokens)
        assert loss.shape == ()
        expected = sums.next_token_loss(logits.cpu().numpy(), tokens.tolist())
        agree(loss, torch.tensor(expected, dtype=torch.float64))

    def test_is_the_mean_of_the_librarys_loss_place_by_place(self, lm, draw, agree, device):
        logits, tokens = draw(3, 5, 7), draw.tokens(7, 3, 5)
        places = [F.cross_entropy(logits[:, i], tokens[:, i + 1]) for i in range(4)]
        agree(lm.next_token_loss(logits, tokens), torch.stack(places).mean())

    def test_first_token_and_last_logits_do_not_count(self, lm, draw):
        logits, tokens = draw(3, 5, 7), draw.tokens(7, 3, 5)
        other_logits, other_tokens = logits.clone(), tokens.clone()
        other_logits[:, -1] += draw(7)
        other_tokens[:, 0] = (tokens[:, 0] + 1) % 7
        assert torch.equal(lm.next_token_loss(logits, tokens), lm.next_token_loss(other_logits, other_tokens))

    @pytest.mark.parametrize("shift", [1000.0, -1000.0])
    def test_huge_logits(self, lm, draw, agree, shift):
        logits, tokens = draw(3, 5, 7), draw.tokens(7, 3, 5)
        huge = (logits + shift).float().requires_grad_()
        loss = lm.next_token_loss(huge, tokens)
        agree(loss.double(), lm.next_token_loss(logits, tokens), within=1e-3)
        loss.backward()
        assert huge.grad.isfinite().all()

    def test_wrong_with_all_confidence_costs_the_whole_gap(self, lm):
        logits = torch.tensor([[[1000.0, 0.0], [0.0, 0.0]]])
        assert lm.next_token_loss(logits, torch.tensor([[0, 1]])).item() == 1000.0

    def test_a_model_that_knows_nothing_pays_log_vocabulary(self, lm):
        loss = lm.next_token_loss(torch.zeros(2, 4, 8, dtype=torch.float64), torch.zeros(2, 4, dtype=torch.long))
        assert loss.item() == pytest.approx(math.log(8), abs=1e-12)

    def test_logits_of_other_tokens_are_refused_with_both_shapes(self, lm, draw):
        with pytest.raises(ValueError, match=r"\(3, 5, 7\).*\(3, 4\)"):
            lm.next_token_loss(draw(3, 5, 7), draw.tokens(7, 3, 4))


class Bigram(torch.nn.Module):
    """The next word depends on the last two words in sight, so that a window that is too short shows."""

    context_length = 3

    def __init__(self, table):
        super().__init__()
        self.table = table  # (vocab, vocab, vocab)

    def forward(self, tokens):
        assert tokens.shape[1] <= self.context_length
        before = torch.cat([torch.zeros_like(tokens[:, :1]), tokens[:, :-1]], dim=1)
        return self.table[before, tokens]


def test_a_sentences_probability_is_the_product_of_its_words(reference):
    """Worked out word by word, as the chain rule reads; in a long row from the last words alone."""
    model = Bigram(torch.randn(4, 4, 4, generator=torch.Generator().manual_seed(1)))
    tokens = torch.tensor([[0, 3, 1, 2, 2, 1, 0], [2, 2, 0, 1, 3, 3, 1]])
    for n in range(1, 8):
        product = torch.ones(2)
        for i in range(1, n):
            logits = model(tokens[:, max(0, i - 3) : i])[:, -1]
            product = product * logits.softmax(dim=-1)[torch.arange(2), tokens[:, i]]
        torch.testing.assert_close(reference.lm.sentence_log_prob(model, tokens[:, :n]).exp(), product)


def test_a_sentences_log_probability_is_minus_its_loss_times_its_predictions(reference):
    model = Bigram(torch.randn(4, 4, 4, generator=torch.Generator().manual_seed(2)))
    tokens = torch.tensor([[1, 3, 2]])
    loss = reference.lm.next_token_loss(model(tokens), tokens)
    torch.testing.assert_close(reference.lm.sentence_log_prob(model, tokens), -2 * loss[None])
