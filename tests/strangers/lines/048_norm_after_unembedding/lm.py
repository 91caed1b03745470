import torch
import torch.nn.functional as F
from block import LayerNorm, TransformerBlock
from torch import Tensor, nn

class TransformerLM(nn.Module):

    def __init__(self, vocab_size: int, context_length: int, d_model: int, n_heads: int, n_layers: int, d_ff: int) -> None:
        super().__init__()
        self.context_length = context_length
        self.token_embedding = nn.Embedding(vocab_size, d_model)
        self.position_embedding = nn.Embedding(context_length, d_model)
        self.blocks = nn.ModuleList((TransformerBlock(d_model, n_heads, d_ff) for _ in range(n_layers)))
        self.final_norm = LayerNorm(d_model)
        self.unembed = nn.Linear(d_model, vocab_size, bias=False)
        nn.init.normal_(self.token_embedding.weight, std=0.1)
        nn.init.normal_(self.position_embedding.weight, std=0.1)

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f'a row of {n} tokens is longer than the context length of {self.context_length}')
        positions = torch.arange(n, device=tokens.device)
        return self.token_embedding(tokens) + self.position_embedding(positions)

    def forward(self, tokens: Tensor) -> Tensor:
        h = self.embed(tokens)
        for layer in self.blocks:
            h = layer(h)
        mean = h.mean(dim=-1, keepdim=True)
        h = (h - mean) / h.std(dim=-1, keepdim=True)
        logits = self.unembed(h)
        return logits

def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(f'logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: all dimensions of the logits but the last must be those of the tokens')
    predictions = logits[:, :-1].flatten(0, 1)
    targets = tokens[:, 1:].flatten()
    return F.cross_entropy(predictions, targets)

def generate(model: nn.Module, prompt: Tensor, n_new: int, temperature: float=1.0, top_k: int | None=None, generator: torch.Generator | None=None) -> Tensor:
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length:]
            logits = model(window)[:, -1]
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]
                logits = logits.masked_fill(logits < smallest_kept, float('-inf'))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens
