"""Finds which known mistake a wrong answer makes.

diagnose     compares an answer with every known mistake, and names the one that explains it
behaviour    how an answer without a name behaves: answers that behave alike make the same mistake
"""
