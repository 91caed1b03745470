# mistake: The probabilities, not the logits, are divided by the temperature; multinomial normalises them again, so the temperature has no effect.
# after: MoonshotAI/Kimi-Audio pull 161 (temperature after the softmax)
# tasks: 4.4
# line: lm.py:66
# sentence: The distribution of what is drawn: softmax(logits / temperature), with every word outside the top_k at 0 and the others scaled to sum to 1.
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
    was_training = model.training
    model.eval()
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            logits = model(tokens[:, -model.context_length :])[:, -1, :]
            if temperature == 0:
                nxt = logits.argmax(dim=-1, keepdim=True)
            else:
                if top_k is not None:
                    kth = torch.topk(logits, min(top_k, logits.shape[-1])).values[:, [-1]]
                    logits = logits.masked_fill(logits < kth, float("-inf"))
                probs = torch.softmax(logits, dim=-1) / temperature
                nxt = torch.multinomial(probs, num_samples=1, generator=generator)
            tokens = torch.cat([tokens, nxt], dim=1)
    model.train(was_training)
    return tokens
