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
        positions = torch.arange(0, n, device=tokens.device).unsqueeze(0)
        return self.token_embedding(tokens) + self.position_embedding(positions)

    def forward(self, tokens: Tensor) -> Tensor:
        x = self.embed(tokens)
        for layer in self.blocks:
            x = layer(x)
        return self.unembed(self.final_norm(x))


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    x = F.log_softmax(logits[:, :-1], dim=-1)
    y = tokens[:, 1:]
    return F.nll_loss(x.reshape(-1, x.size(-1)), y.reshape(-1))


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    ys = prompt.clone()
    with torch.no_grad():
        for i in range(n_new):
            out = model(ys[:, -model.context_length:])
            logit = out[:, -1]
            if temperature == 0:
                _, next_word = torch.max(logit, dim=1)
                next_word = next_word.unsqueeze(1)
            else:
                if top_k is not None and top_k < logit.size(-1):
                    vals, idx = logit.topk(top_k, dim=-1)
                    prob = F.softmax(vals / temperature, dim=-1)
                    next_word = idx.gather(-1, torch.multinomial(prob, 1, generator=generator))
                else:
                    prob = F.softmax(logit / temperature, dim=-1)
                    next_word = torch.multinomial(prob, 1, generator=generator)
            ys = torch.cat([ys, next_word.type_as(prompt)], dim=1)
    return ys
