"""A walk through the assignment: mistakes as students of a first term make them, and what the product says about each.

`attention.yaml`, `multihead.yaml`, `block.yaml` and `lm.yaml` hold the mistakes, written from the stubs before anybody
looked at the bank or at what the product says. Each has a name and:

    task     the task whose own code is wrong; empty where nothing is
    wrong    what is wrong, in a sentence
    code     the functions and methods that replace those of the reference; what the reference does not have is added

`judged.yaml` says for each how a reader judged what is told about it, at home and after handing in, before anything was
done about them and now:

    helpful  it names the mistake, or shows the line and what is wrong there
    neutral  it is true, and leaves the cause to find
    false    it says something that is not so

    python -m tests.walked                     how many were helpful, neutral and false, before and now
    python -m tests.walked --write DIR WORD …  put whole student files into DIR, one folder for each mistake
    python -m tests.walked --told DIR WORD …   the same, and beside them what check.py and `softmark grade` say
"""
