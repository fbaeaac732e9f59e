#!/usr/bin/env bash
# Makes the pictures of the pages in docs/images/ anew, with the program and a browser. Usage: tools/make_pictures.sh [PROGRAM]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=${1:-$root/build/release/bin/sarrus}
cd "$root"
mkdir -p docs/images

picture() { # NAME [arguments of view]
  "$program" view --png "docs/images/$1.png" --size "${size:-760x428}" "${@:2}"
}

picture sarrus_linkage --item 1 --at 1.2
picture bricard --item 2 --at 1.2
size=720x405 picture walker --item 3 --at 1.2
picture stewart_platform --item 4 --at 1.2
picture measured_knee --item 5 --at 0.12 --camera front
picture robot_arm --item 6 --at 1.2
picture crane examples/crane.urdf --set lift=0.6 --set extend=0.4 --at 0
"$program" modes examples/crane.urdf --vary lift.damping.damping=150 --svg docs/images/root_locus.svg
"$(dirname "$program")/example_cup_of_marbles" docs/images/marbles.png
for name in domino_row stacked_wall walking_toy hand_holds_cube bouncing_dice clutch_and_brake ratchet; do
  "$(dirname "$program")/example_$name" "docs/images/$name.png"
done
size=1000x560 picture viewer --item 4 --at 1.2 --panels
