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
# --- Simulation

simulate() { # NAME STATUS TEXT [arguments]
  local name=$1 status=$2 text=$3
  shift 3
  expect "simulate: $name" "$status" "$text" simulate "$urdf/arm.urdf" "$@"
}
expect "showcase simulates" 0 "times real time"
simulate "summary" 0 "Simulated 0.5 s of 'arm'" --duration 0.5
simulate "steps" 0 "evaluations" --duration 0.5 --accuracy 1e-6 --integrator merson
simulate "nothing to do" 0 "Simulated 0 s" --duration 0
simulate "unknown method" 1 "there is no method of integration 'rk45'" --integrator rk45
simulate "unknown name" 1 "Did you mean 'shoulder'?" --set shulder=1
simulate "no number" 1 "'much' is not a number" --set shoulder=much
simulate "no value" 1 "write NAME=VALUE" --set shoulder
simulate "impossible mass" 1 "upper" --set upper.mass=-1
simulate "unknown ending" 1 "ends with .csv, .npz or .sto" --output motion.xls
simulate "no such folder" 1 "No such file or directory" --duration 0.1 --output "$work/none/motion.csv"
simulate "backwards" 1 "cannot go back" --duration -1
simulate "negative accuracy" 1 "-1" --accuracy -1
simulate "table" 0 "states to $work/motion.csv" --duration 1 --every 0.1 --set shoulder=0.5 --output "$work/motion.csv"
if [[ $(head -1 "$work/motion.csv") != "time,shoulder,slide,shoulder.rate,slide.rate,kinetic_energy,potential_energy" ||
  $(wc -l <"$work/motion.csv") != 12 || $(sed -n 2p "$work/motion.csv") != 0,0.5,* ]]; then
  echo "FAILED simulate: the table is"$'\n'"$(cat "$work/motion.csv")"
  failures=$((failures + 1))
fi
simulate "chosen columns" 0 "states to $work/chosen.csv" --duration 1 --every 0.5 --columns slide,kinetic_energy --output "$work/chosen.csv"
if [[ $(head -1 "$work/chosen.csv") != "time,slide,kinetic_energy" || $(wc -l <"$work/chosen.csv") != 4 ]]; then
  echo "FAILED simulate: the table of chosen columns is"$'\n'"$(cat "$work/chosen.csv")"
  failures=$((failures + 1))
fi
simulate "unknown column" 1 "Did you mean 'slide'?" --columns slid --output "$work/chosen.csv"
simulate "pace of the clock" 0 "frames" --duration 0.2 --realtime
# A run in two parts ends where one run does.
simulate "first half" 0 "last state" --duration 0.5 --fixed-step 0.01 --integrator merson --final "$work/half.json"
simulate "second half" 0 "last state" --initial "$work/half.json" --duration 0.5 --fixed-step 0.01 --integrator merson --final "$work/two.json"
simulate "whole" 0 "last state" --duration 1 --fixed-step 0.01 --integrator merson --final "$work/one.json"
if ! python3 - "$work/one.json" "$work/two.json" <<'END'; then
import json, sys
one, two = (json.load(open(name)) for name in sys.argv[1:])
numbers = lambda x: [x] if isinstance(x, (int, float)) else [n for v in (x.values() if isinstance(x, dict) else x if isinstance(x, list) else []) for n in numbers(v)]
a, b = numbers(one), numbers(two)
assert len(a) == len(b) > 4 and all(abs(x - y) < 1e-9 for x, y in zip(a, b)), (a, b)
END
  echo "FAILED simulate: two halves are not the whole"
  failures=$((failures + 1))
fi
# Ctrl-C ends a long run and keeps what there is.
timeout --signal=INT 1 "$program" simulate "$urdf/arm.urdf" --duration 1e7 --every 1 --output "$work/cut.csv" >"$work/cut.txt" 2>&1
if [[ $(cat "$work/cut.txt") != *interrupted* || $(wc -l <"$work/cut.csv") -lt 3 ]]; then
  echo "FAILED simulate: an interrupted run left"$'\n'"$(cat "$work/cut.txt")"
  failures=$((failures + 1))
fi
# --- Diagnosis

expect "diagnose: healthy" 0 "Nothing to remark." diagnose "$urdf/arm.urdf"
expect "diagnose: followers" 0 "2 rows of 2 constraints, 2 of them independent: 13 degrees of freedom here and in general." diagnose "$urdf/joints.urdf"
expect "diagnose: JSON" 0 '"generic_mobility": 13' diagnose "$urdf/joints.urdf" --json
expect "diagnose: no file" 2 "cannot open" diagnose nothing.urdf
expect "diagnose: unknown name" 2 "Did you mean 'shoulder'?" diagnose "$urdf/arm.urdf" --set shulder=1
sed 's|name="turn" type="revolute">|&<mimic joint="push"/>|' "$urdf/joints.urdf" >"$work/circle.urdf"
expect "diagnose: followers in a circle" 2 "in a circle" diagnose "$work/circle.urdf"
expect "simulate: followers follow" 0 "Simulated" simulate "$urdf/joints.urdf" --duration 0.2 --every 0.1 --set turn=0.1 --set turn.rate=0.5 --output "$work/follow.csv"
if ! python3 - "$work/follow.csv" <<'END'; then
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
assert len(rows) == 3 and abs(float(rows[-1]["turn"]) - 0.1) > 0.01, rows
for row in rows:
    turn, spin, push = (float(row[name]) for name in ("turn", "spin", "push"))
    assert abs(spin - (-2 * turn + 0.5)) < 1e-5 and abs(push - 3 * spin) < 1e-5, row
END
  echo "FAILED simulate: joints do not follow others"
  failures=$((failures + 1))
fi
# --- Closed loops

examples=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../examples" && pwd)
expect "inspect: loops" 0 "tip   pin   coupler_rod  rocker_rod" inspect "$examples/four_bar.urdf"
if [[ $("$program" diagnose "$examples/four_bar.urdf" 2>/dev/null) != "$(cat "$examples/four_bar.expected")" ]]; then
  echo "FAILED diagnose: not what four_bar.expected holds"
  failures=$((failures + 1))
fi
expect "diagnose: open loop" 1 "coordinates moved to meet them, most of all 'rocker', by 0.418 rad" diagnose "$examples/four_bar.urdf"
# Crank and its speed stay; the rocker's angle and speed follow by the law of cosines and its rate.
expect "simulate: open loop" 0 "most of all 'elbow', by 0.5967 rad" simulate "$examples/four_bar.urdf" --duration 0.5 --every 0.25 --set crank=1 --set crank.rate=2 --output "$work/linkage.csv"
if ! python3 - "$work/linkage.csv" <<'END'; then
import csv, sys
from math import acos, atan2, cos, hypot, pi, sin
def rocker(crank):
    x, z = 0.7 - 0.3 * cos(crank), -0.3 * sin(crank)
    d = hypot(x, z)
    return atan2(z, x) + pi / 2 - acos((d * d + 0.36 - 0.64) / (1.2 * d))
rows = [{name: float(value) for name, value in row.items()} for row in csv.DictReader(open(sys.argv[1]))]
assert len(rows) == 3 and rows[0]["crank"] == 1 and abs(rows[0]["crank.rate"] - 2) < 1e-12, rows[0]
assert abs(rows[0]["rocker.rate"] - (rocker(1 + 2e-5) - rocker(1 - 2e-5)) / 2e-5) < 1e-7, rows[0]
for row in rows:
    assert abs(row["rocker"] - rocker(row["crank"])) < 1e-4, row
END
  echo "FAILED simulate: the four-bar is not on its loop"
  failures=$((failures + 1))
fi
expect "simulate: too many values" 0 "cannot be met with what --set gives" simulate "$examples/four_bar.urdf" --duration 0 --set crank=1 --set rocker=1
expect "simulate: too many speeds" 0 "cannot be met with the speeds that --set gives" simulate "$examples/four_bar.urdf" --duration 0 --set crank.rate=1 --set rocker.rate=9
if [[ -n $("$program" simulate "$examples/four_bar.urdf" --duration 0 --quiet 2>&1) ]]; then
  echo "FAILED simulate: not quiet about assembly"
  failures=$((failures + 1))
fi
# Limits tell which way to assemble: here the mirror image, with the elbow at −acos(0.6875).
sed 's|name="elbow" type="continuous">|name="elbow" type="revolute"><limit lower="-2" upper="-0.1"/>|' "$examples/four_bar.urdf" >"$work/mirrored.urdf"
expect "simulate: within limits" 0 "1 coordinates have limits" simulate "$work/mirrored.urdf" --duration 0 --set crank=0 --output "$work/mirrored.csv"
if [[ $(sed -n 2p "$work/mirrored.csv") != 0,0,-0.81275556* ]]; then
  echo "FAILED simulate: the mirrored four-bar begins at"$'\n'"$(cat "$work/mirrored.csv")"
  failures=$((failures + 1))
fi
sed -i 's|lower="-2"|lower="-0.2"|' "$work/mirrored.urdf"
expect "simulate: outside limits" 0 "they cannot be met within the limits" simulate "$work/mirrored.urdf" --duration 0 --set crank=0
sed 's|<origin xyz="0.7 0 0"/>|<origin xyz="2 0 0"/>|' "$examples/four_bar.urdf" >"$work/torn.urdf"
expect "simulate: torn loop" 1 "'four_bar' cannot be assembled: constraint 'tip' stays open by 0.3" simulate "$work/torn.urdf"
expect "diagnose: torn loop" 2 "It cannot be assembled: constraint 'tip' stays open by 0.3." diagnose "$work/torn.urdf"
if [[ $("$program" simulate "$examples/four_bar.urdf" --duration -1 2>/dev/null) != "" ]]; then
  echo "FAILED simulate: something is printed before a bad duration is refused"
  failures=$((failures + 1))
fi
exit "$((failures > 0))"
