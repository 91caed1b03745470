"""A class at a time.

exports            a class as it comes: an export, a folder, a zip     gradescope_list   the list inside an export
recognising        whether it is an export: whose list counts         names_and_paths   a class as a CSV
entry_names        what its submissions are called
entries            one submission of a class, and what came of it
batch              everything that needs a grade gets one             journal           where each is kept at once
journal_file       its file: made, locked, opened                      journal_reading   what it tells
pool               who grades: launchers on this machine              grader_process    one of them, spoken to in lines
launchers          starts them, all from one process
dask_pool          the same on a cluster                              dask_host         what runs on its hosts
grader_bundle      what a grader somewhere else is given             certificates      the cluster's lock
retention          a student is forgotten, a class becomes an archive
report/            the page, the grade files, report cards, regrades
shared_mistakes/   wrong answers without a name that several share, and the name that staff give them
sheet_marks        what staff gave for each answer on paper
sheets/            questions about each student's program on paper, their key, their marks
similarity/        pairs that share unusual code
"""
