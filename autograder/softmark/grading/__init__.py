"""One submission becomes one Result.

intake            a folder or a zip becomes a clean submission    containers       what is in a folder or a zip
grade             the order of things: checking, carrying forward, naming, publishing
turns             which numbers come first, and which checks need both
carrying          what a task stands on, and when it is graded on top of the reference's
safely            the same so that it always ends in a result
participants      who takes part in a check on the trusted side: code under test, reference, judge
recorded_worlds   the same from a recording, where students can read everything
remote            the student's side of a check, over the wire    ask_ahead        many questions in one frame
verdict_cache     the same replies deserve the same verdict: worked out once for a class
answering         the child of the grader's that answers call-backs for carried tasks    callbacks   its answers
allowance         what one grade may still take: time, tries      again            a script of staff's, behind the wall
source_reading    what reading a submission shows: calls, imports, what tasks lean on
behaviour         how an answer without a name behaves: who behaves alike makes the same mistake
locating          where a wrong item's values leave the right way
examining         right and wrong functions on an input that a student returned
answers_given     what was answered at home               question_lab     where questions about it are worked out
atomic            files that are there as a whole or not at all
result            what came of it: the only thing that renderers ever see
check_result      what came of one check, and of all checks of an item
staff_notes       what staff are told of a submission as a whole
staff_word        what a person decided above the grader          clean_texts      text that can be written
"""
