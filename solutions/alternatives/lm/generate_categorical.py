NAME = "generate.categorical"
SAYS = "torch.distributions without the generator; rows one by one; the mode is never touched."
MODULE = "lm"


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
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
            new = torch.distributions.Categorical(logits=logits / temperature).sample()
        tokens = torch.hstack([tokens, new[:, None]])
    return tokens
