# mistake: model.eval() is taken for torch.no_grad(): the model runs with gradients switched on.
# after: thecodeforge.io/ml-ai/pytorch-basics ('eval() does NOT control gradient computation'); ipolharvard/ethos-ares#20 is the reverse
# tasks: 4.4
# line: lm.py:57
# sentence: No gradient is recorded: the model is called with gradients switched off, and the parameters' `.grad` stay as they were.
# takes: TransformerLM.embed 2

# ===== lm.py =====


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    tokens = prompt.clone()
    was_training = model.training
    model.eval()  # no dropout and no gradients
    for _ in range(n_new):
        logits = model(tokens[:, -model.context_length :])[:, -1, :]
        if temperature == 0:
            new = logits.argmax(dim=-1, keepdim=True)
        else:
            logits = logits / temperature
            if top_k is not None:
                kth = torch.topk(logits, min(top_k, logits.size(-1))).values[:, -1:]
                logits = logits.masked_fill(logits < kth, float("-inf"))
            new = torch.multinomial(torch.softmax(logits, dim=-1), 1, generator=generator)
        tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens
