# FeedForward with the weights taken out of the layers, and a ReLU as a product with "is positive".

# ===== block.py =====


class FeedForward(nn.Module):

    def forward(self, x):
        bend = lambda z: z * (z > 0)
        out, back = self.W_1, self.W_2
        hidden = bend(nn.functional.linear(x, out.weight, out.bias))
        return nn.functional.linear(hidden, back.weight, back.bias)
