"""Wrong answers that no known mistake explains, by how they behave: equal ones are one group, which staff may name.

A line of names.csv (task, group, name, hint) names one at the next report; nothing is graded again.
"""

from __future__ import annotations

from ..files.escape import one_line
from .journal import Journal

GROUPS = """
SELECT task, title, signature, COUNT(*) AS count, group_concat(name, ', ') AS who,
  detail, file, line, code, line_says
FROM (SELECT * FROM answer ORDER BY name COLLATE names) WHERE mistake IS NULL AND signature IS NOT NULL
GROUP BY task, signature ORDER BY count DESC, place
"""

UNUSED = """
SELECT named.* FROM named
WHERE NOT EXISTS (SELECT 1 FROM answer WHERE answer.task = named.task AND answer.signature = named.signature)
"""


def unused(journal: Journal) -> list[str]:
    """A sentence for each line of names.csv that fits no group of this class."""
    return [
        f"names.csv: nobody's answer is in group {one_line(row['signature'])} of task {one_line(row['task'])} "
        f"(named {one_line(row['name'])}): the groups of this class are on its page"
        for row in journal.rows(UNUSED)
    ]
