"""The commands: one file each, with its own options. `cli` lists them.

grade, explain, gradescope            done behind a launcher, with the same words (`behind_launcher`)
`frozen_grader` finds what they grade with, and brings it up to date in a repository.

batch, report                         a class
check                                 what a student reads at home
new                                   a course to begin with
build, audit                          what is handed out, and what is kept
"""
