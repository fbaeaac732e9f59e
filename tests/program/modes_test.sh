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

# A torque on a joint is a parameter, too: at 2·9.81·1 the pendulum is horizontal, and there is no equilibrium beyond.
expect "a torque" 0 "fold at 19.62" modes "$work/model.urdf" --vary j=25

# Eigenvalues as a plot.
expect "poles" 0 "poles.svg" modes "$work/model.urdf" --svg "$work/poles.svg"
expect "root locus" 0 "locus.svg" modes "$work/model.urdf" --vary j=15 --svg "$work/locus.svg"
check "plots" '
import sys, xml.etree.ElementTree as tree
texts = [[t.text for t in tree.parse(path).getroot().iter("{http://www.w3.org/2000/svg}text")] for path in sys.argv[1:]]
for wanted in ["real part, 1/s", "imaginary part, rad/s", "ζ = 0.5", "1"]:
    assert wanted in texts[0], texts[0]
for wanted in ["j.force = 0 N·m", "j.force = 15 N·m"]:
    assert wanted in texts[1], texts[1]
' "$work/poles.svg" "$work/locus.svg"
expect "an unwritable plot" 1 "cannot write" modes "$work/model.urdf" --svg "$work/none/poles.svg"

# What does not fit together.
expect "motions of a branch" 2 "leave --view" modes "$work/model.urdf" --vary gravity.z=1 --html "$work/page.html"
expect "motions as JSON" 2 "leave --view" modes "$work/model.urdf" --json --html "$work/page.html"
expect "a mode of nothing" 2 "add --view" modes "$work/model.urdf" --mode 1

# Motions of modes.
if "$program" modes "$work/model.urdf" --html "$work/page.html" 2>&1 | grep -q nodejs; then
  echo "skipped: pages, because the program was built without the viewer"
  finish
fi
expect "a mode that is none" 1 "there is no mode 2: the mechanism has 1 mode" modes "$work/model.urdf" --mode 2 --html "$work/page.html"
check "a page with a motion" '
import base64, json, math, re, struct, sys
page = open(sys.argv[1], encoding="utf-8").read()
(item,) = json.loads(re.search(r"id=\"sarrus-page\">(.*?)</script>", page, re.S)[1])["items"]
assert item["name"] == "mode 1: 0.407 Hz", item["name"]
assert "at its own pace" in item["text"], item["text"]
motion = item["motions"][0]
times = struct.unpack("<%dd" % motion["frames"], base64.b64decode(motion["times"]))
assert abs(times[-1] - 2 * 2 * math.pi / math.sqrt(2 * 9.81 / 3)) < 1e-6, times[-1]
' "$work/page.html"
expect "a linkage moves" 0 "four_bar.html" modes "$examples/four_bar.urdf" --mode 1 --html "$work/four_bar.html"
expect "modes that do not oscillate" 0 "crane.html" modes "$examples/crane.urdf" --mode 3 --mode 1 --html "$work/crane.html"
check "chosen modes, in the given order" '
import json, re, sys
page = open(sys.argv[1], encoding="utf-8").read()
items = json.loads(re.search(r"id=\"sarrus-page\">(.*?)</script>", page, re.S)[1])["items"]
assert [item["name"].split(":")[0] for item in items] == ["mode 3", "mode 1"], items
' "$work/crane.html"

finish
