"""Finds which known mistake a wrong answer makes.

diagnose     compares an answer with every known mistake, and names the one that explains it
behaviour    how an answer without a name behaves: answers that behave alike make the same mistake
stages       how much help a failed task gets: numbers first, then the line and a hint, then the name
"""
