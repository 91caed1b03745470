"""The students' local check, behind `python check.py`: runs the student's own code on the student's own machine.

app            the command: arguments, order of events, exit codes
choose         the list of tasks, and which of them were asked for; what has to be installed
folder         the student's files: there, renamed, missing, overlooked, zipped
supervisor     watches one child process, starts another when it hangs or crashes
child          the child: the only process here that imports torch and the student's code
session        its work: the student's files, graded as everywhere
own_files      imports that code, file by file
told           what is told of a failed check: the call, what was printed, numbers side by side
call_text      a call as Python
report         all that a student reads about a grade, as texts; render/words says the same of one task everywhere
watching       `--watch`: stays with the task at hand, checks it after each save
keys           keys as they are pressed
plain_pytest   the same checks for plain `pytest`
"""
