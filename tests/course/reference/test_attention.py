"""Part 1 against F.scaled_dot_product_attention, torch.softmax and the lectures' sums."""

import math

import pytest
import torch
import torch.nn.functional as F

LEADING = pytest.mark.parametrize("leading", [(), (3,), (2, 3)], ids=["no batch", "a batch", "batch and heads"])


def arrays(*tensors):
    return [t.detach().cpu().numpy() for t in tensors]


class TestSimpleAttention:
    @LEADING
    def test_follows_the_lectures_sums(self, attention, sums, draw, agree, device, leading):
        x = draw(*leading, 5, 4)
        agree(attention.simple_attention(x), sums.for_each_sequence(sums.simple_attention, *arrays(x)))

    @LEADING
    def test_is_causal_attention_without_scale_or_projections(self, attention, draw, agree, device, leading):
        x = draw(*leading, 6, 3)
        agree(attention.simple_attention(x), F.scaled_dot_product_attention(x, x, x, is_causal=True, scale=1.0))

    def test_first_token_sees_only_itself(self, attention, draw, agree):
        x = draw(1, 4)
        agree(attention.simple_attention(x), x)

    def test_scores_in_the_hundreds_stay_finite(self, attention, draw):
        assert attention.simple_attention(draw(6, 4, scale=30).float()).isfinite().all()


class TestScores:
    @LEADING
    def test_every_query_against_every_key(self, attention, sums, draw, agree, device, leading):
        q, k = draw(*leading, 3, 4), draw(*leading, 5, 4)
        expected = sums.for_each_sequence(sums.attention_scores, *arrays(q, k))
        agree(attention.attention_scores(q, k), expected)


class TestMask:
    @pytest.mark.parametrize("n", [1, 2, 7])
    def test_itself_and_the_past(self, attention, sums, agree, device, n):
        mask = attention.causal_mask(n, device=device)
        assert mask.device.type == device
        agree(mask, sums.causal_mask(n))

    def test_hidden_scores_are_minus_infinity_and_the_rest_stays(self, attention, sums, draw, agree, device):
        scores, mask = draw(3, 5), draw.mask(3, 5)
        agree(attention.apply_mask(scores, mask), sums.apply_mask(*arrays(scores, mask)))

    def test_one_mask_for_each_sequence_serves_all_its_heads(self, attention, draw, device):
        scores = draw(2, 3, 4, 4)
        mask = torch.stack([draw.mask(4, 4), draw.mask(4, 4)]).unsqueeze(1)  # (B, 1, n, m)
        masked = attention.apply_mask(scores, mask)
        for b in range(2):
            for head in range(3):
                assert torch.equal(masked[b, head], attention.apply_mask(scores[b, head], mask[b, 0]))

    def test_hidden_scores_get_no_gradient(self, attention, draw):
        scores, mask = draw(3, 5).requires_grad_(), draw.mask(3, 5)
        attention.softmax(attention.apply_mask(scores, mask)).square().sum().backward()
        assert scores.grad.isfinite().all()
        assert (scores.grad[~mask] == 0).all()
        assert (scores.grad[mask] != 0).any()


class TestSoftmax:
    @LEADING
    def test_follows_the_lectures_sums(self, attention, sums, draw, agree, device, leading):
        scores = draw(*leading, 3, 5)
        agree(attention.softmax(scores), sums.for_each_sequence(sums.softmax, *arrays(scores)))

    def test_one_row_alone(self, attention, draw, agree, device):
        scores = draw(7)
        agree(attention.softmax(scores), torch.softmax(scores, dim=-1))

    @pytest.mark.parametrize("shift", [1000.0, -1000.0, 1e30])
    def test_large_scores(self, attention, draw, agree, device, shift):
        scores = draw(3, 5) + shift
        agree(attention.softmax(scores), torch.softmax(scores, dim=-1))
        assert attention.softmax(scores.float()).isfinite().all()

    def test_minus_infinity_is_a_weight_of_exactly_zero_without_nan(self, attention, device):
        scores = torch.tensor([[0.0, -math.inf, 2.0], [-math.inf, -1000.0, -math.inf]], device=device)
        scores.requires_grad_()
        weights = attention.softmax(scores)
        assert weights[0, 1] == 0
        assert weights[1].tolist() == [0.0, 1.0, 0.0]
        weights.square().sum().backward()
        assert scores.grad.isfinite().all()

    def test_gradients_are_the_librarys(self, attention, draw, agree):
        scores, direction = draw(4, 6).requires_grad_(), draw(4, 6)
        (got,) = torch.autograd.grad((attention.softmax(scores) * direction).sum(), scores)
        (expected,) = torch.autograd.grad((torch.softmax(scores, dim=-1) * direction).sum(), scores)
        agree(got, expected)


class TestWeightedValues:
    @LEADING
    def test_follows_the_lectures_sums(self, attention, sums, draw, agree, device, leading):
        weights, v = draw(*leading, 3, 5), draw(*leading, 5, 4)  # weights that sum to anything
        expected = sums.for_each_sequence(sums.weighted_values, *arrays(weights, v))
        agree(attention.weighted_values(weights, v), expected)


class TestAttend:
    @LEADING
    def test_unmasked(self, attention, sums, draw, agree, device, leading):
        q, k, v = draw(*leading, 3, 4), draw(*leading, 5, 4), draw(*leading, 5, 2)
        output, weights = attention.attend(q, k, v)
        agree(output, F.scaled_dot_product_attention(q, k, v))
        agree(output, sums.for_each_sequence(sums.attend, *arrays(q, k, v)))
        agree(weights, sums.for_each_sequence(sums.attention_weights, *arrays(q, k)))

    @LEADING
    def test_causal(self, attention, sums, draw, agree, device, leading):
        q, k, v = draw(*leading, 6, 4), draw(*leading, 6, 4), draw(*leading, 6, 2)
        output, _ = attention.attend(q, k, v, attention.causal_mask(6, device=device))
        agree(output, F.scaled_dot_product_attention(q, k, v, is_causal=True))
        causal = sums.causal_mask(6)
        agree(output, sums.for_each_sequence(lambda *qkv: sums.attend(*qkv, causal), *arrays(q, k, v)))

    @LEADING
    def test_any_mask(self, attention, sums, draw, agree, device, leading):
        q, k, v, mask = draw(*leading, 3, 4), draw(*leading, 5, 4), draw(*leading, 5, 2), draw.mask(3, 5)
        output, weights = attention.attend(q, k, v, mask)
        agree(output, F.scaled_dot_product_attention(q, k, v, attn_mask=mask))
        (hidden,) = arrays(mask)
        agree(output, sums.for_each_sequence(lambda *qkv: sums.attend(*qkv, hidden), *arrays(q, k, v)))
        assert (weights[..., ~mask] == 0).all()
        agree(weights.sum(dim=-1), torch.ones(*leading, 3, dtype=torch.float64))

    def test_scores_in_the_thousands(self, attention, draw, agree, device):
        q, k, v = draw(4, 3, scale=60), draw(4, 3, scale=60), draw(4, 2)
        assert attention.attention_scores(q, k).abs().max() > 2000
        mask = attention.causal_mask(4, device=device)
        agree(attention.attend(q, k, v, mask)[0], F.scaled_dot_product_attention(q, k, v, is_causal=True))


class TestAttentionHead:
    @LEADING
    def test_follows_the_lectures_sums(self, attention, sums, draw, agree, device, leading):
        head, x = draw.fill(attention.AttentionHead(4, 3)), draw(*leading, 5, 4)
        w = {name: t.cpu().numpy() for name, t in head.state_dict().items()}
        agree(head(x), sums.for_each_sequence(lambda one: sums.attention_head(one, w), *arrays(x)))

    def test_is_causal_library_attention_between_projections(self, attention, draw, agree, device):
        head, x = draw.fill(attention.AttentionHead(4, 3)), draw(2, 6, 4)
        q, k, v = (x @ head.get_parameter(f"{name}.weight").T for name in ("W_q", "W_k", "W_v"))
        agree(head(x), F.scaled_dot_product_attention(q, k, v, is_causal=True))

    def test_a_single_token_hands_over_its_value(self, attention, draw, agree):
        head, x = draw.fill(attention.AttentionHead(4, 3)), draw(2, 1, 4)
        agree(head(x), head.W_v(x))

    @pytest.mark.parametrize("changed", range(5))
    def test_no_token_sees_the_future(self, attention, draw, changed):
        head, x = draw.fill(attention.AttentionHead(4, 3)), draw(5, 4)
        other = x.clone()
        other[changed] += 1
        same = (head(x) == head(other)).all(dim=-1)
        assert same.tolist() == [i < changed for i in range(5)]


class TestFindOnes:
    @pytest.mark.parametrize("dtype", [torch.float32, torch.float64], ids=str)
    @pytest.mark.parametrize("length", [1, 2, 3, 4, 16, 101, 5000, 100_000])
    def test_a_single_one_is_found_by_zeros_and_ones_alike(self, attention, length, dtype):
        W_q, W_k = (W.to(dtype) for W in attention.find_ones_weights(length))
        assert W_q.shape == W_k.shape == (2, 2)
        assert W_q.isfinite().all() and W_k.isfinite().all()
        bits = torch.zeros(length, dtype=torch.long)
        bits[length // 2] = 1
        E = F.one_hot(bits, 2).to(dtype)
        # All queries of one bit are alike, so a query of either bit stands for its whole row of weights.
        asking = torch.eye(2, dtype=dtype)
        weights = torch.softmax((asking @ W_q.T) @ (E @ W_k.T).T / math.sqrt(2), dim=-1)
        assert (weights[:, bits == 1].sum(dim=-1) >= 0.999).all()

    @pytest.mark.parametrize("length", [1, 2, 3, 4, 8])
    def test_every_row_of_bits_that_has_a_one(self, attention, length):
        W_q, W_k = attention.find_ones_weights(length)
        for number in range(1, 2**length):
            bits = torch.tensor([number >> place & 1 for place in range(length)])
            E = F.one_hot(bits, 2).float()
            _, weights = attention.attend(E @ W_q.T, E @ W_k.T, E)
            assert (weights[:, bits == 1].sum(dim=-1) >= 0.999).all()
