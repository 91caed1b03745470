# mistake: The way back goes through a layer that is made anew, with random weights, in every call. It has to be self.W_2.
# tasks: 3.2
# line: block.py:32, 33

# ===== block.py =====


class FeedForward(nn.Module):
    def forward(self, x):
        d_model = x.shape[-1]
        d_ff = self.W_1.out_features
        hidden = torch.relu(self.W_1(x))
        back = nn.Linear(d_ff, d_model).to(x)
        return back(hidden)
