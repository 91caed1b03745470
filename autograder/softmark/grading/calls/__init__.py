"""Calls code for checks: the student's in the sandbox, the reference's beside them.

remote              calls the student's code in a sandboxed worker; made of
    connection          one question to the worker, one answer from it
    loader              spawns a worker and imports the student's files in it
    import_failures     the files that could not be imported, and whom to blame
    call_limits         what calls may cost, and when a function is not called again
    object_names        the objects that a check has constructed in the worker
    replaced_names      the functions that the reference stands in for
    reply_reader        what a reply says: a value or a failure
    claims              what the worker says of its own steps
    sent_files          the files that are sent into the worker
ask_ahead           sends many questions in one frame
verdict_cache       the same replies deserve the same verdict: worked out once for a class
rehearsal           what checks ask the reference, and what stands for its replies: written down by the build
participants        the trusted side of a check: reference, judge, known mistakes
known_runs          what the reference and the known mistakes do, worked out by the build
callback_process    the child that answers call-backs for tasks that are carried forward
callbacks           what such a call-back gets for an answer
"""
