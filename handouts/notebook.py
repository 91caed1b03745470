# %% [markdown]
# # Attention, from scratch: the notebook
#
# Your work lives in the five `.py` files; they are what you hand in. This notebook only runs them: it checks, draws
# what your functions look at, trains your model, and writes the zip. Edit the files in the panel beside it (or in any
# editor) and run the cells again.
#
# **On Colab**: upload `assignment.zip` with the folder symbol on the left, then run the cells. Colab forgets:
# download your files (or the zip of the last cell) before you leave.
#
# ## Where do I stand?
#
# The same as `python check.py` in a terminal. For one task, write `!{python} check.py 1.2`.

# %%
# %load_ext autoreload
# %autoreload 2
import os
import sys
import zipfile
from pathlib import Path

if not (found := [*Path().glob("check.py"), *Path().glob("*/check.py"), *Path("..").glob("check.py")]):
    zipfile.ZipFile("assignment.zip").extractall()  # only once: your files are never overwritten
    found = [*Path().glob("*/check.py")]
os.chdir(found[0].resolve().parent)
sys.path[:0] = [str(Path.cwd()), str(Path("lab").resolve())]
python = f'"{sys.executable}"'
# !{python} check.py

# %% [markdown]
# ## The lectures' smaller ideas
#
# Skip-gram's pairs, *bats*, *it*, and one matrix product against a double loop. What uses your functions says which
# task it waits for.

# %%
# !{python} lab/ideas.py

# %% [markdown]
# ## What does one head look at?
#
# The second lecture's row 0 0 1 0. Every token should look at the 1: without your weights from 1.7, and with them.

# %%
import torch
from IPython.display import Image, display
from pictures import heat_map


def look(weights, labels, title):
    return Image(filename=heat_map(weights, labels, labels, "my_pictures/look.png", title).path)


row = ["0", "0", "1", "0"]
labels = [f"{bit} (place {i})" for i, bit in enumerate(row, 1)]
E = torch.eye(2)[[int(bit) for bit in row]]
try:
    import attention

    W_q, W_k = (matrix.to(E.dtype) for matrix in attention.find_ones_weights(len(row)))
    display(look(attention.attend(E, E, E)[1], labels, "Without W_q and W_k: like looks at like"))
    display(look(attention.attend(E @ W_q.T, E @ W_k.T, E)[1], labels, "With your W_q and W_k: everybody finds the 1"))
except NotImplementedError as missing:
    print(f"Not yet: {missing}.")

# %% [markdown]
# ## Train it
#
# A minute or so on a laptop; without `--quick`, some minutes, and your model reaches the floor. The pictures are in
# `my_pictures/`.

# %%
# !{python} lab/experiment.py any-ones --quick
for name in ("any-ones-loss.png", "any-ones-attention.png"):
    if (picture := Path("my_pictures") / name).exists():
        display(Image(filename=picture))

# %% [markdown]
# ## It writes
#
# Your own model with given weights, trained on six novels by Jane Austen (`lab/writer/CARD.md`): what it thinks comes
# next, and a text. Then, from your own attention: what did each head look at when a name came, or a closing quotation
# mark? Change the beginning, the seed and the temperature. Is it always the same head that stands out?

# %%
# !{python} lab/write.py "\"My dear" --heads --length 150 --seed 2

# %% [markdown]
# ## Hand in
#
# Writes `submission.zip`, the file for Gradescope, and says what it put into it.

# %%
# !{python} check.py --zip
