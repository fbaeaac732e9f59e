#!/usr/bin/env bash
# What the program says about model files. Usage: inspect_test.sh PROGRAM
source "$(dirname "${BASH_SOURCE[0]}")/program.sh"

expect "inspect: tree" 0 "2      upper     base    shoulder    pin     0  0  2" inspect "$urdf/arm.urdf"
expect "inspect: coordinates" 0 "shoulder    rad      -2    2.5      0      3      40      0.2       0.1" inspect "$urdf/arm.urdf"
expect "inspect: report" 0 "an axis of length 2 was scaled to 1: joint 'long_axis' (line 12)" inspect "$urdf/dirty.urdf"
expect "inspect: free base" 0 "root_joint.qw" inspect "$urdf/arm.urdf" --base free
expect "inspect: followers" 0 "-2·turn+0.5" inspect "$urdf/joints.urdf"
expect "inspect: merged links" 0 "arm: 3 bodies" inspect "$urdf/arm.urdf" --merge-fixed
expect "inspect: strict" 1 "dirty.urdf:14: link 'flat'" inspect "$urdf/dirty.urdf" --strict-inertia
expect "inspect: no file" 1 "sarrus: cannot open 'nothing.urdf'" inspect nothing.urdf
expect "inspect: other format" 1 "its name must end in one of .urdf (URDF)" inspect model.obj

expect "inspect: standard input" 0 "arm: 4 bodies" inspect - <"$urdf/arm.urdf"
expect "inspect: units" 0 "speed in rad/s or m/s; effort and friction in N·m or N" inspect "$urdf/arm.urdf"
expect "inspect: values" 0 "shoulder.damping.damping" inspect "$urdf/arm.urdf" --values
expect "inspect: values have units" 0 "kg·m²" inspect "$urdf/arm.urdf" --values
"$program" inspect "$urdf/joints.urdf" --json >"$work/robot.json" 2>&1
check "inspect: JSON" '
import json, sys
robot = json.load(open(sys.argv[1]))
by_name = {c["name"]: c for c in robot["coordinates"]}
assert by_name["spin"]["mimic"] == {"joint": "turn", "multiplier": -2, "offset": 0.5}, by_name["spin"]
assert all({"name", "parent", "joint", "type", "mass"} <= body.keys() for body in robot["bodies"])
assert {note["kind"] for note in robot["report"]} <= {"changed", "data", "ignored", "doubtful"} and robot["report"]
' "$work/robot.json"
# A point mass that is to turn about itself: the file may be meant, but not the accelerations.
pendulum '<link name="c"><inertial><mass value="1"/><inertia ixx="0" iyy="0" izz="0" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="k" type="continuous"><parent link="b"/><child link="c"/></joint>'
expect "inspect: missing inertia" 0 "doubtful  no inertia resists it, so how fast it accelerates is not defined; is <inertia> missing?: joint 'k'" inspect "$work/model.urdf"
expect_errors "evaluate: missing inertia" "warning: state 0: the accelerations of forward dynamics are not defined" evaluate "$work/model.urdf" --random 1
expect "inspect: a device" 1 "is a device" inspect /dev/zero
ln -s /dev/zero "$work/zero.urdf"
expect "inspect: a device by another name" 1 "is a device" inspect "$work/zero.urdf"
mkfifo "$work/pipe.urdf"
expect "inspect: a pipe" 1 "is a pipe; give a file, or -" inspect "$work/pipe.urdf"
"$program" inspect <(cat "$urdf/arm.urdf") >"$work/shell.txt" 2>&1
[[ $(cat "$work/shell.txt") == *"arm: 4 bodies"* ]] || complain "inspect: a pipe of the shell" "$(cat "$work/shell.txt")"
expect "inspect: text" 0 'the text "stray" in <robot>' inspect - <<<'<robot name="r">stray<link name="a"/></robot>'

expect "inspect: a mesh that is missing" 0 "not found: the mesh 'meshes/lost.stl' of link 'a'" inspect - \
  <<<'<robot name="r"><link name="a"><visual><geometry><mesh filename="meshes/lost.stl"/></geometry></visual></link></robot>'

# Time and text grow in proportion to the number of links.
python3 - "$work/chain.urdf" 20000 <<'END'
import sys
n = int(sys.argv[2])
with open(sys.argv[1], "w") as file:
    print("<robot name=\"chain\">", file=file)
    for i in range(n):
        print(f"<link name=\"l{i}\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial></link>", file=file)
        if i:
            print(f"<joint name=\"j{i}\" type=\"continuous\"><parent link=\"l{i-1}\"/><child link=\"l{i}\"/><axis xyz=\"0 1 0\"/></joint>", file=file)
    print("</robot>", file=file)
END
"$program" inspect "$work/chain.urdf" >"$work/chain.txt" 2>&1
[[ $? == 0 && $(wc -c <"$work/chain.txt") -lt 6000000 ]] ||
  complain "inspect: a long chain" "$(wc -c <"$work/chain.txt") bytes: $(head -c 300 "$work/chain.txt")"

finish
