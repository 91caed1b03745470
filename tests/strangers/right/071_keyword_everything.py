# A person who writes every argument by keyword, torch functions only, no operators
# 1.2 1.3 1.4 1.5 1.6 3.1 3.2 3.3

# ===== attention.py =====


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    products = torch.matmul(input=q, other=torch.transpose(input=k, dim0=-2, dim1=-1))
    return torch.mul(input=products, other=math.pow(k.size(dim=-1), -0.5))


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    return torch.tril(input=torch.full(size=(n, n), fill_value=True, dtype=torch.bool, device=device))


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    return torch.masked_fill(input=scores, mask=torch.logical_not(input=mask), value=-math.inf)


def softmax(scores: Tensor) -> Tensor:
    top = torch.amax(input=scores, dim=-1, keepdim=True)
    powers = torch.exp(input=torch.subtract(input=scores, other=top))
    return torch.true_divide(powers, torch.sum(input=powers, dim=-1, keepdim=True))


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    return torch.matmul(input=weights, other=v)


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    scores = attention_scores(q=q, k=k)
    if mask is not None:
        scores = apply_mask(scores=scores, mask=mask)
    weights = softmax(scores=scores)
    return weighted_values(weights=weights, v=v), weights


class AttentionHead(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        output, _ = attend(
            q=self.W_q(input=x), k=self.W_k(input=x), v=self.W_v(input=x),
            mask=causal_mask(n=x.size(dim=-2), device=x.device),
        )
        return output


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = torch.tensor([[0.0, 0.0], [0.0, 50.0]])
    return W_q, W_k


# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        mean = torch.mean(input=x, dim=-1, keepdim=True)
        var = torch.var(input=x, dim=-1, correction=0, keepdim=True)
        z = torch.div(input=torch.sub(input=x, other=mean), other=torch.sqrt(input=torch.add(input=var, other=self.eps)))
        return torch.add(input=torch.mul(input=self.gamma, other=z), other=self.beta)


class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        return self.W_2(input=torch.relu(input=self.W_1(input=x)))


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        after_attention = torch.add(input=self.attention(x=self.norm_1(x=x)), other=x)
        return torch.add(input=self.ffn(x=self.norm_2(x=after_attention)), other=after_attention)
