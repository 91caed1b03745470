import torch
import torch.nn.functional as F
from block import LayerNorm, TransformerBlock
from torch import Tensor, nn

GREEDY_TEMPERATURE: float = 0.0


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
        token_vectors: Tensor = self.token_embedding(tokens)
        positions: Tensor = torch.arange(n, dtype=torch.int64, device=tokens.device)
        position_vectors: Tensor = self.position_embedding(positions)
        return torch.add(token_vectors, position_vectors.unsqueeze(0))

    def forward(self, tokens: Tensor) -> Tensor:
        stream: Tensor = self.embed(tokens)
        for block in self.blocks:
            stream = block(stream)
        normalised_stream: Tensor = self.final_norm(stream)
        return self.unembed(normalised_stream)


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    predictions: Tensor = logits[:, :-1, :]
    targets: Tensor = tokens[:, 1:]
    log_probabilities: Tensor = torch.log_softmax(predictions, dim=-1)
    target_log_probabilities: Tensor = log_probabilities.gather(dim=-1, index=targets.unsqueeze(-1)).squeeze(-1)
    return target_log_probabilities.mean().neg()


def _keep_top_k(logits: Tensor, top_k: int | None) -> Tensor:
    vocab_size: int = logits.shape[-1]
    if top_k is None or top_k >= vocab_size:
        return logits
    _values, kept_indices = torch.topk(logits, k=top_k, dim=-1)
    keep: Tensor = torch.zeros_like(logits, dtype=torch.bool).scatter(-1, kept_indices, True)
    return logits.masked_fill(~keep, float("-inf"))


def _draw_next_token(
    logits: Tensor, temperature: float, top_k: int | None, generator: torch.Generator | None
) -> Tensor:
    if temperature == GREEDY_TEMPERATURE:
        return torch.argmax(logits, dim=-1, keepdim=True)
    candidates: Tensor = _keep_top_k(logits, top_k)
    probabilities: Tensor = torch.softmax(candidates / temperature, dim=-1)
    return torch.multinomial(probabilities, num_samples=1, generator=generator)


@torch.no_grad()
def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    was_training: bool = model.training
    model.eval()
    try:
        tokens: Tensor = prompt.clone()
        for _step in range(n_new):
            window: Tensor = tokens[:, -model.context_length :]
            last_logits: Tensor = model(window)[:, -1, :]
            next_token: Tensor = _draw_next_token(last_logits, temperature, top_k, generator)
            tokens = torch.cat((tokens, next_token), dim=1)
        return tokens
    finally:
        model.train(was_training)
