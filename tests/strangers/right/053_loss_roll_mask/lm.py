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
    targets = tokens.roll(-1, dims=1)
    per_token = F.cross_entropy(logits.transpose(1, 2), targets, reduction="none")
    weight = torch.ones_like(per_token)
    weight[:, -1] = 0.0
    return torch.where(weight > 0, per_token, torch.zeros_like(per_token)).sum() / weight.sum()


@torch.no_grad()
def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    batch, length = prompt.shape
    result = torch.zeros(batch, length + n_new, dtype=torch.long, device=prompt.device)
    result[:, :length].copy_(prompt)
    for position in range(length, length + n_new):
        begin = position - model.context_length if position > model.context_length else 0
        logits = model(result[:, begin:position].contiguous())[:, -1].clone()
        if top_k is not None:
            for row in logits:
                if top_k < row.numel():
                    row[row.argsort()[: row.numel() - top_k]] = float("-inf")
        if temperature == 0:
            result[:, position] = logits.argmax(dim=-1)
        else:
            probs = torch.softmax(logits.div(temperature), dim=-1)
            result[:, position] = torch.multinomial(probs, 1, generator=generator).view(-1)
    return result
