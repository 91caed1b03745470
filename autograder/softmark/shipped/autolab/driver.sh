#!/usr/bin/env bash
# What `make` starts on Autolab: grades one submission, and prints the report, the stages and the scores, in this order.
# Standard output is for the student, so everything else goes to grader.log, which nobody but staff can ask for.
#
# SOFTMARK_PYTHON  the Python that has the packages (default: python3, as the image of this course installs them)
set -u
umask 077
SOURCE="$(cd "$(dirname "$0")" && pwd)"
HANDIN="${1:-submission.zip}"
OUT="$SOURCE/graded"
chmod -R go= "$SOURCE"

PYTHONPATH="$SOURCE" PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 MKL_NUM_THREADS=1 \
    "${SOFTMARK_PYTHON:-python3}" -m softmark grade "$HANDIN" --course "$SOURCE" --out "$OUT" --format autolab \
    > "$SOURCE/grader.log" 2>&1
code=$?
if [ -s "$OUT/autolab.txt" ]; then
    cat "$OUT/autolab.txt"
elif [ "$code" -eq 2 ]; then
    # bad input has one sentence, and it is the student's to read
    sed 's/^{/ {/' "$SOURCE/grader.log" | tail -n 5
    echo '{"scores": {}}'
else
    echo "The grader was stopped before it could begin. This is not your mistake: please tell the course staff."
    echo '{"scores": {}}'
fi
exit 0
