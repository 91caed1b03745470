"""Thirty faults, planted one at a time: whoever rewrites a room sees whether its tests and the judge still notice.

    python -m tests.planted [FAULT …] [--judge]

faults.yaml lists them: each is a behaviour of the product in one sentence, so that it can be planted again in another
engine; where it is planted in this one; which tests and which section of the judge should notice; and who did.

faults       the list, read; planting one in a tree
tree         a copy of this tree, its tests run there, and what the judge makes of it
"""
