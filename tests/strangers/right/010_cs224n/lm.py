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
        positions = torch.arange(n, device=tokens.device).expand(tokens.size(0), n)     # (B, n)
        x = self.token_embedding(tokens)                                                # (B, n, d)
        x = x + self.position_embedding(positions)
        return x

    def forward(self, tokens: Tensor) -> Tensor:
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h)
        logits = self.unembed(self.final_norm(h))       # (B, n, V)
        return logits


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    P = F.log_softmax(logits, dim=-1)
    # log prob of the gold words
    gold = torch.gather(P[:, :-1], index=tokens[:, 1:].unsqueeze(-1), dim=-1).squeeze(-1)
    return -gold.sum() / gold.numel()


def sample_from(logits, k, generator):
    if k is not None and k < logits.size(-1):
        v, ix = torch.topk(logits, k)
        out = logits.clone()
        out[out < v[:, [-1]]] = -float('inf')
        logits = out
    return torch.multinomial(F.softmax(logits, dim=-1), num_samples=1, generator=generator)


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    was_training = model.training
    model.eval()
    x = prompt
    with torch.no_grad():
        for k in range(n_new):
            x_cond = x if x.size(1) <= model.context_length else x[:, -model.context_length:]   # crop context if needed
            logits = model(x_cond)[:, -1, :]
            if temperature == 0:
                _, ix = torch.topk(logits, k=1, dim=-1)
            else:
                ix = sample_from(logits / temperature, top_k, generator)
            x = torch.cat((x, ix), dim=1)
    if was_training:
        model.train()
    return x
