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
        pos = torch.arange(n, device=tokens.device).repeat(tokens.shape[0], 1)
        return self.token_embedding(tokens).add(self.position_embedding(pos))

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
    pred = logits[:, 0:-1, :].permute(0, 2, 1)
    true = tokens[:, 1:]
    return nn.CrossEntropyLoss(reduction="mean")(pred, true)


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    model_was_training = model.training
    model.train(False)
    output = prompt.clone()
    torch_grad = torch.is_grad_enabled()
    torch.set_grad_enabled(False)
    for step in range(n_new):
        context = output[:, -model.context_length:]
        logits = model(context)[:, -1, :]
        if temperature < 1e-12:
            next_word = torch.argmax(logits, dim=-1)
        else:
            if top_k:
                values, indices = torch.topk(logits, k=min(top_k, logits.size(-1)))
                filtered = torch.ones_like(logits) * float("-inf")
                filtered.scatter_(dim=-1, index=indices, src=values)
                logits = filtered
            probabilities = torch.nn.functional.softmax(logits / temperature, dim=-1)
            next_word = torch.multinomial(probabilities, 1, generator=generator).flatten()
        output = torch.column_stack([output, next_word])
    torch.set_grad_enabled(torch_grad)
    model.train(model_was_training)
    return output
