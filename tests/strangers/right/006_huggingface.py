# HuggingFace transformers modelling code: long names, additive finfo.min masks, LogitsProcessor-like helpers
# 1.1 1.2 1.3 1.4 1.5 1.6 1.7 2.1 2.2 2.3 3.1 3.2 3.3 4.1 4.2 4.3 4.4 4.5

# ===== attention.py =====
import math
from typing import Optional, Tuple

import torch
from torch import Tensor, nn


def _prepare_4d_causal_attention_mask(query_length: int, dtype: torch.dtype, device: torch.device) -> torch.Tensor:
    min_dtype = torch.finfo(dtype).min
    mask = torch.full((query_length, query_length), fill_value=min_dtype, dtype=dtype, device=device)
    if query_length != 1:
        mask = torch.triu(mask, diagonal=1)
    else:
        mask = torch.zeros_like(mask)
    return mask


def simple_attention(x: Tensor) -> Tensor:
    attn_weights = torch.matmul(x, x.transpose(-1, -2))
    attn_weights = attn_weights + _prepare_4d_causal_attention_mask(x.shape[-2], x.dtype, x.device)
    attn_weights = nn.functional.softmax(attn_weights, dim=-1)
    return torch.matmul(attn_weights, x)


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    attn_weights = torch.matmul(q, k.transpose(-1, -2))
    attn_weights = attn_weights / torch.full(
        [], k.size(-1) ** 0.5, dtype=attn_weights.dtype, device=attn_weights.device
    )
    return attn_weights


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    return torch.tril(torch.ones((n, n), dtype=torch.bool, device=device)).view(n, n)


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    mask_value = torch.finfo(scores.dtype).min
    # Need to be a tensor, otherwise we get error: `RuntimeError: expected scalar type float but found double`.
    mask_value = torch.full([], mask_value, dtype=scores.dtype, device=scores.device)
    return torch.where(mask, scores.to(scores.dtype), mask_value)


def softmax(scores: Tensor) -> Tensor:
    shifted = scores - torch.amax(scores, dim=-1, keepdim=True)
    numerator = torch.exp(shifted)
    denominator = numerator.sum(dim=-1, keepdim=True)
    return numerator / denominator


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    weights = weights.type(v.dtype)
    return torch.matmul(weights, v)


def attend(
    q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, mask: Optional[torch.Tensor] = None
) -> Tuple[torch.Tensor, torch.Tensor]:
    attn_weights = attention_scores(q, k)
    if mask is not None:
        attn_weights = apply_mask(attn_weights, mask)
    attn_weights = softmax(attn_weights)
    attn_output = weighted_values(attn_weights, v)
    return attn_output, attn_weights


class AttentionHead(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        hidden_states = x
        query_states = self.W_q(hidden_states)
        key_states = self.W_k(hidden_states)
        value_states = self.W_v(hidden_states)
        attention_mask = causal_mask(hidden_states.size(-2), device=hidden_states.device)
        attn_output, _ = attend(query_states, key_states, value_states, attention_mask)
        return attn_output


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    margin = math.log(length / 1e-4)
    query_weight = torch.tensor([[0.0, 0.0], [1.0, 1.0]], dtype=torch.float32)
    key_weight = torch.tensor([[0.0, 0.0], [-margin * math.sqrt(2.0), margin * math.sqrt(2.0)]], dtype=torch.float32)
    return query_weight, key_weight


# ===== multihead.py =====
from typing import Tuple

import torch
from attention import attend, causal_mask
from torch import Tensor, nn


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    new_shape = x.size()[:-1] + (n_heads, d // n_heads)
    tensor = x.reshape(new_shape)
    return tensor.transpose(-3, -2)  # (batch, head, seq_length, head_features)


def merge_heads(x: Tensor) -> Tensor:
    tensor = x.transpose(-3, -2).contiguous()
    new_shape = tensor.size()[:-2] + (tensor.size(-2) * tensor.size(-1),)
    return tensor.view(new_shape)


class MultiHeadAttention(nn.Module):

    def _shape(self, hidden_states: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
        query = split_heads(self.W_q(hidden_states), self.n_heads)
        key = split_heads(self.W_k(hidden_states), self.n_heads)
        value = split_heads(self.W_v(hidden_states), self.n_heads)
        return query, key, value

    def _attn(self, hidden_states: Tensor) -> Tuple[Tensor, Tensor]:
        query, key, value = self._shape(hidden_states)
        attention_mask = causal_mask(hidden_states.shape[-2], device=hidden_states.device)
        return attend(query, key, value, attention_mask)

    def forward(self, x: Tensor) -> Tensor:
        attn_output, attn_weights = self._attn(x)
        attn_output = merge_heads(attn_output)
        attn_output = self.W_o(attn_output)
        return attn_output

    def head_contributions(self, x: Tensor) -> Tensor:
        attn_output, _ = self._attn(x)
        head_dim = attn_output.shape[-1]
        per_head = []
        for head_output, weight in zip(attn_output.unbind(dim=-3), self.W_o.weight.split(head_dim, dim=1)):
            per_head.append(nn.functional.linear(head_output, weight))
        return torch.stack(per_head, dim=-3)


# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        hidden_states = x
        u = hidden_states.mean(-1, keepdim=True)
        s = (hidden_states - u).pow(2).mean(-1, keepdim=True)
        hidden_states = (hidden_states - u) / torch.sqrt(s + self.eps)
        return self.gamma * hidden_states + self.beta


class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        hidden_states = self.W_1(x)
        hidden_states = nn.functional.relu(hidden_states)
        hidden_states = self.W_2(hidden_states)
        return hidden_states


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        hidden_states = x
        residual = hidden_states
        hidden_states = self.norm_1(hidden_states)
        attn_output = self.attention(hidden_states)
        # residual connection
        hidden_states = attn_output + residual

        residual = hidden_states
        hidden_states = self.norm_2(hidden_states)
        feed_forward_hidden_states = self.ffn(hidden_states)
        # residual connection
        hidden_states = residual + feed_forward_hidden_states
        return hidden_states


# ===== lm.py =====
from typing import Optional

import torch
import torch.nn.functional as F
from block import LayerNorm, TransformerBlock
from torch import Tensor, nn
from torch.nn import CrossEntropyLoss


class TemperatureLogitsWarper:
    def __init__(self, temperature: float):
        self.temperature = temperature

    def __call__(self, input_ids, scores):
        return scores / self.temperature


class TopKLogitsWarper:
    def __init__(self, top_k: int, filter_value: float = -float("Inf"), min_tokens_to_keep: int = 1):
        self.top_k = max(top_k, min_tokens_to_keep)
        self.filter_value = filter_value

    def __call__(self, input_ids, scores):
        top_k = min(self.top_k, scores.size(-1))  # Safety check
        # Remove all tokens with a probability less than the last token of the top-k
        indices_to_remove = scores < torch.topk(scores, top_k)[0][..., -1, None]
        return scores.masked_fill(indices_to_remove, self.filter_value)


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        input_shape = tokens.size()
        position_ids = torch.arange(0, input_shape[-1], dtype=torch.long, device=tokens.device)
        position_ids = position_ids.unsqueeze(0).expand(input_shape)
        inputs_embeds = self.token_embedding(tokens)
        position_embeds = self.position_embedding(position_ids)
        return inputs_embeds + position_embeds

    def forward(self, tokens: Tensor) -> Tensor:
        hidden_states = self.embed(tokens)
        for i, block in enumerate(self.blocks):
            hidden_states = block(hidden_states)
        hidden_states = self.final_norm(hidden_states)
        lm_logits = self.unembed(hidden_states)
        return lm_logits


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    # Shift so that tokens < n predict n
    shift_logits = logits[..., :-1, :].contiguous()
    shift_labels = tokens[..., 1:].contiguous()
    # Flatten the tokens
    loss_fct = CrossEntropyLoss()
    return loss_fct(shift_logits.view(-1, shift_logits.size(-1)), shift_labels.view(-1))


@torch.no_grad()
def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    input_ids = prompt
    do_sample = temperature > 0
    warpers = []
    if do_sample:
        warpers.append(TemperatureLogitsWarper(temperature))
        if top_k is not None:
            warpers.append(TopKLogitsWarper(top_k))
    for _ in range(n_new):
        model_inputs = input_ids[:, -model.context_length :]
        outputs = model(model_inputs)
        next_token_logits = outputs[:, -1, :]
        next_token_scores = next_token_logits
        for warper in warpers:
            next_token_scores = warper(input_ids, next_token_scores)
        if do_sample:
            probs = F.softmax(next_token_scores, dim=-1)
            next_tokens = torch.multinomial(probs, num_samples=1, generator=generator).squeeze(1)
        else:
            next_tokens = torch.argmax(next_token_scores, dim=-1)
        input_ids = torch.cat([input_ids, next_tokens[:, None]], dim=-1)
    return input_ids


# ===== train.py =====


class Trainer:
    def __init__(self, model, learning_rate, max_grad_norm=1.0):
        self.model = model
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=learning_rate, weight_decay=0.0)
        self.max_grad_norm = max_grad_norm

    def compute_loss(self, inputs):
        return next_token_loss(self.model(inputs), inputs)

    def training_step(self, inputs):
        self.model.train()
        loss = self.compute_loss(inputs)
        loss.backward()
        return loss.detach()

    def train(self, dataloader):
        log_history = []
        self.model.zero_grad()
        for step, inputs in enumerate(dataloader):
            tr_loss = self.training_step(inputs)
            nn.utils.clip_grad_norm_(self.model.parameters(), self.max_grad_norm)
            self.optimizer.step()
            self.optimizer.zero_grad()
            log_history.append(tr_loss.item())
        return log_history


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    return Trainer(model, lr).train(batches)
