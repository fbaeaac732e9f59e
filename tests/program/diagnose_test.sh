#!/usr/bin/env bash
# What is said about mechanisms. Usage: diagnose_test.sh PROGRAM
source "$(dirname "${BASH_SOURCE[0]}")/program.sh"

expect "diagnose: healthy" 0 "Nothing to report." diagnose "$urdf/arm.urdf"
expect "diagnose: followers" 0 "2 rows of 2 constraints, 2 of them independent: 13 degrees of freedom here and in general." diagnose "$urdf/joints.urdf"
expect "diagnose: JSON" 0 '"generic_mobility": 13' diagnose "$urdf/joints.urdf" --json
expect "diagnose: no file" 2 "cannot open" diagnose nothing.urdf
expect "diagnose: unknown name" 2 "Did you mean 'shoulder'?" diagnose "$urdf/arm.urdf" --set shulder=1
sed 's|name="turn" type="revolute">|&<mimic joint="push"/>|' "$urdf/joints.urdf" >"$work/circle.urdf"
expect "diagnose: followers in a cycle" 2 "in a cycle" diagnose "$work/circle.urdf"
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

finish
