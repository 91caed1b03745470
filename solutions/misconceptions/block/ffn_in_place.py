NAME = "ffn.in_place"
SAYS = "x is changed in place before it is used."
HINT = "Print x before and after the call."
SECTION = "3.2"
LOSES = ["3.2"]
MODULE = "block"


class FeedForward:
    def forward(self, x):
        hidden = torch.relu(self.W_1(x))
        x.zero_()
        x += self.W_2(hidden)
        return x
