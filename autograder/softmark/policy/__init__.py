"""Applies the calendar: late work, attempts, and feedback that opens up over time. Pure functions of rubric and
metadata.

decide               all of it for one submission
platform_metadata    what the platform says about a submission
deadlines            which dates count    late    what lateness costs    attempts    how often, and which counts
feedback             what may be told now    version    the digest of all that decides a score
apply_overrides      what staff decided otherwise          override_file   the same on its way to the platform
"""
