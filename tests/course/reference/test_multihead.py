"""Part 2 against nn.MultiheadAttention with the same weights, and the lectures' sums."""

import pytest
import torch
from torch import nn

LEADING = pytest.mark.parametrize("leading", [(), (3,), (2, 3)], ids=["no batch", "a batch", "two leading"])


def arrays(module):
    return {name: t.cpu().numpy() for name, t in module.state_dict().items()}


def library_twin(ours):
    """PyTorch's own layer with our weights: it packs W^Q, W^K and W^V one below the other."""
    d = ours.W_o.weight.shape[0]
    twin = nn.MultiheadAttention(d, ours.n_heads, bias=False, batch_first=True)
    twin.to(ours.W_o.weight.device, torch.float64)
    with torch.no_grad():
        twin.in_proj_weight.copy_(torch.cat([ours.W_q.weight, ours.W_k.weight, ours.W_v.weight]))
        twin.out_proj.weight.copy_(ours.W_o.weight)
    return twin


def causally(twin, x):
    n = x.shape[-2]
    hidden = torch.ones(n, n, dtype=torch.bool, device=x.device).triu(1)  # the library's True means "may not see"
    return twin(x, x, x, attn_mask=hidden, need_weights=False)[0]


class TestHeads:
    @pytest.mark.parametrize("n_heads", [1, 2, 3, 6])
    def test_contiguous_chunks(self, multihead, sums, draw, agree, device, n_heads):
        x = draw(5, 6)
        agree(multihead.split_heads(x, n_heads), sums.split_heads(x.cpu().numpy(), n_heads))

    def test_side_by_side_again(self, multihead, sums, draw, agree, device):
        x = draw(3, 5, 2)
        agree(multihead.merge_heads(x), sums.merge_heads(x.cpu().numpy()))

    @LEADING
    @pytest.mark.parametrize("n_heads", [1, 2, 3, 6])
    def test_there_and_back(self, multihead, draw, device, leading, n_heads):
        x = draw(*leading, 5, 6)
        heads = multihead.split_heads(x, n_heads)
        assert heads.shape == (*leading, n_heads, 5, 6 // n_heads)
        assert torch.equal(multihead.merge_heads(heads), x)

    def test_a_batch_is_split_row_by_row(self, multihead, draw):
        x = draw(4, 5, 6)
        for b in range(4):
            assert torch.equal(multihead.split_heads(x, 3)[b], multihead.split_heads(x[b], 3))

    def test_a_width_that_does_not_divide_is_refused_with_both_numbers(self, multihead, draw):
        with pytest.raises(ValueError, match=r"\b10\b.*\b4 heads"):
            multihead.split_heads(draw(5, 10), 4)
        with pytest.raises(ValueError, match=r"d_model = 10 .* n_heads = 4\b"):
            multihead.MultiHeadAttention(10, 4)


class TestMultiHeadAttention:
    @LEADING
    def test_follows_the_lectures_sums(self, multihead, sums, draw, agree, device, leading):
        layer, x = draw.fill(multihead.MultiHeadAttention(6, 3)), draw(*leading, 4, 6)
        w = arrays(layer)
        expected = sums.for_each_sequence(lambda one: sums.multi_head_attention(one, w, 3), x.cpu().numpy())
        agree(layer(x), expected)

    @pytest.mark.parametrize("n_heads", [1, 2, 4, 8])
    @pytest.mark.parametrize("n", [1, 7])
    def test_is_the_librarys_layer(self, multihead, draw, agree, device, n_heads, n):
        layer, x = draw.fill(multihead.MultiHeadAttention(8, n_heads)), draw(3, n, 8)
        agree(layer(x), causally(library_twin(layer), x))

    def test_gradients_are_the_librarys(self, multihead, draw, agree, device):
        layer, x, direction = draw.fill(multihead.MultiHeadAttention(8, 2)), draw(3, 5, 8), draw(3, 5, 8)
        twin = library_twin(layer)
        ours, theirs = x.clone().requires_grad_(), x.clone().requires_grad_()
        (layer(ours) * direction).sum().backward()
        (causally(twin, theirs) * direction).sum().backward()
        agree(ours.grad, theirs.grad)
        packed = torch.cat([layer.W_q.weight.grad, layer.W_k.weight.grad, layer.W_v.weight.grad])
        agree(packed, twin.in_proj_weight.grad)
        agree(layer.W_o.weight.grad, twin.out_proj.weight.grad)

    @pytest.mark.parametrize("changed", range(5))
    def test_no_token_sees_the_future(self, multihead, draw, changed):
        layer, x = draw.fill(multihead.MultiHeadAttention(6, 2)), draw(5, 6)
        other = x.clone()
        other[changed] += 1
        same = (layer(x) == layer(other)).all(dim=-1)
        assert same.tolist() == [i < changed for i in range(5)]


class TestHeadContributions:
    @LEADING
    def test_follows_the_lectures_sums(self, multihead, sums, draw, agree, device, leading):
        layer, x = draw.fill(multihead.MultiHeadAttention(6, 3)), draw(*leading, 4, 6)
        w = arrays(layer)
        expected = sums.for_each_sequence(lambda one: sums.head_contributions(one, w, 3), x.cpu().numpy())
        agree(layer.head_contributions(x), expected)

    @pytest.mark.parametrize("n_heads", [1, 2, 4])
    def test_sum_to_the_layers_output(self, multihead, draw, agree, device, n_heads):
        layer, x = draw.fill(multihead.MultiHeadAttention(8, n_heads)), draw(2, 5, 8)
        contributions = layer.head_contributions(x)
        assert contributions.shape == (2, n_heads, 5, 8)
        agree(contributions.sum(dim=-3), layer(x))

    def test_each_is_the_librarys_layer_with_the_other_heads_silenced(self, multihead, draw, agree, device):
        layer, x = draw.fill(multihead.MultiHeadAttention(6, 3)), draw(2, 5, 6)
        for head in range(3):
            twin = library_twin(layer)
            with torch.no_grad():
                twin.out_proj.weight[:, : 2 * head] = 0
                twin.out_proj.weight[:, 2 * head + 2 :] = 0
            agree(layer.head_contributions(x)[:, head], causally(twin, x))
