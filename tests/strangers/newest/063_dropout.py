# mistake: Dropout draws at random which features pass.
# tasks: 3.2
# line: block.py:31

# ===== block.py =====


class FeedForward(nn.Module):

    def forward(self, x):
        h = torch.relu(self.W_1(x))
        h = nn.functional.dropout(h, p=0.1, training=self.training)
        return self.W_2(h)
