# Functional programmer: generate calls itself, set_grad_enabled
# 4.2 4.4
# ambiguous: "0 adds none": n_new = 0 returns the prompt tensor itself, not a copy ("The prompt tensor is not changed" holds)

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens: Tensor) -> Tensor:
        def run(h, blocks):
            return h if not blocks else run(blocks[0](h), blocks[1:])

        return self.unembed(self.final_norm(run(self.embed(tokens), list(self.blocks))))


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    if n_new == 0:
        return prompt
    with torch.set_grad_enabled(False):
        logits = model(prompt[:, -model.context_length :])[:, -1]
    k = logits.shape[-1] if top_k is None else min(top_k, logits.shape[-1])
    if temperature == 0:
        k, temperature_ = 1, 1.0
    else:
        temperature_ = temperature
    best = logits.topk(k, dim=-1)
    pick = (
        torch.zeros(len(prompt), 1, dtype=torch.int64, device=prompt.device)
        if k == 1
        else torch.multinomial((best.values / temperature_).softmax(-1), 1, generator=generator)
    )
    longer = torch.cat([prompt, best.indices.gather(-1, pick)], dim=-1)
    return generate(model, longer, n_new - 1, temperature, top_k, generator)
