# mistake: argsort is ascending, so the k least likely words are kept (descending=True is missing).
# after: dmlc/gluon-nlp#1481 (sort order missing in the sampler)
# tasks: 4.4
# line: lm.py:66
# sentence: with every word outside the top_k at 0 and the others scaled to sum to 1.
# takes: TransformerLM.embed 2

# ===== lm.py =====


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
    tokens = prompt.clone()
    with torch.no_grad():
        for _ in range(n_new):
            logits = model(tokens[:, -model.context_length :])[:, -1]
            if temperature == 0:
                new = logits.argmax(-1, keepdim=True)
            else:
                probs = (logits / temperature).softmax(-1)
                if top_k is not None:
                    order = probs.argsort(dim=-1)
                    keep = order[:, : min(top_k, probs.size(-1))]
                    probs = torch.zeros_like(probs).scatter(1, keep, probs.gather(1, keep))
                new = torch.multinomial(probs, 1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(training)
    return tokens
