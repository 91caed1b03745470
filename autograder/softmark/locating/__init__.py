"""Finds where a wrong value began: from a failed check to a line of the student's.

locate          the line on which the failed checks of a task agree
blame           which step of a watched call is to blame
doubt           whether a line that is blamed may be right after all
watched_calls   watches one call: every operation with its line, and a fingerprint of what came out
numpy_steps     the same for NumPy: arrays that tell what is done with them
fingerprints    short numbers by which two values are known to be the same
right_way       the fingerprints of every value that some right solution computes, and the lock on their file
symptoms        what needs no right way to be seen: where a dtype begins, where numbers overflow
names           where an index or a plain number was made
line_shown      what is said of the line, and whether it may be shown
"""
