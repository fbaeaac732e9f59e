#!/usr/bin/env bash
# Closed loops and joints that follow others. Usage: loops_test.sh PROGRAM
source "$(dirname "${BASH_SOURCE[0]}")/program.sh"

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
expect "simulate: too many values" 0 "cannot be met with the values that were set" simulate "$examples/four_bar.urdf" --duration 0 --set crank=1 --set rocker=1
expect "simulate: too many speeds" 0 "cannot be met with the speeds that were set" simulate "$examples/four_bar.urdf" --duration 0 --set crank.rate=1 --set rocker.rate=9
if [[ -n $("$program" simulate "$examples/four_bar.urdf" --duration 0 --quiet 2>&1) ]]; then
  echo "FAILED simulate: not quiet about assembly"
  failures=$((failures + 1))
fi
# Limits tell which way to assemble: here the mirror image, with the elbow at −acos(0.6875).
sed 's|name="elbow" type="continuous">|name="elbow" type="revolute"><limit lower="-2" upper="-0.1"/>|' "$examples/four_bar.urdf" >"$work/mirrored.urdf"
expect "simulate: within limits" 0 "hard stops at 1 joint" simulate "$work/mirrored.urdf" --duration 0 --set crank=0 --output "$work/mirrored.csv"
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

finish
