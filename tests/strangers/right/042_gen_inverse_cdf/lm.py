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
    logp = logits.log_softmax(-1)[:, :-1]
    picked = logp.gather(2, tokens[:, 1:, None])
    return -picked.mean()


def _draw(probs, generator):
    cdf = probs.double().cumsum(-1)
    u = torch.rand(probs.shape[0], 1, dtype=torch.float64, device=probs.device, generator=generator)
    idx = torch.searchsorted(cdf, u * cdf[:, -1:], right=True)
    return idx.clamp(max=probs.shape[-1] - 1)


@torch.no_grad()
def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    tokens = prompt.clone()
    for _ in range(n_new):
        logits = model(tokens[:, -model.context_length :])[:, -1]
        vocab = logits.shape[-1]
        if temperature == 0:
            new = logits.argmax(-1, keepdim=True)
        else:
            k = vocab if top_k is None else min(top_k, vocab)
            top, where = logits.topk(k, dim=-1)
            new = where.gather(1, _draw((top / temperature).softmax(-1), generator))
        tokens = torch.cat([tokens, new], 1)
    return tokens
