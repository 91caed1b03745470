# CS336 student: rank mask by double argsort, stable softmax by hand
# 4.3 4.4

# ===== lm.py =====


def log_softmax(x):
    x = x - x.max(dim=-1, keepdim=True).values
    return x - torch.log(torch.sum(torch.exp(x), dim=-1, keepdim=True))


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    inputs, targets = logits[:, :-1, :], tokens[:, 1:]
    neg_log_likelihood = -torch.gather(log_softmax(inputs), -1, targets.unsqueeze(-1))
    return neg_log_likelihood.mean()


def softmax_with_temperature(logits, temperature):
    z = (logits - logits.max(dim=-1, keepdim=True).values) / temperature
    e = torch.exp(z)
    return e / e.sum(dim=-1, keepdim=True)


@torch.no_grad()
def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    training = model.training
    model.eval()
    ids = prompt
    for _ in range(n_new):
        last = model(ids[:, -model.context_length :])[:, -1, :]
        if temperature == 0:
            next_id = torch.argmax(last, dim=-1, keepdim=True)
        else:
            probs = softmax_with_temperature(last, temperature)
            if top_k:
                rank = last.argsort(dim=-1, descending=True).argsort(dim=-1)
                probs = probs * (rank < top_k)
                probs = probs / probs.sum(dim=-1, keepdim=True)
            next_id = torch.multinomial(probs, num_samples=1, generator=generator)
        ids = torch.cat([ids, next_id], dim=-1)
    model.train(training)
    return ids
