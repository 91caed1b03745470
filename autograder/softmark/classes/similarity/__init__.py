"""Finds submissions that share unusual code, for a person to read.

compared_works  the submissions and the background they are compared against
tokens          turns source into tokens
fingerprints    picks runs of tokens that stand for a file (winnowing)
archived        compares with an archive, which holds fingerprints and no code
pairs           scores pairs: rare fingerprints weigh more
matches         finds where two files agree
groups          finds three and more that belong together
page            shows pairs side by side
marks           remembers which pairs a person has read
evidence        one student's case, with nobody else in it
"""
