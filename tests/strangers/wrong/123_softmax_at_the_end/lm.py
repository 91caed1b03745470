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
        return self.token_embedding(tokens) + self.position_embedding.weight[:n]

    def forward(self, tokens: Tensor) -> Tensor:
        h = self.embed(tokens)
        for blk in self.blocks:
            h = blk(h)
        return torch.softmax(self.unembed(self.final_norm(h)), dim=-1)


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    predictions = logits[:, :-1, :]
    targets = tokens[:, 1:]
    return F.cross_entropy(predictions.reshape(-1, predictions.shape[-1]), targets.reshape(-1))


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    out = prompt
    for _ in range(n_new):
        with torch.no_grad():
            last = model(out[:, -model.context_length :])[:, -1]
        if temperature == 0 or top_k == 1:
            nxt = last.argmax(-1, keepdim=True)
        else:
            k = last.shape[-1] if top_k is None else min(top_k, last.shape[-1])
            values, words = last.topk(k, dim=-1)
            pick = torch.multinomial(F.softmax(values / temperature, dim=-1), 1, generator=generator)
            nxt = words.gather(-1, pick)
        out = torch.cat((out, nxt), dim=-1)
    return out
