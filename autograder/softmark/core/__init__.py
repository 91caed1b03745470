"""The way from code to a score: one `grade()`, the same at home and wherever else a submission is graded.

    files → Program ⇄ checks → Tape → { score, name, waits } → Result → renderers

Read in this order:

assignment  the tasks, as plain data that the build wrote
program     code that can be asked: a student's files, the reference, a known mistake
tape        one check on one set of numbers: what was asked, what came back, the verdict
bench       gives a check its two sides and makes it: a program, and the recording in the place of the reference
recording   what the build wrote down once: the reference's replies, and how every known mistake does
judging     which functions are right, what stands on a wrong one, what waits for it
name        the look-up of a known mistake; alike says when two replies are the same
result      what a grade comes to: one row a task
grade       one submission, one result
"""
