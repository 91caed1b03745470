"""The commands: one file each, with its own options. `cli` lists them.

grade, explain, gradescope            done behind a launcher, with the same words (`behind_launcher`)
batch, report, compare                a class
groups, name                          mistakes without a name that several share
overrides                             from a class to its students
new                                   a course to begin with
guide                                 the guides, to read
build, handouts, audit, salt          what is handed out, and what is kept
"""
