"""The calendar: late work, attempts, and feedback that opens up over time. Pure functions of rubric and metadata."""
