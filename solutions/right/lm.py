"""Right answers about lm.py, written in other ways."""


class TransformerLM:
    """embed.expanded: Places made for every row, gathered from the weights."""

    def embed(self, tokens):
        B, n = tokens.shape
        places = torch.arange(n, device=tokens.device).unsqueeze(0).expand(B, n)
        return self.token_embedding.weight[tokens] + self.position_embedding(places)


class TransformerLM:
    """embed.indexed: Both tables are indexed."""

    def embed(self, tokens):
        return self.token_embedding.weight[tokens] + self.position_embedding.weight[: tokens.shape[1]]


class TransformerLM:
    """embed.one_hot: Words by one-hot vectors, places by a slice."""

    def embed(self, tokens):
        words = F.one_hot(tokens, self.token_embedding.num_embeddings).to(self.token_embedding.weight.dtype)
        return words @ self.token_embedding.weight + self.position_embedding.weight[: tokens.shape[1]]


class TransformerLM:
    """embed.place_by_place: A loop over places."""

    def embed(self, tokens):
        cols = [self.token_embedding(tokens[:, i]) + self.position_embedding.weight[i] for i in range(tokens.shape[1])]
        return torch.stack(cols, dim=1)


class TransformerLM:
    """embed.positions_kept_whole: All places are kept from the first call on; each call takes as many as it needs."""

    def embed(self, tokens):
        if not hasattr(self, "places"):
            self.places = torch.arange(self.context_length, device=tokens.device)
        return self.token_embedding(tokens) + self.position_embedding(self.places[: tokens.shape[-1]])


class TransformerLM:
    """lm.sequential: The stack as one function, embed written out again."""

    def forward(self, tokens):
        places = torch.arange(tokens.shape[1], device=tokens.device)
        start = self.token_embedding(tokens) + self.position_embedding(places)
        h = reduce(lambda stream, block: block(stream), self.blocks, start)
        return torch.einsum("bnd,vd->bnv", self.final_norm(h), self.unembed.weight)


from functools import reduce


def next_token_loss(logits, tokens):
    """loss.class_dimension: Cross-entropy with the vocabulary in the second dimension, in float64 and cast back."""
    return F.cross_entropy(logits[:, :-1].double().transpose(1, 2), tokens[:, 1:]).to(logits.dtype)


def next_token_loss(logits, tokens):
    """loss.gathered: log_softmax and gather."""
    log_probabilities = torch.log_softmax(logits, dim=-1)
    seen = log_probabilities[:, :-1].gather(-1, tokens[:, 1:].unsqueeze(-1))
    return -seen.mean()


def next_token_loss(logits, tokens):
    """loss.ignore_index: Tokens moved up by one, the last place ignored."""
    targets = torch.full_like(tokens, -100)
    targets[:, :-1] = tokens[:, 1:]
    return F.cross_entropy(logits.reshape(-1, logits.shape[-1]), targets.reshape(-1), ignore_index=-100)


def next_token_loss(logits, tokens):
    """loss.logsumexp: log-sum-exp minus the right logit, the maximum taken out by hand."""
    logits, targets = logits[:, :-1], tokens[:, 1:]
    top = logits.detach().amax(dim=-1, keepdim=True)
    normaliser = (logits - top).exp().sum(dim=-1).log() + top.squeeze(-1)
    right = (logits * F.one_hot(targets, logits.shape[-1])).sum(dim=-1)
    return (normaliser - right).sum() / targets.numel()


def next_token_loss(logits, tokens):
    """loss.loops: One prediction at a time."""
    total = logits.new_zeros(())
    B, n = tokens.shape
    for row in range(B):
        for place in range(n - 1):
            scores = logits[row, place]
            total = total + torch.logsumexp(scores, dim=0) - scores[tokens[row, place + 1]]
    return total / (B * (n - 1))


def next_token_loss(logits, tokens):
    """loss.row_by_row: The mean of each row's own loss."""
    loss = 0
    for row in range(tokens.shape[0]):
        loss = loss + F.cross_entropy(logits[row, :-1], tokens[row, 1:])
    return loss / tokens.shape[0]


def next_token_loss(logits, tokens):
    """loss.total_divided: All log-probabilities added up, then divided by how many they are."""
    B, n = tokens.shape
    log_probabilities = logits.log_softmax(-1)
    total = -log_probabilities[:, :-1].gather(2, tokens[:, 1:, None]).sum()
    return total / (B * (n - 1))


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.categorical: torch.distributions where no generator is given; the mode is never touched."""
    tokens = prompt
    for _ in range(n_new):
        with torch.no_grad():
            logits = model(tokens[:, -model.context_length :])[:, -1]
        if top_k == 1 or temperature == 0:
            new = logits.max(dim=-1).indices
        else:
            if top_k is not None and top_k < logits.shape[-1]:
                order = logits.argsort(dim=-1, descending=True)
                outside = torch.ones_like(logits, dtype=torch.bool).scatter(-1, order[:, :top_k], False)
                logits = torch.where(outside, torch.tensor(-1e9, dtype=logits.dtype), logits)
            odds = torch.distributions.Categorical(logits=logits / temperature)
            if generator is None:
                new = odds.sample()
            else:
                new = odds.probs.multinomial(1, generator=generator)[:, 0]
        tokens = torch.hstack([tokens, new[:, None]])
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.gradients_switched_by_hand: Gradients are switched off before the loop and put back as they were after
    it.
    """
    was_on, was_training = torch.is_grad_enabled(), model.training
    torch.set_grad_enabled(False)
    model.eval()
    tokens = prompt
    for _ in range(n_new):
        logits = model(tokens[:, -model.context_length :])[:, -1] / max(temperature, 1e-5)
        if top_k is not None:
            kept = logits.topk(min(top_k, logits.shape[-1])).indices
            logits = torch.full_like(logits, float("-inf")).scatter(1, kept, logits.gather(1, kept))
        new = torch.multinomial(logits.softmax(dim=-1), num_samples=1, generator=generator)
        tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    torch.set_grad_enabled(was_on)
    return tokens


@torch.no_grad()
def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.gumbel: Gumbel noise and argmax instead of multinomial; a decorator against gradients."""
    mode = model.training
    model.eval()
    tokens = prompt.clone()
    for _ in range(n_new):
        logits = model(tokens[:, -model.context_length :])[:, -1, :]
        if top_k is not None:
            k = min(top_k, logits.shape[-1])
            kept = torch.full_like(logits, float("-inf"))
            values, words = logits.topk(k, dim=-1)
            logits = kept.scatter(-1, words, values)
        if temperature > 0:
            uniform = torch.rand(logits.shape, generator=generator, dtype=torch.float64)
            noise = -torch.log(-torch.log(uniform.clamp(1e-12, 1 - 1e-12)))
            logits = logits / temperature + noise.to(logits.dtype)
        tokens = torch.cat((tokens, logits.argmax(-1, keepdim=True)), dim=-1)
    model.train(mode)
    return tokens


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.inverse_cdf: A uniform number looked up in the cumulative probabilities, sorted; a buffer made
    beforehand.
    """
    B, n = prompt.shape
    text = torch.zeros(B, n + n_new, dtype=torch.int64, device=prompt.device)
    text[:, :n] = prompt
    with torch.inference_mode():
        for end in range(n, n + n_new):
            start = max(0, end - model.context_length)
            logits, words = model(text[:, start:end])[:, -1].sort(dim=-1, descending=True)
            if temperature == 0:
                place = torch.zeros(B, dtype=torch.int64)
            else:
                if top_k is not None:
                    logits = logits[:, :top_k]
                cumulative = torch.softmax(logits.double() / temperature, dim=-1).cumsum(dim=-1)
                chance = torch.rand(B, 1, dtype=torch.float64, generator=generator)
                place = (cumulative < chance).sum(dim=-1).clamp(max=logits.shape[-1] - 1)
            text[:, end] = words.gather(-1, place.unsqueeze(-1)).squeeze(-1)
    return text


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.multinomial_plain: probabilities zeroed outside the top_k and scaled again; a list of columns."""
    before = model.training
    columns = list(prompt.unbind(dim=1))
    try:
        model.eval()
        with torch.no_grad():
            while len(columns) < prompt.shape[1] + n_new:
                logits = model(torch.stack(columns[-model.context_length :], dim=1))[:, -1]
                if temperature == 0:
                    columns.append(logits.argmax(dim=-1))
                    continue
                probabilities = torch.softmax(logits / temperature, dim=-1)
                if top_k is not None and top_k < probabilities.shape[-1]:
                    bound = probabilities.sort(dim=-1).values[:, -top_k].unsqueeze(-1)
                    probabilities = probabilities * (probabilities >= bound)
                    probabilities = probabilities / probabilities.sum(dim=-1, keepdim=True)
                columns.append(torch.multinomial(probabilities, 1, generator=generator).squeeze(1))
    finally:
        model.train(before)
    return torch.stack(columns, dim=1)


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    """generate.window_rolled: The window is a copy of the prompt's end and rolls on in place; words are ranked for
    top_k.
    """
    mode = model.training
    model.eval()
    try:
        with torch.no_grad():
            out = prompt.clone()
            window = prompt[:, -model.context_length :].clone()
            for _ in range(n_new):
                logits = model(window)[:, -1, :]
                if temperature == 0:
                    nxt = torch.max(logits, dim=-1, keepdim=True).indices
                else:
                    logits = logits / temperature
                    if top_k is not None:
                        order = logits.argsort(dim=-1, descending=True)
                        ranks = order.argsort(dim=-1)
                        logits = logits.masked_fill(ranks >= top_k, -torch.inf)
                    nxt = torch.multinomial(F.softmax(logits, dim=-1), 1, generator=generator)
                out = torch.cat((out, nxt), dim=1)
                if window.shape[1] == model.context_length:
                    window = torch.roll(window, -1, dims=1)
                    window[:, -1:] = nxt
                else:
                    window = torch.cat((window, nxt), dim=1)
    finally:
        model.train(mode)
    return out


def sentence_log_prob(model, tokens):
    """sentence.by_hand_in_float64: Minus the log of the sum of exponentials by hand, in float64 inside; each row by
    itself.
    """
    found = []
    for row in tokens:
        total, dtype = torch.zeros((), dtype=torch.float64), next(model.parameters()).dtype
        for i in range(1, len(row)):
            logits = model(row[None, :i][:, -model.context_length :])[0, -1].double()
            top = logits.max()
            total = total + logits[row[i]] - top - (logits - top).exp().sum().log()
        found.append(total.to(dtype))
    return torch.stack(found)


def sentence_log_prob(model, tokens):
    """sentence.by_the_loss: The student's own next_token_loss, a window and a row at a time, times the number of
    predictions.
    """
    context, n = model.context_length, tokens.shape[1]
    sums = []
    for row in tokens.split(1):
        first = row[:, : context + 1]
        logits = model(first[:, :context])
        if first.shape[1] > context:
            logits = torch.cat([logits, logits[:, -1:]], dim=1)  # one more place: the loss leaves the last out
        count = first.shape[1] - 1
        total = -count * next_token_loss(logits, first) if count else 0.0 * logits.sum()
        for i in range(context + 1, n):
            last = model(row[:, i - context : i])[:, -1:]
            total = total - next_token_loss(last.expand(1, 2, -1), row[:, i - 1 : i + 1])
        sums.append(total)
    return torch.stack(sums)


def sentence_log_prob(model, tokens):
    """sentence.cross_entropy: Cross-entropy without its mean, and the sign turned."""
    context = model.context_length
    parts = [model(tokens[:, :context])]
    for end in range(context + 1, tokens.shape[1]):
        parts.append(model(tokens[:, end - context : end])[:, -1:])
    logits = torch.cat(parts, dim=1)[:, : tokens.shape[1] - 1]
    losses = F.cross_entropy(logits.transpose(1, 2), tokens[:, 1:], reduction="none")
    return -losses.sum(dim=1)


def sentence_log_prob(model, tokens):
    """sentence.windows_in_one_batch: All windows of a long row go through the model together."""
    context, (rows, n) = model.context_length, tokens.shape
    head = tokens[:, : min(n, context + 1)]
    log_probs = F.log_softmax(model(head[:, :context]), dim=-1)[:, : head.shape[1] - 1]
    total = log_probs.gather(-1, head[:, 1:].unsqueeze(-1)).squeeze(-1).sum(-1)
    if n > context + 1:
        windows = tokens[:, 1:].unfold(1, context, 1)[:, :-1]  # (rows, n - context - 1, context)
        last = F.log_softmax(model(windows.reshape(-1, context))[:, -1], dim=-1).view(rows, -1, log_probs.shape[-1])
        total = total + last.gather(-1, tokens[:, context + 1 :].unsqueeze(-1)).squeeze(-1).sum(-1)
    return total


@torch.no_grad()
def sentence_log_prob(model, tokens):
    """sentence.word_by_word: One call of the model for each word, as the formula reads; no gradient."""
    total = torch.zeros(len(tokens), dtype=next(model.parameters()).dtype, device=tokens.device)
    for i in range(1, tokens.shape[1]):
        window = tokens[:, max(0, i - model.context_length) : i]
        log_probs = torch.log_softmax(model(window)[:, -1], dim=-1)
        total += log_probs[torch.arange(len(tokens)), tokens[:, i]]
    return total
