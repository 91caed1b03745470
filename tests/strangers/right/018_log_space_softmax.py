# Statistician: softmax as exp(score - log Z) with a hand-written log Z
# 1.4 1.5
# ambiguous: "a library softmax, log_softmax or logsumexp, in any spelling": the logsumexp here is hand-written from max, exp, sum and log, not a library's

# ===== attention.py =====


def _log_partition(centred):
    return centred.exp().sum(dim=-1, keepdim=True).log()


def softmax(scores: Tensor) -> Tensor:
    # centre first: m + log(...) would lose digits when m is large
    centred = scores - scores.max(dim=-1, keepdim=True).values
    return (centred - _log_partition(centred)).exp()


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    # expectation of v under alpha
    return (weights.unsqueeze(-1) * v.unsqueeze(-3)).sum(dim=-2)


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = torch.tensor([[0.0, 0.0], [0.0, 50.0]])
    return W_q, W_k
