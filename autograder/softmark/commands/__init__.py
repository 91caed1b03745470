"""The commands: one file each, with its own options. `cli` lists them.

grade, explain, gradescope, sheets    done behind a launcher, with the same words (`behind_launcher`)
batch, report, compare, similar       a class; `term`, what is left to do for it; its cluster's `certificates`
groups, name                          mistakes without a name that several share
overrides, release                    from a class to its students
slip                                  slip days that last for a whole term
forget, archive                       the end of its data
new, import_tests                     a course to begin with; one drafted from tests (`softmark import`)
guide                                 the guides, to read
build, handouts, audit, salt          what is handed out, and what is kept
"""
