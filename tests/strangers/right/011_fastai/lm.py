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
        pos = torch.arange(0, n, device=tokens.device, dtype=tokens.dtype)
        return self.token_embedding(tokens) + self.position_embedding(pos)[None]

    def forward(self, tokens: Tensor) -> Tensor:
        inp = self.embed(tokens)
        for b in self.blocks: inp = b(inp)
        return self.unembed(self.final_norm(inp))


def log_softmax(x): return x - x.logsumexp(-1, keepdim=True)


def nll(input, target): return -input[range(target.shape[0]), target].mean()


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    inp, targ = logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten()
    return nll(log_softmax(inp), targ)


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    idxs = prompt
    for _ in range(n_new):
        with torch.no_grad(): res = model(idxs[:, -model.context_length:])[:, -1]
        if temperature == 0: idx = res.argmax(-1, keepdim=True)
        else:
            if top_k is not None:
                k = min(top_k, res.shape[-1])
                thresh = res.kthvalue(res.shape[-1] - k + 1, dim=-1, keepdim=True).values
                res = res.masked_fill(res < thresh, -float('inf'))
            probs = (res / temperature).softmax(-1)
            idx = torch.multinomial(probs, 1, generator=generator)
        idxs = torch.cat([idxs, idx], dim=-1)
    return idxs
