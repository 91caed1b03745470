# What several answers of lines/ have in common; see tests/strangers/pieces.py.

# ===== attention.py =====
import math
import torch
from torch import Tensor, nn

def simple_attention(x: Tensor) -> Tensor:
    outputs = []
    for i in range(x.shape[-2]):
        seen = x[..., :i + 1, :]
        current = x[..., i:i + 1, :]
        scores = (current * seen).sum(dim=-1)
        alpha = torch.softmax(scores, dim=-1)
        outputs.append((alpha.unsqueeze(-1) * seen).sum(dim=-2))
    return torch.stack(outputs, dim=-2)

def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    d_k = k.shape[-1]
    return q @ k.transpose(-2, -1) / math.sqrt(d_k)

def causal_mask(n: int, device: torch.device | str | None=None) -> Tensor:
    return torch.ones(n, n, dtype=torch.bool, device=device).tril()

def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    return scores.masked_fill(~mask, -math.inf)

def softmax(scores: Tensor) -> Tensor:
    largest = scores.amax(dim=-1, keepdim=True).detach()
    exps = torch.exp(scores - largest)
    return exps / exps.sum(dim=-1, keepdim=True)

def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    return weights @ v

def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None=None) -> tuple[Tensor, Tensor]:
    scores = attention_scores(q, k)
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = softmax(scores)
    return (weighted_values(weights, v), weights)

class AttentionHead(nn.Module):

    def __init__(self, d_model: int, d_head: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(d_model, d_head, bias=False)
        self.W_k = nn.Linear(d_model, d_head, bias=False)
        self.W_v = nn.Linear(d_model, d_head, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = (self.W_q(x), self.W_k(x), self.W_v(x))
        mask = causal_mask(x.shape[-2], device=x.device)
        output, _ = attend(q, k, v, mask)
        return output

def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    score_of_a_one = math.log(10000 * length)
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = math.sqrt(2) * score_of_a_one * torch.eye(2)
    return (W_q, W_k)


# ===== multihead.py =====
import torch
from attention import attend, causal_mask
from torch import Tensor, nn

def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f'a width of {d} cannot be cut into {n_heads} heads of equal width')
    chunks = x.unflatten(-1, (n_heads, d // n_heads))
    return chunks.transpose(-3, -2)

def merge_heads(x: Tensor) -> Tensor:
    chunks = x.transpose(-3, -2)
    return chunks.flatten(-2)

class MultiHeadAttention(nn.Module):

    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError(f'd_model = {d_model} cannot be cut into n_heads = {n_heads} heads of equal width')
        self.n_heads = n_heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        q = split_heads(self.W_q(x), self.n_heads)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        mask = causal_mask(x.shape[-2], device=x.device)
        heads, _ = attend(q, k, v, mask)
        return self.W_o(merge_heads(heads))

    def head_contributions(self, x: Tensor) -> Tensor:
        q = split_heads(self.W_q(x), self.n_heads)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        mask = causal_mask(x.shape[-2], device=x.device)
        heads, _ = attend(q, k, v, mask)
        W_o_by_head = split_heads(self.W_o.weight, self.n_heads)
        return heads @ W_o_by_head.transpose(-2, -1)


# ===== block.py =====
import torch
from multihead import MultiHeadAttention
from torch import Tensor, nn

class LayerNorm(nn.Module):

    def __init__(self, d_model: int, eps: float=1e-05) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        centred = x - x.mean(dim=-1, keepdim=True)
        variance = (centred ** 2).mean(dim=-1, keepdim=True)
        normalised = centred / torch.sqrt(variance + self.eps)
        return self.gamma * normalised + self.beta

class FeedForward(nn.Module):

    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.W_1 = nn.Linear(d_model, d_ff)
        self.W_2 = nn.Linear(d_ff, d_model)

    def forward(self, x: Tensor) -> Tensor:
        hidden = torch.relu(self.W_1(x))
        return self.W_2(hidden)

class TransformerBlock(nn.Module):

    def __init__(self, d_model: int, n_heads: int, d_ff: int) -> None:
        super().__init__()
        self.norm_1 = LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = LayerNorm(d_model)
        self.ffn = FeedForward(d_model, d_ff)

    def forward(self, x: Tensor) -> Tensor:
        t1 = self.norm_1(x)
        t2 = self.attention(t1)
        t3 = t2 + x
        t4 = self.norm_2(t3)
        t5 = self.ffn(t4)
        return t5 + t3


# ===== lm.py =====
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
        for block in self.blocks:
            h = block(h)
        return self.unembed(self.final_norm(h))

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
