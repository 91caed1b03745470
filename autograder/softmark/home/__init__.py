"""The students' local check, behind `python check.py`: runs the student's own code on the student's own machine.

app               the command: arguments, order of events, exit codes
plain_pytest      the same checks for plain `pytest`
tasks             the list of tasks, and which of them were asked for
folder            the student's files: there, renamed, missing, overlooked, zipped
runner            watches one child process, ends it when it hangs, starts another
compiled_once     what Python imports from the engine's one file is compiled once
child             the child: the only process here that imports torch and the student's code
channel           the child's line to its parent
session           one child's work: load the files, run the tasks it is asked for
sides             the two sides of a check at home: the student's modules, and the recorded reference
call_text         a call as Python that can be typed in
verdict           from findings to one state for each task, and to root causes
screen            tables and panels for people
words             the same in words alone, for --plain
choose_screen     which of them fits this output
report            all that a student reads about a grade, as texts
terminal          shows it: a table in colour, plainly, or in words alone
grids             what is expected beside what came, with the wrong cells marked
spoken            sentences without symbols
watching          `--watch`: stays with the task at hand, checks it after each save
keys              keys as they are pressed
watch             `--watch`: waits until a file is saved
"""

from . import compiled_once

compiled_once.begin(__spec__.loader if __spec__ else None)
