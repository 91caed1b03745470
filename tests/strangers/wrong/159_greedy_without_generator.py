# mistake: Without a generator nothing is drawn: the largest logit is taken at any temperature.
# after: vllm-project/tpu-inference#1386 (a default that silently forces greedy sampling)
# tasks: 4.4
# line: lm.py:62
# sentence: The distribution of what is drawn: softmax(logits / temperature), with every word outside the top_k at 0 and the others scaled to sum to 1.
# takes: TransformerLM.forward 2, next_token_loss 3

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
    tokens = prompt.clone()
    with torch.no_grad():
        for _ in range(n_new):
            logits = model(tokens[:, -model.context_length :])[:, -1]
            if temperature == 0 or generator is None:
                nxt = logits.argmax(-1, keepdim=True)
            else:
                logits = logits / temperature
                if top_k is not None:
                    kth = logits.topk(min(top_k, logits.shape[-1]), dim=-1).values[:, -1:]
                    logits = logits.masked_fill(logits < kth, float("-inf"))
                nxt = torch.multinomial(logits.softmax(-1), 1, generator=generator)
            tokens = torch.cat([tokens, nxt], dim=1)
    model.train(was_training)
    return tokens
