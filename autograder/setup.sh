#!/usr/bin/env bash
# Gradescope's first entry point. The script itself travels with the engine, so that every course has it: there are its
# options, too.
here="$(cd "$(dirname "$0")" && pwd)"
SOFTMARK_SOURCE="${SOFTMARK_SOURCE:-$here}" exec bash "$here/softmark/shipped/gradescope/setup.sh" "$@"
