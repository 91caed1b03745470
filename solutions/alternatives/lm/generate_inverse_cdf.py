NAME = "generate.inverse_cdf"
SAYS = "A uniform number looked up in the cumulative probabilities, sorted; a buffer made beforehand."
MODULE = "lm"


def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    B, n = prompt.shape
    text = torch.zeros(B, n + n_new, dtype=torch.int64, device=prompt.device)
    text[:, :n] = prompt
    with torch.inference_mode():
        for end in range(n, n + n_new):
            start = max(0, end - model.context_length)
            logits, words = model(text[:, start:end])[:, -1].sort(dim=-1, descending=True)
            if temperature == 0:
                place = torch.zeros(B, dtype=torch.int64)
            else:
                if top_k is not None:
                    logits = logits[:, :top_k]
                cumulative = torch.softmax(logits.double() / temperature, dim=-1).cumsum(dim=-1)
                chance = torch.rand(B, 1, dtype=torch.float64, generator=generator)
                place = (cumulative < chance).sum(dim=-1).clamp(max=logits.shape[-1] - 1)
            text[:, end] = words.gather(-1, place.unsqueeze(-1)).squeeze(-1)
    return text
