# Karpathy lecture Head: everything inside forward, no call to attend
# 1.1 1.6
# ambiguous: "Call the earlier functions instead of repeating them" is advice, not under Graded; this one repeats them in attend and in the head

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    # version 3: use Softmax
    T = x.shape[-2]
    tril = torch.tril(torch.ones(T, T, device=x.device))
    wei = x @ x.transpose(-2, -1)
    wei = wei.masked_fill(tril == 0, float('-inf'))
    wei = torch.nn.functional.softmax(wei, dim=-1)
    out = wei @ x
    return out


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    wei = q @ k.transpose(-2, -1) * k.shape[-1] ** -0.5
    if mask is not None:
        wei = wei.masked_fill(mask == 0, float('-inf'))
    wei = wei - wei.max(-1, keepdim=True)[0]
    wei = wei.exp()
    wei = wei / wei.sum(-1, keepdim=True)
    return wei @ v, wei


class AttentionHead(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        *_, T, C = x.shape
        k = self.W_k(x)   # (B,T,hs)
        q = self.W_q(x)   # (B,T,hs)
        # compute attention scores ("affinities")
        wei = q @ k.transpose(-2, -1) * k.shape[-1]**-0.5  # (B, T, hs) @ (B, hs, T) -> (B, T, T)
        tril = torch.tril(torch.ones(T, T, device=x.device))
        wei = wei.masked_fill(tril == 0, float('-inf'))  # (B, T, T)
        wei = torch.nn.functional.softmax(wei, dim=-1)
        # perform the weighted aggregation of the values
        v = self.W_v(x)
        return wei @ v


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = torch.tensor([[0.0, 0.0], [0.0, 50.0]])
    return W_q, W_k
