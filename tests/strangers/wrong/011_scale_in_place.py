# mistake: `q /= …` scales the caller's tensor in place: the scores are right, but q is changed (and a leaf that needs gradients raises).
# after: vllm-project/vllm pull 24500 review, forum threads 'a leaf Variable that requires grad is being used in an in-place operation'
# tasks: 1.2
# line: attention.py:17
# sentence: q and k are not changed, and gradients flow back to both.
# takes: apply_mask 2, softmax 2

# ===== attention.py =====


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    q /= math.sqrt(q.shape[-1])
    return q @ k.transpose(-2, -1)
