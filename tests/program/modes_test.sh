#!/usr/bin/env bash
# Modes of a pendulum are those of its equation; what is said of states that are no equilibrium. Usage: modes_test.sh PROGRAM
source "$(dirname "${BASH_SOURCE[0]}")/program.sh"

pendulum '' # 2 kg, 1 m below the axis, 1 kg·m² about its center: ω² = 2·9.81·1/(1 + 2)
"$program" modes "$work/model.urdf" --set j=0.2 --output j --json >"$work/modes.json" 2>"$work/notes.txt" ||
  complain "modes of a pendulum" "$(cat "$work/notes.txt")"
check "modes of a pendulum" '
import json, math, sys
found = json.load(open(sys.argv[1]))
assert found["states"] == ["j", "j.rate"], found["states"]
(mode,) = found["modes"]
assert abs(mode["frequency"] - math.sqrt(2 * 9.81 / 3)) < 1e-8, mode
assert abs(mode["damping_ratio"]) < 1e-8, mode
assert abs(found["C"][0][0] - 1) < 1e-10 and abs(found["C"][0][1]) < 1e-10, found["C"]
' "$work/modes.json"

expect "table" 0 "0.40701" modes "$work/model.urdf"
expect "stable" 0 "No motion grows." modes "$work/model.urdf"
expect "upside down" 0 "1 of them grow" modes "$work/model.urdf" --set j=3.1
expect "a linkage" 0 "1 deviation of positions" modes "$examples/four_bar.urdf"
expect "an unknown input" 1 "nothing" modes "$work/model.urdf" --input nothing
expect "an unknown output" 1 "jj" modes "$work/model.urdf" --output jj

# A pendulum whose gravity is turned around falls over where it vanishes.
expect "falls over" 0 "branch point at " modes "$work/model.urdf" --vary gravity.z=9.81
"$program" modes "$work/model.urdf" --vary gravity.z=9.81 --json >"$work/branch.json" 2>"$work/notes.txt" ||
  complain "a branch as JSON" "$(cat "$work/notes.txt")"
check "a branch as JSON" '
import json, sys
found = json.load(open(sys.argv[1]))
assert found["reached"] and len(found["special"]) == 1, found["obstacle"]
assert abs(found["special"][0]["parameter"]) < 1e-6, found["special"]
assert found["points"][0]["growing"] == 0 and found["points"][-1]["growing"] == 1
' "$work/branch.json"
expect "a parameter that is none" 1 "gravity.w" modes "$work/model.urdf" --vary gravity.w=1
expect "no value to end at" 2 "PARAMETER=VALUE" modes "$work/model.urdf" --vary gravity.z

finish
