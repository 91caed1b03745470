"""Known wrong answers about block.py."""


class LayerNorm:
    """norm.capped: Normalised features far from 0 are capped.
    Hint: Take a vector of fifty zeros and one 1. How large is its last feature after the norm?
    """

    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        out = centred / torch.sqrt((centred**2).mean(dim=-1, keepdim=True) + self.eps)
        return self.gamma * out.clamp(-3.0, 3.0) + self.beta  # ←


class LayerNorm:
    """norm.eps_fixed: ε is written into the code as 1e-5 instead of taken from self.eps.
    Hint: Make a LayerNorm with a large eps. Does its output change?
    """

    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        return self.gamma * centred / torch.sqrt((centred**2).mean(dim=-1, keepdim=True) + 1e-5) + self.beta  # ←


class LayerNorm:
    """norm.eps_missing: ε is left out, so a vector of equal numbers is divided by 0.
    Hint: What is the variance of a vector whose features are all equal, and what do you divide by?
    """

    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        return self.gamma * centred / torch.sqrt((centred**2).mean(dim=-1, keepdim=True)) + self.beta  # ←


class LayerNorm:
    """norm.eps_outside: ε is added to the standard deviation, outside the root.
    Hint: Normalise a very small vector, of size 0.001 say. Is ε added to the variance or to its root?
    """

    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        deviation = torch.sqrt((centred**2).mean(dim=-1, keepdim=True))
        return self.gamma * centred / (deviation + self.eps) + self.beta  # ←


class LayerNorm:
    """norm.eps_squared: ε is squared before it is added to the variance.
    Hint: Normalise a vector of size 0.001. Which number is added under the root?
    """

    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        return self.gamma * centred / torch.sqrt((centred**2).mean(dim=-1, keepdim=True) + self.eps**2) + self.beta  # ←


class LayerNorm:
    """norm.eps_tiny: Where the features hardly differ, self.eps has next to no effect: as if ε were far smaller, or not
    there.
    Hint: Normalise a vector of size 0.001, whose variance is about 1e-6. By how much does self.eps change the result?
    """

    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        return self.gamma * centred / torch.sqrt((centred**2).mean(dim=-1, keepdim=True) + 1e-12) + self.beta


class LayerNorm:
    """norm.eps_too_small: ε is written into the code as 1e-8 instead of taken from self.eps.
    Hint: Normalise a vector of size 0.001, whose variance is about 1e-6. Which ε does the constructor set?
    """

    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        return self.gamma * centred / torch.sqrt((centred**2).mean(dim=-1, keepdim=True) + 1e-8) + self.beta  # ←


class LayerNorm:
    """norm.float32: The statistics are computed in float32, whatever the dtype of x is.
    Hint: Feed a float64 vector with a large offset. How many digits survive?
    """

    def forward(self, x):
        single = x.float()  # ←
        centred = single - single.mean(dim=-1, keepdim=True)
        normalised = centred / torch.sqrt((centred**2).mean(dim=-1, keepdim=True) + self.eps)
        return self.gamma * normalised.to(x.dtype) + self.beta


class LayerNorm:
    """norm.gamma_added: γ is added instead of multiplied.
    Hint: With γ = 1 and β = 0 the output should have mean 0. Does it?
    """

    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        return centred / torch.sqrt((centred**2).mean(dim=-1, keepdim=True) + self.eps) + self.gamma + self.beta  # ←


class LayerNorm:
    """norm.gamma_and_beta_swapped: γ and β have changed places: β multiplies and γ is added.
    Hint: With γ = 1 and β = 0 the output should have variance 1. Does it?
    """

    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        return self.beta * centred / torch.sqrt((centred**2).mean(dim=-1, keepdim=True) + self.eps) + self.gamma  # ←


class LayerNorm:
    """norm.gamma_in_the_mean: γ is multiplied in before the mean and the variance are taken.
    Hint: In which order do the formula's steps come: first normalise, then tune?
    """

    def forward(self, x):
        x = self.gamma * x  # ←
        centred = x - x.mean(dim=-1, keepdim=True)
        return centred / torch.sqrt((centred**2).mean(dim=-1, keepdim=True) + self.eps) + self.beta


class LayerNorm:
    """norm.gamma_times_all: γ multiplies β too: β is added before the multiplication.
    Hint: A vector of equal numbers should give β itself. What do you get?
    """

    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        return self.gamma * (centred / torch.sqrt((centred**2).mean(dim=-1, keepdim=True) + self.eps) + self.beta)  # ←


class LayerNorm:
    """norm.in_place: x itself is changed: the mean is subtracted in place.
    Hint: Print x before and after the call.
    """

    def forward(self, x):
        x -= x.mean(dim=-1, keepdim=True)  # ←
        return self.gamma * x / torch.sqrt((x**2).mean(dim=-1, keepdim=True) + self.eps) + self.beta


class LayerNorm:
    """norm.mean_deviation: The mean absolute deviation is used in place of the standard deviation.
    Hint: Work out σ for the vector in the stub by hand and compare.
    """

    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        return self.gamma * centred / (centred.abs().mean(dim=-1, keepdim=True) + self.eps) + self.beta  # ←


class LayerNorm:
    """norm.mean_loses_its_axis: Mean and variance drop their dimension, so they line up with the features instead of
    the vectors, or fit nowhere.
    Hint: Print the shape of your mean beside the shape of x. How does PyTorch line them up?
    """

    def forward(self, x):
        variance = x.var(dim=-1, correction=0)
        return self.gamma * (x - x.mean(dim=-1)) / torch.sqrt(variance + self.eps) + self.beta


class LayerNorm:
    """norm.mean_not_removed: x is divided by the standard deviation, but its mean is not subtracted.
    Hint: With γ = 1 and β = 0, what is the mean of the output? It should be 0.
    """

    def forward(self, x):
        variance = x.var(dim=-1, keepdim=True, unbiased=False)
        return self.gamma * x / torch.sqrt(variance + self.eps) + self.beta  # ←


class LayerNorm:
    """norm.no_beta: β is not added.
    Hint: Normalise a vector of equal numbers. What should be left?
    """

    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        return self.gamma * centred / torch.sqrt((centred**2).mean(dim=-1, keepdim=True) + self.eps)  # ←


class LayerNorm:
    """norm.no_gamma: γ is not used.
    Hint: Set γ to 2 everywhere. Does the output change?
    """

    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        return centred / torch.sqrt((centred**2).mean(dim=-1, keepdim=True) + self.eps) + self.beta  # ←


class LayerNorm:
    """norm.no_gamma_no_beta: Neither γ nor β is used.
    Hint: The formula has two learned vectors. What happens to the output when you change them?
    """

    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        return centred / torch.sqrt((centred**2).mean(dim=-1, keepdim=True) + self.eps)  # ←


class LayerNorm:
    """norm.over_all_but_first: Mean and variance are taken over all dimensions but the first.
    Hint: Change one token of a sequence in a batch. Do the outputs of its neighbours change?
    """

    def forward(self, x):
        where = tuple(range(1, x.dim())) or (0,)  # ←
        centred = x - x.mean(dim=where, keepdim=True)  # ←
        return self.gamma * centred / torch.sqrt((centred**2).mean(dim=where, keepdim=True) + self.eps) + self.beta


class LayerNorm:
    """norm.over_batch: Mean and variance are taken over the batch, the first dimension.
    Hint: Change one row of the batch. Do the other rows' outputs change?
    """

    def forward(self, x):
        centred = x - x.mean(dim=0, keepdim=True)  # ←
        return self.gamma * centred / torch.sqrt((centred**2).mean(dim=0, keepdim=True) + self.eps) + self.beta


class LayerNorm:
    """norm.over_everything: One mean and one variance are taken over all numbers of x.
    Hint: Change one token. Do the outputs of the others change?
    """

    def forward(self, x):
        centred = x - x.mean()  # ←
        return self.gamma * centred / torch.sqrt((centred**2).mean() + self.eps) + self.beta


class LayerNorm:
    """norm.over_sequence_of_a_batch: In a batch, mean and variance are taken over tokens and features together.
    Hint: Change one token. Do the outputs of its neighbours change?
    """

    def forward(self, x):
        where = (-2, -1) if x.dim() > 2 else (-1,)
        centred = x - x.mean(dim=where, keepdim=True)
        return self.gamma * centred / torch.sqrt((centred**2).mean(dim=where, keepdim=True) + self.eps) + self.beta


class LayerNorm:
    """norm.over_token_and_features: Mean and variance are taken over tokens and features together.
    Hint: Change one token. Do the outputs of its neighbours change?
    """

    def forward(self, x):
        where = (-2, -1) if x.dim() > 1 else (-1,)
        centred = x - x.mean(dim=where, keepdim=True)  # ←
        return self.gamma * centred / torch.sqrt((centred**2).mean(dim=where, keepdim=True) + self.eps) + self.beta


class LayerNorm:
    """norm.over_tokens: Mean and variance are taken over the tokens instead of over the features of each token.
    Hint: Normalise a single vector, without any other dimension. Which dimension do you average over?
    """

    def forward(self, x):
        centred = x - x.mean(dim=-2, keepdim=True)  # ←
        return self.gamma * centred / torch.sqrt((centred**2).mean(dim=-2, keepdim=True) + self.eps) + self.beta


class LayerNorm:
    """norm.rms: The mean is subtracted neither from x nor in the variance: this is RMS norm.
    Hint: Add 100 to every feature of a vector. A layer norm does not change.
    """

    def forward(self, x):
        return self.gamma * x / torch.sqrt((x**2).mean(dim=-1, keepdim=True) + self.eps) + self.beta  # ←


class LayerNorm:
    """norm.root_missing: x is divided by the variance instead of its root.
    Hint: With γ = 1 and β = 0, what is the variance of the output? It should be 1.
    """

    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        return self.gamma * centred / ((centred**2).mean(dim=-1, keepdim=True) + self.eps) + self.beta  # ←


class LayerNorm:
    """norm.second_moment: The mean is subtracted from x, but the variance is the mean of x², as if the mean were 0.
    Hint: Add 100 to every feature of a vector. Does your variance change?
    """

    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        return self.gamma * centred / torch.sqrt((x**2).mean(dim=-1, keepdim=True) + self.eps) + self.beta  # ←


class LayerNorm:
    """norm.statistics_detached: Mean and variance are detached, so their share of the gradient is missing.
    Hint: The values are right. Follow the gradient from the output back to x: through which terms does it go?
    """

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True).detach()  # ←
        variance = x.var(dim=-1, keepdim=True, unbiased=False).detach()
        return self.gamma * (x - mean) / torch.sqrt(variance + self.eps) + self.beta


class LayerNorm:
    """norm.statistics_kept: Mean and variance of the first call are kept and used for every later one.
    Hint: Each vector has a mean and a variance of its own, in every call.
    """

    def forward(self, x):
        if not hasattr(self, "mean"):
            self.mean, self.variance = x.mean(dim=-1, keepdim=True), x.var(dim=-1, keepdim=True, unbiased=False)  # ←
        return self.gamma * (x - self.mean) / torch.sqrt(self.variance + self.eps) + self.beta


class LayerNorm:
    """norm.sum_of_squares: The squares are summed instead of averaged: the 1/d of the variance is missing.
    Hint: Should the outputs become smaller the wider the vector is?
    """

    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        return self.gamma * centred / torch.sqrt((centred**2).sum(dim=-1, keepdim=True) + self.eps) + self.beta  # ←


class LayerNorm:
    """norm.training_mode_differs: In training mode the norm gives other numbers than in evaluation mode.
    Hint: Call norm.train() and norm.eval() and compare. Where does your code ask for the mode, or draw at random?
    """

    def forward(self, x):
        dims = tuple(range(x.ndim)) if self.training else (-1,)
        centred = x - x.mean(dim=dims, keepdim=True)
        return self.gamma * centred / torch.sqrt((centred**2).mean(dim=dims, keepdim=True) + self.eps) + self.beta


class LayerNorm:
    """norm.unbiased: The variance divides by d − 1 instead of d.
    Hint: Take a vector whose standard deviation you know by hand, such as the one in the stub, and look at the variance
    you get.
    """

    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        return self.gamma * centred / torch.sqrt(x.var(dim=-1, keepdim=True) + self.eps) + self.beta  # ←


class LayerNorm:
    """norm.variance_by_difference: The variance is the mean of x² minus the square of the mean: two large numbers whose
    difference is lost to rounding.
    Hint: Add 4,000 to every feature. Does your variance stay what it was?
    """

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        variance = ((x * x).mean(dim=-1, keepdim=True) - mean * mean).clamp(min=0)
        return self.gamma * (x - mean) / torch.sqrt(variance + self.eps) + self.beta


class FeedForward:
    """ffn.dropout_left_on: Numbers are dropped at random, which this task does not ask for.
    Hint: Call it twice with the same input. Should the results differ?
    """

    def forward(self, x):
        return self.W_2(torch.nn.functional.dropout(torch.relu(self.W_1(x)), 0.1))


class FeedForward:
    """ffn.gelu: The nonlinearity is GELU, not ReLU.
    Hint: What does your hidden layer do with small negative numbers?
    """

    def forward(self, x):
        return self.W_2(torch.nn.functional.gelu(self.W_1(x)))  # ←


class FeedForward:
    """ffn.in_place: x is changed in place before it is used.
    Hint: Print x before and after the call.
    """

    def forward(self, x):
        hidden = torch.relu(self.W_1(x))
        x.zero_()  # ←
        x += self.W_2(hidden)
        return x


class FeedForward:
    """ffn.leaky: The nonlinearity lets a little of the negative numbers through.
    Hint: What does your hidden layer do with −1?
    """

    def forward(self, x):
        return self.W_2(torch.nn.functional.leaky_relu(self.W_1(x)))  # ←


class FeedForward:
    """ffn.no_biases: The biases of the two maps are left out.
    Hint: Feed a vector of zeros. What should come out?
    """

    def forward(self, x):
        return torch.relu(x @ self.W_1.weight.T) @ self.W_2.weight.T  # ←


class FeedForward:
    """ffn.no_first_bias: The bias of the first map is left out.
    Hint: Feed a vector of zeros. Which hidden numbers are positive?
    """

    def forward(self, x):
        return self.W_2(torch.relu(x @ self.W_1.weight.T))  # ←


class FeedForward:
    """ffn.no_relu: There is no ReLU between the two maps.
    Hint: Without anything between them, two affine maps are one affine map. What makes the difference?
    """

    def forward(self, x):
        return self.W_2(self.W_1(x))  # ←


class FeedForward:
    """ffn.no_second_bias: The bias of the second map is left out.
    Hint: Feed a vector that leaves every hidden number at 0. What should come out?
    """

    def forward(self, x):
        return torch.relu(self.W_1(x)) @ self.W_2.weight.T  # ←


class FeedForward:
    """ffn.no_transpose: x is multiplied by the weight itself, without the transpose.
    Hint: `nn.Linear` keeps its weight as (out, in). Which way round does x have to meet it?
    """

    def forward(self, x):
        hidden = torch.relu(x @ self.W_1.weight + self.W_1.bias)  # ←
        return hidden @ self.W_2.weight + self.W_2.bias


class FeedForward:
    """ffn.one_layer: Only the first map is applied; W_2 is not used.
    Hint: Which width does your output have, d_ff or d_model?
    """

    def forward(self, x):
        return torch.relu(self.W_1(x))  # ←


class FeedForward:
    """ffn.relu_capped: The activation is capped: large numbers do not pass it as they are.
    Hint: What does your activation make of 100?
    """

    def forward(self, x):
        return self.W_2(self.W_1(x).clamp(0.0, 20.0))  # ←


class FeedForward:
    """ffn.relu_first: The ReLU is applied to x, before the first map.
    Hint: What happens to the negative features of x? And to negative hidden numbers?
    """

    def forward(self, x):
        return self.W_2(self.W_1(torch.relu(x)))  # ←


class FeedForward:
    """ffn.relu_last: The ReLU comes after the second map instead of between the two.
    Hint: Can your output be negative? It must be able to.
    """

    def forward(self, x):
        return torch.relu(self.W_2(self.W_1(x)))  # ←


class FeedForward:
    """ffn.relu_twice: There is a second ReLU after the second map.
    Hint: Can your output be negative? It must be able to.
    """

    def forward(self, x):
        return torch.relu(self.W_2(torch.relu(self.W_1(x))))  # ←


class FeedForward:
    """ffn.residual_inside: x is added to the network's output; the residual belongs to the block, not here.
    Hint: Feed a vector that makes every hidden number 0. Does x itself come through?
    """

    def forward(self, x):
        return x + self.W_2(torch.relu(self.W_1(x)))  # ←


class FeedForward:
    """ffn.sigmoid: The nonlinearity is the sigmoid, not ReLU.
    Hint: What does your hidden layer do with 3, and with −3?
    """

    def forward(self, x):
        return self.W_2(torch.sigmoid(self.W_1(x)))  # ←


class FeedForward:
    """ffn.tanh: The nonlinearity is tanh, not ReLU.
    Hint: What does your hidden layer do with 3?
    """

    def forward(self, x):
        return self.W_2(torch.tanh(self.W_1(x)))  # ←


class FeedForward:
    """ffn.training_mode_differs: In training mode the network gives other numbers than in evaluation mode.
    Hint: Call ffn.train() and ffn.eval() and compare. Where does your code draw at random, or ask for the mode?
    """

    def forward(self, x):
        return self.W_2(torch.nn.functional.dropout(torch.relu(self.W_1(x)), 0.1, self.training))


class TransformerBlock:
    """block.attention_added_to_itself: The output of the attention is added to itself: the stream that came in is lost.
    Hint: Which variable still holds x when you add?
    """

    def forward(self, x):
        stream = 2 * self.attention(self.norm_1(x))
        return self.ffn(self.norm_2(stream)) + stream


class TransformerBlock:
    """block.attention_only: The second half, the network, is missing.
    Hint: Which parameters get no gradient?
    """

    def forward(self, x):
        return self.attention(self.norm_1(x)) + x  # ←


class TransformerBlock:
    """block.attention_without_norm: Attention reads x itself instead of the normalised x.
    Hint: Make x ten times as large. How much does attention's output grow? It should not.
    """

    def forward(self, x):
        t3 = self.attention(x) + x  # ←
        return self.ffn(self.norm_2(t3)) + t3


class TransformerBlock:
    """block.both_residuals_from_normed: Both residuals start from the normalised vectors instead of from the stream.
    Hint: When neither part writes anything, the stream should come out untouched. Does it?
    """

    def forward(self, x):
        t1 = self.norm_1(x)
        t4 = self.norm_2(self.attention(t1) + t1)  # ←
        return self.ffn(t4) + t4


class TransformerBlock:
    """block.dropout_left_on: What the parts write is dropped at random, in evaluation too, which this task does not ask
    for.
    Hint: Call the block twice with the same input. Should the results differ?
    """

    def forward(self, x):
        t3 = torch.nn.functional.dropout(self.attention(self.norm_1(x)), p=0.1) + x  # ←
        return torch.nn.functional.dropout(self.ffn(self.norm_2(t3)), p=0.1) + t3


class TransformerBlock:
    """block.ffn_first: The network comes before attention.
    Hint: In which order do t² and t⁵ come?
    """

    def forward(self, x):
        t3 = self.ffn(self.norm_1(x)) + x  # ←
        return self.attention(self.norm_2(t3)) + t3


class TransformerBlock:
    """block.ffn_only: The first half, attention, is missing.
    Hint: Change the first token. Do the outputs after it change?
    """

    def forward(self, x):
        return self.ffn(self.norm_2(x)) + x  # ←


class TransformerBlock:
    """block.ffn_reads_t2: The network reads attention's output alone, without the stream it was added to.
    Hint: From which vector is t⁴ made, t² or t³?
    """

    def forward(self, x):
        t2 = self.attention(self.norm_1(x))
        return self.ffn(self.norm_2(t2)) + t2 + x  # ←


class TransformerBlock:
    """block.ffn_without_norm: The network reads t³ itself instead of the normalised t³.
    Hint: Which parameters get no gradient?
    """

    def forward(self, x):
        t3 = self.attention(self.norm_1(x)) + x
        return self.ffn(t3) + t3  # ←


class TransformerBlock:
    """block.first_residual_missing: x is not added to attention's output.
    Hint: Make attention write nothing. What is left of x?
    """

    def forward(self, x):
        t3 = self.attention(self.norm_1(x))  # ←
        return self.ffn(self.norm_2(t3)) + t3


class TransformerBlock:
    """block.no_norms: Neither part's input is normalised.
    Hint: Which parameters get no gradient?
    """

    def forward(self, x):
        t3 = self.attention(x) + x  # ←
        return self.ffn(t3) + t3


class TransformerBlock:
    """block.no_residuals: Nothing is added to the stream: both residuals are missing.
    Hint: When neither part writes anything, the stream should come out untouched. Does it?
    """

    def forward(self, x):
        return self.ffn(self.norm_2(self.attention(self.norm_1(x))))  # ←


class TransformerBlock:
    """block.norm_after_parts: The norms are applied to what attention and the network write, not to what they read.
    Hint: t¹ is what attention reads. What does your attention read?
    """

    def forward(self, x):
        t = x + self.norm_1(self.attention(x))  # ←
        return t + self.norm_2(self.ffn(t))


class TransformerBlock:
    """block.norm_shared: self.norm_1 is used twice, and self.norm_2 never.
    Hint: Which parameters get no gradient?
    """

    def forward(self, x):
        t3 = self.attention(self.norm_1(x)) + x
        return self.ffn(self.norm_1(t3)) + t3  # ←


class TransformerBlock:
    """block.normed_twice: x is normalised twice before attention reads it.
    Hint: How often does the equation for t¹ use the norm?
    """

    def forward(self, x):
        t3 = self.attention(self.norm_1(self.norm_1(x))) + x  # ←
        return self.ffn(self.norm_2(t3)) + t3


class TransformerBlock:
    """block.norms_made_anew: forward makes new norms, with weights of their own; self.norm_1 and self.norm_2 are never
    used.
    Hint: Which parameters of the block get no gradient? Where are the norms made that your forward calls?
    """

    def forward(self, x):
        norm = LayerNorm(x.shape[-1])  # ←
        t3 = self.attention(norm(x)) + x
        return self.ffn(norm(t3)) + t3


class TransformerBlock:
    """block.norms_swapped: self.norm_1 and self.norm_2 have changed places.
    Hint: Which norm stands before attention, and which before the network?
    """

    def forward(self, x):
        t3 = self.attention(self.norm_2(x)) + x  # ←
        return self.ffn(self.norm_1(t3)) + t3


class TransformerBlock:
    """block.output_normed: The block's output is normalised once more.
    Hint: When neither part writes anything, the stream should come out untouched. Does it?
    """

    def forward(self, x):
        t3 = self.attention(self.norm_1(x)) + x
        return self.norm_2(self.ffn(self.norm_2(t3)) + t3)  # ←


class TransformerBlock:
    """block.parallel: Attention and the network both read x: the network does not see what attention wrote.
    Hint: From which vector is t⁴ made, x or t³?
    """

    def forward(self, x):
        return x + self.attention(self.norm_1(x)) + self.ffn(self.norm_2(x))  # ←


class TransformerBlock:
    """block.post_norm: The norms stand after the additions (post-norm) instead of before attention and the network.
    Hint: When neither part writes anything, the stream should come out untouched. Does it?
    """

    def forward(self, x):
        t = self.norm_1(x + self.attention(x))  # ←
        return self.norm_2(t + self.ffn(t))


class TransformerBlock:
    """block.residual_from_normed: Attention's output is added to the normalised input instead of to x.
    Hint: Make attention write nothing. Does x come out of the first half untouched?
    """

    def forward(self, x):
        t1 = self.norm_1(x)
        t3 = self.attention(t1) + t1  # ←
        return self.ffn(self.norm_2(t3)) + t3


class TransformerBlock:
    """block.residual_to_x: The network's output is added to x instead of to t³, so what attention wrote is lost.
    Hint: Make the network write nothing. Is what attention wrote still in the stream?
    """

    def forward(self, x):
        t3 = self.attention(self.norm_1(x)) + x
        return self.ffn(self.norm_2(t3)) + x  # ←


class TransformerBlock:
    """block.second_residual_from_normed: The network's output is added to the normalised t⁴ instead of to t³.
    Hint: Make the network write nothing. Does t³ come out untouched?
    """

    def forward(self, x):
        t3 = self.attention(self.norm_1(x)) + x
        t4 = self.norm_2(t3)
        return self.ffn(t4) + t4  # ←


class TransformerBlock:
    """block.second_residual_missing: t³ is not added to the network's output.
    Hint: Make the network write nothing. What is left of the stream?
    """

    def forward(self, x):
        t3 = self.attention(self.norm_1(x)) + x
        return self.ffn(self.norm_2(t3))  # ←


class TransformerBlock:
    """block.squeezed: A batch of one sequence loses its first dimension.
    Hint: Call the block with one sequence in the batch, (1, n, d_model), and look at the shape.
    """

    def forward(self, x):
        x = x + self.attention(self.norm_1(x))
        return (x + self.ffn(self.norm_2(x))).squeeze(0)


class TransformerBlock:
    """block.stream_in_place: The stream is changed in place: x itself is different after the call.
    Hint: Print x before and after the call.
    """

    def forward(self, x):
        x += self.attention(self.norm_1(x))  # ←
        x += self.ffn(self.norm_2(x))
        return x


class TransformerBlock:
    """block.sublayers_swapped: The network comes before attention, each with its own norm.
    Hint: In which order do t² and t⁵ come?
    """

    def forward(self, x):
        t3 = self.ffn(self.norm_2(x)) + x  # ←
        return self.attention(self.norm_1(t3)) + t3


class TransformerBlock:
    """block.training_mode_differs: In training mode the block gives other numbers than in evaluation mode.
    Hint: Call block.train() and block.eval() and compare. Where does your code draw at random, or ask for the mode?
    """

    def forward(self, x):
        x = x + torch.nn.functional.dropout(self.attention(self.norm_1(x)), 0.1, self.training)
        return x + torch.nn.functional.dropout(self.ffn(self.norm_2(x)), 0.1, self.training)


class TransformerBlock:
    """block.x_added_twice: x is added once more at the end, although t³ already contains it.
    Hint: When neither part writes anything, how often does x come out?
    """

    def forward(self, x):
        t3 = self.attention(self.norm_1(x)) + x
        return self.ffn(self.norm_2(t3)) + t3 + x  # ←
