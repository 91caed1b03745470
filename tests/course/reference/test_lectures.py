"""The numbers on the slides, slips included: each erratum shows what is printed and what is right."""

import math

import pytest
import torch

ZERO, ONE = [1.0, 0.0], [0.0, 1.0]
E = torch.tensor([ZERO, ZERO, ONE, ZERO], dtype=torch.float64)  # the bits 0 0 1 0
I = torch.eye(2, dtype=torch.float64)  # noqa: E741 (the identity matrix, as on the slides)


def tensor(rows):
    return torch.tensor(rows, dtype=torch.float64)


def rounded(rows):
    return [[round(entry, 5) for entry in row] for row in rows.tolist()]


class TestSecondLecture:
    """Looking for ones in a row of bits."""

    def test_with_e_equal_to_three(self, attention, agree):
        weights = attention.softmax(tensor([[0, 0, 1, 0]]) * math.log(3))
        agree(weights, tensor([[1 / 6, 1 / 6, 1 / 2, 1 / 6]]))
        agree(attention.weighted_values(weights, E), tensor([[1 / 2, 1 / 2]]))

    def test_no_attention_is_a_plain_mean(self, attention, agree):
        agree(attention.weighted_values(tensor([[1 / 4] * 4]), E), tensor([[3 / 4, 1 / 4]]))

    def test_nothing_to_find_gives_uniform_weights(self, attention, agree):
        zeros = tensor([ZERO] * 4)
        output, weights = attention.attend(tensor([ONE]), zeros, zeros)
        agree(weights, tensor([[1 / 4] * 4]))
        agree(output, tensor([[1, 0]]))

    def test_the_booster_on_raw_scores(self, attention, agree):
        weights = attention.softmax(tensor([ONE]) @ (10 * E).T)
        agree(weights[0, 2], tensor(math.exp(10) / (3 + math.exp(10))))
        assert round(weights[0, 2].item(), 5) == 0.99986

    def test_the_booster_through_attend_is_divided_by_the_root_of_two(self, attention, agree):
        _, weights = attention.attend(tensor([ONE]), 10 * E, E)
        assert round(weights[0, 2].item(), 5) == 0.99746

    def test_a_long_row_is_not_very_peaked_without_a_booster(self, attention):
        row = tensor([ONE] + [ZERO] * 100)
        weak = attention.softmax(tensor([ONE]) @ row.T)[0, 0]
        boosted = attention.softmax(tensor([ONE]) @ (10 * row).T)[0, 0]
        assert weak < 0.03 and boosted > 0.99

    def test_second_example_for_0_1(self, attention, agree):
        bits = tensor([ZERO, ONE])
        scores = bits @ tensor([[0, 0], [1, 1]]).T @ (bits @ (10 * I).T).T
        agree(scores, tensor([[0, 10], [0, 10]]))
        assert (attention.softmax(scores)[:, 1] > 0.999).all()

    @pytest.mark.parametrize(
        ("boost", "raw", "scaled"),
        [(1, (0.73106, 0.26894), (0.66976, 0.33024)), (10, (0.99995, 5e-05), (0.99915, 0.00085))],
    )
    def test_first_example_for_0_1(self, attention, boost, raw, scaled):
        """Each bit looks for its own kind; through `attend`, the scores are divided by the root of 2."""
        _, weights = attention.attend(I, boost * I, I)
        assert rounded(weights) == [[*scaled], [*reversed(scaled)]]
        assert rounded(attention.softmax(boost * I)) == [[*raw], [*reversed(raw)]]

    def test_second_example_for_0_1_through_attend(self, attention):
        _, weights = attention.attend(tensor([ONE, ONE]), 10 * I, I)
        assert rounded(weights) == [[0.00085, 0.99915]] * 2

    def test_linear_attention_has_one_score_for_many_pairs_of_matrices(self, attention, agree):
        """k^T W q with W = 10·I: the boost may sit in the keys, in the queries, or half in each."""
        for for_queries, for_keys in ((1, 10), (10, 1), (math.sqrt(10), math.sqrt(10))):
            scores = attention.attention_scores(for_queries * E, for_keys * E) * math.sqrt(2)
            agree(scores, 10 * E @ E.T)


class TestErrata:
    def test_the_query_matrix_of_the_second_lecture(self, agree):
        looking_for_ones = tensor([ONE] * 4)  # the Q on the slide: every token asks for a 1
        printed, right = tensor([[0, 1], [0, 1]]), tensor([[0, 0], [1, 1]])
        agree(E @ right.T, looking_for_ones)
        assert not torch.equal(E @ printed.T, looking_for_ones)
        agree(E @ printed.T, tensor([[0, 0], [0, 0], [1, 1], [0, 0]]))

    def test_the_query_matrix_is_the_one_that_finds_the_ones(self, attention):
        W_q, _ = attention.find_ones_weights(4)
        assert W_q.tolist() == [[0, 0], [1, 1]]

    def test_the_key_matrix_of_the_first_0_1_example(self, attention, agree):
        bits = tensor([ZERO, ONE])
        printed, right = I, 10 * I
        slide_scores = tensor([[10, 0], [0, 10]])
        agree(bits @ (bits @ right.T).T, slide_scores)
        assert (attention.softmax(slide_scores).diagonal() > 0.999).all()
        as_printed = bits @ (bits @ printed.T).T
        agree(as_printed, I)
        agree(attention.softmax(as_printed)[0, 0], tensor(math.e / (1 + math.e)))  # 0.73, not 0.999

    def test_the_transposed_keys_of_the_third_lecture(self, attention, draw, agree):
        q, k = draw(8, 32), draw(8, 32)
        right = k.T  # first row k_1^{t1}, k_1^{t2}, …, k_1^{t8}: the first feature of every token
        printed = k.T.clone()
        printed[0] = k.diagonal()  # first row k_1^{t1}, k_2^{t2}, …, k_8^{t8}
        scores = attention.attention_scores(q, k) * math.sqrt(32)
        agree(scores, q @ right)
        assert not torch.allclose(scores, q @ printed)
        agree(scores[:, 0], (q @ printed)[:, 0])  # the slip spares the first token

    def test_two_ways_to_write_a_projection(self, attention, draw, agree):
        """The first lecture's x W^Q and the second's E(W^Q)ᵀ: the same, with the matrix the other way round."""
        head, x = draw.fill(attention.AttentionHead(4, 3)), draw(5, 4)
        second = head.W_q.weight  # (d_head, d_model)
        first = second.T
        agree(head.W_q(x), x @ second.T)
        agree(head.W_q(x), x @ first)


class TestThirdLecture:
    """Eight tokens, queries and keys of width 32, values of width 8."""

    def test_minus_infinity_above_the_diagonal_and_rows_that_sum_to_one(self, attention, draw, agree):
        q, k, v = draw(8, 32), draw(8, 32), draw(8, 8)
        masked = attention.apply_mask(attention.attention_scores(q, k), attention.causal_mask(8))
        for i in range(8):
            for j in range(8):
                assert (masked[i, j] == -math.inf) == (j > i)
        weights = attention.softmax(masked)
        assert (weights.triu(1) == 0).all()
        agree(weights.sum(dim=-1), torch.ones(8, dtype=torch.float64))
        output, same_weights = attention.attend(q, k, v, attention.causal_mask(8))
        agree(same_weights, weights)
        assert output.shape == (8, 8)
        agree(output[1], weights[1, 0] * v[0] + weights[1, 1] * v[1])  # the row worked out on the slide

    def test_row_two_written_out(self, attention, agree):
        """With e = 3 the scores 0 and 1 make the weights 1/4 and 3/4; six rows of the values do not matter."""
        v = tensor([[4, 0, 8, 4, 0, 4, 8, 12], [0, 4, 4, 8, 4, 12, 0, 4], *[[100 + i] * 8 for i in range(6)]])
        scores = math.log(3) * tensor([[0, 1, 5, 5, 5, 5, 5, 5]] * 8)
        weights = attention.softmax(attention.apply_mask(scores, attention.causal_mask(8)))
        agree(weights[1], tensor([1 / 4, 3 / 4, 0, 0, 0, 0, 0, 0]))
        agree(attention.weighted_values(weights, v)[1], tensor([1, 3, 5, 7, 3, 10, 2, 6]))

    def test_a_context_of_exactly_eight(self, lm, draw):
        model = draw.fill(lm.TransformerLM(11, 8, 32, 4, 1, 8))
        assert model(draw.tokens(11, 1, 8)).shape == (1, 8, 11)
        with pytest.raises(ValueError, match="9 tokens"):
            model(draw.tokens(11, 1, 9))
        assert lm.generate(model, draw.tokens(11, 1, 8), n_new=3).shape == (1, 11)
