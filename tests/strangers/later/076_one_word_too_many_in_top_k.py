# mistake: The words to shut out start at rank top_k + 1 (counted from 0), so top_k + 1 words stay in.
# after: off-by-one
# tasks: 4.4
# says: With top_k = 1 the result should be greedy: how many words are left in your logits then?
# line: lm.py:70

# ===== lm.py =====


@torch.no_grad()
def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    texte = prompt
    for _ in range(n_new):
        contexte = texte[:, -model.context_length :]
        logits = model(contexte)[:, -1, :]
        if temperature == 0:
            prochain = logits.argmax(dim=-1, keepdim=True)
        else:
            if top_k is not None:
                ordre = logits.argsort(dim=-1, descending=True)
                a_exclure = ordre[:, top_k + 1 :]
                logits = logits.scatter(1, a_exclure, float("-inf"))
            probas = torch.softmax(logits / temperature, dim=-1)
            prochain = torch.multinomial(probas, 1, generator=generator)
        texte = torch.cat([texte, prochain], dim=1)
    return texte
