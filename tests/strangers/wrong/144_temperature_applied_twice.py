# mistake: The logits are divided by the temperature twice; unseen at temperature 1.
# after: RL-Align/RL-Kernel#81 and pull 86, Adibvafa/CodonTransformer pull 20
# tasks: 4.4
# line: lm.py:64
# sentence: The distribution of what is drawn: softmax(logits / temperature), with every word outside the top_k at 0 and the others scaled to sum to 1.
# takes: TransformerLM.embed 2, next_token_loss 3

# ===== lm.py =====


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    @torch.no_grad()
    def step(tokens):
        logits = model(tokens[:, -model.context_length :])[:, -1]
        if temperature == 0:
            return logits.argmax(dim=-1, keepdim=True)
        logits = logits / temperature
        if top_k is not None:
            values, _ = torch.topk(logits, min(top_k, logits.size(-1)))
            logits = torch.where(logits < values[:, -1:], float("-inf"), logits)
        probs = F.softmax(logits / temperature, dim=-1)
        return torch.multinomial(probs, 1, generator=generator)

    tokens = prompt
    for _ in range(n_new):
        tokens = torch.cat([tokens, step(tokens)], dim=1)
    return tokens
