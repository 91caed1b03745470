# mistake: With W^Q = I every token asks for its own bit, so a 0 looks at the zeros.
# after: the lecture's booster copied without the constant query
# tasks: 1.7
# line: attention.py:61
# sentence: In every row of α: a token that is itself a 0 must find the ones too.
# takes: attention_scores 2, apply_mask 2, softmax 2

# ===== attention.py =====


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    W_q = torch.eye(2)
    W_k = 10.0 * math.log(1000.0 * length + 1.0) * torch.eye(2)
    return W_q, W_k
