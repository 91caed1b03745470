"""Which submissions share unusual code, for a person to read.

works             what is compared                   tokens          what counts of a text
fingerprints      winnowed, rare ones weigh more     pairs           the most similar ones
matches           where two of them agree            page            side by side
groups            three and more                     marks           which pairs a person has read
evidence          one student's case, nobody else in it
"""
