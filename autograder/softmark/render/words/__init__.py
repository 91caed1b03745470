"""What people read about a task, in one form of words: at home, on a platform, in a terminal and in a class.

task     every sentence about one task, a line each
screen   shows tasks on a terminal: as a table in colour, plainly in a log, or in words alone
grids    what is expected beside what came, with the wrong cells marked
spoken   sentences without symbols

Students get this folder with their check: it imports nothing besides the standard library and rich.
"""
