import torch
import torch.nn.functional as F
from block import LayerNorm, TransformerBlock
from torch import Tensor, nn


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
        return self.token_embedding(tokens) + self.position_embedding(torch.arange(n, device=tokens.device))

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
    B, n, V = logits.shape
    return F.cross_entropy(logits[:, : n - 1].reshape(B * (n - 1), V), tokens[:, 1:n].reshape(B * (n - 1)))


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    new_tokens = []
    with torch.inference_mode():
        running = prompt
        while len(new_tokens) < n_new:
            out = model(running[:, -model.context_length :])
            logits = out[:, -1]
            if temperature == 0:
                choice = logits.max(dim=-1, keepdim=True).indices
            else:
                scaled = (logits - logits.amax(-1, keepdim=True)) / temperature
                if top_k is not None:
                    order = scaled.argsort(dim=-1, descending=True)
                    scaled = scaled.scatter(-1, order[:, top_k:], float("-inf"))
                choice = torch.multinomial(scaled.exp(), 1, generator=generator)
            new_tokens.append(choice)
            running = torch.cat([running, choice], dim=1)
    return torch.cat([prompt, *[t.clone() for t in new_tokens]], dim=1)
