# mistake: The result is the surprise, −log P, as in the loss. The log-probability itself is asked for, with its sign.
# tasks: 4.6
# line: lm.py:90, 91

# ===== lm.py =====


def sentence_log_prob(model: nn.Module, tokens: Tensor) -> Tensor:
    c = model.context_length
    n = tokens.shape[1]
    logits = model(tokens[:, :c])[:, : n - 1]
    later = [model(tokens[:, i - c : i])[:, -1:] for i in range(c + 1, n)]
    logits = torch.cat([logits, *later], dim=1)
    targets = tokens[:, 1:]
    logs = F.log_softmax(logits, dim=-1)
    nats = -logs.gather(-1, targets.unsqueeze(-1)).squeeze(-1)
    return nats.sum(dim=1)
