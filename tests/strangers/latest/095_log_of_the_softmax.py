# mistake: The softmax underflows to 0 for logits hundreds apart, and its logarithm is minus infinity.
# tasks: 4.6
# line: lm.py:86, 87

# ===== lm.py =====


def sentence_log_prob(model: nn.Module, tokens: Tensor) -> Tensor:
    result = 0.0 * model(tokens[:, :1])[:, 0, 0]
    for i in range(1, tokens.shape[1]):
        seen = tokens[:, :i][:, -model.context_length :]
        probs = torch.softmax(model(seen)[:, -1], dim=-1)
        result = result + torch.log(probs.gather(1, tokens[:, [i]])).squeeze(1)
    return result
