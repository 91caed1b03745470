# mistake: The scores are cast to float32 and never cast back: float64 scores give float32 weights.
# after: the softmax(..., dtype=float32).to(query.dtype) idiom of LLaMA code with the cast back forgotten (Flink-ddd's review in RL-Kernel pull 86 shows the first half)
# tasks: 1.4
# line: attention.py:29
# sentence: Float32 and float64; the weights have the dtype and are on the device of the scores.
# takes: simple_attention 3, causal_mask 2, weighted_values 2

# ===== attention.py =====


def softmax(scores: Tensor) -> Tensor:
    s = scores.float()  # softmax in full precision
    s = s - s.max(dim=-1, keepdim=True).values
    e = s.exp()
    return e / e.sum(dim=-1, keepdim=True)
