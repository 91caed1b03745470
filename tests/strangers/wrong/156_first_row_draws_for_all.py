# mistake: One word is drawn from the first row's probabilities and given to every row.
# after: NVlabs/Fast-dLLM#64 (samples from p_1t[0] only)
# tasks: 4.4
# line: lm.py:69
# sentence: Each new token is appended before the next is predicted, and each row of the batch is drawn by itself, from its own logits.
# takes: TransformerLM.embed 2, next_token_loss 3

# ===== lm.py =====


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    training = model.training
    model.eval()
    idx = prompt
    with torch.no_grad():
        for _ in range(n_new):
            logits = model(idx[:, -model.context_length :])[:, -1, :]
            if temperature == 0:
                nxt = logits.argmax(dim=-1, keepdim=True)
            else:
                logits = logits / temperature
                if top_k is not None:
                    v, _ = torch.topk(logits, min(top_k, logits.size(-1)))
                    logits = logits.masked_fill(logits < v[:, [-1]], -float("inf"))
                probs = F.softmax(logits, dim=-1)
                nxt = torch.multinomial(probs[0], num_samples=1, generator=generator)
                nxt = nxt.expand(idx.shape[0], 1)
            idx = torch.cat((idx, nxt), dim=1)
    model.train(training)
    return idx
