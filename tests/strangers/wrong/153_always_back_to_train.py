# mistake: model.train() is called at the end whatever the mode was before, so a model in evaluation comes back in training mode.
# after: the eval()/train() pair of Karpathy's estimate_loss, used where the model may be in eval mode
# tasks: 4.4
# line: lm.py:70
# sentence: `model.training` is the same after the call as before, True or False.
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
    model.eval()
    seq = prompt
    with torch.no_grad():
        for _ in range(n_new):
            last = model(seq[:, -model.context_length :])[:, -1]
            if temperature == 0:
                word = last.argmax(-1, keepdim=True)
            else:
                last = last / temperature
                if top_k is not None:
                    cut = last.topk(min(top_k, last.size(-1)), dim=-1).values[:, -1:]
                    last = last.masked_fill(last < cut, float("-inf"))
                word = torch.multinomial(last.softmax(-1), 1, generator=generator)
            seq = torch.cat([seq, word], dim=1)
    model.train()
    return seq
