#!/usr/bin/env bash
# The linear equations of a pendulum are those of its equation; inputs, outputs and frequency responses. Usage: linearize_test.sh PROGRAM
source "$(dirname "${BASH_SOURCE[0]}")/program.sh"

pendulum '' # 2 kg, 1 m below the axis, 1 kg·m² about its center: (1 + 2)·q̈ = −2·9.81·1·sin q + torque
model=$work/model.urdf
"$program" linearize "$model" --set j=0.2 --input j --output j --output potential_energy --json >"$work/linear.json" 2>"$work/notes.txt" ||
  complain "as JSON" "$(cat "$work/notes.txt")"
check "as JSON" '
import json, sys
found = json.load(open(sys.argv[1]))
assert found["states"] == ["j", "j.rate"] and found["inputs"] == ["j.force"], found
assert found["is_exact"] and found["differenced"] == [] and found["error"] < 1e-9, found
near = lambda a, b: all(abs(x - y) < 1e-8 for r, s in zip(a, b) for x, y in zip(r, s)) and len(a) == len(b)
assert near(found["A"], [[0, 1], [-2 * 9.81 / 3, 0]]), found["A"]
assert near(found["B"], [[0], [1 / 3]]), found["B"]
assert near(found["C"], [[1, 0], [0, 0]]), found["C"]
assert near(found["D"], [[0], [0]]), found["D"]
assert all(abs(rate) < 1e-8 for rate in found["drift"]) and abs(found["about"]["coordinates"]["j"]) < 1e-8, found
' "$work/linear.json"

# The tables: names of rows and columns, what is exact.
expect "equations" 0 "ẋ = A·x + B·w,  y = C·x + D·w" linearize "$model" --input j --output j
expect "A" 0 "d/dt j.rate  -6.54       0" linearize "$model"
expect "B" 0 "d/dt j.rate  0.333333" linearize "$model" --input j.force
expect_not "A alone is exact" 0 "differenced" linearize "$model"
expect "others are differenced" 0 "A is exact; the rest is differenced, with errors of about" linearize "$model" --input gravity.z
expect_not "an equilibrium does not drift" 0 "drift" linearize "$model" --set j=0.2
expect "no equilibrium" 0 "no equilibrium: it drifts, most of all j.rate, by -6.54 per second" \
  linearize "$model" --set j=1.5707963267948966 --here
expect "a linkage" 0 "d/dt crank.rate" linearize "$examples/four_bar.urdf" --input crank --output rocker
check "a wide matrix is printed in parts" '
import subprocess, sys
text = subprocess.run([sys.argv[1], "linearize", sys.argv[2], "--here"], capture_output=True, text=True).stdout
assert max(len(line) for line in text.splitlines()) <= 104, text
assert text.count("\n  A  ") >= 3, text
' "$program" "$examples/humanoid.urdf"

# A torque may be set, and holds the pendulum where 2·9.81·sin q = 9.81: q = π/6.
expect "under a torque" 0 "0.523599  rad" linearize "$model" --set j.force=9.81 --set j=0.5

# Names that do not exist.
expect "an unknown input" 1 "no input 'gravity.w'. Did you mean 'gravity.x'? Inputs are" linearize "$model" --input gravity.w
expect "inputs are listed" 1 "j.force, gravity.x" linearize "$model" --input nothing-like-it
expect "parts of a body" 1 "b.mass, b.com.x" linearize "$model" --input b
expect "a speed is no input" 1 "'j.rate' cannot be an input: it is a speed" linearize "$model" --input j.rate
expect "an unknown output" 1 "Did you mean" linearize "$model" --output jj

# The frequency response, 1/(2·9.81 − 3·ω²), is drawn with its resonance within the plot.
expect "response" 0 "$work/bode.svg" linearize "$model" --input j --output j --output j.rate --bode "$work/bode.svg"
check "response" '
import sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
texts = [t.text for t in root.iter("{http://www.w3.org/2000/svg}text")]
for wanted in ["input j.force (N·m)", "angular frequency, rad/s", "magnitude", "phase, °", "j (rad)", "j.rate (rad/s)"]:
    assert wanted in texts, texts
curves = [p for p in root.iter("{http://www.w3.org/2000/svg}path") if p.get("d").count("L") > 300]
assert len(curves) == 4, len(curves)
' "$work/bode.svg"
expect "a range" 0 "bode.svg" linearize "$model" --input j --output j --bode "$work/bode.svg" --from 1 --to 30
expect "a response needs an input" 2 "give at least one --input and one --output" linearize "$model" --output j --bode "$work/bode.svg"
expect "a range needs a plot" 2 "add --bode" linearize "$model" --from 1
expect "an empty range" 2 "below --to" linearize "$model" --input j --output j --bode "$work/bode.svg" --from 3 --to 2
expect "an unwritable plot" 1 "cannot write" linearize "$model" --input j --output j --bode "$work/none/bode.svg"

finish
