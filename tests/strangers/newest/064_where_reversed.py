# mistake: The negative numbers are kept and the positive ones become 0.
# tasks: 3.2
# line: block.py:31

# ===== block.py =====


class FeedForward(nn.Module):

    def forward(self, x):
        pre = self.W_1(x)
        act = torch.where(pre > 0, torch.zeros_like(pre), pre)
        return self.W_2(act)
