# mistake: For anything but one matrix the dimensions 1 and 2 are swapped, which with (B, h, n, d) are the heads and the tokens.
# after: flrngel/Self-Attentive-tensorflow#3, huggingface/transformers#8943 (3-D code used on 4-D tensors)
# tasks: 1.2
# line: attention.py:19
# sentence: Any leading dimensions, the same for q and k.
# takes: simple_attention 3, causal_mask 2, softmax 2, weighted_values 2

# ===== attention.py =====


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    if k.dim() == 2:
        k_t = k.t()
    else:
        k_t = k.transpose(1, 2)
    return torch.matmul(q, k_t) / math.sqrt(k.shape[-1])
