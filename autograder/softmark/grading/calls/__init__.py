"""How checks call code: the student's behind the wall, the reference's beside them.

remote              calls the student's code in a sandboxed worker: deadlines, deaths, lies, fresh starts
sent_files          the files that are sent into the worker
ask_ahead           sends many questions in one frame
verdict_cache       the same replies deserve the same verdict: worked out once for a class
participants        the trusted side of a check: reference, judge, known mistakes
without_reference   the same from a recording, where students can read everything
callback_process    the child that answers call-backs for tasks that are carried forward
callbacks           what such a call-back gets for an answer
examiner            runs right and wrong functions on an input that a student returned
question_lab        works out questions about a submission
staff_script        runs a script of staff's against a submission
"""
