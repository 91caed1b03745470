# mistake: The FIRST context_length tokens are shown, so behind that point the same word is predicted for ever.
# after: truncation on the wrong side (tokenizer truncation_side issues)
# tasks: 4.4
# line: lm.py:56
# sentence: Sliding window: for each new token the model is shown the LAST `model.context_length` tokens so far, or all of them while there are fewer; never more.
# takes: TransformerLM.forward 2, next_token_loss 2

# ===== lm.py =====


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    out = prompt.clone()
    for _ in range(n_new):
        window = out[:, : model.context_length]
        with torch.no_grad():
            logits = model(window)[:, -1]
        if temperature == 0:
            nxt = logits.argmax(-1, keepdim=True)
        else:
            logits = logits / temperature
            if top_k is not None:
                floor = logits.topk(min(top_k, logits.shape[-1]), dim=-1).values[:, -1:]
                logits = logits.masked_fill(logits < floor, float("-inf"))
            nxt = torch.multinomial(logits.softmax(-1), 1, generator=generator)
        out = torch.cat([out, nxt], dim=1)
    return out
