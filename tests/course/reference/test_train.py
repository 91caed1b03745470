"""Task 4.5: one step a batch, and it learns."""

import copy
import math

import pytest
import torch


@pytest.fixture
def model(lm, draw):
    torch.manual_seed(0)
    return lm.TransformerLM(5, 6, 8, 2, 1, 8).to(draw.device)


@pytest.fixture
def batches(draw):
    """Batches of different shapes."""
    return [draw.tokens(5, rows, n) for rows, n in ((4, 6), (3, 5), (4, 6), (2, 2))]


def by_hand(lm, model, batches, lr):
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        optimiser.zero_grad()
        loss = lm.next_token_loss(model(tokens), tokens)
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses


class TestOnePass:
    def test_one_adamw_step_a_batch_in_order(self, lm, train, model, batches, device):
        twin = copy.deepcopy(model)
        assert train.train(model, batches, 0.01) == pytest.approx(by_hand(lm, twin, batches, 0.01), rel=1e-6)
        for ours, theirs in zip(model.parameters(), twin.parameters(), strict=True):
            torch.testing.assert_close(ours, theirs)

    def test_the_losses_are_floats_from_before_each_step(self, lm, train, model, batches):
        untouched = lm.next_token_loss(model(batches[0]), batches[0]).item()
        losses = train.train(model, batches, 0.01)
        assert [type(loss) for loss in losses] == [float] * 4
        assert losses[0] == pytest.approx(untouched, rel=1e-6)

    def test_a_generator_is_gone_through_once(self, train, model, batches):
        taken = []

        def stream():
            for tokens in batches:
                taken.append(tokens)
                yield tokens

        assert len(train.train(model, stream(), 0.01)) == len(taken) == 4

    def test_no_batches_no_losses(self, train, model):
        before = copy.deepcopy(model.state_dict())
        assert train.train(model, [], 0.01) == []
        assert all(torch.equal(w, before[name]) for name, w in model.state_dict().items())

    def test_gradients_from_before_the_call_do_not_count(self, train, model, batches):
        twin = copy.deepcopy(model)
        for parameter in twin.parameters():
            parameter.grad = torch.full_like(parameter, 1e3)
        assert train.train(model, batches, 0.01) == train.train(twin, batches, 0.01)

    def test_every_parameter_moves_in_place_and_can_be_trained_again(self, train, model, batches):
        before = {name: (p, p.detach().clone()) for name, p in model.named_parameters()}
        kept = [tokens.clone() for tokens in batches]
        train.train(model, batches, 0.01)
        for name, parameter in model.named_parameters():
            same_tensor, old = before[name]
            assert parameter is same_tensor and parameter.requires_grad
            assert not torch.equal(parameter, old), name
        assert all(torch.equal(a, b) for a, b in zip(batches, kept, strict=True))
        assert len(train.train(model, batches, 0.01)) == 4


BITS = 8


def any_ones(rows, generator):
    """Half of the rows are all 0, half have a single 1 somewhere; the last token (2 or 3) says which."""
    has_one = torch.rand(rows, generator=generator) < 0.5
    bits = torch.zeros(rows, BITS, dtype=torch.long)
    bits[torch.arange(rows), torch.randint(BITS, (rows,), generator=generator)] = has_one.long()
    return torch.cat([bits, 2 + has_one.long().unsqueeze(1)], dim=1)


def every_row():
    """All rows there are, each as often as the source gives it: eight times all zeros, once each place of the 1."""
    bits = torch.cat([torch.zeros(BITS, BITS, dtype=torch.long), torch.eye(BITS, dtype=torch.long)])
    return torch.cat([bits, 2 + bits.amax(dim=1, keepdim=True)], dim=1)


def floor():
    """The entropy of a row less that of its first bit, which nobody predicts, shared among BITS predictions."""
    row = math.log(2) + 0.5 * math.log(BITS)
    p = 0.5 / BITS
    first_bit = -p * math.log(p) - (1 - p) * math.log(1 - p)
    return (row - first_bit) / BITS


@pytest.mark.slow  # it trains
def test_it_learns_to_find_the_one(lm, train, device):
    torch.manual_seed(0)
    generator = torch.Generator().manual_seed(0)
    model = lm.TransformerLM(4, BITS + 1, 16, 2, 1, 32).to(device)
    losses = []
    for lr in (0.01, 0.002):  # called twice: the second call goes on where the first stopped
        losses += train.train(model, (any_ones(64, generator).to(device) for _ in range(120)), lr)
    rows = every_row().to(device)
    with torch.no_grad():
        logits = model(rows)
        loss = lm.next_token_loss(logits, rows).item()  # exact: the mean over the source itself
    assert losses[0] > 4 * floor()
    assert floor() <= loss < 1.05 * floor()
    assert torch.equal(logits[:, -2].argmax(dim=-1), rows[:, -1])
