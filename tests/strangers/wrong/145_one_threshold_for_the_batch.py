# mistake: The threshold is the smallest top-k logit of the whole batch, so rows with larger logits keep more than top_k words; right for one row.
# after: openai/gpt-2#187 (min_values and its missing dimension)
# tasks: 4.4
# line: lm.py:67
# sentence: with every word outside the top_k at 0 and the others scaled to sum to 1.
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
    result = prompt.clone()
    mode = model.training
    model.eval()
    with torch.no_grad():
        for _ in range(n_new):
            last = model(result[:, -model.context_length :])[:, -1]
            if temperature == 0 or top_k == 1:
                word = last.argmax(dim=-1, keepdim=True)
            else:
                if top_k is not None:
                    best = torch.topk(last, min(top_k, last.shape[-1]), dim=-1).values
                    last = last.masked_fill(last < best.min(), float("-inf"))
                word = torch.multinomial(torch.softmax(last / temperature, dim=-1), 1, generator=generator)
            result = torch.cat((result, word), dim=1)
    model.train(mode)
    return result
