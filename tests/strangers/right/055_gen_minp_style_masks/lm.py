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


def log_softmax(x):
    x = x - x.max(dim=-1, keepdim=True).values
    return x - torch.log(torch.sum(torch.exp(x), dim=-1, keepdim=True))


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    inputs, targets = logits[:, :-1, :], tokens[:, 1:]
    neg_log_likelihood = -torch.gather(log_softmax(inputs), -1, targets.unsqueeze(-1))
    return neg_log_likelihood.mean()


def softmax_with_temperature(logits, temperature):
    z = (logits - logits.max(dim=-1, keepdim=True).values) / temperature
    e = torch.exp(z)
    return e / e.sum(dim=-1, keepdim=True)


@torch.no_grad()
def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    training = model.training
    model.eval()
    ids = prompt
    for _ in range(n_new):
        last = model(ids[:, -model.context_length :])[:, -1, :]
        if temperature == 0:
            next_id = torch.argmax(last, dim=-1, keepdim=True)
        else:
            probs = softmax_with_temperature(last, temperature)
            if top_k:
                rank = last.argsort(dim=-1, descending=True).argsort(dim=-1)
                probs = probs * (rank < top_k)
                probs = probs / probs.sum(dim=-1, keepdim=True)
            next_id = torch.multinomial(probs, num_samples=1, generator=generator)
        ids = torch.cat([ids, next_id], dim=-1)
    model.train(training)
    return ids
