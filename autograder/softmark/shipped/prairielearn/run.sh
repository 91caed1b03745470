#!/usr/bin/env bash
# PrairieLearn runs this in the course's image for every submission, as root: the student's files are in /grade/student,
# this folder is /grade/serverFilesCourse/softmark, and the answer is /grade/results/results.json. A valid one is there
# from the first second, and it gives the attempt back: whoever meets a broken grader loses nothing.
#
# SOFTMARK_PYTHON  the Python that has the packages (default: python3, as the image of this course installs them)
# SOFTMARK_ROOT    the platform's folder (default: /grade)
set -u
umask 077
ROOT="${SOFTMARK_ROOT:-/grade}"
SOURCE="$(cd "$(dirname "$0")" && pwd)"
OUT="$ROOT/results/softmark"
mkdir -p "$ROOT/results"
chmod -R go= "$SOURCE" "$ROOT/results" "$ROOT/tests" "$ROOT/data" 2>/dev/null
stopped="The grader was stopped before it was done. This is not your mistake: please tell the course staff."
printf '{"gradable": false, "score": 0.0, "format_errors": ["%s"]}\n' "$stopped" > "$ROOT/results/results.json"

PYTHONPATH="$SOURCE" PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 MKL_NUM_THREADS=1 \
    "${SOFTMARK_PYTHON:-python3}" -m softmark grade "$ROOT/student" --course "$SOURCE" --out "$OUT" --format prairielearn
code=$?
if [ -s "$OUT/prairielearn/results.json" ]; then
    mv "$OUT/prairielearn/results.json" "$ROOT/results/results.json"
else
    echo "the grader ended with exit code $code before it had a result"
fi
rm -rf "$OUT"
exit 0
