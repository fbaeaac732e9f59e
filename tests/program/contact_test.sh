#!/usr/bin/env bash
# Contact of collision shapes: when it is on, what is said of it, and where bodies come to rest. Usage: contact_test.sh
# PROGRAM
source "$(dirname "${BASH_SOURCE[0]}")/program.sh"

body() { # SHAPE: a free body of 2 kg with this collision shape, in $work/body.urdf
  cat >"$work/body.urdf" <<END
<robot name="r">
<link name="body"><inertial><mass value="2"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial>
<collision><geometry>$1</geometry></collision></link>
</robot>
END
}

# --- Bodies come to rest, carried by their weight

for drop in '0.05 <box size="0.3 0.2 0.1"/>' '0.12 <sphere radius="0.1"/>' '0.12 <cylinder radius="0.1" length="0.2"/>' \
  '0.22 <capsule radius="0.1" length="0.2"/>'; do
  shape=${drop#* }
  body "$shape"
  timeout 60 "$program" simulate "$work/body.urdf" --base free --set root_joint.z="${drop%% *}" --duration 3 \
    --accuracy 1e-9 --json >"$work/rest.json" 2>"$work/notes.txt" || complain "rest of $shape" "$(cat "$work/notes.txt")"
  check "rest of $shape" '
import json, sys
contact = json.load(open(sys.argv[1]))["contact"]
force = [sum(c["force"][k] for c in contact["at_end"]) for k in range(3)]
tolerance = (1e-5 if sys.argv[2] == "flat" else 1e-6) * 2 * 9.81  # flat ones vibrate for long
sign = 1 if contact["at_end"][0]["surface2"] == "body" else -1
assert abs(sign * force[2] - 2 * 9.81) < tolerance, force
assert abs(force[0]) < tolerance and abs(force[1]) < tolerance, force
assert all(0 < c["depth"] < 1e-3 for c in contact["at_end"]), contact
assert contact["largest_depth"]["value"] < 0.02 and contact["largest_force"]["value"] > 2 * 9.81, contact
assert {contact["largest_force"]["surface1"], contact["largest_force"]["surface2"]} == {"body", "ground"}, contact
' "$work/rest.json" "$([[ $shape == *box* || $shape == *cylinder* ]] && echo flat || echo round)"
done

# --- When it is on

body '<sphere radius="0.1"/>'
simulate() { # NAME STATUS TEXT [arguments]
  local name=$1 status=$2 text=$3
  shift 3
  expect "contact: $name" "$status" "$text" simulate "$work/body.urdf" --duration 0.1 "$@"
}
simulate "of a free base" 0 "contact      material 'default'; 1 shape and the ground at z = 0 m" --base free
simulate "of a fixed base" 0 "contact      off, as the base is fixed; --contact default switches it on for 1 collision shape"
simulate "on demand" 0 "material 'steel'; 1 shape and the ground" --contact steel
simulate "by the ground" 0 "the ground at z = -0.5 m" --ground -0.5
simulate "without ground" 0 "material 'default'; 1 shape" --base free --ground off
simulate "off" 0 "contact      off" --base free --contact off
simulate "that has not happened" 0 "none at the end" --base free --set root_joint.z=5
simulate "that carries" 0 "1 contact at the end" --base free
simulate "with names" 0 "mm, 'body' and 'ground', at t =" --base free --no-stepper
simulate "raised" 0 "raised by 0.1 m to stand on the ground; --set root_joint.z=HEIGHT" --base free
simulate "in the ground" 0 "'body' and 'ground' overlap by 0.05 m at the start" --base free --set root_joint.z=0.05
expect_not "contact: placed by the user" 0 "raised" simulate "$work/body.urdf" --base free --duration 0.1 --set root_joint.z=1
expect "contact: live" 0 "--ground HEIGHT|off" view --help

# --- Errors

simulate "unknown material" 2 "--contact rubbr: there is no such material; did you mean 'rubber'?" --contact rubbr
simulate "unknown material, far" 2 "give one of these: default, rubber, wood, concrete, steel, off" --contact jelly
simulate "no height" 2 "--ground low: give a height in meters, or off" --ground low
simulate "ground without contact" 2 "--ground 1: without contact there is no ground; leave --contact off out" --contact off --ground 1
expect "contact: no shapes" 1 "--contact wood: 'crane' has no collision shapes; give its links <collision> elements" \
  simulate "$examples/crane.urdf" --duration 0.1 --contact wood
expect_not "contact: nothing said without shapes" 0 "contact" simulate "$examples/crane.urdf" --duration 0.1

# --- Links that an SRDF file keeps apart

two() { # a free body in which two balls on slides meet at the start, in $work/two.urdf
  local inertial='<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
  local ball='<collision><geometry><sphere radius="0.1"/></geometry></collision>'
  {
    echo "<robot name=\"two\"><link name=\"rail\">$inertial</link>"
    for side in 1 -1; do
      echo "<link name=\"ball$side\">$inertial$ball</link><joint name=\"slide$side\" type=\"prismatic\"><parent link=\"rail\"/>"
      echo "<child link=\"ball$side\"/><origin xyz=\"$side 0 9\"/><axis xyz=\"1 0 0\"/><limit lower=\"-9\" upper=\"9\" effort=\"1\" velocity=\"1\"/></joint>"
    done
    echo "</robot>"
  } >"$work/two.urdf"
}
two
meet() { # NAME STATUS TEXT [arguments]
  local name=$1 status=$2 text=$3
  shift 3
  expect "SRDF: $name" "$status" "$text" simulate "$work/two.urdf" --base free --no-stepper --ground off --duration 0.01 \
    --set slide1=-0.905 --set slide-1=0.905 "$@"
}
meet "none" 0 "largest force"
echo '<robot name="two"><disable_collisions link1="ball1" link2="ball-1" reason="User"/></robot>' >"$work/two.srdf"
meet "beside the model" 0 "none at the end"
meet "in the summary" 0 "material 'default'; 2 shapes; pairs of $work/two.srdf left out"
meet "switched off" 0 "largest force" --srdf off
echo '<robot name="two"><disable_collisions link1="ball1" link2="bal-1"/></robot>' >"$work/other.srdf"
meet "given" 0 "other.srdf names a link that 'two' does not have: 'bal-1' in line 1 (did you mean 'ball-1'?)" --srdf "$work/other.srdf"
echo '<robot name="two"><disable_collisions link1="ball1"/></robot>' >"$work/other.srdf"
meet "at fault" 1 "other.srdf:1: <disable_collisions>: " --srdf "$work/other.srdf"
meet "not there" 1 "$work/gone.srdf" --srdf "$work/gone.srdf"
expect "SRDF: without contact" 2 "--srdf x: without contact nothing is filtered" simulate "$work/two.urdf" --contact off --srdf x

# --- A robot

expect "contact: dog" 0 "contacts at the end" simulate "$examples/dog.urdf" --base free --set root_joint.z=0.6 --duration 1
expect "contact: humanoid" 0 "at the end, normal forces" simulate "$examples/humanoid.urdf" --base free --set left_knee=0.3 --duration 3

finish
