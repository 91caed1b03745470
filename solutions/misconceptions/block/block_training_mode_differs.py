NAME = "block.training_mode_differs"
SAYS = "In training mode the block gives other numbers than in evaluation mode."
HINT = "Call block.train() and block.eval() and compare. Where does your code draw at random, or ask for the mode?"
SECTION = "3.3"
LOSES = ["3.3"]
MODULE = "block"


class TransformerBlock:
    def forward(self, x):
        x = x + torch.nn.functional.dropout(self.attention(self.norm_1(x)), 0.1, self.training)
        return x + torch.nn.functional.dropout(self.ffn(self.norm_2(x)), 0.1, self.training)
