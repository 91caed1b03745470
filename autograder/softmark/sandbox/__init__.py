"""The sandbox: the process in which student code runs, and everything that shuts it in. It runs nowhere else.

clean_start    the command line and the environment that a launcher starts with
launcher       the root of the process tree: preload, fork the server, become the grader
fork_server    starts workers, ends them, and wipes what they left behind
client         the grader's side of it    packets    how the two talk
job            what the grader asks for   level      what a machine offers, in words     probe   finds it out
shut_in        forks one process that puts its layers on
`layers/`      the layers of the sandbox, one a file
worker         the process that imports and calls the code of one program
wire           frames between grader and worker, every value checked
stand_ins      what stands in the place of a wrong function: calls of the reference, which has a worker of its own
standing_in    how the reference's worker answers them
evidence       what ran besides, for staff
"""
