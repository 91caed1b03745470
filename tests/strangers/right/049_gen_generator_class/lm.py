import torch
import torch.nn.functional as F
from block import LayerNorm, TransformerBlock
from torch import Tensor, nn


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
    def __init__(
        self, vocab_size: int, context_length: int, d_model: int, n_heads: int, n_layers: int, d_ff: int
    ) -> None:
        super().__init__()
        self.context_length = context_length
        self.token_embedding = nn.Embedding(vocab_size, d_model)
        self.position_embedding = nn.Embedding(context_length, d_model)
        self.blocks = nn.ModuleList(TransformerBlock(d_model, n_heads, d_ff) for _ in range(n_layers))
        self.final_norm = LayerNorm(d_model)
        self.unembed = nn.Linear(d_model, vocab_size, bias=False)
        nn.init.normal_(self.token_embedding.weight, std=0.1)
        nn.init.normal_(self.position_embedding.weight, std=0.1)

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        places = torch.ones_like(tokens).cumsum(dim=1) - 1
        return self.token_embedding(tokens) + self.position_embedding(places)

    def forward(self, tokens: Tensor) -> Tensor:
        x = self.embed(tokens)
        for block in self.blocks:
            x = block(x)
        return self.unembed(self.final_norm(x))


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    return F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten())


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
