# UDL notebooks (Prince): column habits, softmax_cols on the transpose
# 1.2 1.4 1.5 1.6

# ===== attention.py =====


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    # K^T Q in the book (columns are tokens), so transpose at the end
    dot_products = torch.matmul(k, q.transpose(-1, -2))
    dot_products = dot_products / (q.shape[-1] ** 0.5)
    return dot_products.transpose(-1, -2)


def softmax_cols(data_in):
    # subtract the max of every column
    exp_values = torch.exp(data_in - data_in.max(dim=-2, keepdim=True).values)
    denom = torch.sum(exp_values, dim=-2, keepdim=True)
    return exp_values / denom


def softmax(scores: Tensor) -> Tensor:
    return softmax_cols(scores.unsqueeze(-1)).squeeze(-1)


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    return torch.matmul(v.transpose(-1, -2), weights.transpose(-1, -2)).transpose(-1, -2)


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    # 1. scores  2. mask  3. softmax  4. weight values
    scores = attention_scores(q, k)
    scores = scores if mask is None else apply_mask(scores, mask)
    attentions = softmax(scores)
    X_prime = weighted_values(attentions, v)
    return X_prime, attentions


class AttentionHead(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        all_queries = torch.matmul(x, self.W_q.weight.T)
        all_keys = torch.matmul(x, self.W_k.weight.T)
        all_values = torch.matmul(x, self.W_v.weight.T)
        X_prime, _ = attend(all_queries, all_keys, all_values, causal_mask(x.shape[-2], x.device))
        return X_prime


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = torch.tensor([[0.0, 0.0], [0.0, 50.0]])
    return W_q, W_k
