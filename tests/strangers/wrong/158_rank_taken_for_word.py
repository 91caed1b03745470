# mistake: The number drawn is the rank among the top k; it is appended as if it were the word (words.gather is missing).
# after: Blaizzy/mlx-vlm pull 1094, dmlc/gluon-nlp#1481 (sorted order not mapped back to the vocabulary)
# tasks: 4.4
# line: lm.py:65
# sentence: with every word outside the top_k at 0 and the others scaled to sum to 1.
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
    out = prompt
    was_training = model.training
    model.eval()
    with torch.no_grad():
        for _ in range(n_new):
            logits = model(out[:, -model.context_length :])[:, -1]
            if temperature == 0:
                nxt = logits.argmax(-1, keepdim=True)
            elif top_k is None:
                nxt = torch.multinomial(F.softmax(logits / temperature, -1), 1, generator=generator)
            else:
                values, words = logits.topk(min(top_k, logits.shape[-1]), dim=-1)
                nxt = torch.multinomial(F.softmax(values / temperature, dim=-1), 1, generator=generator)
            out = torch.cat([out, nxt], dim=1)
    model.train(was_training)
    return out
