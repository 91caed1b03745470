# mistake: ranked[:, top_k] is the (k + 1)-th largest logit, so k + 1 words stay in.
# after: kingoflolz/mesh-transformer-jax#164
# tasks: 4.4
# line: lm.py:63
# sentence: with every word outside the top_k at 0 and the others scaled to sum to 1.
# takes: TransformerLM.embed 2, next_token_loss 2

# ===== lm.py =====


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    tokens = prompt.clone()
    with torch.no_grad():
        for _ in range(n_new):
            logits = model(tokens[:, -model.context_length :])[:, -1, :]
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                logits = logits / temperature
                if top_k is not None and top_k < logits.size(-1):
                    ranked, _ = torch.sort(logits, dim=-1, descending=True)
                    logits[logits < ranked[:, top_k].unsqueeze(-1)] = float("-inf")
                new = torch.multinomial(F.softmax(logits, dim=-1), 1, generator=generator)
            tokens = torch.cat([tokens, new], dim=-1)
    return tokens
