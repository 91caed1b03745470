NAME = "split.view_and_permute"
SAYS = "view, permute and contiguous, the leading dimensions folded into one."
MODULE = "multihead"


def split_heads(x, n_heads):
    *leading, n, d = x.shape
    folded = x.contiguous().view(-1, n, n_heads, d // n_heads).permute(0, 2, 1, 3).contiguous()
    return folded.view(*leading, n_heads, n, d // n_heads)
