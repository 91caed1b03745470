"""What a tree of this project does to every answer that we have: recorded, and two recordings compared.

    python -m tests.judge record FILE [--tree DIR] [--sample N] [--only SECTION …] [--part MODULE …]
        [--row NAME …]
    python -m tests.judge compare OLD NEW
    python -m tests.judge write NAME FOLDER

It knows nothing of the engine's insides: it makes submissions, calls `softmark` and `check.py` as a person would, and
reads the JSON that they print. Only `bank.py`, which reads the answers, is shared with the project. So it says what was
lost when the engine is written anew. The answers are always those of the tree that the judge itself lies in.

workshop     a copy of the judged tree, built with a salt of our own
handed_in    the submissions: known answers, strangers', composites
answers      what a grade makes of each of them, with two salts
home         what check.py says about some of them
courses      the miniature courses, NumPy and plain Python, with accidents from accidents.yaml
commands     wrong command lines, listed in commands.yaml
classes      made-up classes with late work and staff's lists, in classes.yaml
hostile      the hostile bank, by its own harness
recording    the file it all goes into
compare      two recordings: every difference in one line
"""
