# Sorts the words, adds up their shares and looks where a random number falls.
# 4.4

# ===== lm.py =====


@torch.no_grad()
def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
    B, n = prompt.shape
    text = torch.empty(B, n + n_new, dtype=prompt.dtype, device=prompt.device)
    text[:, :n] = prompt
    for here in range(n, n + n_new):
        logits = model(text[:, max(0, here - model.context_length) : here])[:, -1]
        ordered, words = logits.sort(dim=-1, descending=True)
        if temperature == 0 or top_k == 1:
            text[:, here] = words[:, 0]
            continue
        shares = torch.softmax(ordered[:, :top_k].double() / temperature, dim=-1).cumsum(-1)
        draw = torch.rand(B, 1, generator=generator, device=prompt.device, dtype=torch.float64)
        rank = (shares / shares[:, -1:] <= draw).sum(-1, keepdim=True).clamp(max=shares.shape[-1] - 1)
        text[:, here] = words.gather(1, rank)[:, 0]
    return text
