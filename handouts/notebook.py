# %% [markdown]
# # Attention, from scratch: the notebook
#
# Your work lives in the five `.py` files; they are what you hand in. This notebook only drives them: it runs the check,
# draws what your functions look at, trains your model, and writes the zip. Edit the files in the panel beside it (or
# in any editor) and run the cells again.
#
# **On Colab**: upload `assignment.zip` with the folder symbol on the left, then run the cells. Colab forgets:
# download your files (or the zip of the last cell) before you leave.
#
# ## Where do I stand?
#
# The same as `python check.py` in a terminal. For one task, write `cells.check("1.2")`.

# %%
import sys
import zipfile
from pathlib import Path

if not (found := [*Path().glob("check.py"), *Path().glob("*/check.py")]) and Path("assignment.zip").exists():
    zipfile.ZipFile("assignment.zip").extractall()  # only once: your files are never overwritten
    found = [*Path().glob("*/check.py")]
if not found:
    sys.exit("There is no check.py here: open the notebook in the assignment's folder, or upload assignment.zip.")
sys.path.insert(0, str(found[0].resolve().parent))

import cells

print(cells.check())

# %% [markdown]
# ## What does one head look at?
#
# The second lecture's row 0 0 1 0. Every token should look at the 1: with your weights from 1.7, and without any.

# %%
import torch

with cells.as_far_as_it_goes():
    (attention,) = cells.fresh("attention")
    from pictures import heat_map

    row = ["0", "0", "1", "0"]
    E = torch.eye(2)[[int(bit) for bit in row]]
    W_q, W_k = (matrix.to(E.dtype) for matrix in attention.find_ones_weights(len(row)))
    _, sharp = attention.attend(E @ W_q.T, E @ W_k.T, E)
    _, flat = attention.attend(E, E, E)
    labels = [f"{bit} (place {i})" for i, bit in enumerate(row, 1)]
    cells.show(heat_map(flat, labels, labels, "no-weights.png", "Without W_q and W_k: like looks at like"))
    cells.show(heat_map(sharp, labels, labels, "found.png", "With your W_q and W_k: everybody finds the 1"))

# %% [markdown]
# ## The thread
#
# The handout works *a girl lost …* out by hand. Here your functions follow it: step by step, where they leave the paper
# (if they do), and whom each word looks at.

# %%
with cells.as_far_as_it_goes():
    (thread,) = cells.fresh("thread")
    (attention,) = cells.fresh("attention")
    for step in thread.STEPS:
        print(thread.line(step, thread.Modules()))
    q, k, v = (thread.numbers(f"head/{name}") for name in "qkv")
    _, weights = attention.attend(q, thread.LN2 * k, v, attention.causal_mask(3))
    words = thread.THREAD["sentence"]
    cells.show(heat_map(weights, words, words, "thread.png", "a girl lost: who looks at whom"))

# %% [markdown]
# ## Train it
#
# A minute or so on a laptop. The row ends with whether any bit was 1; the dashed line is the least loss that any model
# can have on average.

# %%
with cells.as_far_as_it_goes():
    lm, train = cells.fresh("lm", "train")
    from data import AnyOnes
    from pictures import loss_curve

    source = AnyOnes(12)
    torch.manual_seed(0)
    model = lm.TransformerLM(
        vocab_size=len(source.vocab), context_length=source.n, d_model=32, n_heads=2, n_layers=1, d_ff=64
    )
    losses = train.train(model, source.batches(200, 32, seed=0), lr=5e-3)
    print(f"first loss {losses[0]:.3f}, last loss {losses[-1]:.3f}, floor {source.floor:.3f}")
    cells.show(loss_curve({"transformer": losses}, source.floor, "loss.png", "any-ones: loss"))

# %% [markdown]
# ## What did it learn to look at?
#
# Where does the `=` look, just before it has to answer?

# %%
with cells.as_far_as_it_goes():
    if "losses" not in globals():
        raise NotImplementedError("train a model first (the cell above)")
    from pictures import attention_weights

    text = source.sample(1, seed=7)[0]
    weights = attention_weights(model, text[None, :-1])[0][0]
    labels = [source.vocab[token] for token in text[:-1].tolist()]
    for head, w in enumerate(weights):
        cells.show(heat_map(w, labels, labels, f"head-{head}.png", f"Head {head}"))

# %% [markdown]
# ## It writes
#
# Your own model with given weights, trained on six novels by Jane Austen (`writer/CARD.md`): what it thinks comes
# next, and a text. Then, from your own attention: what did each head look at when a name came, or a closing quotation
# mark? Change the beginning, the seed and the temperature. Is it always the same head that stands out?

# %%
with cells.as_far_as_it_goes():
    cells.fresh("lm")
    import write

    write.main(['"My dear', "--heads", "--length", "150", "--seed", "2", "--code", str(cells.HOME)])

# %% [markdown]
# ## Hand in
#
# Writes `submission.zip`, the file for Gradescope, and says what it put into it.

# %%
print("\n".join(cells.check("--zip").splitlines()[-4:]))
