"""`softmark import` drafts a rubric and graders from somebody's tests, which are read and never run.

imported_tests   what a test turned out to be, and what a person must decide
reading          pytest and gradescope-utils files, by their syntax trees
otter            otter's question files, both formats
drafting         the course that is written
"""
