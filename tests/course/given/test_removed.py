"""A part is taken out of a model by hooks: it behaves as if it had never had it, and is whole again afterwards."""

import math

import pytest
import torch
import torch.nn.functional as F

from .conftest import REFERENCE


@pytest.fixture
def model(reference):
    torch.manual_seed(0)
    made = reference.lm.TransformerLM(vocab_size=7, context_length=6, d_model=8, n_heads=2, n_layers=2, d_ff=16)
    for part in made.parameters():
        torch.nn.init.normal_(part, std=0.5)
    return made.eval()


def by_hand(model, tokens, part):
    """The model's logits, written out, without one part."""

    def norm(layer, x):
        return x if part == "norm" else F.layer_norm(x, x.shape[-1:], layer.gamma, layer.beta, layer.eps)

    n = tokens.shape[1]
    h = model.token_embedding(tokens)
    if part != "positions":
        h = h + model.position_embedding(torch.arange(n))
    for block in model.blocks:
        x, attention = norm(block.norm_1, h), block.attention
        q, k, v = (W(x).unflatten(-1, (2, 4)).transpose(1, 2) for W in (attention.W_q, attention.W_k, attention.W_v))
        scores = q @ k.mT / (1.0 if part == "scale" else math.sqrt(4))
        if part != "mask":
            scores = scores.masked_fill(torch.ones(n, n).triu(1).bool(), -math.inf)
        heard = attention.W_o((scores.softmax(-1) @ v).transpose(1, 2).flatten(2))
        h = heard if part == "residual" else h + heard
        said = block.ffn.W_2(torch.relu(block.ffn.W_1(norm(block.norm_2, h))))
        h = said if part == "residual" else h + said
    return model.unembed(norm(model.final_norm, h))


@pytest.mark.parametrize("part", ["scale", "mask", "positions", "residual", "norm"])
def test_the_model_is_what_it_would_be_without_the_part(given, model, part):
    tokens = torch.tensor([[3, 1, 4, 1, 5], [2, 6, 5, 3, 5]])
    with torch.no_grad():
        whole = model(tokens)
        with given.experiment.without(part, model):
            torch.testing.assert_close(model(tokens), by_hand(model, tokens, part), atol=1e-4, rtol=1e-4)
        assert not torch.allclose(whole, by_hand(model, tokens, part), atol=1e-3)
        torch.testing.assert_close(model(tokens), whole)


def test_code_that_goes_another_way_is_told_so(given, reference, model, monkeypatch):
    """Code that never calls attention_scores has no place to take the scale out."""
    monkeypatch.setattr(
        reference.multihead,
        "attend",
        lambda q, k, v, mask=None: (F.scaled_dot_product_attention(q, k, v, attn_mask=mask), None),
    )
    with (
        pytest.raises(given.yours.Told, match="scale cannot be taken out"),
        given.experiment.without("scale", model),
    ):
        pass


def test_the_experiment_shows_the_loss_with_and_without_the_part(given, capsys, monkeypatch):
    tiny = {"d_model": 8, "n_heads": 2, "n_layers": 1, "d_ff": 8}
    plan = given.experiment.Plan(given.data.Wills(), tiny, [(2, 1e-2)], batch=4, judged=10)
    monkeypatch.setattr(given.experiment, "WITHOUT", plan)
    given.experiment.main(["without", "mask", "--code", str(REFERENCE)])
    shown = capsys.readouterr().out
    assert "whole: trained for 2 steps" in shown and "without mask: trained for 2 steps" in shown
    assert "the floor of these rows" in shown


def test_made_up_rows_never_need_the_place_that_is_not_trained(given, reference):
    """Rows as long as the context leave its last place untrained; so nothing may be written behind a whole row."""
    shown = []

    class Listening(reference.lm.TransformerLM):
        def forward(self, tokens):
            shown.append(tokens.shape[1])
            return super().forward(tokens)

    source = given.data.Wills()
    model = Listening(len(source.vocab), source.n, d_model=8, n_heads=2, n_layers=1, d_ff=8)
    given.experiment.show_samples(source, model, reference.lm.generate, seed=0, count=2)
    assert max(shown) == source.n - 1 < model.context_length
