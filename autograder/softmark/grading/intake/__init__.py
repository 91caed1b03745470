"""Takes a submission in: a folder or a zip becomes a clean submission.

submission        takes the files that are asked for, and says why another was not taken
containers        what is in a folder or a zip, one entry at a time
source_reading    what reading a submission shows: not-allowed calls, imports, what tasks lean on
"""
