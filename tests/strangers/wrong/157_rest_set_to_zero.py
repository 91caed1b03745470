# mistake: Words outside the top k get the logit 0 instead of −∞, so they are still drawn.
# after: logits and probabilities confused when filtering (cf. georg-wolflein/good-features pull 1)
# tasks: 4.4
# line: lm.py:68
# sentence: with every word outside the top_k at 0 and the others scaled to sum to 1.
# takes: TransformerLM.forward 2

# ===== lm.py =====


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    mode = model.training
    model.eval()
    tokens = prompt.clone()
    with torch.no_grad():
        for _ in range(n_new):
            logits = model(tokens[:, -model.context_length :])[:, -1]
            if temperature == 0 or top_k == 1:
                nxt = logits.argmax(dim=-1, keepdim=True)
            else:
                logits = logits / temperature
                if top_k is not None:
                    best = logits.topk(min(top_k, logits.size(-1)), dim=-1)
                    logits = torch.zeros_like(logits).scatter(-1, best.indices, best.values)
                nxt = torch.multinomial(logits.softmax(dim=-1), 1, generator=generator)
            tokens = torch.cat([tokens, nxt], dim=1)
    model.train(mode)
    return tokens
