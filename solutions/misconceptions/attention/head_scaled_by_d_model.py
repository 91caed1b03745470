NAME = "head.scaled_by_d_model"
SAYS = "The scores are scaled by the width of the model instead of that of a key."
HINT = "Inside the head, keys are d_head wide. Does your forward bring in another scale?"
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


class AttentionHead:
    def forward(self, x):
        q = self.W_q(x) * math.sqrt(self.W_q.out_features / self.W_q.in_features)
        return attend(q, self.W_k(x), self.W_v(x), causal_mask(x.shape[-2], device=x.device))[0]
