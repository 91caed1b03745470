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
