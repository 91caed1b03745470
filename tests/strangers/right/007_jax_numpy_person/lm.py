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
        return self.token_embedding.weight[tokens] + self.position_embedding.weight[:n]

    def forward(self, tokens: Tensor) -> Tensor:
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h)
        return torch.einsum("bnd,vd->bnv", self.final_norm(h), self.unembed.weight)


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    logits, targets = logits[:, :-1], tokens[:, 1:]
    log_z = torch.logsumexp(logits, dim=-1)
    target_logits = torch.take_along_dim(logits, targets[..., None], dim=-1)[..., 0]
    return torch.mean(log_z - target_logits)


@torch.no_grad()
def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    def categorical(logits):
        u = torch.rand(logits.shape, generator=generator, device=logits.device, dtype=torch.float64)
        gumbel = -torch.log(-torch.log(u.clamp(1e-300, 1 - 1e-16)))
        return torch.argmax(logits.double() + gumbel, dim=-1)

    tokens = prompt
    for _ in range(n_new):
        logits = model(tokens[:, -model.context_length :])[:, -1, :]
        if temperature == 0:
            nxt = torch.argmax(logits, dim=-1)
        else:
            if top_k is not None and top_k < logits.shape[-1]:
                kth = torch.sort(logits, dim=-1)[0][:, -top_k][:, None]
                logits = torch.where(logits < kth, -torch.inf, logits)
            nxt = categorical(logits / temperature)
        tokens = torch.concatenate([tokens, nxt[:, None]], dim=1)
    return tokens
