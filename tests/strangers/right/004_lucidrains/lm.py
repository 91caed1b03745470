import torch
import torch.nn.functional as F
from block import LayerNorm, TransformerBlock
from torch import Tensor, nn


def exists(val):
    return val is not None


def log(t, eps=1e-20):
    return torch.log(t.clamp(min=eps))


def gumbel_noise(t, generator=None):
    noise = torch.rand(t.shape, dtype=t.dtype, device=t.device, generator=generator)
    return -log(-log(noise))


def gumbel_sample(t, temperature=1., dim=-1, generator=None):
    return ((t / max(temperature, 1e-10)) + gumbel_noise(t, generator)).argmax(dim=dim, keepdim=True)


def top_k_filter(logits, k):
    k = min(k, logits.shape[-1])
    val, ind = torch.topk(logits, k)
    probs = torch.full_like(logits, float('-inf'))
    return probs.scatter(1, ind, val)


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
        x = self.token_embedding(tokens)
        pos_emb = self.position_embedding(torch.arange(n, device=tokens.device))
        return x + pos_emb[None, :]

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
    logits, labels = logits[:, :-1], tokens[:, 1:]
    # b n c -> b c n
    return F.cross_entropy(logits.transpose(1, 2), labels)


@torch.no_grad()
def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    out = prompt.clone()

    for _ in range(n_new):
        logits = model(out[:, -model.context_length:])[:, -1]

        if exists(top_k):
            logits = top_k_filter(logits, top_k)

        if temperature == 0.:
            sample = logits.argmax(dim=-1, keepdim=True)
        else:
            sample = gumbel_sample(logits, temperature=temperature, generator=generator)

        out = torch.cat((out, sample), dim=-1)

    return out
