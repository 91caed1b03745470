"""One command, one file, with its own options. `cli` lists them.

grade, explain, gradescope, serve     done behind a launcher, with the same words (`behind_launcher`)
batch, report, compare, similar       a class
build, handouts, audit                what is handed out
made_up                               `softmark class`
"""
