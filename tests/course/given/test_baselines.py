"""The two models from before attention answer in the same form as a transformer."""

import pytest
import torch

STEPS = torch.tensor([0.7, 0.1, 0.1, 0.05, 0.03, 0.02])
FLOOR = -(STEPS * STEPS.log()).sum().item()
"""Of `walks`: what the best model pays for a token."""


def walks(count, seed, n=16):
    """(count, n) rows in which each token is the one before it plus a step, round and round."""
    torch.manual_seed(seed)
    return torch.multinomial(STEPS, count * n, replacement=True).reshape(count, n).cumsum(dim=1) % len(STEPS)


def test_ngram_by_hand(given):
    """In 0 1 0 1 0 a 0 is followed by a 1, twice. With k = 1 the one extra count goes the unigram's way."""
    model = given.baselines.NGram(vocab_size=2, order=2, k=1.0).fit([torch.tensor([[0, 1, 0, 1, 0]])])
    unigram = torch.tensor([(3 + 0.5) / 6, (2 + 0.5) / 6])
    assert torch.allclose(model.probs(()), unigram)
    assert torch.allclose(model.probs((0,)), (torch.tensor([0.0, 2.0]) + unigram) / 3)


def test_ngram_passes_on_the_shorter_contexts_opinion_when_it_never_saw_the_longer(given):
    model = given.baselines.NGram(vocab_size=3, order=3).fit([torch.tensor([[0, 1, 0, 1, 1]])])
    assert torch.equal(model.probs((2, 0)), model.probs((0,)))


def test_ngram_probabilities_sum_to_one_and_none_is_zero(given):
    tokens = walks(10, seed=1)
    probs = given.baselines.NGram(vocab_size=6, order=4).fit([tokens])(tokens).exp()
    assert probs.shape == (10, 16, 6)
    assert torch.allclose(probs.sum(dim=-1), torch.ones(10, 16))
    assert (probs > 0).all()


@pytest.mark.parametrize("order", [1, 3])
def test_ngram_sees_nothing_further_back_than_its_order(given, order):
    rows = walks(50, seed=1)
    model = given.baselines.NGram(vocab_size=6, order=order).fit([rows])
    changed = rows[:1].clone()
    changed[0, 0] = (changed[0, 0] + 1) % 6
    same_place = (model(rows[:1]) == model(changed)).all(dim=-1)[0]
    assert same_place[order - 1 :].all()
    assert same_place[: order - 1].logical_not().any() or order == 1


def test_a_bigram_reaches_the_floor_of_a_source_that_looks_back_one_token(given, reference):
    model = given.baselines.NGram(vocab_size=6, order=2).fit([walks(1000, seed=1)])
    rows = walks(500, seed=2)
    loss = reference.lm.next_token_loss(model(rows), rows).item()
    assert loss == pytest.approx(FLOOR, rel=0.02)


def test_an_order_below_one_is_refused_in_one_sentence(given):
    with pytest.raises(ValueError, match="at least 1, not 0"):
        given.baselines.NGram(vocab_size=2, order=0)


def test_rnn_gives_one_row_of_logits_for_each_token_and_never_looks_ahead(given):
    torch.manual_seed(0)
    model = given.baselines.SmallRNN(vocab_size=5)
    tokens = torch.tensor([[0, 1, 2, 3], [0, 1, 2, 4]])
    logits = model(tokens)
    assert logits.shape == (2, 4, 5)
    assert torch.equal(logits[0, :3], logits[1, :3])
    assert not torch.allclose(logits[0, 3], logits[1, 3])


@pytest.mark.slow  # it trains
def test_rnn_learns_a_source_that_looks_back_one_token(given, reference):
    batches = walks(120 * 32, seed=1).split(32)
    torch.manual_seed(0)
    model = given.baselines.SmallRNN(vocab_size=6)
    reference.train.train(model, batches, lr=1e-2)
    rows = walks(300, seed=2)
    loss = reference.lm.next_token_loss(model(rows), rows).item()
    assert loss == pytest.approx(FLOOR, rel=0.05)
