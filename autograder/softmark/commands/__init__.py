"""The commands: one file each, with its own options. `cli` lists them.

grade, explain, gradescope            done behind a launcher, with the same words (`behind_launcher`)
batch, report                         a class
new                                   a course to begin with
build, audit                          what is handed out, and what is kept
"""
