# One vector at a time, put back into the shape at the end.
# 3.1

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x):
        done = []
        for vector in x.reshape(-1, x.shape[-1]):
            centred = vector - vector.mean()
            done.append(centred * (centred.dot(centred) / len(vector) + self.eps).rsqrt())
        return torch.stack(done).reshape(x.shape) * self.gamma + self.beta
