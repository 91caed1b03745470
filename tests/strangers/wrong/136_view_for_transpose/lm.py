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
        places = torch.arange(n, device=tokens.device)
        return self.token_embedding(tokens) + self.position_embedding(places)

    def forward(self, tokens: Tensor) -> Tensor:
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h)
        return self.unembed(self.final_norm(h))


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    B, n, V = logits.shape
    scores = logits[:, :-1].reshape(B, V, n - 1)  # cross_entropy wants the classes second
    return F.cross_entropy(scores, tokens[:, 1:])


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
    tokens = prompt.clone()
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]
            logits = model(window)[:, -1, :]
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                logits = logits / temperature
                if top_k is not None:
                    best = torch.topk(logits, min(top_k, logits.shape[-1]), dim=-1)
                    logits = torch.full_like(logits, float("-inf")).scatter(-1, best.indices, best.values)
                probs = torch.softmax(logits, dim=-1)
                new = torch.multinomial(probs, 1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens
