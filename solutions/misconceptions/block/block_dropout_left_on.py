NAME = "block.dropout_left_on"
SAYS = "What the parts write is dropped at random, in evaluation too, which this task does not ask for."
HINT = "Call the block twice with the same input. Should the results differ?"
SECTION = "3.3"
LOSES = ["3.3"]
MODULE = "block"


class TransformerBlock:
    def forward(self, x):
        t3 = torch.nn.functional.dropout(self.attention(self.norm_1(x)), p=0.1) + x
        return torch.nn.functional.dropout(self.ffn(self.norm_2(t3)), p=0.1) + t3
