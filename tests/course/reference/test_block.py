"""Part 3 against nn.LayerNorm, nn.TransformerEncoderLayer with the same weights, and the lectures' sums."""

import pytest
import torch
from torch import nn

LEADING = pytest.mark.parametrize("leading", [(), (3,), (2, 3)], ids=["no batch", "a batch", "two leading"])


def arrays(module):
    return {name: t.cpu().numpy() for name, t in module.state_dict().items()}


class TestLayerNorm:
    @LEADING
    def test_follows_the_lectures_sums(self, block, sums, draw, agree, device, leading):
        norm, x = draw.fill(block.LayerNorm(5)), draw(*leading, 4, 5)
        w = arrays(norm)
        agree(norm(x), sums.for_each_sequence(lambda one: sums.layer_norm(one, w), x.cpu().numpy()))

    @pytest.mark.parametrize("scale", [1e-4, 1e-2, 1.0, 100.0])
    def test_is_the_librarys_norm_where_eps_matters_and_where_it_does_not(self, block, draw, agree, device, scale):
        norm, x = draw.fill(block.LayerNorm(6)), draw(2, 3, 6, scale=scale) + 3 * scale
        twin = nn.LayerNorm(6, dtype=torch.float64, device=device)
        twin.load_state_dict({"weight": norm.gamma, "bias": norm.beta})
        agree(norm(x), twin(x))

    def test_the_lectures_formula_has_no_eps(self, block, sums, draw, agree):
        norm, x = block.LayerNorm(6, eps=0.0).double(), draw(3, 6)
        agree(norm(x), (x - x.mean(-1, keepdim=True)) / x.std(-1, correction=0, keepdim=True))

    def test_one_vector_alone(self, block, draw, agree):
        norm, x = draw.fill(block.LayerNorm(6)), draw(3, 6)
        agree(norm(x[1]), norm(x)[1])

    def test_equal_numbers_give_beta(self, block, draw, agree):
        norm = draw.fill(block.LayerNorm(6))
        x = torch.full((2, 6), 3.0, dtype=torch.float64, requires_grad=True)
        agree(norm(x), norm.beta.expand(2, 6))
        norm(x).sum().backward()
        assert x.grad.isfinite().all()


class TestFeedForward:
    @LEADING
    def test_follows_the_lectures_sums(self, block, sums, draw, agree, device, leading):
        ffn, x = draw.fill(block.FeedForward(3, 7)), draw(*leading, 4, 3)
        w = arrays(ffn)
        agree(ffn(x), sums.for_each_sequence(lambda one: sums.feed_forward(one, w), x.cpu().numpy()))

    def test_is_the_librarys_sequence(self, block, draw, agree, device):
        ffn, x = draw.fill(block.FeedForward(3, 7)), draw(2, 4, 3)
        agree(ffn(x), nn.Sequential(ffn.W_1, nn.ReLU(), ffn.W_2)(x))


class TestTransformerBlock:
    @LEADING
    def test_follows_the_lectures_sums(self, block, sums, draw, agree, device, leading):
        ours, x = draw.fill(block.TransformerBlock(6, 3, 5)), draw(*leading, 4, 6)
        w = arrays(ours)
        agree(ours(x), sums.for_each_sequence(lambda one: sums.transformer_block(one, w, 3), x.cpu().numpy()))

    @pytest.mark.parametrize("n", [1, 6])
    def test_is_the_librarys_pre_norm_layer(self, block, library_layer, draw, agree, device, n):
        ours, x = draw.fill(block.TransformerBlock(8, 2, 5)), draw(3, n, 8)
        agree(ours(x), library_layer(ours)(x, src_mask=future(n, device)))

    def test_gradients_are_the_librarys(self, block, library_layer, draw, agree, device):
        ours, x, direction = draw.fill(block.TransformerBlock(8, 2, 5)), draw(3, 4, 8), draw(3, 4, 8)
        twin = library_layer(ours)
        (ours(x) * direction).sum().backward()
        (twin(x, src_mask=future(4, device)) * direction).sum().backward()
        agree(ours.norm_1.gamma.grad, twin.norm1.weight.grad)
        agree(ours.attention.W_o.weight.grad, twin.self_attn.out_proj.weight.grad)
        agree(ours.norm_2.beta.grad, twin.norm2.bias.grad)
        agree(ours.ffn.W_1.weight.grad, twin.linear1.weight.grad)
        agree(ours.ffn.W_2.bias.grad, twin.linear2.bias.grad)

    @pytest.mark.parametrize("changed", range(4))
    def test_no_token_sees_the_future(self, block, draw, changed):
        ours, x = draw.fill(block.TransformerBlock(6, 2, 5)), draw(4, 6)
        other = x.clone()
        other[changed] += draw(6)
        same = (ours(x) == ours(other)).all(dim=-1)
        assert same.tolist() == [i < changed for i in range(4)]


def future(n, device):
    return torch.ones(n, n, dtype=torch.bool, device=device).triu(1)  # the library's True means "may not see"
