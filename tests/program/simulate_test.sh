#!/usr/bin/env bash
# Simulations and what is kept of them. Usage: simulate_test.sh PROGRAM
source "$(dirname "${BASH_SOURCE[0]}")/program.sh"

simulate() { # NAME STATUS TEXT [arguments]
  local name=$1 status=$2 text=$3
  shift 3
  expect "simulate: $name" "$status" "$text" simulate "$urdf/arm.urdf" "$@"
}
simulate "summary" 0 "Simulated 0.5 s of 'arm'" --duration 0.5
simulate "steps" 0 "evaluations" --duration 0.5 --accuracy 1e-6 --integrator merson
simulate "nothing to do" 0 "Simulated 0 s" --duration 0
simulate "unknown name" 1 "Did you mean 'shoulder'?" --set shulder=1
simulate "no number" 2 "'much' is not a number" --set shoulder=much
simulate "no value" 2 "write NAME=VALUE" --set shoulder
simulate "impossible mass" 1 "upper" --set upper.mass=-1
simulate "unknown ending" 2 "ends with .csv, .npz or .sto" --output motion.xls
simulate "no such folder" 1 "No such file or directory" --duration 0.1 --output "$work/none/motion.csv"
simulate "table" 0 "states to $work/motion.csv" --stepper --duration 1 --every 0.1 --set shoulder=0.5 --output "$work/motion.csv"
if [[ $(head -1 "$work/motion.csv") != "time,shoulder,slide,shoulder.rate,slide.rate,kinetic_energy,potential_energy" ||
  $(wc -l <"$work/motion.csv") != 12 || $(sed -n 2p "$work/motion.csv") != 0,0.5,* ]]; then
  echo "FAILED simulate: the table is"$'\n'"$(cat "$work/motion.csv")"
  failures=$((failures + 1))
fi
simulate "chosen columns" 0 "states to $work/chosen.csv" --stepper --duration 1 --every 0.5 --columns slide,kinetic_energy --output "$work/chosen.csv"
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

# --- Nothing is lost

simulate "no such folder" 1 "No such file or directory" --duration 1e5 --output "$work/none/motion.csv"
simulate "no such folder for the last state" 1 "No such file or directory" --duration 1e5 --final "$work/none/last.json"

cut() { # NAME SIGNAL STATUS OUTPUT [arguments]: a long run is ended by a signal, and what there is is kept
  local name=$1 signal=$2 status=$3 output=$4 code
  shift 4
  rm -f "$work/cut.json" "$output"
  "$program" simulate "$urdf/arm.urdf" --duration 1e7 --output "$output" --final "$work/cut.json" "$@" >"$work/cut.txt" 2>&1 &
  local job=$!
  sleep 1
  kill -"$signal" "$job"
  wait "$job"
  code=$?
  if [[ $code != "$status" || ! -s $output || ! -s $work/cut.json || $(cat "$work/cut.txt") != *"interrupted at t ="* ]]; then
    complain "simulate: cut by $name" "exit status $code, output:"$'\n'"$(cat "$work/cut.txt")"$'\n'"$(ls "$work")"
  fi
}
set -m # so that jobs in the background do not ignore Ctrl-C
cut "Ctrl-C" INT 130 "$work/cut.csv" --every 1
[[ $(wc -l <"$work/cut.csv") -gt 3 ]] || complain "simulate: rows of a run that was cut" "$(cat "$work/cut.csv")"
cut "a scheduler" TERM 143 "$work/cut.npz" --every 0.01
cut "a terminal that hangs up" HUP 129 "$work/cut.sto" --every 0.1
cut "Ctrl-C within a step" INT 130 "$work/fine.csv" --every 1e-7
set +m
check "simulate: files of runs that were cut" '
import json, sys, zipfile
work = sys.argv[1]
assert zipfile.ZipFile(work + "/cut.npz").testzip() is None
lines = open(work + "/cut.sto").read().splitlines()
assert "nRows=%d" % (len(lines) - lines.index("endheader") - 2) in lines, lines[:8]
last = open(work + "/fine.csv").read().splitlines()[-1]
state = json.load(open(work + "/cut.json"))
assert abs(float(last.split(",")[0]) - state["time"]) <= 1e-6, (last, state["time"])
' "$work"
[[ -z $(find "$work" -name '*.part' -o -name '*.rows') ]] || complain "simulate: leftovers" "$(ls "$work")"

# Rows do not wait in memory: two million of them in two hundred megabytes of address space.
if ! in_memory 200000 simulate "$urdf/arm.urdf" --stepper --duration 20 --every 1e-5 --quiet --output "$work/fine.csv" ||
  [[ $(wc -l <"$work/fine.csv") != 2000002 ]]; then
  complain "simulate: many rows" "$(wc -l <"$work/fine.csv") lines"
fi
rm -f "$work/fine.csv"

# On a full disk, here a limit of 64 KiB per file, the earlier file stays, and so do the rows that found room; the last
# state is tried all the same.
mkdir "$work/small"
echo earlier >"$work/small/motion.csv"
errors=$(trap '' XFSZ; ulimit -f 64; "$program" simulate "$urdf/arm.urdf" --duration 10 --every 1e-3 --quiet --output "$work/small/motion.csv" --final "$work/full.json" 2>&1)
code=$?
part=$(find "$work/small" -name 'motion.csv.*.part')
[[ $code == 1 && $errors == *"File too large; the earlier file stays as it was; the rows that could be written are in '$part'"* &&
  $(cat "$work/small/motion.csv") == earlier && $(wc -l <"$part") -gt 100 && -s $work/full.json ]] ||
  complain "simulate: full disk" "exit status $code: $errors"$'\n'"$(ls -la "$work/small")"
# Nor does a last state that finds no room hide where the rows are.
errors=$(trap '' XFSZ; ulimit -f 64; "$program" simulate "$urdf/arm.urdf" --duration 10 --every 1e-3 --quiet --output "$work/small/motion.csv" --final /dev/full 2>&1)
[[ $errors == *"the rows that could be written are in '$work/small/motion.csv."*"cannot write '/dev/full': No space left on device"* ]] ||
  complain "simulate: full disk, last state too" "$errors"
errors=$(trap '' XFSZ; ulimit -f 64; "$program" simulate "$urdf/arm.urdf" --duration 10 --every 1e-3 --quiet --output "$work/small/motion.npz" 2>&1)
code=$?
part=$(find "$work/small" -name 'motion.npz.*.rows')
[[ $code == 1 && $errors == *"the rows that could be written are in '$part', as numbers of 8 bytes, "*" to a row"* && -s $part ]] ||
  complain "simulate: full disk, .npz" "exit status $code: $errors"$'\n'"$(ls -la "$work/small")"

# --- At the pace of the clock

simulate "pace of the clock keeps the motion" 0 "states to $work/paced.csv" --duration 0.2 --realtime --every 0.05 --output "$work/paced.csv" --final "$work/paced.json"
check "simulate: motion at the pace of the clock" '
import csv, json, sys
rows = list(csv.DictReader(open(sys.argv[1])))
assert [round(float(row["time"]), 9) for row in rows] == [0, 0.05, 0.1, 0.15, 0.2], rows
assert json.load(open(sys.argv[2]))["time"] == 0.2
' "$work/paced.csv" "$work/paced.json"

# --- Standard output

"$program" simulate "$urdf/arm.urdf" --duration 0.2 --every 0.1 --output - >"$work/stdout.csv" 2>"$work/words.txt"
[[ $(wc -l <"$work/stdout.csv") == 4 && $(head -1 "$work/stdout.csv") == time,shoulder,* && $(cat "$work/words.txt") == *"Simulated 0.2 s"* ]] ||
  complain "simulate: standard output" "$(cat "$work/stdout.csv" "$work/words.txt")"
"$program" simulate "$urdf/arm.urdf" --duration 0.2 --quiet --final - | "$program" evaluate "$urdf/arm.urdf" --states - >"$work/piped.txt" 2>&1
[[ $(cat "$work/piped.txt") == *"kinetic energy"* ]] || complain "simulate: to evaluate by a pipe" "$(cat "$work/piped.txt")"
simulate "one standard output" 2 "only one of" --output - --json
"$program" simulate "$urdf/arm.urdf" --duration 0.5 --set shoulder=0.5 --json >"$work/summary.json" 2>"$work/words.txt"
check "simulate: JSON" '
import json, sys
run = json.load(open(sys.argv[1]))
assert run["outcome"] == "finished" and run["to"] == 0.5 and run["steps"] > 3, run
shoulder = run["coordinates"][0]
assert shoulder["name"] == "shoulder" and shoulder["unit"] == "rad" and shoulder["start"] == 0.5, shoulder
assert shoulder["least"] <= shoulder["end"] <= shoulder["greatest"] and shoulder["least"] < shoulder["greatest"], shoulder
' "$work/summary.json"
if [[ -n $("$program" simulate "$urdf/arm.urdf" --duration 0.1 --quiet --output "$work/q.csv" --final "$work/q.json" --set shoulder=9 2>&1) ]]; then
  complain "simulate: not quiet" "about files"
fi

# --- What is shown and said

# A pendulum of length 1 m and inertia 3 kg·m² about its axis, let go at 0.5 rad, swings to −0.5 rad and back.
pendulum ""
expect "simulate: shows the motion" 0 "coordinate  unit  start" simulate "$work/model.urdf" --set j=0.5 --duration 4 --accuracy 1e-8
expect "simulate: least and greatest" 0 "-0.5       0.5" simulate "$work/model.urdf" --set j=0.5 --duration 4 --accuracy 1e-8
expect "simulate: draws the motion" 0 "'j' [rad] from t = 0 s to 4 s" simulate "$work/model.urdf" --set j=0.5 --duration 4
expect_not "simulate: no motions, no word of them" 0 "put in by" simulate "$work/model.urdf" --set j=0.5
expect_not "simulate: constraints are no motions" 0 "by motions" simulate "$examples/four_bar.urdf" --duration 2
expect_errors "simulate: outside the limits" "note: 'shoulder' = 9 rad is outside its limits, -2 to 2.5" simulate "$urdf/arm.urdf" --set shoulder=9 --duration 0
expect "simulate: no limits" 0 "limits       of 2 joints not enforced" simulate "$urdf/arm.urdf" --no-limits --duration 0
expect "simulate: limits that were left" 0 "left -2 to 2.5" simulate "$urdf/arm.urdf" --no-limits --set shoulder=2.4 --set shoulder.rate=5 --duration 1
# The crane's boom falls on its stop at −0.3 rad, its jib on the one at 0.8 m: both yield by less than a hundredth, bounce,
# and come to rest where the stops bear the weights; energy is lost only.
"$program" simulate "$examples/crane.urdf" --stops --quiet --duration 5 --set lift.damping.damping=0 --output "$work/stops.csv" --final "$work/stops.json" || complain "simulate: stops" "fail"
check "simulate: stops" '
import csv, sys
rows = [{name: float(value) for name, value in row.items()} for row in csv.DictReader(open(sys.argv[1]))]
lift, extend = ([row[name] for row in rows] for name in ("lift", "extend"))
assert -0.33 < min(lift) < -0.3 and -0.31 < lift[-1] < -0.29 and abs(rows[-1]["lift.rate"]) < 0.05, (min(lift), rows[-1])
assert max(extend) < 0.83 and abs(extend[-1] - 0.8) < 0.01, (max(extend), rows[-1])
' "$work/stops.csv"
expect "simulate: stops say so" 0 "limits       springs at 2 joints" simulate "$examples/crane.urdf" --stops --duration 0.1
# By default the boom stays at its stop exactly, and the energy that the hits take is accounted for.
expect "simulate: hard stops" 0 "limits       hard stops at 2 joints" simulate "$examples/crane.urdf" --duration 5
expect "simulate: hits" 0 "event        'limits.lift.lower stop': 1" simulate "$examples/crane.urdf" --duration 5
expect "simulate: energy of hits" 0 "changed by events" simulate "$examples/crane.urdf" --duration 5
"$program" simulate "$examples/crane.urdf" --quiet --duration 5 --output "$work/hard.csv" --final "$work/hard.json"
check "simulate: hard stops hold" '
import csv, sys
rows = [{name: float(value) for name, value in row.items()} for row in csv.DictReader(open(sys.argv[1]))]
assert abs(min(row["lift"] for row in rows) + 0.3) < 1e-9 and abs(rows[-1]["lift"] + 0.3) < 1e-9, rows[-1]
assert abs(max(row["extend"] for row in rows) - 0.8) < 1e-9 and rows[-1]["lift.rate"] == 0, rows[-1]
' "$work/hard.csv"
# What a joint outside of its limits does is its own affair in a simulation; time steps move it back.
expect_errors "simulate: begins outside" "1 joint outside of the limits: no stop keeps them there" simulate "$examples/crane.urdf" --set lift=-0.5 --duration 0.1
expect_errors "simulate: steps from outside" "moves what it can back within them" simulate "$examples/crane.urdf" --set lift=-0.5 --duration 0.1 --stepper
expect_not "simulate: and is within" 0 "left -0.3" simulate "$examples/crane.urdf" --set lift=-0.3 --duration 1 --stepper

# Who gives no method gets time steps where contact or the dry friction of many joints act, and a simulation
# elsewhere. The dry friction of a few joints is as exact there, unless a mimic joint ties two of them.
expect "simulate: steps with contact" 0 "time stepping, steps of 1 ms" simulate "$examples/dog.urdf" --base free --duration 0.1
expect "simulate: steps with friction" 0 "dry friction of 1 joint" simulate "$urdf/arm.urdf" --duration 0.1 --stepper
expect "simulate: friction by events" 0 "dry friction of 1 joint" simulate "$urdf/arm.urdf" --duration 0.1
expect "simulate: friction by events is a simulation" 0 "auto, accuracy 0.0001" simulate "$urdf/arm.urdf" --duration 0.1
expect "simulate: friction is exact at an accuracy" 0 "dry friction of 1 joint" simulate "$urdf/arm.urdf" --duration 0.1 --accuracy 1e-6
{
  echo '<robot name="row"><link name="base"/>'
  for i in 1 2 3 4 5 6 7 8 9 10 11; do
    echo "<link name='b$i'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>"
    echo "<joint name='j$i' type='continuous'><parent link='base'/><child link='b$i'/><dynamics friction='1'/></joint>"
  done
  echo '</robot>'
} > "$work/row.urdf"
expect "simulate: steps with much friction" 0 "time stepping, steps of 1 ms" simulate "$work/row.urdf" --duration 0.1
sed "s|name='j2' type='continuous'>|&<mimic joint='j1'/>|; /name='b[3-9]\|name='b1[01]\|name='j[3-9]\|name='j1[01]/d" "$work/row.urdf" > "$work/tied.urdf"
expect_not "simulate: much friction yields at an accuracy" 0 "dry friction" simulate "$work/row.urdf" --duration 0.1 --accuracy 1e-4
expect "simulate: steps with friction that is tied" 0 "time stepping, steps of 1 ms" simulate "$work/tied.urdf" --duration 0.1
expect_not "simulate: smooth friction where it is tied" 0 "dry friction" simulate "$work/tied.urdf" --duration 0.1 --accuracy 1e-4
expect "simulate: no steps without" 0 "auto, accuracy 0.0001" simulate "$examples/crane.urdf" --duration 0.1
expect "simulate: no steps at an accuracy" 0 "springs at 8 joints" simulate "$examples/dog.urdf" --base free --accuracy 1e-3 --duration 0.1
expect "simulate: no steps where refused" 0 "auto, accuracy 0.0001" simulate "$examples/dog.urdf" --base free --no-stepper --duration 0.1

# A state that was written with other options is taken as far as it goes, also if a stop holds a joint there.
expect_errors "simulate: state of other options" "was written by another command or with other options; left out of it" simulate "$examples/crane.urdf" --initial "$work/hard.json" --stops --duration 0.1
# What it lacks is told too, but coordinates, which no option changes, must all be there.
"$program" simulate "$examples/crane.urdf" --no-limits --quiet --duration 0.1 --final "$work/free.json"
expect_errors "simulate: state without the values of stops" "was written by another command or with other options; missing in it, and as at the start of the model: 3 values, such as 'limits.lift.held'" simulate "$examples/crane.urdf" --initial "$work/free.json" --duration 0.1
edit_state() { # STATEMENT: $work/free.json after a statement of Python, in $work/edited.json
  python3 -c "import json, sys; state = json.load(open(sys.argv[1])); $1; json.dump(state, open(sys.argv[2], 'w'))" "$work/free.json" "$work/edited.json"
}
edit_state "del state['coordinates']['lift']"
expect "simulate: a missing coordinate" 1 "coordinates: 'lift' is missing" simulate "$examples/crane.urdf" --initial "$work/edited.json" --duration 0.1
edit_state "del state['speeds']['lift.rate']"
expect "simulate: a missing speed" 1 "speeds: 'lift.rate' is missing" simulate "$examples/crane.urdf" --initial "$work/edited.json" --duration 0.1
edit_state "state['signature'] = '0'"
expect "simulate: another signature of the same names" 1 "other joints, types or order" simulate "$examples/crane.urdf" --no-limits --initial "$work/edited.json" --duration 0.1
expect "simulate: a stop lets go with its limits" 0 "left -0.3" simulate "$examples/crane.urdf" --initial "$work/hard.json" --no-limits --duration 1
"$program" simulate "$examples/dog.urdf" --base free --duration 0.3 --quiet --final "$work/steps.json"
expect "evaluate: a state of time steps" 0 "kinetic energy" evaluate "$examples/dog.urdf" --base free --states "$work/steps.json"

# Rigid steps: the summary says so, the limit of a joint holds, and nothing overlaps.
expect "simulate: the stepper says so" 0 "time stepping, steps of 1 ms" simulate "$examples/dog.urdf" --base free --stepper --duration 0.5
expect "simulate: the stepper has limits" 0 "contact, limits of 8 joints" simulate "$examples/dog.urdf" --base free --stepper --duration 0.5
expect "simulate: the stepper's own step" 0 "steps of 2 ms" simulate "$examples/dog.urdf" --base free --stepper --fixed-step 0.002 --duration 0.1
expect "simulate: the stepper to an accuracy" 0 "time stepping, accuracy 0.001, steps of" simulate "$examples/dog.urdf" --base free --stepper --accuracy 1e-3 --duration 0.5
expect "simulate: the stepper tells its errors" 0 "of coordinates at most" simulate "$examples/dog.urdf" --base free --stepper --duration 0.1
expect "simulate: one length or an accuracy" 2 "leave one of them out" simulate "$examples/crane.urdf" --stepper --accuracy 1e-3 --fixed-step 0.01
expect_not "simulate: the stepper ends the note" 0 "not enforced" simulate "$examples/crane.urdf" --stepper --duration 0.1
expect_not "simulate: no joint leaves its limits" 0 "left " simulate "$examples/crane.urdf" --stepper --duration 5
expect "simulate: the stepper has its own method" 2 "leave --integrator out" simulate "$examples/crane.urdf" --stepper --integrator rk3
expect "simulate: no springs in the stepper" 2 "leave --stops" simulate "$examples/crane.urdf" --stepper --stops
expect "simulate: no view of the stepper" 2 "leave --stops, --realtime and --view out" simulate "$examples/crane.urdf" --stepper --view
expect "simulate: no clock for the stepper" 2 "leave --stops, --realtime and --view out" simulate "$examples/crane.urdf" --stepper --realtime
"$program" simulate "$examples/dog.urdf" --base free --duration 0.5 --json >"$work/steps.txt"
check "simulate: JSON of the stepper" '
import json, sys
run = json.load(open(sys.argv[1]))
energy = run["energy"]
assert run["method"] == "time stepping" and run["outcome"] == "finished" and run["steps"] == 500, run
assert abs(energy["kinetic"] + energy["potential"] - energy["initial"] - energy["by_rigid_parts"] - energy["by_forces"]) < 1e-9, energy
assert run["largest_overlap"] < 1e-5 and len(run["coordinates"]) == 15, run
' "$work/steps.txt"
simulate "units of time" 0 "steps of 1 ms" --duration 0.1 --fixed-step 0.001
simulate "errors that nobody knows" 0 "errors       not estimated" --duration 0.1 --fixed-step 0.01 --integrator semi-explicit-euler
expect_errors "simulate: energy out of nothing" "warning: the energy is off by" simulate "$work/model.urdf" --set j=3 --fixed-step 0.5 --integrator euler
expect_errors "simulate: many steps" "--integrator bdf" simulate "$work/model.urdf" --set j=3 --accuracy 1e-14 --integrator rk2 --duration 0.3
expect_not "simulate: failure is not followed by a summary" 1 "Simulated" simulate "$examples/crane.urdf" --set jib.mass=0
expect "simulate: no mass moves" 1 "joint 'extend' (slider): no inertia resists its speed 'extend.rate': how fast it accelerates is not defined" simulate "$examples/crane.urdf" --set jib.mass=0

expect "simulate: a mass beyond computing" 1 "a mass of 1e+300 kg is too large to compute with" simulate "$examples/crane.urdf" --set jib.mass=1e300

# --- No endless loops

simulate "steps that do not move the clock" 1 "--fixed-step 1e-300: so short a step does not move the clock" --fixed-step 1e-300
simulate "rows that do not move the clock" 1 "--every 1e-300: so short a step does not move the clock" --every 1e-300 --output "$work/dense.csv"
simulate "a time without end" 1 "is too long" --duration 1e300
sed -E 's/"time": [0-9.]+/"time": 1e300/' "$work/one.json" >"$work/late.json"
simulate "a late beginning" 1 "is too long" --initial "$work/late.json" --duration 1
expect "simulate: names like that of time" 0 "states to" simulate - --duration 0.1 --output "$work/time.csv" <<<"$(sed 's/name="j"/name="time"/' "$work/model.urdf")"
[[ $(head -1 "$work/time.csv") == time,coordinate:time,* ]] || complain "simulate: two columns of one name" "$(head -1 "$work/time.csv")"
expect "simulate: names with commas" 0 "states to" simulate - --duration 0.1 --columns x,y --output "$work/comma.csv" <<<"$(sed 's/name="j"/name="x,y"/' "$work/model.urdf")"

finish
