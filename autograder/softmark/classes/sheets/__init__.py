"""Questions about each student's own program, on paper: a sheet a person, a key for staff, marks that join the grades.

sheet_set     who gets which questions, worked out in the sandbox    pages      the sheets and the key, as HTML
typeset       the same as PDF                                         write      all of it, into a class's folder
analysis      how the questions did, for the instructor alone

What staff fill in, sheet_marks.csv, is read by ../sheet_marks.py: report/ needs it too.
"""
