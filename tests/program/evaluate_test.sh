#!/usr/bin/env bash
# States and what they lead to. Usage: evaluate_test.sh PROGRAM
source "$(dirname "${BASH_SOURCE[0]}")/program.sh"

expect "evaluate: table" 0 "kinetic energy" evaluate "$urdf/arm.urdf" --random 2
expect "evaluate: no states" 2 "say which states: --states FILE, --random N" evaluate "$urdf/arm.urdf"
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
states "neither list nor object" 1 "must hold a list of states" 'null'
states "no object" 1 "state 1 is number, but must be an object" '[{}, 3]'
states "unknown key" 1 "state 0: there is no key 'udt'. Did you mean 'udot'?" '[{"udt": [0, 0]}]'
states "wrong size" 1 "state 0: 'q' has 3 numbers, but must have 2" '[{"q": [0, 0, 0]}]'
states "no number" 1 'entry 1 of '"'u'"' is "x", but must be a finite number' '[{"u": [0, "x"]}]'
states "too large a number" 1 "is not JSON" '[{"u": [0, 1e999]}]'

states "a number missing" 1 "state 0: 'q' has 1 number, but must have 2" '[{"q": [0]}]'
states "one state" 0 ', -9.37185095832' '{"q": [0, 0]}'
states "by name" 0 '"q": [0.25, 0]' '[{"q": {"shoulder": 0.25}}]'
states "speeds by name, and by that of the joint" 0 '"u": [1, 2]' '[{"u": {"shoulder.rate": 1, "slide": 2}}]'
states "unknown name" 1 "'q' has no entry 'sholder'. Did you mean 'shoulder'?" '[{"q": {"sholder": 1}}]'
states "other programs' rates" 1 "there is no key 'qdot'. Did you mean 'u'?" '[{"qdot": [0, 0]}]'
states "other programs' accelerations" 1 "there is no key 'qddot'. Did you mean 'udot'?" '[{"qddot": [0, 0]}]'
states "key twice" 1 "the key 'q' comes twice" '[{"q": [0, 0], "q": [1, 1]}]'
states "no state" 1 "holds no state" '[]'
states "outside the limits" 0 "note: state 0: 'shoulder' = 100 rad is outside its limits" '[{"q": [100, 0]}]'
states "too large to compute with" 0 "warning: state 0: results are not finite" '[{"q": [0, 1e308]}]'
states "text" 1 "is not JSON: line 1, column 1: invalid literal" 'hello'
expect_not "evaluate: no jargon" 1 "json.exception" evaluate "$urdf/arm.urdf" --states "$work/states.json"
: >"$work/empty.json"
expect "evaluate: empty file" 1 "is empty" evaluate "$urdf/arm.urdf" --states "$work/empty.json"
python3 -c 'print("[" * 100000)' >"$work/deep.json"
expect "evaluate: very deep" 1 "nested more than 100 deep" evaluate "$urdf/arm.urdf" --states "$work/deep.json"
expect "simulate: very deep" 1 "nested more than 100 deep" simulate "$urdf/arm.urdf" --initial "$work/deep.json"
expect "evaluate: folder" 1 "is a folder; give a file" evaluate "$urdf/arm.urdf" --states "$work"
expect "evaluate: no file" 1 "No such file or directory" evaluate "$urdf/arm.urdf" --states "$work/none.json"
expect "evaluate: standard input" 0 '"q": [0.5, 0]' evaluate "$urdf/arm.urdf" --json --states - <<<'{"q": {"shoulder": 0.5}}'
expect "evaluate: set" 0 '"q": [0.25, 0]' evaluate "$urdf/arm.urdf" --json --set shoulder=0.25
# Twice the mass at the slide takes twice the force: the bias is −9.81·cos(0.3) N for 1 kg.
expect "evaluate: set mass" 0 '-18.7437019166' evaluate "$urdf/arm.urdf" --json --set lower.mass=1.7

# What simulate leaves is what evaluate takes: the energies are those of the last row.
"$program" simulate "$urdf/arm.urdf" --duration 0.3 --quiet --set shoulder=0.5 --final "$work/last.json" --output "$work/last.csv"
"$program" evaluate "$urdf/arm.urdf" --states "$work/last.json" --json >"$work/evaluated.json"
check "evaluate: the last state of a simulation" '
import csv, json, sys
last = list(csv.DictReader(open(sys.argv[1])))[-1]
state, = json.load(open(sys.argv[2]))["states"]
assert abs(state["kinetic_energy"] - float(last["kinetic_energy"])) < 1e-12 and state["kinetic_energy"] > 0, (state, last)
assert state["q"] == [float(last["shoulder"]), float(last["slide"])], (state, last)
' "$work/last.csv" "$work/evaluated.json"
"$program" simulate "$urdf/arm.urdf" --duration 0.3 --quiet --set shoulder=0.5 --final "$work/last.state"
[[ $("$program" evaluate "$urdf/arm.urdf" --states "$work/last.state" --json) == "$(cat "$work/evaluated.json")" ]] ||
  complain "evaluate: the last state in binary" "differs from that in JSON"
expect "evaluate: the last state from standard input" 0 "kinetic energy" evaluate "$urdf/arm.urdf" --states - <"$work/last.state"
expect "evaluate: initial" 0 "kinetic energy" evaluate "$urdf/arm.urdf" --initial "$work/last.json" --set shoulder=0.1

# Inertias that were repaired are spoken of, and only on standard error.
pendulum '<link name="c"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="5" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="k" type="continuous"><parent link="b"/><child link="c"/></joint>'
for command in "evaluate --random 1" "simulate --duration 0" diagnose; do
  set -- $command
  name=$1
  shift
  expect_errors "$name: repaired inertias" "note: link 'c' (line 5): the principal moments of inertia (1, 1, 5) kg·m² are physically impossible; they became (2.5, 2.5, 5)" "$name" "$work/model.urdf" "$@"
done

# Joints that mimic others follow them. Two equal pendulums side by side, one geared to the other by −2: the motion is
# that of one with the inertia I + 4·I about the axis, under the moment −m·g·l·(sin q − 2·sin(−2·q + 0.1)).
pendulum '<link name="c"><inertial><origin xyz="0 0 -1"/><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="k" type="continuous"><parent link="a"/><child link="c"/><axis xyz="0 1 0"/><mimic joint="j" multiplier="-2" offset="0.1"/></joint>'
"$program" evaluate "$work/model.urdf" --json --random 5 >"$work/random.json"
"$program" evaluate "$work/model.urdf" --json --set j=0.3 --set j.rate=0.7 >"$work/set.json"
"$program" evaluate "$work/model.urdf" --json --states - <<<'[{"q": {"j": 0.3}, "u": {"j": 0.7}, "udot": {"j": 0.5, "k": 7}, "tau": {"j": 3, "k": 1}}]' >"$work/given.json" 2>"$work/notes.txt"
check "evaluate: joints that mimic others" '
import json, sys
from math import sin
def law(q): return 2 * 9.81 * (sin(q) - 2 * sin(-2 * q + 0.1))
for path in sys.argv[1:]:
    result = json.load(open(path))
    j, k = (result["coordinates"].index(n) for n in "jk")
    assert len(result["states"]) in (1, 5)
    for s in result["states"]:
        near = lambda a, b: abs(a - b) < 1e-12 * (1 + abs(b))
        q = s["q"][j]
        assert near(s["q"][k], -2 * q + 0.1) and near(s["u"][k], -2 * s["u"][j]) and near(s["udot"][k], -2 * s["udot"][j]), s
        assert near(s["mass_matrix"][j][j], 15) and s["mass_matrix"][k] == [0, 0] and s["mass_matrix"][j][k] == 0, s
        assert near(s["bias"][j], law(q)) and s["bias"][k] == 0, s
        assert near(s["inverse_dynamics"][j], 15 * s["udot"][j] + law(q)) and s["inverse_dynamics"][k] == 0, s
        wanted = (s["tau"][j] - 2 * s["tau"][k] - law(q)) / 15
        assert near(s["forward_dynamics"][j], wanted) and near(s["forward_dynamics"][k], -2 * wanted), s
' "$work/random.json" "$work/set.json" "$work/given.json"
[[ $(cat "$work/notes.txt") == *"state 0: 1 value of joints that mimic others was replaced"* ]] ||
  complain "evaluate: followers that were elsewhere" "$(cat "$work/notes.txt")"
expect_errors "evaluate: loops are left out" "1 loop left out" evaluate "$examples/four_bar.urdf" --random 1

# Results come as they are computed, in little memory.
if ! in_memory 400000 evaluate "$urdf/arm.urdf" --random 60000 --json | tail -1 | grep -qx '}'; then
  complain "evaluate: many states" "they do not fit"
fi

finish
