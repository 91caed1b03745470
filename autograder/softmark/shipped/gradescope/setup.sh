#!/usr/bin/env bash
# Gradescope runs this once, as root, when the autograder's image is built. It installs Python packages into
# /autograder/venv, keeps their compiled files (without them every grade pays for compiling torch again), and locks the
# source tree, so that student code running under another user cannot read it.
#
#   setup.sh                        the whole set-up, as the platform calls it
#   setup.sh packages PYTHON FILE…  only install requirement files with that interpreter (used by the Makefile)
#
# SOFTMARK_TORCH_INDEX  where to look for the CPU build of torch first (default: PyTorch's own index)
# SOFTMARK_ROOT         the platform's folder (default: /autograder)
# SOFTMARK_SOURCE       where the autograder lies (default: where this script does)
set -euo pipefail

TORCH_INDEX="${SOFTMARK_TORCH_INDEX:-https://download.pytorch.org/whl/cpu}"
ROOT="${SOFTMARK_ROOT:-/autograder}"

say() { echo "setup: $*"; }

install_packages() {
    local python="$1"
    shift
    local torch
    torch="$(cat "$@" | grep -E '^torch==' || true)"
    if [ -n "$torch" ] && ! "$python" -c "import torch, sys; sys.exit(torch.__version__.split('+')[0] != '${torch#torch==}')" 2>/dev/null; then
        say "looking for the CPU build of $torch"
        # --no-deps: the index of torch builds does not have everything else. A short patience: it may be out of reach.
        "$python" -m pip install --quiet --no-deps --retries 0 --timeout 20 --index-url "$TORCH_INDEX" "$torch" 2>/dev/null ||
            { say "no CPU build at hand there; taking the package index's own (larger on some systems)"
              "$python" -m pip install --quiet "$torch"; }
    fi
    # all at once: pip then sees the whole, and does not complain about what the next file would bring
    local file listed=()
    for file in "$@"; do
        listed+=(-r "$file")
    done
    say "installing $(basename -a "$@" | tr '\n' ' ')"
    "$python" -m pip install --quiet "${listed[@]}"
}

if [ "${1:-}" = packages ]; then
    shift
    install_packages "$@"
    exit 0
fi

SOURCE="$(cd "${SOFTMARK_SOURCE:-$(dirname "$0")}" && pwd)"
cd "$SOURCE"
REQUIREMENTS="$SOURCE/requirements"
[ -d "$REQUIREMENTS" ] || REQUIREMENTS="$SOURCE/softmark/shipped/requirements"  # a repository, not the zip

PYTHON="${SOFTMARK_PYTHON:-/usr/bin/python3}"
if ! "$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
    say "the grader needs Python 3.10 or later at $PYTHON; choose a newer base image (Ubuntu 22.04) or set SOFTMARK_PYTHON" >&2
    exit 2
fi
if ! "$PYTHON" -c 'import ensurepip, venv' 2>/dev/null; then
    say "installing python3-venv"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3-venv python3-pip >/dev/null
fi

say "making $ROOT/venv with $("$PYTHON" --version)"
umask 022
"$PYTHON" -m venv "$ROOT/venv"
requirements=("$REQUIREMENTS/engine.txt")
if [ -f "$REQUIREMENTS/torch.txt" ]; then
    requirements+=("$REQUIREMENTS/torch.txt")
fi
if [ -f "$REQUIREMENTS/course.txt" ]; then  # what the course needs besides
    requirements+=("$REQUIREMENTS/course.txt")
elif [ "$REQUIREMENTS" != "$SOURCE/requirements" ] && [ -f "$SOURCE/requirements.txt" ]; then
    requirements+=("$SOURCE/requirements.txt")
fi
install_packages "$ROOT/venv/bin/python" "${requirements[@]}"

say "compiling, once, what every grade would compile otherwise"
"$ROOT/venv/bin/python" -m compileall -q -j 0 "$ROOT/venv/lib" >/dev/null || true
"$ROOT/venv/bin/python" -m compileall -q "$SOURCE/softmark" "$SOURCE/graders"

say "locking $SOURCE"
chmod -R go= "$SOURCE"
mkdir -p "$ROOT/results"
chmod 0700 "$ROOT/results"

say "done"
