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
        X = self.token_embedding(tokens)
        return X + self.position_embedding.weight[None, :X.shape[1], :]

    def forward(self, tokens: Tensor) -> Tensor:
        X = self.embed(tokens)
        for i, blk in enumerate(self.blocks):
            X = blk(X)
        return self.unembed(self.final_norm(X))


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    Y_hat = logits[:, :-1]
    Y = tokens[:, 1:]
    Y_hat = Y_hat.reshape((-1, Y_hat.shape[-1]))
    Y = Y.reshape((-1,))
    l = F.cross_entropy(Y_hat, Y, reduction='none')
    return l.mean()


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    outputs = prompt
    for _ in range(n_new):
        X = outputs[:, -model.context_length:]
        with torch.no_grad():
            Y = model(X)[:, -1]
        k = Y.shape[-1] if top_k is None else min(top_k, Y.shape[-1])
        if temperature == 0 or k == 1:
            pred = Y.argmax(dim=-1)
        else:
            vals, inds = torch.topk(Y, k, dim=-1)
            probs = torch.softmax(vals / temperature, dim=-1)
            choice = torch.multinomial(probs, 1, generator=generator)
            pred = inds.gather(1, choice).squeeze(1)
        outputs = torch.cat([outputs, pred.reshape(-1, 1)], dim=1)
    return outputs
