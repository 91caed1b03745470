"""Answers by strangers: written from the stubs alone, by people who knew neither the checks nor the bank.

    right/NNN_name.py    72 right answers in the styles of public code
    wrong/NNN_name.py    176 wrong ones after real bug reports and forum questions, one mistake each
    lines/NNN_name.py    50 wrong ones for the locator alone, written later by somebody who knew it; lines marked before
                         any was run. At first sight 41 were shown at their line and 9 elsewhere; some were learnt from.
    fresh/NNN_name.py    36 more for the locator, by somebody who had only the stubs; lines marked before any was run.
                         At first sight 33 were shown at their line, 3 elsewhere; 30 were named, none wrongly.
    unseen/NNN_name.py   50 more by somebody else, in the same way, when all of the above had been learnt from. At first
                         sight 46 were shown at their line, 4 elsewhere; 42 were named, none wrongly. (Tasks that their
                         author left out were filled in afterwards.)
    later/NNN_name.py    84 more by somebody else, from the stubs with their rules at the head; lines marked before any
                         was run. At first sight 83 were caught, 66 named, none wrongly; 58 shown at their line or by
                         their error's own lines, 5 elsewhere. One line of each says what a good TA would say. (The rest
                         of their files is the reference.)
    latest/NNN_name.py   97 more by somebody else, from the stubs as they are now; lines marked before any was run. At
                         first sight all were caught and lost exactly their tasks; 71 were named, one wrongly; 64 shown
                         at their line or by their error's own lines, 6 elsewhere; 39 repaired by one change, all at
                         their line. Named, shown or repaired: 91 (93.8%); at another line: 5 (5.2%; one, in 025, is
                         wrong as well, and its author marked only the next). The search took 1.5 processor seconds
                         (median), 5.1 at most. With what was learnt from them: 94, 2, and 3.0 seconds.
    unusual/NNN_name.py  32 right answers by the same author, each in a style of its own for one task. At first sight
                         all kept every point.
    newest/NNN_name.py   116 more wrong ones by somebody else, in the same way; lines marked before any was run. At
                         first sight all were caught and lost exactly their tasks; 87 were named, none wrongly; 86
                         shown at their line or by their error's own lines; 55 repaired by one change, 51 at one line.
                         Named, shown or repaired: 114 (98.3%); at another line: 9 (7.8%: eight lines are the first
                         whose result is wrong, two or more below or above the one to change; one repair changed a right
                         function of another task). The search took 1.5 processor seconds (median), 2.8 at most.
    rare/NNN_name.py     32 more right answers by the same author, each in a style of its own for one task. At first
                         sight all kept every point.
    freshest/NNN_name.py 99 more wrong ones by somebody else, in the same way; lines marked before any was run, several
                         where a TA could point at each of them. At first sight all were caught and lost exactly their
                         tasks; 62 were named, and one sentence was not wholly true of its answer (089); 66 shown at
                         their line or by their error's own lines; 38 repaired by one change, 33 at one line. Named,
                         shown or repaired: 93 (93.9%); at another line: 2 (2.0%: 033 by its repair, 064 by its
                         values). The search took 1.2 processor seconds (median), 3.0 at most.
    odd/NNN_name.py      22 more right answers by the same author, each in a style of its own for one task. At first
                         sight all kept every point.
    recent/NNN_name.py   84 more wrong ones by somebody else, in the same way; lines marked before any was run. At first
                         sight all were caught and lost exactly their tasks; 60 were named, none wrongly; 54 shown
                         at their line or by their error's own lines; 42 repaired by one change, 38 at one line. Named,
                         shown or repaired: 79 (94.0%); at another line: 1 (1.2%: 066, named rightly as well); repairs
                         at another line: 1 (005: where a size is made; its author marked where it is used). The
                         search took 1.7 processor seconds (median), 3.7 at most on a busy machine (010).
    unmet/NNN_name.py    90 more wrong ones by somebody else, in the same way; lines marked before any was run. At first
                         sight 89 were caught and lost exactly their tasks (078 draws without the generator that it is
                         given: what is graded is how often words come, not how random numbers are used); 65 were
                         named, none wrongly; 46 repaired by one change, 36 at one line. Named, shown or repaired: 82
                         (92.1% of those caught); at another line: none; repairs at another line: none. The search took
                         1.7 processor seconds (median), 2.8 at most.

Each file holds what its author says about it: what it follows; of a wrong one also the tasks whose own code is wrong,
the line, and the sentence of the stub that it breaks, as its author saw them. Then comes what this author wrote. What
several answers of a set have in common stands once, in `base/`. `pieces.py` says how the two become whole student
files, to the letter as they were handed in. (Files that an author left out are the reference's.) Nothing in these
folders is changed when a check or the bank changes: it is what they are held against. `judged.yaml` holds what was
decided about them by reading: who was written for an earlier text of the stub, which names are true of whom, how many
were named before any entry was added for them.

    python -m tests.strangers                  grade them all and print how it went (some six minutes on two cores)
    python -m tests.strangers 014 right/       those whose names hold one of these words
    python -m tests.strangers 014 --write DIR  put their whole files into DIR and grade nothing
    python -m tests.strangers --repairs later/ how many are named, shown at their line or repaired by one change; how
                                               many of those lines are others; and what looking costs
    python -m tests.strangers --sample 16      a fixed sample, as `make audit` does; `make audit FULL=1` grades all
"""
