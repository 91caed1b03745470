"""Renders a Result as text or plain data: pure functions, one file for each reader.

words/         every sentence about one task, and how it is shown; students get it, too
sentences      the gate: what of a result its student may read, and what is said of a grade as a whole
terminal       a grade on a terminal           platforms/     one file a platform: what it reads of a grade
as_json        for programs, as documented     staff_lines    a whole grade for staff
one_task       one task of it, with everything that was called
outbox         files that are valid from the first second
progress       how far long work has come      say            the only way to a terminal
"""
