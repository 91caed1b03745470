# mistake: The window is cut before the loop and never again, so every new token is predicted from the prompt alone.
# after: loop-invariant hoisting gone wrong; forum threads 'my GPT repeats one token'
# tasks: 4.4
# line: lm.py:59
# sentence: Each new token is appended before the next is predicted, and each row of the batch is drawn by itself, from its own logits.
# takes: TransformerLM.forward 2

# ===== lm.py =====


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    mode = model.training
    model.eval()
    generated = prompt.clone()
    context = generated[:, -model.context_length :]
    with torch.no_grad():
        for _ in range(n_new):
            logits = model(context)[:, -1, :]
            if temperature == 0:
                nxt = logits.argmax(dim=-1, keepdim=True)
            else:
                logits = logits / temperature
                if top_k is not None:
                    kth = logits.topk(min(top_k, logits.shape[-1])).values[:, -1:]
                    logits = logits.masked_fill(logits < kth, float("-inf"))
                nxt = torch.multinomial(torch.softmax(logits, dim=-1), 1, generator=generator)
            generated = torch.cat([generated, nxt], dim=1)
    model.train(mode)
    return generated
