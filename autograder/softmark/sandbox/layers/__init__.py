"""The layers around one worker, one a file.

enter             puts them on, in order
process           sessions, descriptors, environment, threads     private_folder   a place to write, wiped afterwards
limits            memory, CPU time, files: of a worker, and of our own work on what it sends
identity          a user of its own, no capabilities, memory that nobody may look into
landlock          no files but Python's and its own
seccomp           no network, programs, processes, signals        syscalls         their numbers
kernel            prctl and the other calls that Python has no name for
"""
