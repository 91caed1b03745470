# mistake: The scale is math.isqrt(d_k), the whole-number root, which is √d_k only for square numbers.
# after: own invention (autocomplete)
# tasks: 1.2
# says: Your code passes for widths 4 and 16; try a width of 2 or 8 and print the number you divide by.
# line: attention.py:20

# ===== attention.py =====


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    return torch.matmul(q, k.transpose(-2, -1)) / math.isqrt(k.size(-1))
