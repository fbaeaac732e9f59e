# What the tests of the program share: to be sourced with the program as the first argument. A test ends with `finish`.
set -uo pipefail
program=$1
failures=0
tests=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
urdf=$tests/data/urdf
examples=$(cd "$tests/../examples" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

complain() { # NAME TEXT: what was found instead
  echo "FAILED $1:"$'\n'"$2"
  failures=$((failures + 1))
}

expect() { # NAME STATUS TEXT [arguments]: the exit status, and a part of the output
  local name=$1 status=$2 text=$3 output code
  shift 3
  output=$(timeout 60 "$program" "$@" 2>&1)
  code=$?
  if [[ $code != "$status" || $output != *"$text"* ]]; then
    complain "$name" "exit status $code, output:"$'\n'"$output"
  fi
}

expect_not() { # NAME STATUS TEXT [arguments]: the exit status, and what must not be in the output
  local name=$1 status=$2 text=$3 output code
  shift 3
  output=$(timeout 60 "$program" "$@" 2>&1)
  code=$?
  if [[ $code != "$status" || $output == *"$text"* ]]; then
    complain "$name" "exit status $code, output:"$'\n'"$output"
  fi
}

expect_errors() { # NAME TEXT [arguments]: a part of standard error
  local name=$1 text=$2 errors
  shift 2
  errors=$(timeout 60 "$program" "$@" 2>&1 >/dev/null)
  [[ $errors == *"$text"* ]] || complain "$name" "standard error:"$'\n'"$errors"
}

check() { # NAME SCRIPT [arguments]: a script of Python whose assertions hold
  local name=$1 script=$2 output
  shift 2
  output=$(python3 -c "$script" "$@" 2>&1) || complain "$name" "$output"
}

pendulum() { # ELEMENTS: two links, the joint 'j' between them and these elements, in $work/model.urdf
  cat >"$work/model.urdf" <<END
<robot name="r">
<link name="a"/>
<link name="b"><inertial><origin xyz="0 0 -1"/><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 1 0"/></joint>
$1
</robot>
END
}

in_memory() { # KILOBYTES [arguments]: runs the program in so much address space; sanitizers, which need more, have all of it
  (
    ulimit -v "$1"
    shift
    if "$program" --version >/dev/null 2>&1; then exec "$program" "$@"; else exit 99; fi
  ) || if [[ $? == 99 ]]; then "$program" "${@:2}"; else return 1; fi
}

finish() { exit "$((failures > 0))"; }
