"""Applies the calendar: late work, and feedback that opens up over time. Pure functions of rubric and metadata.

decide               all of it for one submission
platform_metadata    what the platform says about a submission
dates                which dates count          late    what lateness costs
"""
