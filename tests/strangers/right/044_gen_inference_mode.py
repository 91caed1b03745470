# torch.inference_mode decorator, nn.Sequential forward
# 4.2 4.4
# ambiguous: "(B, n + n_new) int64 tokens": under inference_mode the result is an inference tensor, which the stub does not exclude (it cannot be saved for backward later, e.g. trained on)

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens: Tensor) -> Tensor:
        return nn.Sequential(*self.blocks, self.final_norm, self.unembed)(self.embed(tokens))


@torch.inference_mode()
def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    seq = prompt
    for _ in range(n_new):
        logits = model(seq[:, -model.context_length :])[:, -1, :]
        if temperature == 0:
            nxt = logits.argmax(dim=-1, keepdim=True)
        else:
            logits = logits / temperature
            if top_k is not None and top_k < logits.shape[-1]:
                cut = logits.topk(top_k).values.min(dim=-1, keepdim=True).values
                logits = torch.where(logits >= cut, logits, torch.full_like(logits, float("-inf")))
            nxt = torch.multinomial(logits.softmax(-1), 1, generator=generator)
        seq = torch.cat((seq, nxt), dim=-1)
    return seq
