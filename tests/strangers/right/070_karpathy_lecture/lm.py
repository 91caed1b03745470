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
        B, T = tokens.shape
        tok_emb = self.token_embedding(tokens)  # (B,T,C)
        pos_emb = self.position_embedding(torch.arange(T, device=tokens.device))  # (T,C)
        return tok_emb + pos_emb  # (B,T,C)

    def forward(self, tokens: Tensor) -> Tensor:
        x = self.embed(tokens)
        for block in self.blocks:
            x = block(x)
        x = self.final_norm(x)  # (B,T,C)
        logits = self.unembed(x)  # (B,T,vocab_size)
        return logits


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    logits, targets = logits[:, :-1, :], tokens[:, 1:]
    B, T, C = logits.shape
    logits = logits.reshape(B * T, C)
    targets = targets.reshape(B * T)
    loss = F.cross_entropy(logits, targets)
    return loss


@torch.no_grad()
def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    # idx is (B, T) array of indices in the current context
    idx = prompt
    for _ in range(n_new):
        # crop idx to the last block_size tokens
        idx_cond = idx[:, -model.context_length:]
        logits = model(idx_cond)
        # focus only on the last time step
        logits = logits[:, -1, :]  # becomes (B, C)
        if temperature == 0:
            idx_next = logits.argmax(dim=-1, keepdim=True)
            idx = torch.cat((idx, idx_next), dim=1)
            continue
        probs = F.softmax(logits / temperature, dim=-1)  # (B, C)
        if top_k is not None:
            topk_probs, topk_indices = torch.topk(probs, min(top_k, probs.size(-1)), dim=-1)
            ix = torch.multinomial(topk_probs, 1, generator=generator)  # (B, 1), multinomial rescales
            idx_next = torch.gather(topk_indices, -1, ix)
        else:
            idx_next = torch.multinomial(probs, num_samples=1, generator=generator)  # (B, 1)
        idx = torch.cat((idx, idx_next), dim=1)  # (B, T+1)
    return idx
