"""The tables of a class's journal, and the views that a TA asks. They keep their names and columns through version 2.

    sqlite3 journal.sqlite "SELECT name, section, line, code FROM answer WHERE mistake = 'scale.missing'"
    sqlite3 journal.sqlite "SELECT name, section FROM source WHERE file = 'block.py' AND text LIKE '%einsum(%'"
    sqlite3 journal.sqlite "SELECT name, task, text FROM remark"

`counted`, `decided` and `named` are written anew by every report: they hold what staff's lists make of the grades.
"""

from __future__ import annotations

MARK = 0x534D4B32
VERSION = 1

TABLES = """
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

CREATE TABLE submission (
  id TEXT PRIMARY KEY,
  place INTEGER,                  -- in the last export; NULL: not in it any more
  handed_in TEXT,                 -- ISO 8601 with offset, as all times; NULL: not known
  platform_score REAL,            -- what the platform has; NULL: nothing
  present INTEGER NOT NULL        -- 0: a list names it, and there is no folder
) STRICT;

CREATE TABLE person (
  submission TEXT NOT NULL REFERENCES submission ON DELETE CASCADE,
  name TEXT NOT NULL, email TEXT NOT NULL, sid TEXT NOT NULL, section TEXT NOT NULL,
  due TEXT, late_due TEXT         -- their own, or the assignment's on the platform; NULL: the rubric's
) STRICT;

CREATE TABLE grade (
  number INTEGER PRIMARY KEY,
  submission TEXT NOT NULL REFERENCES submission,
  work TEXT NOT NULL,             -- SHA-256 of what was handed in: the same work has the same grade
  handed_in TEXT,
  status TEXT NOT NULL,           -- graded, out_of_time, refused, grader_error
  grader TEXT NOT NULL,           -- version of all that decides a score
  texts TEXT NOT NULL,            -- version of the known mistakes
  level TEXT NOT NULL,            -- the sandbox reached
  finished_at TEXT NOT NULL
) STRICT;
CREATE INDEX grade_of ON grade (submission, number);
CREATE INDEX grade_by_work ON grade (work, grader);

CREATE TABLE task (
  grade INTEGER NOT NULL REFERENCES grade ON DELETE CASCADE,
  place INTEGER NOT NULL,
  task TEXT NOT NULL, title TEXT NOT NULL,
  score REAL,                     -- NULL: the grader failed
  points REAL NOT NULL, bonus INTEGER NOT NULL,
  status TEXT NOT NULL,           -- passed, failed, rule_broken, not_written, not_checked, grader_error
  kind TEXT NOT NULL,             -- of the first failure: shape, values, raised, not loaded …
  mistake TEXT, says TEXT, hint TEXT,
  file TEXT NOT NULL, line INTEGER, code TEXT,
  line_says TEXT,                 -- what the grader says of the line; NULL: an exception was raised there, or no line
  signature TEXT,                 -- of a wrong answer without a name: equal ones fail alike
  carried TEXT,                   -- said when it was graded on top of the reference's earlier tasks
  failed TEXT NOT NULL,           -- what the student reads: the checks that failed, one a line,
  detail TEXT NOT NULL,           -- what happened in the first of them,
  lost TEXT NOT NULL,             -- and what that cost, one a line
  PRIMARY KEY (grade, place)
) STRICT;

CREATE TABLE behaviour (          -- how the first answer of each signature behaved: later ones are compared with it
  task TEXT NOT NULL, signature TEXT NOT NULL, shown TEXT NOT NULL,
  PRIMARY KEY (task, signature)
) STRICT;

CREATE TABLE note (
  grade INTEGER NOT NULL REFERENCES grade ON DELETE CASCADE,
  voice TEXT NOT NULL,            -- who reads it: student, staff
  task TEXT NOT NULL,             -- empty: about the whole grade
  text TEXT NOT NULL
) STRICT;
CREATE INDEX note_of ON note (grade);
CREATE TABLE file (work TEXT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (work, name)) STRICT;

CREATE TABLE counted (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,       -- the same person in every journal: number, else e-mail, else name and submission
  name TEXT NOT NULL, email TEXT NOT NULL, sid TEXT NOT NULL, section TEXT NOT NULL,
  submission TEXT, grade INTEGER, -- NULL: none
  handed_in TEXT, due TEXT,
  late INTEGER NOT NULL,          -- days or hours that were charged or covered, as the rule counts
  free INTEGER NOT NULL,          -- free days it took
  earned REAL,                    -- NULL: no number can be given, and `why` says why
  core REAL,                      -- the same without bonus
  taken_off REAL NOT NULL, adjusted REAL NOT NULL,
  final REAL,
  excused INTEGER NOT NULL,       -- staff said EX
  said TEXT NOT NULL,             -- about lateness and adjustment, for the student
  why TEXT NOT NULL
) STRICT;
CREATE TABLE decided (
  person INTEGER NOT NULL, task TEXT NOT NULL, score REAL NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (person, task)
) STRICT;
CREATE TABLE named (
  task TEXT NOT NULL, signature TEXT NOT NULL, name TEXT NOT NULL, hint TEXT NOT NULL, PRIMARY KEY (task, signature)
) STRICT;

CREATE VIEW latest AS               -- the grade that counts: the last one, of what was handed in last
  SELECT grade.* FROM grade JOIN submission ON submission.id = grade.submission
  WHERE submission.place IS NOT NULL AND grade.handed_in IS submission.handed_in
    AND number = (SELECT MAX(number) FROM grade AS other WHERE other.submission = grade.submission);

CREATE VIEW answer AS               -- a line for each person and task, staff's names and scores applied
  SELECT counted.id AS person, counted.name, email, section, final, counted.submission, task.task, title, place,
    CASE WHEN excused THEN NULL ELSE COALESCE(decided.score, task.score) END AS score, points, bonus, status, kind,
    COALESCE(named.name, mistake) AS mistake, COALESCE(NULLIF(named.hint, ''), task.hint) AS hint, says,
    file, line, code, line_says, task.signature, carried, failed, detail, lost, decided.reason AS decided
  FROM counted JOIN task ON task.grade = counted.grade
  LEFT JOIN named ON named.task = task.task AND named.signature = task.signature
  LEFT JOIN decided ON decided.person = counted.id AND decided.task = task.task;

CREATE VIEW source AS               -- a line for each person and file, as it was graded
  SELECT counted.id AS person, counted.name, email, section, final, file.name AS file, text
  FROM counted JOIN grade ON grade.number = counted.grade JOIN file USING (work);

CREATE VIEW remark AS               -- a line for each person and note to staff
  SELECT counted.id AS person, counted.name, email, section, note.task, text
  FROM counted JOIN note USING (grade) WHERE voice = 'staff';
"""
