#!/usr/bin/env bash
# The program as a user meets it: what it prints, and what it says when it is misunderstood. Usage: program_test.sh PROGRAM
set -uo pipefail
program=$1
failures=0

expect() { # NAME STATUS TEXT [arguments]: the exit status, and a part of the output
  local name=$1 status=$2 text=$3 output code
  shift 3
  output=$("$program" "$@" 2>&1)
  code=$?
  if [[ $code != "$status" || $output != *"$text"* ]]; then
    echo "FAILED $name: exit status $code, output:"$'\n'"$output"
    failures=$((failures + 1))
  fi
}

expect "showcase" 0 "Four phases of a stride"
expect "list of joints" 0 "cantilever-beam" joints
expect "version" 0 "sarrus 0." --version
expect "misspelt command" 2 "there is no command 'jonts'. Did you mean 'joints'?" jonts
exit "$((failures > 0))"
