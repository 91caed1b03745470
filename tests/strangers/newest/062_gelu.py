# mistake: A GELU stands where the ReLU should be.
# tasks: 3.2
# line: block.py:31

# ===== block.py =====


class FeedForward(nn.Module):

    def forward(self, x):
        hidden = self.W_1(x)
        hidden = torch.nn.functional.gelu(hidden)
        return self.W_2(hidden)
