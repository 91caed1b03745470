"""Puts questions about each student's own program on paper, with a key, and joins the marks to the grades.

sheet_set      decides who gets which questions, by running their code in the sandbox
printed_pages  writes the sheets and the key as HTML
typeset        writes them as PDF
write          writes all of it into a class's folder
analysis       shows the instructor how the questions did

What staff fill in, sheet_marks.csv, is read by ../sheet_marks.py: report/ needs it too.
"""
