"""Known wrong answers about multihead.py."""


def split_heads(x, n_heads):
    """heads.interleaved_both_ways: Both functions deal the features out one by one. They undo each other, but the
    chunks are not contiguous.
    Hint: A round trip that gives x back proves too little here. Head 0 gets the first d/h features: does yours?
    """
    return x.unflatten(-1, (-1, n_heads)).movedim(-1, -3)  # ←


def merge_heads(x):
    return x.movedim(-3, -1).flatten(-2)  # ←


def split_heads(x, n_heads):
    """heads.reshaped_both_ways: Both functions are a reshape alone. They undo each other, but each head gets pieces of
    several tokens.
    Hint: A round trip that gives x back proves too little here. Split the stub's example and look at head 0.
    """
    *leading, n, d = x.shape  # ←
    return x.reshape(*leading, n_heads, n, d // n_heads)  # ←


def merge_heads(x):
    *leading, h, n, w = x.shape  # ←
    return x.reshape(*leading, n, h * w)  # ←


def merge_heads(x):
    """merge.heads_in_front: The first dimension is taken for the heads, which is right only without leading dimensions.
    Hint: Try an x with one leading dimension: which dimension do you cut into pieces, counted from the end?
    """
    return torch.cat(list(x), dim=-1)  # ←


def merge_heads(x):
    """merge.interleaved: The features of the heads alternate instead of lying one head after the other.
    Hint: For each token all of head 0's features come first. In which order do yours come?
    """
    return x.movedim(-3, -1).flatten(-2)  # ←


def merge_heads(x):
    """merge.mean_of_heads: The heads are averaged instead of laid side by side.
    Hint: What is the last size of your result: d/h or d?
    """
    return x.mean(dim=-3)  # ←


def merge_heads(x):
    """merge.no_gradient: The numbers are right, but no gradient flows back through the merge.
    Hint: Is the result built from detached numbers? Moving dimensions and reshaping keep the gradient.
    """
    return x.detach().transpose(-3, -2).flatten(-2)  # ←


def merge_heads(x):
    """merge.one_batch_axis_only: Exactly one leading dimension is expected; without one, or with two, it fails.
    Hint: Try an x of shape (h, n, d/h). Which of your lines names every dimension?
    """
    B, h, n, w = x.shape  # ←
    return x.permute(0, 2, 1, 3).reshape(B, n, h * w)


def merge_heads(x):
    """merge.reshaped_only: The heads are merged by a reshape alone, without moving them after the tokens first.
    Hint: The first row of your result holds several tokens of one head. Which dimensions have to lie side by side
    before the reshape?
    """
    *leading, h, n, w = x.shape
    return x.reshape(*leading, n, h * w)  # ←


def merge_heads(x):
    """merge.sums_heads: The heads are added up instead of laid side by side.
    Hint: What is the last size of your result: d/h or d?
    """
    return x.sum(dim=-3)  # ←


def merge_heads(x):
    """merge.tokens_lined_up: The heads are laid one below the other, as more tokens, instead of side by side.
    Hint: With 5 tokens the result has 5 rows. How many does yours have?
    """
    return x.flatten(-3, -2)  # ←


def merge_heads(x):
    """merge.view_of_turned: view is called on a transposed tensor, whose numbers do not lie in order in memory.
    Hint: Read the error message: it names another function that copies where it has to.
    """
    *leading, h, n, w = x.shape
    return x.transpose(-3, -2).view(*leading, n, h * w)  # ←


def split_heads(x, n_heads):
    """split.copies: Every head gets a copy of all d features instead of a chunk of them.
    Hint: What is the last size of your result: d or d/h?
    """
    return x.unsqueeze(-3).repeat_interleave(n_heads, dim=-3)  # ←


def split_heads(x, n_heads):
    """split.features_and_tokens_swapped: Inside each head tokens and features are swapped: (..., h, d/h, n).
    Hint: Print the shape of your result. Which two dimensions have to change places, after the cut?
    """
    return x.unflatten(-1, (n_heads, -1)).movedim(-3, -1)  # ←


def split_heads(x, n_heads):
    """split.first_axes_swapped: Dimensions 0 and 1 are swapped, which are tokens and heads only where there is no
    batch.
    Hint: Print the shape of a batch before the swap. Which two dimensions are to change places, counted from the end?
    """
    return x.reshape(*x.shape[:-1], n_heads, -1).transpose(0, 1)


def split_heads(x, n_heads):
    """split.heads_after_tokens: The heads stand after the tokens: (..., n, h, d/h) instead of (..., h, n, d/h).
    Hint: Print the shape of your result. attend takes the last two dimensions for tokens and features.
    """
    return x.unflatten(-1, (n_heads, -1))  # ←


def split_heads(x, n_heads):
    """split.heads_in_front: The heads are the first dimension of all, before the batch; they belong right before the
    tokens.
    Hint: Print the shape for an x with one leading dimension and compare it with (..., h, n, d/h).
    """
    return torch.stack(x.chunk(n_heads, dim=-1))  # ←


def split_heads(x, n_heads):
    """split.interleaved: The features are dealt out to the heads one by one instead of in contiguous chunks.
    Hint: Head 0 gets the first d/h features, next to each other. Which ones does yours get?
    """
    return x.unflatten(-1, (-1, n_heads)).movedim(-1, -3)  # ←


def split_heads(x, n_heads):
    """split.no_gradient: The chunks are right, but no gradient flows back through them.
    Hint: Is the result built from detached numbers? Slicing and reshaping alone keep the gradient.
    """
    return x.detach().unflatten(-1, (n_heads, -1)).transpose(-3, -2)  # ←


def split_heads(x, n_heads):
    """split.one_batch_axis_only: Exactly one leading dimension is expected; without one, or with two, it fails.
    Hint: Try an x of shape (n, d). Which of your lines names every dimension?
    """
    B, n, d = x.shape  # ←
    return x.view(B, n, n_heads, d // n_heads).transpose(1, 2)


def split_heads(x, n_heads):
    """split.reshaped_only: The split is one reshape to the final shape, which mixes up tokens and features.
    Hint: Split the stub's example by hand: head 0 of token 1 is (4, 5). What does your head 0 hold?
    """
    *leading, n, d = x.shape
    return x.reshape(*leading, n_heads, n, d // n_heads)  # ←


def split_heads(x, n_heads):
    """split.squeezed: Dimensions of size 1 are dropped from the result: a single head, a single token, heads of width
    1.
    Hint: Split with n_heads = 1. How many dimensions does your result have?
    """
    return x.reshape(*x.shape[:-1], n_heads, -1).transpose(-3, -2).squeeze()


def split_heads(x, n_heads):
    """split.width_is_a_float: The width of a head is computed with /, which gives a float; a size is a whole number.
    Hint: Print 6 / 3 in Python. Which other division does it have?
    """
    *leading, n, d = x.shape
    return x.reshape(*leading, n, n_heads, d / n_heads).transpose(-3, -2)  # ←


def split_heads(x, n_heads):
    """split.width_taken_for_heads: There are as many heads as a head should be wide, and each is as wide as there
    should be heads.
    Hint: With d = 12 and 3 heads, each head is 4 wide. Which of your numbers is which?
    """
    return x.unflatten(-1, (-1, n_heads)).transpose(-3, -2)  # ←


class MultiHeadAttention:
    """mha.adds_x: x is added to the output. The residual connection comes later, in part 3.
    Hint: Compare your last line with the equation in the stub.
    """

    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        return x + self.W_o(merge_heads(attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0]))  # ←


class MultiHeadAttention:
    """mha.attends_over_heads: The heads of one token attend to each other, instead of the tokens within one head.
    Hint: attend takes the last two dimensions for tokens and features. Which are your last two?
    """

    def forward(self, x):
        q, k, v = (W(x).unflatten(-1, (self.n_heads, -1)) for W in (self.W_q, self.W_k, self.W_v))  # ←
        return self.W_o(attend(q, k, v, causal_mask(self.n_heads, device=x.device))[0].flatten(-2))  # ←


class MultiHeadAttention:
    """mha.chunk_into_full_width: A projection is given one head's chunk of width d/h, but it takes the full width d.
    Hint: All four projections are d wide. Before which step are the heads still together, and after which again?
    """

    def forward(self, x):
        chunks = split_heads(x, self.n_heads)  # ←
        mask = causal_mask(x.shape[-2], device=x.device)
        heads, _ = attend(self.W_q(chunks), self.W_k(chunks), self.W_v(chunks), mask)  # ←
        return self.W_o(merge_heads(heads))


class MultiHeadAttention:
    """mha.dropout_left_on: Weights are dropped at random, in evaluation too, which this task does not ask for.
    Hint: Call the layer twice with the same input. Should the results differ?
    """

    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
        weights = torch.softmax(scores.masked_fill(~causal_mask(x.shape[-2], device=x.device), float("-inf")), dim=-1)
        return self.W_o(merge_heads(torch.nn.functional.dropout(weights, p=0.1) @ v))  # ←


class MultiHeadAttention:
    """mha.first_heads_weights: All heads use the first head's attention.
    Hint: Each head has queries and keys of its own. Do your heads differ in their weights?
    """

    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        first = q[..., :1, :, :].expand_as(q), k[..., :1, :, :].expand_as(k)  # ←
        return self.W_o(merge_heads(attend(*first, v, causal_mask(x.shape[-2], device=x.device))[0]))


class MultiHeadAttention:
    """mha.float32_on_the_way: Somewhere on the way the numbers become float32, whatever the dtype of x, and then meet
    float64 weights.
    Hint: Which tensors do you make anew, and in which dtype?
    """

    def forward(self, x):
        q, k, v = (split_heads(part(x), self.n_heads) for part in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        together = torch.zeros(x.shape, device=x.device)
        together[...] = merge_heads(heads)
        return self.W_o(together)


class MultiHeadAttention:
    """mha.heads_reversed: The heads are laid side by side in reverse order, the last one first.
    Hint: Which features of W^O does head 0 meet?
    """

    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        return self.W_o(merge_heads(attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0].flip(-3)))  # ←


class MultiHeadAttention:
    """mha.inputs_not_turned: Q, K and V are made with the weight matrices as they are stored, without the transpose;
    W^O is right.
    Hint: nn.Linear computes x Wᵀ. As all matrices are square here, nothing fails; only the numbers are wrong.
    """

    def forward(self, x):
        q, k, v = (split_heads(x @ W.weight, self.n_heads) for W in (self.W_q, self.W_k, self.W_v))  # ←
        return self.W_o(merge_heads(attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0]))


class MultiHeadAttention:
    """mha.interleaved: The features are dealt out to the heads one by one here, and gathered in the same way.
    Hint: Head 0 works on the first d/h features. You have split_heads and merge_heads for this.
    """

    def forward(self, x):
        q, k, v = (W(x).unflatten(-1, (-1, self.n_heads)).movedim(-1, -3) for W in (self.W_q, self.W_k, self.W_v))  # ←
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        return self.W_o(heads.movedim(-3, -1).flatten(-2))


class MultiHeadAttention:
    """mha.keys_and_values_swapped: Keys and values change places: the scores compare queries with values, and the keys
    are added up.
    Hint: In which order does attend take its three tensors?
    """

    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        return self.W_o(merge_heads(attend(q, v, k, causal_mask(x.shape[-2], device=x.device))[0]))  # ←


class MultiHeadAttention:
    """mha.keys_as_values: The values are made with W_k instead of W_v.
    Hint: Which of the four projections does your forward never use?
    """

    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_k))  # ←
        return self.W_o(merge_heads(attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0]))


class MultiHeadAttention:
    """mha.keys_detached: The keys are made without gradients, so W_k is never trained.
    Hint: Which of the four projections has no gradient after .backward()?
    """

    def forward(self, x):
        q, k, v = (split_heads(part(x), self.n_heads) for part in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k.detach(), v, causal_mask(x.shape[-2], device=x.device))
        return self.W_o(merge_heads(heads))


class MultiHeadAttention:
    """mha.leaking_mask: The future gets a modest negative score here, which leaks where visible scores are low.
    Hint: You have attend for this. Give the first token a score of −500 for itself, and see how much of the future it
    takes in.
    """

    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
        scores = scores.masked_fill(~causal_mask(x.shape[-2], device=x.device), -100.0)  # ←
        return self.W_o(merge_heads(torch.softmax(scores, dim=-1) @ v))


class MultiHeadAttention:
    """mha.looks_forward: The mask is transposed, so every token sees itself and the future.
    Hint: Change the last token of x: which rows of the output may change? In the mask rows are queries.
    """

    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        mask = causal_mask(x.shape[-2], device=x.device).transpose(-2, -1)  # ←
        return self.W_o(merge_heads(attend(q, k, v, mask)[0]))


class MultiHeadAttention:
    """mha.mask_after_softmax: The future is cut away after the softmax here, so the weights that are left do not sum to
    1.
    Hint: attend takes a mask. What does the first token's weight for itself have to be?
    """

    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        _, weights = attend(q, k, v)  # ←
        return self.W_o(merge_heads((weights * causal_mask(x.shape[-2], device=x.device)) @ v))  # ←


class MultiHeadAttention:
    """mha.mask_kept: The mask of the first call is kept and used for every later one, whatever its length.
    Hint: Call the layer on one token, then on four. Which mask does it use the second time?
    """

    def forward(self, x):
        if not hasattr(self, "mask"):
            self.mask = causal_mask(x.shape[-2], device=x.device)  # ←
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        return self.W_o(merge_heads(attend(q, k, v, self.mask)[0]))


class MultiHeadAttention:
    """mha.mask_size_from_the_batch: The mask takes its size from the first dimension, which is the tokens only without
    leading dimensions.
    Hint: Counted from the end, which dimension of x holds the tokens?
    """

    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        return self.W_o(merge_heads(attend(q, k, v, causal_mask(x.shape[0], device=x.device))[0]))  # ←


class MultiHeadAttention:
    """mha.mask_wrong_corner: The mask is kept from a longer call, and the wrong corner is cut out of it: its last rows,
    its first columns.
    Hint: After a long row give a short one. Which part of the large mask is the mask of the short row?
    """

    def forward(self, x):
        n = x.shape[-2]
        kept = getattr(self, "kept", None)
        if kept is None or kept.shape[0] < n:
            kept = self.kept = causal_mask(n, device=x.device)
        q, k, v = (split_heads(part(x), self.n_heads) for part in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, kept[-n:, :n])
        return self.W_o(merge_heads(heads))


class MultiHeadAttention:
    """mha.mean_of_heads: The heads are averaged and repeated, instead of laid side by side.
    Hint: What distinguishes head 0 from head 1 by the time W^O is applied?
    """

    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        return self.W_o(merge_heads(heads.mean(dim=-3, keepdim=True).expand_as(heads)))  # ←


class MultiHeadAttention:
    """mha.merged_by_reshape: The heads are merged by a reshape alone here, which mixes up the tokens.
    Hint: You have merge_heads for this. What does it do before the reshape?
    """

    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        return self.W_o(heads.reshape(x.shape))  # ←


class MultiHeadAttention:
    """mha.no_mask: The heads look at the future: there is no causal mask.
    Hint: Change the last token of x. Which rows of the output may change?
    """

    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        return self.W_o(merge_heads(attend(q, k, v)[0]))  # ←


class MultiHeadAttention:
    """mha.no_output_matrix: The output matrix W^O is missing.
    Hint: Which of the four projections does your forward never use? What mixes the heads' findings?
    """

    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        return merge_heads(attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0])  # ←


class MultiHeadAttention:
    """mha.one_batch_axis_only: Exactly one leading dimension is expected; without one, or with two, it fails.
    Hint: Try an x of shape (n, d_model). Which of your lines names every dimension?
    """

    def forward(self, x):
        B, n, d = x.shape  # ←
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        return self.W_o(merge_heads(attend(q, k, v, causal_mask(n, device=x.device))[0]).view(B, n, d))


class MultiHeadAttention:
    """mha.one_head_reused: One head's output is laid side by side h times; the others are never used.
    Hint: Print what each head found before W^O. Are they all the same?
    """

    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        return self.W_o(merge_heads(heads[..., :1, :, :].expand_as(heads)))  # ←


class MultiHeadAttention:
    """mha.one_wide_head: All of the width is used as one head; n_heads changes nothing.
    Hint: Does your output change with n_heads? Where are Q, K and V cut?
    """

    def forward(self, x):
        heads, _ = attend(self.W_q(x), self.W_k(x), self.W_v(x), causal_mask(x.shape[-2], device=x.device))  # ←
        return self.W_o(heads)


class MultiHeadAttention:
    """mha.output_matrix_on_values: W^O is applied to the values, before the heads are cut, instead of to the merged
    heads.
    Hint: W^O comes last: it mixes what different heads found. What does it mix in your order?
    """

    def forward(self, x):
        q, k, v = (split_heads(part, self.n_heads) for part in (self.W_q(x), self.W_k(x), self.W_o(self.W_v(x))))  # ←
        return merge_heads(attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0])


class MultiHeadAttention:
    """mha.output_not_turned: W^O is used without the transpose; the other three are right.
    Hint: nn.Linear computes x Wᵀ. How do you apply W_o, and how the others?
    """

    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        return merge_heads(attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0]) @ self.W_o.weight  # ←


class MultiHeadAttention:
    """mha.queries_and_keys_swapped: W_q makes the keys and W_k the queries.
    Hint: Which token asks in row i, and with which matrix? The order of the arguments of attend matters.
    """

    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_k, self.W_q, self.W_v))  # ←
        return self.W_o(merge_heads(attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0]))


class MultiHeadAttention:
    """mha.reshaped_both_ways: The heads are cut and merged by reshapes alone here, so each head gets pieces of several
    tokens.
    Hint: A reshape to the final shape moves nothing. Which numbers does head 0 of the second token get?
    """

    def forward(self, x):
        q, k, v = (
            W(x).reshape(*x.shape[:-2], self.n_heads, x.shape[-2], -1)
            for W in (self.W_q, self.W_k, self.W_v)  # ←
        )
        return self.W_o(attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0].reshape(x.shape))


class MultiHeadAttention:
    """mha.returns_pair: forward returns the weights too; it should return the output alone.
    Hint: What does the stub say under Returns?
    """

    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, weights = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        return self.W_o(merge_heads(heads)), weights  # ←


class MultiHeadAttention:
    """mha.scaled_by_d_model: The scores are scaled by the width of the model instead of that of one head.
    Hint: How wide is a key inside a head? With more heads, should the scores shrink?
    """

    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q / self.n_heads**0.5, k, v, causal_mask(x.shape[-2], device=x.device))  # ←
        return self.W_o(merge_heads(heads))


class MultiHeadAttention:
    """mha.scaled_by_root_of_heads: The scores are divided by the root of the number of heads instead of the root of a
    head's width.
    Hint: How wide is a key of one head? Two heads of width 8 and eight of width 2 are not the same.
    """

    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        scores = q @ k.transpose(-2, -1) / self.n_heads**0.5  # ←
        weights = torch.softmax(scores.masked_fill(~causal_mask(x.shape[-2], device=x.device), float("-inf")), dim=-1)
        return self.W_o(merge_heads(weights @ v))


class MultiHeadAttention:
    """mha.scaled_twice: The scores are scaled here, although attend scales them already.
    Hint: What does attend do to the scores before the softmax? How often should that happen?
    """

    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q / q.shape[-1] ** 0.5, k, v, causal_mask(x.shape[-2], device=x.device))  # ←
        return self.W_o(merge_heads(heads))


class MultiHeadAttention:
    """mha.split_by_reshape: The heads are cut by a reshape alone here, which mixes up the tokens.
    Hint: You have split_heads for this. What does it do besides the reshape?
    """

    def forward(self, x):
        *leading, n, d = x.shape
        shape = (*leading, self.n_heads, n, d // self.n_heads)
        q, k, v = self.W_q(x).reshape(shape), self.W_k(x).reshape(shape), self.W_v(x).reshape(shape)  # ←
        return self.W_o(merge_heads(attend(q, k, v, causal_mask(n, device=x.device))[0]))


class MultiHeadAttention:
    """mha.split_interleaved: The features are dealt out to the heads one by one here instead of in contiguous chunks.
    Hint: Head 0 works on the first d/h features. You have split_heads for this.
    """

    def forward(self, x):
        q, k, v = (W(x).unflatten(-1, (-1, self.n_heads)).movedim(-1, -3) for W in (self.W_q, self.W_k, self.W_v))  # ←
        return self.W_o(merge_heads(attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0]))


class MultiHeadAttention:
    """mha.squeezed: A batch of one sequence loses its first dimension.
    Hint: Call the layer with one sequence in the batch, (1, n, d_model), and look at the shape.
    """

    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        return self.W_o(merge_heads(heads)).squeeze(0)


class MultiHeadAttention:
    """mha.training_mode_differs: In training mode the layer gives other numbers than in evaluation mode.
    Hint: Call layer.train() and layer.eval() and compare what it gives. Where does your code draw at random, or ask for
    the mode?
    """

    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        out = self.W_o(merge_heads(heads))
        return torch.nn.functional.dropout(out, p=0.1, training=self.training)


class MultiHeadAttention:
    """mha.unscaled: The scores are computed anew here, without the division by the root of a head's width.
    Hint: You have attend for this. What does it do between the product and the mask?
    """

    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        scores = q @ k.transpose(-2, -1)  # ←
        weights = torch.softmax(scores.masked_fill(~causal_mask(x.shape[-2], device=x.device), float("-inf")), dim=-1)
        return self.W_o(merge_heads(weights @ v))


class MultiHeadAttention:
    """mha.values_not_projected: x itself is added up instead of its values: W_v is not used.
    Hint: Which of the four projections does your forward never use?
    """

    def forward(self, x):
        q, k, v = (split_heads(part, self.n_heads) for part in (self.W_q(x), self.W_k(x), x))  # ←
        return self.W_o(merge_heads(attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0]))


class MultiHeadAttention:
    """mha.weights_not_turned: x is multiplied by the weight matrices as they are stored, without the transpose.
    Hint: nn.Linear computes x Wᵀ. As all matrices are square here, nothing fails; only the numbers are wrong.
    """

    def forward(self, x):
        q, k, v = (split_heads(x @ W.weight, self.n_heads) for W in (self.W_q, self.W_k, self.W_v))  # ←
        return merge_heads(attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0]) @ self.W_o.weight


class MultiHeadAttention:
    """mha.x_cut_before_projecting: x is cut into chunks and used unprojected; W_q, W_k and W_v are never applied.
    Hint: Which projections does your forward use? Their gradients would be missing.
    """

    def forward(self, x):
        chunks = split_heads(x, self.n_heads)  # ←
        heads, _ = attend(chunks, chunks, chunks, causal_mask(x.shape[-2], device=x.device))
        return self.W_o(merge_heads(heads))


class MultiHeadAttention:
    """contributions.chunks_of_output: The finished output is cut into chunks of width d/h; each head writes at full
    width.
    Hint: A chunk of the output is written by all heads together. At which point are the heads still apart?
    """

    def head_contributions(self, x):
        return split_heads(self.forward(x), self.n_heads)  # ←


class MultiHeadAttention:
    """contributions.divided_by_h: Each contribution is divided by the number of heads, so the sum is too small.
    Hint: Add up your contributions and compare with forward(x). The heads are added, not averaged.
    """

    def head_contributions(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        return heads @ split_heads(self.W_o.weight, self.n_heads).transpose(-2, -1) / self.n_heads  # ←


class MultiHeadAttention:
    """contributions.even_shares: The output is shared out evenly: every head gets the same.
    Hint: Do different heads write different things? All yours are equal.
    """

    def head_contributions(self, x):
        share = self.forward(x) / self.n_heads  # ←
        return share.unsqueeze(-3).repeat_interleave(self.n_heads, dim=-3)


class MultiHeadAttention:
    """contributions.every_hth_column: Head c is given every h-th column of W^O instead of the contiguous columns that
    meet its features.
    Hint: merge_heads lays the heads side by side. Which columns does head 0 meet?
    """

    def head_contributions(self, x):
        q, k, v = (split_heads(part(x), self.n_heads) for part in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        parts = [heads[..., c, :, :] @ self.W_o.weight[:, c :: self.n_heads].T for c in range(self.n_heads)]
        return torch.stack(parts, dim=-3)


class MultiHeadAttention:
    """contributions.first_columns_for_all: Every head is written through the columns of W^O that belong to head 0.
    Hint: Once the heads lie side by side, where do the features of head 1 begin?
    """

    def head_contributions(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        return heads @ self.W_o.weight[:, : heads.shape[-1]].transpose(-2, -1)  # ←


class MultiHeadAttention:
    """contributions.heads_after_tokens: The heads stand after the tokens: (..., n, h, d) instead of (..., h, n, d).
    Hint: Print the shape of your result beside the one in the stub.
    """

    def head_contributions(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        return (heads @ split_heads(self.W_o.weight, self.n_heads).transpose(-2, -1)).transpose(-3, -2)  # ←


class MultiHeadAttention:
    """contributions.heads_in_front: The heads are the first dimension of all, before the batch; they belong right
    before the tokens.
    Hint: Try an x with one leading dimension and compare the shape with (..., h, n, d).
    """

    def head_contributions(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        each = heads @ split_heads(self.W_o.weight, self.n_heads).transpose(-2, -1)
        return each.movedim(-3, 0)  # ←


class MultiHeadAttention:
    """contributions.mask_kept: The mask of the first call is kept and used for all later ones.
    Hint: Call it on three tokens, then on five.
    """

    def head_contributions(self, x):
        if not hasattr(self, "parts"):
            self.parts = split_heads(self.W_o.weight, self.n_heads).transpose(-2, -1)
            self.mask = causal_mask(x.shape[-2], device=x.device)
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, self.mask)
        return heads @ self.parts


class MultiHeadAttention:
    """contributions.no_gradient: The numbers are right, but no gradient flows back.
    Hint: Are the contributions computed where PyTorch does not keep track, or from W_o.weight.data?
    """

    @torch.no_grad()
    def head_contributions(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        return heads @ split_heads(self.W_o.weight, self.n_heads).transpose(-2, -1)  # ←


class MultiHeadAttention:
    """contributions.no_output_matrix: The heads are returned as they are, before W^O.
    Hint: What a head writes has the width of the stream, d. How wide is your result?
    """

    def head_contributions(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        return attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0]  # ←


class MultiHeadAttention:
    """contributions.not_causal: The contributions are computed without the causal mask.
    Hint: Their sum has to be forward(x), which is causal. Does the first token's row depend on later ones?
    """

    def head_contributions(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v)  # ←
        return heads @ split_heads(self.W_o.weight, self.n_heads).transpose(-2, -1)


class MultiHeadAttention:
    """contributions.output_cut: The finished output is cut into chunks, one for each head; but W^O has mixed the heads
    by then.
    Hint: A chunk of the output is written by all heads together. At which point are the heads still apart?
    """

    def head_contributions(self, x):
        chunks = split_heads(self.forward(x), self.n_heads)  # ←
        place = torch.eye(self.n_heads, dtype=x.dtype, device=x.device)
        wide = place.unsqueeze(1).unsqueeze(-1) * chunks.unsqueeze(-2)
        return wide.flatten(-2)


class MultiHeadAttention:
    """contributions.rows_of_w_o: The rows of W^O are shared out among the heads; it should be the columns.
    Hint: W_o.weight is (out, in). Which of the two meets the features of the merged heads?
    """

    def head_contributions(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        return heads @ self.W_o.weight.unflatten(0, (self.n_heads, -1))  # ←


class MultiHeadAttention:
    """contributions.running_sum: Head c comes with all heads before it: a running sum instead of each head by itself.
    Hint: Which of your entries equals forward(x) already? None should, with two heads or more.
    """

    def head_contributions(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        return (heads @ split_heads(self.W_o.weight, self.n_heads).transpose(-2, -1)).cumsum(dim=-3)  # ←


class MultiHeadAttention:
    """contributions.silenced_for_good: To isolate one head, the columns of the others are set to 0 in W_o itself, and
    they stay 0.
    Hint: Only the first entry is right. Print W_o.weight before and after the call: a look at the layer should not
    change it.
    """

    def head_contributions(self, x):
        width = x.shape[-1] // self.n_heads
        each = []
        for c in range(self.n_heads):
            with torch.no_grad():
                self.W_o.weight[:, : c * width] = 0  # ←
                self.W_o.weight[:, (c + 1) * width :] = 0  # ←
            each.append(self.forward(x))
        return torch.stack(each, dim=-3)


class MultiHeadAttention:
    """contributions.summed: The contributions are added up already; one entry for each head is asked for.
    Hint: How many dimensions does x have, and how many should the result have?
    """

    def head_contributions(self, x):
        return self.forward(x)  # ←


class MultiHeadAttention:
    """contributions.training_mode_differs: In training mode the contributions differ from those in evaluation mode.
    Hint: Call layer.train() and layer.eval() and compare. Where does your code draw at random, or ask for the mode?
    """

    def head_contributions(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        out = heads @ split_heads(self.W_o.weight, self.n_heads).transpose(-2, -1)
        return torch.nn.functional.dropout(out, 0.1, self.training)


class MultiHeadAttention:
    """contributions.w_o_without_gradient: No gradient reaches W_o: its numbers are used without PyTorch keeping track.
    Hint: W_o.weight and W_o.weight.data are not the same thing. Which do you use?
    """

    def head_contributions(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        return heads @ split_heads(self.W_o.weight.data, self.n_heads).transpose(-2, -1)  # ←


class MultiHeadAttention:
    """contributions.whole_output_each: Every head is given the whole output of the layer.
    Hint: Add up your contributions: the sum should be forward(x), not a multiple of it.
    """

    def head_contributions(self, x):
        return self.forward(x).unsqueeze(-3).repeat_interleave(self.n_heads, dim=-3)  # ←


class MultiHeadAttention:
    """contributions.without_the_head: Each entry holds what the layer would return without that head, instead of what
    the head writes.
    Hint: Add up your contributions: with h heads the sum is (h − 1) times forward(x).
    """

    def head_contributions(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        each = heads @ split_heads(self.W_o.weight, self.n_heads).transpose(-2, -1)
        return each.sum(dim=-3, keepdim=True) - each  # ←
