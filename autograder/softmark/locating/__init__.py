"""Finds where a wrong value began: from a failed check to a line of the student's.

locate          the line on which the failed checks of a task agree
blame           which step of a watched call is to blame
symptoms        what needs no right way to be seen: where a dtype begins, where numbers overflow
right_way       the fingerprints of every value that some right solution computes, and their file
own_lines       the functions of a submission, and which of their lines the reference has too
watched_calls   watches one call, in torch
account         what it tells: every operation with its line, and fingerprints of what came out
fingerprints    short numbers by which two values are known to be the same
line_shown      what is said of the line, and whether it may be shown
"""
