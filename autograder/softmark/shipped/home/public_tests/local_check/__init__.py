"""What stands behind `python check.py`: the student's own code, checked on the student's own machine.

app.py       the command: arguments, order of events, exit codes
tasks.py     the list of tasks, and which of them were asked for
folder.py    the student's files: there, renamed, missing, overlooked, zipped
runner.py    watches one child process, ends it when it hangs, starts another
child.py     the child: the only process here that imports torch and the student's code
home.py      the student's modules and the recorded reference as the two sides of a check
debugging.py the failing call as a script
verdict.py   from findings to one state for each task, and to root causes
attempts.py  how often a task has failed, and so how much help it gets
screen.py    tables and panels for people
asking.py    questions about the program, one at a time
question_lab.py  the child's part of it
words.py     the same in words alone, for --plain
watching.py  waits until a file is saved
"""
