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

# --- Model files

urdf=$(cd "$(dirname "${BASH_SOURCE[0]}")/../data/urdf" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

expect "inspect: tree" 0 "2      upper     base    shoulder    pin     0  0  2" inspect "$urdf/arm.urdf"
expect "inspect: coordinates" 0 "shoulder    rad      -2    2.5      0      3      40      0.2       0.1" inspect "$urdf/arm.urdf"
expect "inspect: report" 0 "an axis of length 2 was scaled to 1: joint 'long_axis' (line 12)" inspect "$urdf/dirty.urdf"
expect "inspect: free base" 0 "root_joint.qw" inspect "$urdf/arm.urdf" --base free
expect "inspect: followers" 0 "-2·turn+0.5" inspect "$urdf/joints.urdf"
expect "inspect: merged links" 0 "arm: 3 bodies" inspect "$urdf/arm.urdf" --merge-fixed
expect "inspect: strict" 1 "dirty.urdf:14: link 'flat'" inspect "$urdf/dirty.urdf" --strict-inertia
expect "inspect: no file" 1 "sarrus: cannot open 'nothing.urdf'" inspect nothing.urdf
expect "inspect: other format" 1 "only URDF can be read" inspect model.obj
expect "inspect: wrong base" 105 "--base: floating not in {fixed,free}" inspect "$urdf/arm.urdf" --base floating
expect "inspect: too many words" 2 "sarrus inspect does not understand 'more'" inspect "$urdf/arm.urdf" more

expect "evaluate: table" 0 "kinetic energy" evaluate "$urdf/arm.urdf" --random 2
expect "evaluate: no states" 1 "either --states FILE.json or --random N" evaluate "$urdf/arm.urdf"
random() { "$program" evaluate "$urdf/arm.urdf" --random 2 --json --seed "$1"; }
if [[ $(random 7) != "$(random 7)" || $(random 7) == "$(random 8)" ]]; then
  echo "FAILED evaluate: random states do not follow their seed"
  failures=$((failures + 1))
fi

if ! random 1 | python3 -m json.tool >/dev/null; then
  echo "FAILED evaluate: the output is not JSON"
  failures=$((failures + 1))
fi

states() { # NAME STATUS TEXT JSON: what evaluate says to states in a file
  echo "$4" >"$work/states.json"
  expect "evaluate: $1" "$2" "$3" evaluate "$urdf/arm.urdf" --states "$work/states.json" --json
}
states "names" 0 '"speeds": ["shoulder.rate", "slide.rate"]' '[{}]'
# The slide points down, turned by 0.3 rad, and holds 1 kg: −9.81·cos(0.3) N.
states "gravity" 0 ', -9.37185095832' '[{"q": [0, 0]}]'
states "several states" 0 '"tau": [3, 4]' '[{}, {"u": [1, 2], "tau": [3, 4]}]'
states "no JSON" 1 "is not JSON" '[{'
states "no list" 1 "must hold a list of states" '{"q": [0, 0]}'
states "no object" 1 "state 1 is number, but must be an object" '[{}, 3]'
states "unknown key" 1 "state 0: there is no key 'udt'. Did you mean 'udot'?" '[{"udt": [0, 0]}]'
states "wrong size" 1 "state 0: 'q' has 3 numbers, but must have 2" '[{"q": [0, 0, 0]}]'
states "no number" 1 'entry 1 of '"'u'"' is "x", but must be a finite number' '[{"u": [0, "x"]}]'
states "too large a number" 1 "is not JSON" '[{"u": [0, 1e999]}]'
exit "$((failures > 0))"
