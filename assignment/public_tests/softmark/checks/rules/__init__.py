"""Not-allowed calls, found by reading a student's source; nothing of it is ever run.

forbidden    which of the uses a rule does not allow, and the sentence for it
walk         everything that one task's functions, and the helpers they reach, use of a library
names        what the names in the source stand for
leaning      which other tasks a task leans on, by its own calls
trees        small things about syntax trees
"""
