"""Grades and reports a whole class.

exports           reads a class as it comes: an export, a folder, a zip
gradescope_list   reads the list of submissions inside a Gradescope export
recognising       decides whether a folder is an export, and whose list counts
names_and_paths   reads a class that is given as a CSV
entry_names       names its submissions
entries           one submission of a class, and what came of it
batch             grades everything that needs a grade
journal           keeps each grade as soon as it is there
journal_file      makes, locks and opens the journal's file
journal_reading   reads what is in it
pool              the graders of this machine
grader_process    one grader, spoken to in lines
forked_launchers  starts the graders, all from one process
dask_pool         the graders of a cluster
dask_host         what runs on its hosts
grader_bundle     the files that a grader on another machine needs
certificates      the keys with which a cluster's machines know each other
report/           the page, the grade files, report cards, regrades
shared_mistakes/  wrong answers without a name that several share, and the name that staff give them
sheet_marks       reads the marks that staff gave for answers on paper
"""
