# gpt-fast (PyTorch team): multinomial_sample_one_no_sync by an exponential race
# 4.1 4.4

# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        input_pos = torch.arange(n, device=tokens.device)
        return self.token_embedding(tokens) + self.position_embedding(input_pos)


def multinomial_sample_one_no_sync(probs_sort, generator=None):  # Does multinomial sampling without a cuda synchronization
    q = torch.empty_like(probs_sort).exponential_(1, generator=generator)
    return torch.argmax(probs_sort / q, dim=-1, keepdim=True)


def logits_to_probs(logits, temperature: float = 1.0, top_k: int | None = None):
    logits = logits / max(temperature, 1e-5)

    if top_k is not None:
        v, _ = torch.topk(logits, min(top_k, logits.size(-1)))
        pivot = v.select(-1, -1).unsqueeze(-1)
        logits = torch.where(logits < pivot, -float("Inf"), logits)
    probs = torch.nn.functional.softmax(logits, dim=-1)
    return probs


def sample(logits, temperature, top_k, generator):
    if temperature == 0:
        return torch.argmax(logits[:, -1], dim=-1, keepdim=True)
    probs = logits_to_probs(logits[:, -1], temperature, top_k)
    return multinomial_sample_one_no_sync(probs, generator)


@torch.no_grad()
def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    B, T = prompt.shape
    # create an empty tensor of the expected final shape and fill in the current tokens
    seq = torch.empty(B, T + n_new, dtype=prompt.dtype, device=prompt.device)
    seq[:, :T] = prompt
    for pos in range(T, T + n_new):
        x = seq[:, max(0, pos - model.context_length):pos]
        seq[:, pos:pos + 1] = sample(model(x), temperature, top_k, generator)
    return seq
