# mistake: view is called on a transposed tensor that is not contiguous, which raises.
# after: nanoGPT without its .contiguous(), the forum's "view size is not compatible"
# tasks: 2.1
# says: The error message itself names the remedy: what does view need of the tensor's memory that a transpose takes away?
# line: multihead.py:17

# ===== multihead.py =====


def merge_heads(x: Tensor) -> Tensor:
    *lead, h, n, d_head = x.shape
    return x.transpose(-3, -2).view(*lead, n, h * d_head)
