# mistake: The model is switched to evaluation and stays there.
# after: huggingface/lerobot#3668, shubhamagarwal92/mmd#14, rohitg00/ai-engineering-from-scratch pull 206
# tasks: 4.4
# line: lm.py:53
# sentence: `model.training` is the same after the call as before, True or False.
# takes: TransformerLM.embed 2, next_token_loss 2

# ===== lm.py =====


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    model.eval()
    tokens = prompt.clone()
    with torch.no_grad():
        for _ in range(n_new):
            logits = model(tokens[:, -model.context_length :])[:, -1]
            if temperature == 0:
                nxt = logits.argmax(dim=-1, keepdim=True)
            else:
                logits = logits / temperature
                if top_k is not None:
                    best = torch.topk(logits, min(top_k, logits.shape[-1]), dim=-1)
                    logits = torch.full_like(logits, float("-inf")).scatter(-1, best.indices, best.values)
                nxt = torch.multinomial(torch.softmax(logits, dim=-1), 1, generator=generator)
            tokens = torch.cat([tokens, nxt], dim=1)
    return tokens
