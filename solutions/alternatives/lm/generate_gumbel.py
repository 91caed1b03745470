NAME = "generate.gumbel"
SAYS = "Gumbel noise and argmax instead of multinomial; a decorator against gradients."
MODULE = "lm"


@torch.no_grad()
def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
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
