# mistake: A long row is cut into blocks, and the words of a block see that block only.
# tasks: 4.6
# line: lm.py:85

# ===== lm.py =====


def sentence_log_prob(model: nn.Module, tokens: Tensor) -> Tensor:
    C = model.context_length
    total = 0.0 * model(tokens[:, :1])[:, 0, 0]
    for start in range(0, tokens.shape[1] - 1, C):
        block = tokens[:, start : start + C + 1]
        logp = torch.log_softmax(model(block[:, :-1]), dim=-1)
        total = total + logp.gather(-1, block[:, 1:, None]).sum(dim=(1, 2))
    return total
