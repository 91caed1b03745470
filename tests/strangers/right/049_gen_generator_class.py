# OO writer: a Sampler class with a step method and a window method
# 4.1 4.4

# ===== lm.py =====


class Sampler:
    def __init__(self, model, temperature, top_k, generator):
        self.model = model
        self.temperature = temperature
        self.top_k = top_k
        self.generator = generator

    @torch.no_grad()
    def step(self, tokens):
        logits = self.model(self.window(tokens))[:, -1]
        if self.temperature == 0:
            return logits.argmax(-1)
        return torch.multinomial(self.probabilities(logits), 1, generator=self.generator)[:, 0]

    def window(self, tokens):
        size = self.model.context_length
        return tokens.narrow(1, max(tokens.size(1) - size, 0), min(tokens.size(1), size))

    def probabilities(self, logits):
        probs = F.softmax(logits / self.temperature, dim=-1)
        if self.top_k is not None and self.top_k < probs.size(-1):
            # zero everything outside of the top k and renormalise
            top = probs.topk(self.top_k, dim=-1)
            probs = torch.zeros_like(probs).scatter(-1, top.indices, top.values)
            probs = probs / probs.sum(-1, keepdim=True)
        return probs


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        places = torch.ones_like(tokens).cumsum(dim=1) - 1
        return self.token_embedding(tokens) + self.position_embedding(places)


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    sampler = Sampler(model, temperature, top_k, generator)
    columns = list(prompt.unbind(dim=1))
    for _ in range(n_new):
        columns.append(sampler.step(torch.stack(columns, dim=1)))
    return torch.stack(columns, dim=1)
