"""Known wrong answers about lm.py."""


class TransformerLM:
    """embed.as_many_places_as_rows: As many places are counted as the batch has rows; it should be as many as a row has
    tokens.
    Hint: Print tokens.shape. Which of its two numbers is n?
    """

    def embed(self, tokens):
        places = torch.arange(tokens.shape[0], device=tokens.device)  # ←
        return self.token_embedding(tokens) + self.position_embedding(places)


class TransformerLM:
    """embed.averaged: The mean of the two vectors is taken instead of their sum.
    Hint: Compare one token's vector with the two rows it is made of.
    """

    def embed(self, tokens):
        positions = torch.arange(tokens.shape[-1], device=tokens.device)
        return (self.token_embedding(tokens) + self.position_embedding(positions)) / 2  # ←


class TransformerLM:
    """embed.by_row: The place is taken from the token's row in the batch instead of its place in the row.
    Hint: Two tokens in the same row: do they get different places?
    """

    def embed(self, tokens):
        positions = torch.arange(tokens.shape[0], device=tokens.device) % self.context_length  # ←
        return self.token_embedding(tokens) + self.position_embedding(positions).unsqueeze(1)


class TransformerLM:
    """embed.concatenated: The two vectors are laid side by side instead of added.
    Hint: How wide should a token's vector be?
    """

    def embed(self, tokens):
        positions = torch.arange(tokens.shape[-1], device=tokens.device).expand_as(tokens)
        return torch.cat([self.token_embedding(tokens), self.position_embedding(positions)], dim=-1)  # ←


class TransformerLM:
    """embed.constant: Every token gets the vector of place 0.
    Hint: Look at the places you make: are they different from token to token?
    """

    def embed(self, tokens):
        positions = torch.zeros_like(tokens)  # ←
        return self.token_embedding(tokens) + self.position_embedding(positions)


class TransformerLM:
    """embed.counted_through: Places are counted on from one row of the batch to the next instead of starting anew.
    Hint: Which place does the first token of the second row get?
    """

    def embed(self, tokens):
        positions = torch.arange(tokens.numel(), device=tokens.device).reshape(tokens.shape) % self.context_length  # ←
        return self.token_embedding(tokens) + self.position_embedding(positions)


class TransformerLM:
    """embed.detached: The embeddings are cut off from the gradient, so they cannot learn.
    Hint: Which parameters get no gradient?
    """

    def embed(self, tokens):
        positions = torch.arange(tokens.shape[-1], device=tokens.device)
        return self.token_embedding.weight.data[tokens] + self.position_embedding.weight.data[positions]  # ←


class TransformerLM:
    """embed.dropout_left_on: Features are dropped at random, in evaluation too, which this task does not ask for.
    Hint: Call it twice with the same tokens. Should the results differ?
    """

    def embed(self, tokens):
        positions = torch.arange(tokens.shape[-1], device=tokens.device)
        return F.dropout(self.token_embedding(tokens) + self.position_embedding(positions), p=0.1)  # ←


class TransformerLM:
    """embed.float32: The result is cast to float32, whatever the dtype of the embeddings is.
    Hint: Which dtype does a float64 model's embedding have?
    """

    def embed(self, tokens):
        positions = torch.arange(tokens.shape[-1], device=tokens.device)
        return (self.token_embedding(tokens) + self.position_embedding(positions)).float()  # ←


class TransformerLM:
    """embed.from_one: Places are counted from 1 instead of from 0.
    Hint: Which row of the position embedding is never used?
    """

    def embed(self, tokens):
        positions = torch.arange(1, tokens.shape[-1] + 1, device=tokens.device)  # ←
        return self.token_embedding(tokens) + self.position_embedding(positions)


class TransformerLM:
    """embed.from_one_clamped: Places are counted from 1 instead of from 0, and the last one is pushed back into the
    table.
    Hint: Which row of the position embedding is never used, and which one twice?
    """

    def embed(self, tokens):
        positions = torch.arange(1, tokens.shape[-1] + 1, device=tokens.device)
        return self.token_embedding(tokens) + self.position_embedding(positions.clamp(max=self.context_length - 1))


class TransformerLM:
    """embed.last_place: Every token gets the vector of the last place in the row.
    Hint: Look at the places you make: one number, or one for each token?
    """

    def embed(self, tokens):
        n = tokens.shape[-1]
        return self.token_embedding(tokens) + self.position_embedding.weight[n - 1]  # ←


class TransformerLM:
    """embed.multiplied: The two vectors are multiplied instead of added.
    Hint: What stands between the two embeddings in the equation?
    """

    def embed(self, tokens):
        positions = torch.arange(tokens.shape[-1], device=tokens.device)
        return self.token_embedding(tokens) * self.position_embedding(positions)  # ←


class TransformerLM:
    """embed.no_positions: Only the words are embedded; their places are not.
    Hint: Give the model the same two words in both orders. Can it tell them apart?
    """

    def embed(self, tokens):
        return self.token_embedding(tokens)  # ←


class TransformerLM:
    """embed.no_tokens: Only the places are embedded; the words are not.
    Hint: Change a word. Does its vector change?
    """

    def embed(self, tokens):
        positions = torch.arange(tokens.shape[-1], device=tokens.device)
        return self.position_embedding(positions).expand(*tokens.shape, -1)  # ←


class TransformerLM:
    """embed.padding_idx: The vectors are right, but no gradient reaches word 0: it is treated as padding.
    Hint: Which argument of the embedding says that a word is padding?
    """

    def embed(self, tokens):
        n = tokens.shape[-1]
        places = torch.arange(n, device=tokens.device)
        return F.embedding(tokens, self.token_embedding.weight, padding_idx=0) + self.position_embedding(places)


class TransformerLM:
    """embed.places_detached: The vectors are right, but the position embedding gets no gradient: it is detached and
    never trained.
    Hint: Which call or attribute cuts a tensor off from the parameter it comes from?
    """

    def embed(self, tokens):
        return self.token_embedding(tokens) + self.position_embedding.weight[: tokens.shape[-1]].detach()


class TransformerLM:
    """embed.places_skip_word_0: Word 0 is left out when places are counted, as if it were padding.
    Hint: At which place is the word after a 0?
    """

    def embed(self, tokens):
        places = ((tokens != 0).cumsum(dim=1) - 1).clamp(min=0)
        return self.token_embedding(tokens) + self.position_embedding(places)


class TransformerLM:
    """embed.position_of_any_word: The position embedding is looked up by the word, not by its place; with more words
    than places, some have no row.
    Hint: What do you hand to the position embedding: words or places?
    """

    def embed(self, tokens):
        return self.token_embedding(tokens) + self.position_embedding(tokens)  # ←


class TransformerLM:
    """embed.position_of_word: The position embedding is looked up by the word instead of by its place.
    Hint: What do you hand to the position embedding: words or places?
    """

    def embed(self, tokens):
        return self.token_embedding(tokens) + self.position_embedding(tokens % self.context_length)  # ←


class TransformerLM:
    """embed.positions_kept: The places of the first call are kept and used for every later one, whatever its length.
    Hint: Embed one token, then four. Which places do the four get?
    """

    def embed(self, tokens):
        if not hasattr(self, "positions"):
            self.positions = torch.arange(tokens.shape[-1], device=tokens.device)  # ←
        return self.token_embedding(tokens) + self.position_embedding(self.positions)


class TransformerLM:
    """embed.reversed: Places are counted from the end of the row instead of from its beginning.
    Hint: Which place does the first token get in a row of three, and in a row of five?
    """

    def embed(self, tokens):
        positions = torch.arange(tokens.shape[-1], device=tokens.device).flip(0)  # ←
        return self.token_embedding(tokens) + self.position_embedding(positions)


class TransformerLM:
    """embed.right_aligned: The row is pushed to the end of the context: its last token always gets the last place.
    Hint: Which place does the first token get in a row that does not fill the context?
    """

    def embed(self, tokens):
        n = tokens.shape[-1]
        positions = torch.arange(self.context_length - n, self.context_length, device=tokens.device)  # ←
        return self.token_embedding(tokens) + self.position_embedding(positions)


class TransformerLM:
    """embed.scaled: The word's vector is multiplied by √d first, which some models do and this one does not.
    Hint: Compare one token's vector with the two rows it is made of.
    """

    def embed(self, tokens):
        positions = torch.arange(tokens.shape[-1], device=tokens.device)
        scale = self.token_embedding.embedding_dim**0.5
        return scale * self.token_embedding(tokens) + self.position_embedding(positions)  # ←


class TransformerLM:
    """embed.sinusoids: The places get fixed sines and cosines instead of the learned vectors.
    Hint: Which parameter gets no gradient?
    """

    def embed(self, tokens):
        n, d = tokens.shape[-1], self.token_embedding.embedding_dim
        place = torch.arange(n, device=tokens.device).unsqueeze(1)
        angle = place / 10000 ** (2 * (torch.arange(d, device=tokens.device) // 2) / d)  # ←
        waves = torch.where(torch.arange(d, device=tokens.device) % 2 == 0, angle.sin(), angle.cos())  # ←
        return self.token_embedding(tokens) + waves.to(self.token_embedding.weight.dtype)


class TransformerLM:
    """embed.training_mode_differs: In training mode the vectors differ from those in evaluation mode.
    Hint: Call model.train() and model.eval() and compare. Where does your code draw at random, or ask for the mode?
    """

    def embed(self, tokens):
        places = torch.arange(tokens.shape[1], device=tokens.device)
        return F.dropout(self.token_embedding(tokens) + self.position_embedding(places), 0.1, self.training)


class TransformerLM:
    """lm.constructor_changed: The given constructor was changed, so the model's parameters are not the expected ones;
    layers in a plain list, for example, are not registered.
    Hint: List model.state_dict().keys() and compare with the given constructor: are all blocks there, under the given
    names?
    Loses: 4.1
    Section: 4.2
    """

    def __init__(self, vocab_size, context_length, d_model, n_heads, n_layers, d_ff):
        nn.Module.__init__(self)
        self.context_length = context_length
        self.token_embedding = nn.Embedding(vocab_size, d_model)
        self.position_embedding = nn.Embedding(context_length, d_model)
        self.blocks = [TransformerBlock(d_model, n_heads, d_ff) for _ in range(n_layers)]
        self.final_norm = LayerNorm(d_model)
        self.unembed = nn.Linear(d_model, vocab_size, bias=False)


class TransformerLM:
    """lm.batch_and_tokens_swapped: Batch and tokens change places before the blocks, which then attend across the rows
    of the batch.
    Hint: Which dimension do your blocks take for the tokens, and what stands there?
    """

    def forward(self, tokens):
        stream = self.embed(tokens).transpose(0, 1)
        for block in self.blocks:
            stream = block(stream)
        return self.unembed(self.final_norm(stream.transpose(0, 1)))


class TransformerLM:
    """lm.blocks_detached: The gradient is cut between the blocks, so only the last one can learn.
    Hint: Which parameters get no gradient?
    """

    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h.detach())  # ←
        return self.unembed(self.final_norm(h))


class TransformerLM:
    """lm.blocks_reversed: The blocks are applied from the last to the first.
    Hint: Which block reads the embeddings?
    """

    def forward(self, tokens):
        h = self.embed(tokens)
        for block in reversed(self.blocks):  # ←
            h = block(h)
        return self.unembed(self.final_norm(h))


class TransformerLM:
    """lm.blocks_summed: Every block reads the embeddings, and their outputs are summed, instead of one reading the
    other's output.
    Hint: What does the second block read?
    """

    def forward(self, tokens):
        x = self.embed(tokens)
        h = sum(block(x) for block in self.blocks)  # ←
        return self.unembed(self.final_norm(h))


class TransformerLM:
    """lm.first_block_only: Only the first block is applied.
    Hint: Which blocks' parameters get no gradient?
    """

    def forward(self, tokens):
        return self.unembed(self.final_norm(self.blocks[0](self.embed(tokens))))  # ←


class TransformerLM:
    """lm.first_block_repeated: The first block is applied again and again; the others are not used.
    Hint: Which blocks' parameters get no gradient?
    """

    def forward(self, tokens):
        h = self.embed(tokens)
        for _ in self.blocks:
            h = self.blocks[0](h)  # ←
        return self.unembed(self.final_norm(h))


class TransformerLM:
    """lm.first_block_skipped: The first block is skipped.
    Hint: The formula counts blocks from 1. From which number does the list count?
    """

    def forward(self, tokens):
        stream = self.embed(tokens)
        for block in self.blocks[1:]:
            stream = block(stream)
        return self.unembed(self.final_norm(stream))


class TransformerLM:
    """lm.last_block_only: Only the last block counts: each block reads the embeddings instead of what the block before
    it wrote.
    Hint: What does the second block read?
    """

    def forward(self, tokens):
        x = self.embed(tokens)
        for block in self.blocks:
            h = block(x)  # ←
        return self.unembed(self.final_norm(h))


class TransformerLM:
    """lm.last_block_skipped: The last block is left out.
    Hint: How many blocks are applied in a stack of one?
    """

    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks[:-1]:  # ←
            h = block(h)
        return self.unembed(self.final_norm(h))


class TransformerLM:
    """lm.last_place_kept: Only the last place is predicted: the logits have one row instead of one for each place.
    Hint: How many predictions does one pass over n tokens give?
    """

    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h)
        return self.unembed(self.final_norm(h)[:, -1:])  # ←


class TransformerLM:
    """lm.last_place_only: Only the logits of the last place are returned.
    Hint: How many predictions does one pass over n tokens give?
    """

    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h)
        return self.unembed(self.final_norm(h))[:, -1]  # ←


class TransformerLM:
    """lm.list_of_blocks_called: self.blocks is called as if it were one layer; it is a list of layers.
    Hint: What can you do with a list of layers? What should the second block read?
    """

    def forward(self, tokens):
        x = self.blocks(self.embed(tokens))  # ←
        return self.unembed(self.final_norm(x))


class TransformerLM:
    """lm.log_softmax: The result is log-probabilities: a log-softmax has been applied to the logits.
    Hint: Are your logits ever positive? They can be.
    """

    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h)
        return torch.log_softmax(self.unembed(self.final_norm(h)), dim=-1)  # ←


class TransformerLM:
    """lm.no_blocks: The blocks are not applied at all.
    Hint: Change the first token. Do the logits after it change?
    """

    def forward(self, tokens):
        return self.unembed(self.final_norm(self.embed(tokens)))  # ←


class TransformerLM:
    """lm.no_final_norm: The logits are made without the final norm.
    Hint: Which parameters get no gradient?
    """

    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h)
        return self.unembed(h)  # ←


class TransformerLM:
    """lm.no_unembedding: The unembedding is left out: the result is vectors of width d_model.
    Hint: How many numbers does each place need: one for each what?
    """

    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h)
        return self.final_norm(h)  # ←


class TransformerLM:
    """lm.norm_after_each_block: The final norm is applied after every block instead of once at the end.
    Hint: Try a stack of two blocks. How often is the final norm used?
    """

    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks:
            h = self.final_norm(block(h))  # ←
        return self.unembed(h)


class TransformerLM:
    """lm.norm_before_each_block: The final norm is applied before every block too; the stream between blocks is left as
    it is.
    Hint: How often does the final norm stand in the three equations?
    """

    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(self.final_norm(h))  # ←
        return self.unembed(self.final_norm(h))


class TransformerLM:
    """lm.norm_first: The final norm comes before the blocks instead of after them.
    Hint: In which order do the three equations come?
    """

    def forward(self, tokens):
        h = self.final_norm(self.embed(tokens))  # ←
        for block in self.blocks:
            h = block(h)
        return self.unembed(h)


class TransformerLM:
    """lm.norm_twice: The final norm is applied twice.
    Hint: How often does the third equation use the norm?
    """

    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h)
        return self.unembed(self.final_norm(self.final_norm(h)))  # ←


class TransformerLM:
    """lm.positions_skipped: forward looks up the words itself and skips the places; it should call embed.
    Hint: Give the model the same two words in both orders. What does forward start from?
    """

    def forward(self, tokens):
        h = self.token_embedding(tokens)  # ←
        for block in self.blocks:
            h = block(h)
        return self.unembed(self.final_norm(h))


class TransformerLM:
    """lm.residual_around_blocks: What a block reads is added to its output again, although the block does that itself.
    Hint: When a block writes nothing, how often does the stream come out?
    """

    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks:
            h = h + block(h)  # ←
        return self.unembed(self.final_norm(h))


class TransformerLM:
    """lm.right_to_left: The blocks read the rows from right to left: each word sees its future instead of its past.
    Hint: Change the last word of a text. Whose logits change, and whose may?
    """

    def forward(self, tokens):
        h = self.embed(tokens).flip(1)  # ←
        for block in self.blocks:
            h = block(h)
        return self.unembed(self.final_norm(h.flip(1)))


class TransformerLM:
    """lm.scaled_logits: The logits are divided by √d.
    Hint: Which equation gives the logits, and does it divide by anything?
    """

    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h)
        return self.unembed(self.final_norm(h)) / h.shape[-1] ** 0.5  # ←


class TransformerLM:
    """lm.softmax: The result is probabilities: a softmax has been applied to the logits.
    Hint: Do your logits sum to 1 at every place? They should not.
    """

    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h)
        return torch.softmax(self.unembed(self.final_norm(h)), dim=-1)  # ←


class TransformerLM:
    """lm.tied: The token embedding is used to unembed; self.unembed is not used.
    Hint: Which parameter gets no gradient?
    """

    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h)
        return self.final_norm(h) @ self.token_embedding.weight.T  # ←


class TransformerLM:
    """lm.tokens_alone: Each token goes through the blocks by itself, so no word knows what stands before it.
    Hint: How many tokens are there in the sequences that your blocks are given? Attention needs all words of a row.
    """

    def forward(self, tokens):
        h = self.embed(tokens).flatten(0, 1).unsqueeze(1)  # ←
        for block in self.blocks:
            h = block(h)
        return self.unembed(self.final_norm(h)).view(*tokens.shape, -1)


class TransformerLM:
    """lm.training_mode_differs: In training mode the logits differ from those in evaluation mode.
    Hint: Call model.train() and model.eval() and compare. Where does your code draw at random, or ask for the mode?
    """

    def forward(self, tokens):
        h = F.dropout(self.embed(tokens), 0.1, self.training)
        for block in self.blocks:
            h = block(h)
        return self.unembed(self.final_norm(h))


class TransformerLM:
    """lm.unembed_transposed: The unembedding's weight is multiplied without the transpose.
    Hint: `nn.Linear` keeps its weight as (out, in). Which way round does the vector have to meet it?
    """

    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h)
        return self.final_norm(h) @ self.unembed.weight  # ←


class TransformerLM:
    """lm.vocabulary_first: The dimensions are in another order: the vocabulary comes before the places.
    Hint: Compare the shape of your logits with (B, n, vocab_size).
    """

    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h)
        return self.unembed(self.final_norm(h)).transpose(1, 2)  # ←


def next_token_loss(logits, tokens):
    """loss.bits: The loss is in bits (base 2) instead of nats.
    Hint: What does a model pay that knows nothing about four words? It should be ln 4.
    """
    nats = F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten())
    return nats / 0.6931471805599453  # ln 2  # ←


def next_token_loss(logits, tokens):
    """loss.detached: The loss is detached, so no gradient reaches the logits.
    Hint: Can you call .backward() on what you return?
    """
    return F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten()).detach()  # ←


def next_token_loss(logits, tokens):
    """loss.divided_by_n: The sum is divided by B · n, although there are only B · (n − 1) predictions.
    Hint: How many predictions does a row of two tokens hold?
    """
    total = F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten(), reduction="sum")
    return total / tokens.numel()  # ←


def next_token_loss(logits, tokens):
    """loss.error_rate: The share of wrong guesses is returned instead of −log P.
    Hint: Does your loss change when the model becomes a little surer?
    """
    return (logits[:, :-1].argmax(dim=-1) != tokens[:, 1:]).to(logits.dtype).mean()  # ←


def next_token_loss(logits, tokens):
    """loss.first_prediction_dropped: The first prediction of each row is left out.
    Hint: Change the logits at the first place. Does your loss change?
    """
    return F.cross_entropy(logits[:, 1:-1].flatten(0, 1), tokens[:, 2:].flatten())  # ←


def next_token_loss(logits, tokens):
    """loss.first_row_only: Only the first row of the batch counts.
    Hint: Change the second row. Does your loss change?
    """
    return F.cross_entropy(logits[0, :-1], tokens[0, 1:])  # ←


def next_token_loss(logits, tokens):
    """loss.float32: The loss is computed in float32, whatever the dtype of the logits is.
    Hint: Which dtype does the loss have when the logits are float64?
    """
    return F.cross_entropy(logits[:, :-1].flatten(0, 1).float(), tokens[:, 1:].flatten())  # ←


def next_token_loss(logits, tokens):
    """loss.ignores_word_0: Predictions of word 0 are left out, as if it were padding.
    Hint: Every word counts here, the one with number 0 too. What does ignore_index do?
    """
    return F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten(), ignore_index=0)  # ←


def next_token_loss(logits, tokens):
    """loss.in_place: The logits are changed in place, by subtracting their maximum.
    Hint: Print the logits before and after the call.
    """
    logits -= logits.max(dim=-1, keepdim=True).values  # ←
    return F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten())


def next_token_loss(logits, tokens):
    """loss.label_smoothing: The targets are smoothed, so the loss is not −log P of the word that came.
    Hint: A model that is sure and right should pay nothing. Does it?
    """
    return F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten(), label_smoothing=0.1)  # ←


def next_token_loss(logits, tokens):
    """loss.last_prediction_dropped: The last prediction of each row is left out.
    Hint: Change the last token of a row. Does your loss change?
    """
    return F.cross_entropy(logits[:, :-2].flatten(0, 1), tokens[:, 1:-1].flatten())  # ←


def next_token_loss(logits, tokens):
    """loss.last_prediction_only: Only the last prediction of each row counts.
    Hint: Change the logits at the first place. Does your loss change?
    """
    return F.cross_entropy(logits[:, -2], tokens[:, -1])  # ←


def next_token_loss(logits, tokens):
    """loss.log_of_mean: The logarithm is taken of the mean probability instead of the mean of the logarithms.
    Hint: In which order do the mean and the logarithm come?
    """
    probabilities = torch.softmax(logits[:, :-1], dim=-1)
    return -torch.log(probabilities.gather(-1, tokens[:, 1:, None]).mean())  # ←


def next_token_loss(logits, tokens):
    """loss.log_of_probability: The probability is rounded to 0 before its logarithm is taken, so a sure and wrong model
    pays infinity.
    Hint: What is log(softmax) when the other logits are hundreds larger?
    """
    probabilities = torch.softmax(logits[:, :-1], dim=-1)
    return -torch.log(probabilities.gather(-1, tokens[:, 1:, None])).mean()  # ←


def next_token_loss(logits, tokens):
    """loss.log_with_floor: A small number is added to the probability before the logarithm, which caps the loss.
    Hint: What does a model pay that is sure, by hundreds of units, of the wrong word?
    """
    probabilities = torch.softmax(logits[:, :-1], dim=-1)
    return -torch.log(probabilities.gather(-1, tokens[:, 1:, None]) + 1e-9).mean()  # ←


def next_token_loss(logits, tokens):
    """loss.logit: The logits themselves are averaged: the log of the softmax's denominator is missing.
    Hint: Add 5 to all logits of a place. Does your loss change? It should not.
    """
    return -logits[:, :-1].gather(-1, tokens[:, 1:, None]).mean()  # ←


def next_token_loss(logits, tokens):
    """loss.not_reduced: The loss of each prediction is returned instead of their mean.
    Hint: How many numbers should the loss be?
    """
    return F.cross_entropy(logits[:, :-1].transpose(1, 2), tokens[:, 1:], reduction="none")  # ←


def next_token_loss(logits, tokens):
    """loss.not_turned: Cross-entropy takes the second dimension for the vocabulary, but here it holds the places.
    Hint: Which dimension does the library's cross-entropy take for the words? Print the shape you hand it.
    """
    return F.cross_entropy(logits[:, :-1], tokens[:, 1:])  # ←


def next_token_loss(logits, tokens):
    """loss.one_dimension: The loss has a dimension of size 1; it should have none.
    Hint: What is the shape of your loss?
    """
    return F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten()).reshape(1)  # ←


def next_token_loss(logits, tokens):
    """loss.perplexity: The perplexity, exp of the loss, is returned instead of the loss.
    Hint: What does a model pay that knows nothing about four words? It should be ln 4, not 4.
    """
    return torch.exp(F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten()))  # ←


def next_token_loss(logits, tokens):
    """loss.probability: The mean of 1 − P is taken instead of the mean of −log P.
    Hint: What does a model pay that knows nothing about four words? It should be ln 4.
    """
    probabilities = torch.softmax(logits[:, :-1], dim=-1)
    return 1 - probabilities.gather(-1, tokens[:, 1:, None]).mean()  # ←


def next_token_loss(logits, tokens):
    """loss.probability_clamped: The probability is kept above a small number before the logarithm, which caps the loss.
    Hint: What does a model pay that is sure, by hundreds of units, of the wrong word?
    """
    probabilities = torch.softmax(logits[:, :-1], dim=-1)
    return -torch.log(probabilities.gather(-1, tokens[:, 1:, None]).clamp(min=1e-9)).mean()


def next_token_loss(logits, tokens):
    """loss.python_float: The loss is a Python float, from which no gradient can flow.
    Hint: Can you call .backward() on what you return?
    """
    return F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten()).item()  # ←


def next_token_loss(logits, tokens):
    """loss.reshaped: The dimensions are reshaped where they should be transposed, which mixes up words and places.
    Hint: Cross-entropy wants the vocabulary in the second dimension. Does a reshape move a dimension there?
    """
    B, n, vocab = logits.shape
    return F.cross_entropy(logits[:, :-1].reshape(B, vocab, n - 1), tokens[:, 1:])  # ←


def next_token_loss(logits, tokens):
    """loss.rows_mixed: Logits and tokens are flattened in different orders, which mixes up rows and places.
    Hint: After flattening, does entry 1 of both belong to the same row and place?
    """
    return F.cross_entropy(logits[:, :-1].transpose(0, 1).flatten(0, 1), tokens[:, 1:].flatten())  # ←


def next_token_loss(logits, tokens):
    """loss.shift_after_flatten: The shift is made after flattening, so the last place of a row predicts the first token
    of the next row.
    Hint: What does the last place of the first row predict in your code?
    """
    return F.cross_entropy(logits.flatten(0, 1)[:-1], tokens.flatten()[1:])  # ←


def next_token_loss(logits, tokens):
    """loss.shift_over_rows: The shift runs over the rows of the batch instead of the places in a row.
    Hint: With which token do you compare the logits at the first place?
    """
    return (
        F.cross_entropy(logits[:-1].flatten(0, 1), tokens[1:].flatten()) if len(logits) > 1 else logits.sum() * 0  # ←
    )


def next_token_loss(logits, tokens):
    """loss.shifted_twice: The shift is made twice: place i is compared with token i + 2.
    Hint: Write down for a row of three tokens which place predicts which token.
    """
    return F.cross_entropy(logits[:, :-2].flatten(0, 1), tokens[:, 2:].flatten())  # ←


def next_token_loss(logits, tokens):
    """loss.sign: The sign is missing: the loss is the mean log-probability, which is negative.
    Hint: Is your loss larger or smaller when the model gets better?
    """
    return -F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten())  # ←


def next_token_loss(logits, tokens):
    """loss.softmax_first: A softmax is applied to the logits before the cross-entropy, which does that itself.
    Hint: What does a model pay that is sure of the right words? It should be nothing.
    """
    return F.cross_entropy(torch.softmax(logits[:, :-1], dim=-1).flatten(0, 1), tokens[:, 1:].flatten())  # ←


def next_token_loss(logits, tokens):
    """loss.softmax_over_places: The softmax runs over the places instead of the vocabulary.
    Hint: Over which dimension do the probabilities of the next word sum to 1?
    """
    log_probabilities = torch.log_softmax(logits[:, :-1], dim=1)  # ←
    return -log_probabilities.gather(-1, tokens[:, 1:, None]).mean()


def next_token_loss(logits, tokens):
    """loss.summed: The losses of all predictions are summed instead of averaged.
    Hint: Does your loss double when the batch does?
    """
    return F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten(), reduction="sum")  # ←


def next_token_loss(logits, tokens):
    """loss.summed_over_places: The losses are summed over the places of a row and averaged over the rows only.
    Hint: Does your loss grow with the length of the rows?
    """
    total = F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten(), reduction="sum")
    return total / tokens.shape[0]  # ←


def next_token_loss(logits, tokens):
    """loss.summed_over_rows: The losses are averaged over the places and summed over the rows.
    Hint: Does your loss double when the batch does?
    """
    return F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten()) * tokens.shape[0]  # ←


def next_token_loss(logits, tokens):
    """loss.unshifted: The logits at place i are compared with token i itself, not with the next one.
    Hint: Which loss does a model get that copies its input? It has already seen token i.
    """
    return F.cross_entropy(logits.flatten(0, 1), tokens.flatten())  # ←


def next_token_loss(logits, tokens):
    """loss.unshifted_short: The last place is dropped from the logits and the tokens alike, so nothing is shifted.
    Hint: Write down for a row of three tokens which place predicts which token.
    """
    return F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, :-1].flatten())  # ←


def next_token_loss(logits, tokens):
    """loss.unstable: exp and log are applied to the logits as they are, which overflows for large ones.
    Hint: What is exp(1000)? Only differences of logits matter: which number may you subtract?
    """
    weights = torch.exp(logits[:, :-1])  # ←
    probabilities = weights / weights.sum(dim=-1, keepdim=True)
    return -torch.log(probabilities.gather(-1, tokens[:, 1:, None])).mean()


def next_token_loss(logits, tokens):
    """loss.view_of_a_slice: view is called on a slice, whose numbers do not lie side by side in memory.
    Hint: Read the error message: it names another function that copies where it has to.
    """
    predictions = logits[:, :-1].view(-1, logits.shape[-1])  # ←
    return F.cross_entropy(predictions, tokens[:, 1:].view(-1))


def next_token_loss(logits, tokens):
    """loss.wrapped: The shift wraps around: the last place is compared with the first token of the row.
    Hint: What does the last place predict, and is it known?
    """
    return F.cross_entropy(logits.flatten(0, 1), tokens.roll(-1, dims=1).flatten())  # ←


def next_token_loss(logits, tokens):
    """loss.wrong_way: The shift goes the wrong way: place i is compared with token i − 1.
    Hint: Write down for a row of three tokens which place predicts which token. May it have seen that token?
    """
    return F.cross_entropy(logits[:, 1:].flatten(0, 1), tokens[:, :-1].flatten())  # ←


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.always_greedy: The likeliest word is always taken; nothing is drawn.
    Hint: Continue a thousand copies of the same prompt at temperature 1. Do they all go on alike?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = probabilities.argmax(dim=-1, keepdim=True)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.clears_gradients: The gradients that the parameters held before the call are gone after it.
    Hint: Print .grad of a parameter before and after the call.
    """
    was = model.training
    model.eval()
    model.zero_grad()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            logits = model(tokens[:, -model.context_length :])[:, -1]
            if top_k is not None:
                logits = logits.masked_fill(
                    logits < logits.topk(min(top_k, logits.shape[-1])).values[:, -1:], -torch.inf
                )
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                new = torch.multinomial((logits / temperature).softmax(dim=-1), 1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.crop_first: The window keeps the first tokens instead of the last ones.
    Hint: Once the context is full, does the model see the word it has just written?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, : model.context_length]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.crop_once: Only the prompt is cut to the context length; the window grows beyond it with the new tokens.
    Hint: How many tokens does the model see after many new ones?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    window = prompt[:, -model.context_length :]
    with torch.no_grad():
        for _ in range(n_new):
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
            window = torch.cat([window, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.crop_prompt_length: The window has the length of the prompt instead of the context length.
    Hint: The text grows with every new word. Does the window grow until it fills the context?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -prompt.shape[1] :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.crop_too_long: The window is one token longer than the context length.
    Hint: How many tokens does the model see when the text is longer than its context?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -(model.context_length + 1) :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.crop_too_short: The window is one token shorter than the context length.
    Hint: How many tokens does the model see when the text is longer than its context?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -max(model.context_length - 1, 1) :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.drawn_from_first_row: All rows are drawn from the first row's probabilities.
    Hint: Give two rows with very different predictions and draw. Whose words do they get?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                draws = torch.multinomial(probabilities[0], len(tokens), replacement=True, generator=generator)
                new = draws.unsqueeze(1)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.first_place: The logits of the first place are used.
    Hint: Which place predicts the word after the last token?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, 0]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.first_row_for_all: Every row goes on with the word predicted for the first row.
    Hint: Give two rows with different prompts. Do they go on differently?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:1, -1].expand(len(tokens), -1)
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.float_tokens: The result is not int64: the tokens are floats.
    Hint: Which dtype do the tokens of your result have?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens.float()


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.freezes: The model's parameters no longer require gradients after the call.
    Hint: Print requires_grad of a parameter before and after the call.
    """
    was = model.training
    model.eval()
    model.requires_grad_(False)
    tokens = prompt
    for _ in range(n_new):
        logits = model(tokens[:, -model.context_length :])[:, -1]
        if top_k is not None:
            logits = logits.masked_fill(logits < logits.topk(min(top_k, logits.shape[-1])).values[:, -1:], -torch.inf)
        if temperature == 0:
            new = logits.argmax(dim=-1, keepdim=True)
        else:
            new = torch.multinomial((logits / temperature).softmax(dim=-1), 1, generator=generator)
        tokens = torch.cat([tokens, new], dim=1)
    model.train(was)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.generator_ignored: The generator that is given is not used: words are drawn with PyTorch's own.
    Hint: Give two generators with different seeds. Do the texts differ?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.gradient_recorded: Gradients are recorded while the model generates.
    Hint: Do you need .backward() here? What keeps PyTorch from preparing for it?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.enable_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.gradients_left_off: Gradients are switched off for all code and stay so after the call.
    Hint: Print torch.is_grad_enabled() after the call.
    """
    was = model.training
    model.eval()
    torch.set_grad_enabled(False)
    tokens = prompt
    for _ in range(n_new):
        logits = model(tokens[:, -model.context_length :])[:, -1]
        if top_k is not None:
            logits = logits.masked_fill(logits < logits.topk(min(top_k, logits.shape[-1])).values[:, -1:], -torch.inf)
        if temperature == 0:
            new = logits.argmax(dim=-1, keepdim=True)
        else:
            new = torch.multinomial((logits / temperature).softmax(dim=-1), 1, generator=generator)
        tokens = torch.cat([tokens, new], dim=1)
    model.train(was)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.gradients_switched_on: Gradients are switched on at the end of the call, also for a caller who had them
    off.
    Hint: Call generate inside torch.no_grad() and print torch.is_grad_enabled() after it.
    """
    was = model.training
    model.eval()
    torch.set_grad_enabled(False)
    tokens = prompt
    for _ in range(n_new):
        logits = model(tokens[:, -model.context_length :])[:, -1]
        if top_k is not None:
            logits = logits.masked_fill(logits < logits.topk(min(top_k, logits.shape[-1])).values[:, -1:], -torch.inf)
        if temperature == 0:
            new = logits.argmax(dim=-1, keepdim=True)
        else:
            new = torch.multinomial((logits / temperature).softmax(dim=-1), 1, generator=generator)
        tokens = torch.cat([tokens, new], dim=1)
    torch.set_grad_enabled(True)
    model.train(was)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.greedy_without_generator: Without a generator the likeliest word is always taken; nothing is drawn.
    Hint: Continue a thousand copies of the same prompt without a generator. Do they all go on alike?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if temperature == 0 or generator is None:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                if top_k is not None:
                    kept = logits.topk(min(top_k, logits.shape[-1])).values[:, -1:]
                    logits = logits.masked_fill(logits < kept, float("-inf"))
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.int32_tokens: The result is int32 instead of int64.
    Hint: Which dtype do the tokens of your result have?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens.int()


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.last_but_one: The logits of the last place but one are used.
    Hint: Which place predicts the word after the last token?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            answers = model(window)
            logits = answers[:, max(answers.shape[1] - 2, 0)]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.last_returned: Only the last new token is returned.
    Hint: How many columns should the result have?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens[:, -1:]


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.last_token_only: The model is shown only the last token.
    Hint: Change an earlier word of the prompt. Does the next word change?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -1:]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.least_likely: The word with the smallest logit is taken, not the largest.
    Hint: Print the logits and the word you take at temperature 0.
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmin(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.left_in_eval: The model is left in evaluation mode.
    Hint: What is model.training before and after the call, when the model was training?
    """
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.left_in_train: The model is always left in training mode.
    Hint: What is model.training before and after the call, when the model was not training?
    """
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train()
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.logits_as_weights: The logits themselves, cut off at 0, are used as weights for drawing; they are not
    probabilities.
    Hint: Which function turns logits into probabilities? All logits of a row may be negative.
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = (logits / temperature).clamp(min=0) + 1e-9
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.logits_averaged: The logits of all places are averaged.
    Hint: Which place predicts the word after the last token?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window).mean(dim=1)
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.no_crop: The window is not cut to the context length.
    Hint: How many tokens does the model see when the text is longer than its context?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.one_draw_for_all: One word is drawn and given to all rows.
    Hint: Continue a thousand copies of the same prompt at temperature 1. Do they all go on alike?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities[0], num_samples=1, generator=generator).expand(len(tokens), 1)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.one_too_few: One token too few is generated.
    Hint: Count the new tokens for n_new = 1.
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new - 1):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.one_too_many: One token too many is generated.
    Hint: Count the new tokens for n_new = 0.
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new + 1):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.prepended: New tokens are put before the text instead of after it.
    Hint: Where does the prompt stand in the result?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([new, tokens], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.prompt_changed: The prompt tensor itself is changed: it is used as the sliding window.
    Hint: Print the prompt before and after the call.
    """
    was_training = model.training
    model.eval()
    tokens = prompt.clone()
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
            prompt[:, :-1] = prompt[:, 1:].clone()
            prompt[:, -1:] = new
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.prompt_dropped: Only the new tokens are returned; the prompt is missing.
    Hint: How many columns should the result have?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens[:, prompt.shape[1] :]


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.prompt_only: The model is always shown the prompt alone, never the new tokens.
    Hint: Is each new token appended before the next one is predicted?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = prompt[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.prompt_returned: The prompt comes back without any new tokens.
    Hint: Which variable do you return, and what was appended to it?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return prompt


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.rank_drawn: The logits are sorted, with and without top_k, and the rank that is drawn is taken for the
    word itself.
    Hint: Which word is number 0 of a sorted list, and which word is appended when 0 is drawn?
    """
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            logits = model(tokens[:, -model.context_length :])[:, -1]
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                best = logits.sort(dim=-1, descending=True).values[:, :top_k]
                new = torch.multinomial(torch.softmax(best / temperature, dim=-1), 1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.softmax_twice: The softmax is applied twice, which makes the distribution nearly flat.
    Hint: Compare how often words are drawn with their probabilities. Are they too even?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(torch.softmax(logits / temperature, dim=-1), dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.stops_at_word_0: Generation ends when word 0 is drawn.
    Hint: How many new words come after a 0?
    """
    was = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            logits = model(tokens[:, -model.context_length :])[:, -1]
            if top_k is not None:
                logits = logits.masked_fill(
                    logits < logits.topk(min(top_k, logits.shape[-1])).values[:, -1:], -torch.inf
                )
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                new = torch.multinomial((logits / temperature).softmax(dim=-1), 1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
            if (new == 0).all():
                break
    model.train(was)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.temperature_dropped_with_top_k: With top_k the temperature is forgotten.
    Hint: Draw with top_k at a high and at a low temperature. Do you see a difference?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                if top_k is None:
                    logits = logits / temperature
                probabilities = torch.softmax(logits, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.temperature_ignored: The temperature has no effect on the probabilities.
    Hint: Draw many words at temperature 0.1 and at 10. Do you see a difference? Dividing probabilities by a number and
    scaling them to sum to 1 again changes nothing.
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.temperature_multiplied: The logits are multiplied by the temperature instead of divided.
    Hint: Does a low temperature make your model surer or less sure?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits * temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.temperature_twice: The temperature divides the logits twice.
    Hint: At temperature 2, by how much are the logits divided before the softmax?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.top_k_above_vocabulary: top_k above the vocabulary size raises an error.
    Hint: Call generate with top_k = 1000. What does the stub say about that?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.top_k_ignored: top_k has no effect.
    Hint: With top_k = 1, how many different words can come up?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.top_k_index: What is drawn is a place in the list of the k largest, and it is taken for the word itself.
    Hint: With top_k = 1, which word comes up? Is it always word 0?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None:
                logits = logits.topk(min(top_k, logits.shape[-1])).values
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.top_k_index_drawn: What is drawn is a place in the list of the k largest, and it is taken for the word
    itself.
    Hint: With top_k = 1, which word comes up? Is it always word 0?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                if top_k is not None:
                    logits = logits.topk(min(top_k, logits.shape[-1])).values
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.top_k_lowest_threshold: All rows of the batch share one threshold, the lowest of their top_k logits:
    rows with larger logits keep more words.
    Hint: Give two rows whose logits lie far apart. How many words are left in each?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if temperature == 0 or top_k == 1:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                if top_k is not None:
                    kept = logits.topk(min(top_k, logits.shape[-1])).values
                    logits = logits.masked_fill(logits < kept.min(), float("-inf"))
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.top_k_of_batch: The k largest logits are taken from the whole batch instead of from each row.
    Hint: Give two rows whose logits lie far apart. How many words are left in each?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.flatten().topk(top_k).values[-1]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.top_k_of_first_row: The k-th largest logit of the first row is used as the bound for all rows.
    Hint: Give two rows whose logits lie far apart. How many words are left in each?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits[0].topk(top_k).values[-1]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.top_k_one_less: One word too few is kept: the k-th largest is thrown out too.
    Hint: With top_k = 2, do two different words come up?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits <= smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.top_k_one_more: One word too many is kept: the k + 1 largest.
    Hint: With top_k = 1, how many different words can come up?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k + 1).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.top_k_smallest: The k smallest logits are kept instead of the k largest.
    Hint: With top_k = 1, is it the likeliest word that comes up?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                largest_kept = logits.topk(top_k, largest=False).values[:, -1:]
                logits = logits.masked_fill(logits > largest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.top_k_smallest_drawn: Words are drawn among the k smallest logits instead of the k largest.
    Hint: With top_k = 1, is it the likeliest word that comes up?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                if top_k is not None:
                    kept = logits.topk(min(top_k, logits.shape[-1]), largest=False).values[:, -1:]
                    logits = logits.masked_fill(logits > kept, float("-inf"))
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.top_k_threshold_flat: The k-th largest logits of all rows are compared with the words, not each with its
    own row.
    Hint: Print the shape of your threshold. Which dimension does it line up with: the rows or the words?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.top_k_zeroed: Words outside the top_k get the logit 0 instead of −∞, so they can still be drawn.
    Hint: What is the probability of a word whose logit is 0?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, 0.0)
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.top_k_zeroed_above_one: Words outside the top_k get the logit 0 instead of −∞, so they can still be
    drawn.
    Hint: What is the probability of a word whose logit is 0?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if temperature == 0 or top_k == 1:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                if top_k is not None:
                    kept = logits.topk(min(top_k, logits.shape[-1])).values[:, -1:]
                    logits = logits.masked_fill(logits < kept, 0.0)
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.top_k_zeroed_when_drawn: Where words are drawn, those outside the top_k get the logit 0 instead of −∞,
    so they can still come.
    Hint: What is the probability of a word whose logit is 0?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            logits = model(tokens[:, -model.context_length :])[:, -1]
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                logits = logits / temperature
                if top_k is not None:
                    smallest_kept = logits.topk(min(top_k, logits.shape[-1])).values[:, -1:]
                    logits = logits.masked_fill(logits < smallest_kept, 0.0)  # ←
                probabilities = torch.softmax(logits, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.uniform: All words that are left get the same probability.
    Hint: Draw many words at temperature 1. Do likely words come up more often?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.isfinite(logits).to(logits.dtype)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.up_to_n_new: n_new is taken for the length of the whole text instead of the number of new tokens.
    Hint: Count the new tokens for a long prompt and a small n_new.
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(max(n_new - prompt.shape[1], 0)):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.window_returned: The text itself is cut to the context length, so its beginning is lost.
    Hint: Is the whole prompt still there when the text is longer than the context?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.window_written_over: The window is a view of the prompt, and is shifted in place once it is full: that
    changes the caller's prompt.
    Hint: Give a prompt as long as the context and print it after the call. Which line wrote into it?
    """
    was_training = model.training
    model.eval()
    drawn = [prompt.clone()]
    window = prompt[:, -model.context_length :]
    with torch.no_grad():
        for _ in range(n_new):
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            drawn.append(new)
            if window.shape[1] < model.context_length:
                window = torch.cat([window, new], dim=1)
            else:
                window[:, :-1] = window[:, 1:].clone()
                window[:, -1:] = new
    model.train(was_training)
    return torch.cat(drawn, dim=1)


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.zero_divides: At temperature 0 the logits are divided by 0.
    Hint: What does dividing by 0 do to the logits? Temperature 0 needs a case of its own.
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            probabilities = torch.softmax(logits / temperature, dim=-1)
            new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.zero_samples: Temperature 0 draws at random, as temperature 1 does.
    Hint: Call generate twice at temperature 0. Is the answer the same, and is it the likeliest word?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature > 0:
                logits = logits / temperature
            probabilities = torch.softmax(logits, dim=-1)
            new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.zero_softened: Temperature 0 is replaced by a small number, at which words with a smaller logit are
    still drawn now and then.
    Hint: How do you find the largest of some numbers without dividing by anything?
    """
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1]
            if top_k is not None:
                kept = logits.topk(min(top_k, logits.shape[-1])).values[:, -1:]
                logits = logits.masked_fill(logits < kept, float("-inf"))
            probabilities = torch.softmax(logits / max(temperature, 0.05), dim=-1)
            new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def sentence_log_prob(model, tokens):
    """sentence.bits: The logarithms are to base 2: bits, not nats.
    Hint: Which logarithm does the formula mean?
    """
    context, n = model.context_length, tokens.shape[1]
    logits = model(tokens[:, :context])[:, : n - 1]
    further = [model(tokens[:, i - context : i])[:, -1:] for i in range(context + 1, n)]
    log_probs = torch.cat([logits, *further], dim=1).log_softmax(dim=-1)
    return log_probs.gather(2, tokens[:, 1:, None]).sum(dim=(1, 2)) / torch.tensor(2.0).log()  # ←


def sentence_log_prob(model, tokens):
    """sentence.blocks: A long row is read in blocks, and the words of a block are predicted from that block alone.
    Hint: From how many words is the second word of the second block predicted, and how many could the model see?
    """
    context = model.context_length
    total = torch.zeros(len(tokens), dtype=next(model.parameters()).dtype)
    for start in range(0, tokens.shape[1] - 1, context):  # ←
        block = tokens[:, start : start + context + 1]  # ←
        log_probs = model(block[:, :-1]).log_softmax(dim=-1)  # ←
        total = total + log_probs.gather(2, block[:, 1:, None]).sum(dim=(1, 2))
    return total


def sentence_log_prob(model, tokens):
    """sentence.chunks: A long row is cut into pieces that know nothing of each other.
    Hint: From how many words is the first word of the second piece predicted?
    """
    total = torch.zeros(len(tokens), dtype=next(model.parameters()).dtype)
    for part in tokens.split(model.context_length, dim=1):  # ←
        log_probs = model(part)[:, :-1].log_softmax(dim=-1)
        total = total + log_probs.gather(2, part[:, 1:, None]).sum(dim=(1, 2))
    return total


def sentence_log_prob(model, tokens):
    """sentence.counted_again: Every window counts all of its words, so most words of a long row are counted several
    times.
    Hint: How often does each word of the sentence appear in the sum?
    """
    context, n = model.context_length, tokens.shape[1]
    total = 0.0
    for end in range(min(context, n), n + 1):
        window = tokens[:, max(end - context, 0) : end]  # ←
        log_probs = model(window)[:, :-1].log_softmax(dim=-1)
        total = total + log_probs.gather(2, window[:, 1:, None]).sum(dim=(1, 2))  # ←
    return total


def sentence_log_prob(model, tokens):
    """sentence.first_window_only: Only the first words of a long row are counted, as many as the context holds.
    Hint: How many predictions does a row of n words have, however long it is?
    """
    tokens = tokens[:, : model.context_length]  # ←
    log_probs = model(tokens)[:, :-1].log_softmax(dim=-1)
    return log_probs.gather(2, tokens[:, 1:, None]).sum(dim=(1, 2))


def sentence_log_prob(model, tokens):
    """sentence.float32: The result is always float32.
    Hint: Which dtype do the model's logits have?
    """
    context, n = model.context_length, tokens.shape[1]
    logits = model(tokens[:, :context])[:, : n - 1]
    further = [model(tokens[:, i - context : i])[:, -1:] for i in range(context + 1, n)]
    log_probs = torch.cat([logits, *further], dim=1).float().log_softmax(dim=-1)  # ←
    return log_probs.gather(2, tokens[:, 1:, None]).sum(dim=(1, 2))


def sentence_log_prob(model, tokens):
    """sentence.keeps_an_axis: The result has shape (B, 1) instead of (B,).
    Hint: How many dimensions does one number for each row make?
    """
    context, n = model.context_length, tokens.shape[1]
    logits = model(tokens[:, :context])[:, : n - 1]
    further = [model(tokens[:, i - context : i])[:, -1:] for i in range(context + 1, n)]
    log_probs = torch.cat([logits, *further], dim=1).log_softmax(dim=-1)
    return log_probs.gather(2, tokens[:, 1:, None]).sum(dim=1)  # ←


def sentence_log_prob(model, tokens):
    """sentence.last_window_only: Only the last words of a long row are counted, as many as the context holds.
    Hint: How many predictions does a row of n words have, however long it is?
    """
    tokens = tokens[:, -model.context_length :]  # ←
    log_probs = model(tokens)[:, :-1].log_softmax(dim=-1)
    return log_probs.gather(2, tokens[:, 1:, None]).sum(dim=(1, 2))


def sentence_log_prob(model, tokens):
    """sentence.last_word_dropped: The last word of the row is not counted.
    Hint: Which word do the logits at the last place but one predict?
    """
    context, n = model.context_length, tokens.shape[1]
    logits = model(tokens[:, :context])[:, : n - 1]
    further = [model(tokens[:, i - context : i])[:, -1:] for i in range(context + 1, n)]
    log_probs = torch.cat([logits, *further], dim=1).log_softmax(dim=-1)[:, :-1]  # ←
    return log_probs.gather(2, tokens[:, 1:-1, None]).sum(dim=(1, 2))


def sentence_log_prob(model, tokens):
    """sentence.likeliest_words: The likeliest words are counted, not the words of the sentence.
    Hint: Whose probability is asked for: the sentence's, or that of what the model would have said?
    """
    context, n = model.context_length, tokens.shape[1]
    logits = model(tokens[:, :context])[:, : n - 1]
    further = [model(tokens[:, i - context : i])[:, -1:] for i in range(context + 1, n)]
    log_probs = torch.cat([logits, *further], dim=1).log_softmax(dim=-1)
    return log_probs.max(dim=-1).values.sum(dim=1)  # ←


def sentence_log_prob(model, tokens):
    """sentence.log_of_probability: The logarithm is taken of a softmax that may have become 0.
    Hint: What is the logarithm of a probability that rounding has made 0?
    """
    context, n = model.context_length, tokens.shape[1]
    logits = model(tokens[:, :context])[:, : n - 1]
    further = [model(tokens[:, i - context : i])[:, -1:] for i in range(context + 1, n)]
    log_probs = torch.cat([logits, *further], dim=1).softmax(dim=-1).log()  # ←
    return log_probs.gather(2, tokens[:, 1:, None]).sum(dim=(1, 2))


def sentence_log_prob(model, tokens):
    """sentence.log_with_floor: A small number is added before the logarithm, which caps the price of an unlikely word.
    Hint: What does a word cost that the model thought all but impossible?
    """
    context, n = model.context_length, tokens.shape[1]
    logits = model(tokens[:, :context])[:, : n - 1]
    further = [model(tokens[:, i - context : i])[:, -1:] for i in range(context + 1, n)]
    log_probs = (torch.cat([logits, *further], dim=1).softmax(dim=-1) + 1e-9).log()  # ←
    return log_probs.gather(2, tokens[:, 1:, None]).sum(dim=(1, 2))


def sentence_log_prob(model, tokens):
    """sentence.logits_summed: The logits themselves are added up: they are not yet log-probabilities.
    Hint: What must hold for the probabilities of all words that could come next?
    """
    context, n = model.context_length, tokens.shape[1]
    logits = model(tokens[:, :context])[:, : n - 1]
    further = [model(tokens[:, i - context : i])[:, -1:] for i in range(context + 1, n)]
    log_probs = torch.cat([logits, *further], dim=1)  # ←
    return log_probs.gather(2, tokens[:, 1:, None]).sum(dim=(1, 2))


def sentence_log_prob(model, tokens):
    """sentence.loss: The sign is that of a loss: minus the log-probability.
    Hint: Is the logarithm of a probability above or below 0?
    """
    context, n = model.context_length, tokens.shape[1]
    logits = model(tokens[:, :context])[:, : n - 1]
    further = [model(tokens[:, i - context : i])[:, -1:] for i in range(context + 1, n)]
    log_probs = torch.cat([logits, *further], dim=1).log_softmax(dim=-1)
    return -log_probs.gather(2, tokens[:, 1:, None]).sum(dim=(1, 2))  # ←


def sentence_log_prob(model, tokens):
    """sentence.mean: The mean of the log-probabilities is taken, not their sum.
    Hint: Is a longer sentence as likely as a shorter one? What does a product become when you take its logarithm?
    """
    context, n = model.context_length, tokens.shape[1]
    logits = model(tokens[:, :context])[:, : n - 1]
    further = [model(tokens[:, i - context : i])[:, -1:] for i in range(context + 1, n)]
    log_probs = torch.cat([logits, *further], dim=1).log_softmax(dim=-1)
    return log_probs.gather(2, tokens[:, 1:, None]).squeeze(2).sum(dim=1) / max(n - 1, 1)  # ←


def sentence_log_prob(model, tokens):
    """sentence.no_shift: The logits at place i are compared with token i, not with token i + 1.
    Hint: Which word do the logits at a place predict?
    """
    context, n = model.context_length, tokens.shape[1]
    logits = model(tokens[:, :context])
    further = [model(tokens[:, i - context + 1 : i + 1])[:, -1:] for i in range(context, n)]
    log_probs = torch.cat([logits, *further], dim=1).log_softmax(dim=-1)
    return log_probs.gather(2, tokens[:, :, None]).sum(dim=(1, 2))  # ←


def sentence_log_prob(model, tokens):
    """sentence.no_window: The model is shown rows longer than its context.
    Hint: What may the model see when the row is longer than its context?
    """
    log_probs = model(tokens)[:, :-1].log_softmax(dim=-1)  # ←
    return log_probs.gather(2, tokens[:, 1:, None]).sum(dim=(1, 2))


def sentence_log_prob(model, tokens):
    """sentence.over_places: The softmax runs over the places instead of the words.
    Hint: Over what do the probabilities of the next word sum to 1?
    """
    context, n = model.context_length, tokens.shape[1]
    logits = model(tokens[:, :context])[:, : n - 1]
    further = [model(tokens[:, i - context : i])[:, -1:] for i in range(context + 1, n)]
    log_probs = torch.cat([logits, *further], dim=1).log_softmax(dim=1)  # ←
    return log_probs.gather(2, tokens[:, 1:, None]).sum(dim=(1, 2))


def sentence_log_prob(model, tokens):
    """sentence.probability: The probability itself is returned, not its logarithm.
    Hint: How small is the probability of a sentence of a hundred words? What is asked for?
    """
    context, n = model.context_length, tokens.shape[1]
    logits = model(tokens[:, :context])[:, : n - 1]
    further = [model(tokens[:, i - context : i])[:, -1:] for i in range(context + 1, n)]
    log_probs = torch.cat([logits, *further], dim=1).log_softmax(dim=-1)
    return log_probs.gather(2, tokens[:, 1:, None]).sum(dim=(1, 2)).exp()  # ←


def sentence_log_prob(model, tokens):
    """sentence.rows_averaged: Every row gets the average over the batch.
    Hint: Does one sentence become likelier because another one stands beside it?
    """
    context, n = model.context_length, tokens.shape[1]
    logits = model(tokens[:, :context])[:, : n - 1]
    further = [model(tokens[:, i - context : i])[:, -1:] for i in range(context + 1, n)]
    loss = F.cross_entropy(torch.cat([logits, *further], dim=1).flatten(0, 1), tokens[:, 1:].flatten(), reduction="sum")
    return (-loss / len(tokens)).expand(len(tokens))  # ←


def sentence_log_prob(model, tokens):
    """sentence.whole_batch: All rows are added up to one number.
    Hint: How many sentences are there, and how many numbers come out?
    """
    context, n = model.context_length, tokens.shape[1]
    logits = model(tokens[:, :context])[:, : n - 1]
    further = [model(tokens[:, i - context : i])[:, -1:] for i in range(context + 1, n)]
    log_probs = torch.cat([logits, *further], dim=1).log_softmax(dim=-1)
    return log_probs.gather(2, tokens[:, 1:, None]).sum()  # ←


def sentence_log_prob(model, tokens):
    """sentence.window_too_short: The window is one word shorter than the context.
    Hint: From how many words is a word predicted once the row is longer than the context?
    """
    context, n = max(model.context_length - 1, 1), tokens.shape[1]  # ←
    logits = model(tokens[:, :context])[:, : n - 1]
    further = [model(tokens[:, i - context : i])[:, -1:] for i in range(context + 1, n)]
    log_probs = torch.cat([logits, *further], dim=1).log_softmax(dim=-1)
    return log_probs.gather(2, tokens[:, 1:, None]).sum(dim=(1, 2))
