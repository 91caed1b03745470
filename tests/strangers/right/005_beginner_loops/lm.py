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
        vectors = []
        for i in range(n):
            word = self.token_embedding(tokens[:, i])
            place = self.position_embedding(torch.tensor(i, device=tokens.device))
            vectors.append(word + place)
        return torch.stack(vectors, dim=1)

    def forward(self, tokens: Tensor) -> Tensor:
        h = self.embed(tokens)
        for i in range(len(self.blocks)):
            h = self.blocks[i](h)
        h = self.final_norm(h)
        logits = self.unembed(h)
        return logits


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    B, n = tokens.shape
    total = 0
    count = 0
    for b in range(B):
        for i in range(n - 1):
            log_probs = torch.log_softmax(logits[b, i], dim=0)
            total = total - log_probs[tokens[b, i + 1]]
            count = count + 1
    return total / count


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    tokens = prompt.clone()
    for step in range(n_new):
        start = max(0, tokens.shape[1] - model.context_length)
        window = tokens[:, start:]
        with torch.no_grad():
            logits = model(window)
        new = []
        for b in range(tokens.shape[0]):
            last = logits[b, -1]
            if temperature == 0:
                new.append(int(torch.argmax(last)))
                continue
            words = torch.argsort(last, descending=True)
            if top_k is not None:
                words = words[:top_k]
            probs = torch.softmax(last[words] / temperature, dim=0)
            pick = torch.multinomial(probs, 1, generator=generator)
            new.append(int(words[pick]))
        new = torch.tensor(new, dtype=torch.int64, device=prompt.device).reshape(-1, 1)
        tokens = torch.cat([tokens, new], dim=1)
    return tokens
