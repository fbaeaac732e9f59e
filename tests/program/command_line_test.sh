#!/usr/bin/env bash
# Commands, options, exit statuses and help. Usage: command_line_test.sh PROGRAM
source "$(dirname "${BASH_SOURCE[0]}")/program.sh"

expect "gallery" 0 "times real time" gallery --html "$work/gallery.html"
expect "list of joints" 0 "cantilever-beam" joints
expect "version" 0 "sarrus 0." --version
expect "help" 0 "Usage: sarrus COMMAND" --help
expect "misspelled command" 2 "there is no command 'jonts'. Did you mean 'joints'?" jonts

expect "help of what is none" 2 "there is no command 'nonsense'" nonsense --help

# One voice for options that cannot be meant, and one status.
usage() { # NAME TEXT [arguments]
  local name=$1 text=$2
  shift 2
  expect "usage: $name" 2 "$text" "$@"
}
arm=$urdf/arm.urdf
usage "no number" "--duration abc: give a number of seconds" simulate "$arm" --duration abc
usage "with a unit" "--duration 5s: give a number of seconds" simulate "$arm" --duration 5s
usage "comma" "--duration 1,5: give a number" simulate "$arm" --duration 1,5
usage "hexadecimal" "--duration 0x10: give a number" simulate "$arm" --duration 0x10
usage "not finite" "--duration nan: give a number" simulate "$arm" --duration nan
usage "not finite either" "--duration inf: give a number" simulate "$arm" --duration=inf
usage "backwards" "--duration -1: a simulation cannot go back" simulate "$arm" --duration -1
usage "no value" "--duration needs a value: --duration T" simulate "$arm" --duration
usage "no model" "MODEL is missing" simulate
usage "unknown base" "--base floating: give fixed or free" inspect "$arm" --base floating
usage "unknown option" "there is no option '--bse'. Did you mean '--base'?" simulate "$arm" --bse free
usage "option of others" "--html is an option of \`sarrus gallery\`, \`sarrus view\`" simulate "$arm" --html page.html
usage "too many words" "'more' is an unexpected argument" inspect "$arm" more
usage "twice" "--duration is given twice" simulate "$arm" --duration 1 --duration 2
usage "value of a flag" "--quiet takes no value" simulate "$arm" --quiet=yes
usage "both" "either --states or --random" evaluate "$arm" --random 1 --states x.json
usage "count" "--random 0: give a whole number from 1 to 1000000" evaluate "$arm" --random 0
usage "half a count" "--random 1.5: give a whole number" evaluate "$arm" --random 1.5
usage "seed" "--seed -1: give a whole number" evaluate "$arm" --random 1 --seed -1
usage "of diagnose" "there is no option '--jsn'. Did you mean '--json'?" diagnose "$arm" --jsn
for accuracy in 0 -1 10 1e-17; do
  usage "accuracy" "--accuracy $accuracy: give a number between 1e-15 and 1" simulate "$arm" --accuracy "$accuracy"
done
usage "fixed step of zero" "--fixed-step 0: give more than zero seconds" simulate "$arm" --fixed-step 0
usage "every zero" "--every 0: give more than zero seconds" simulate "$arm" --every 0 --output x.csv
usage "fixed steps of a method that chooses them" "bdf chooses" simulate "$arm" --fixed-step 0.01 --integrator bdf
usage "every for nothing" "--every needs --output" simulate "$arm" --every 0.1
usage "columns for nothing" "--columns needs --output" simulate "$arm" --columns slide
usage "no columns" "--columns ,: there is a name missing" simulate "$arm" --columns , --output "$work/c.csv"
usage "no name of a file" "--final '': give a name" simulate "$arm" --final ""
usage "one file twice" "--output and --final name the same file" simulate "$arm" --output x.csv --final x.csv
usage "method of order four" "you may mean merson (of order 4). There are auto, euler" simulate "$arm" --integrator rk4
usage "another program's method" "you may mean dormand-prince5" simulate "$arm" --integrator ode45
usage "misspelled method" "did you mean 'verlet'?" simulate "$arm" --integrator verlt
usage "all methods" "adams" simulate "$arm" --integrator something_else

for command in gallery joints inspect evaluate simulate view diagnose; do
  expect "help of $command" 0 "Usage: sarrus $command" $command --help
done
for command in inspect evaluate simulate diagnose; do
  expect "examples of $command" 0 "Examples" $command --help
done
check "help fits its columns" '
import subprocess, sys
text = subprocess.run([sys.argv[1], "simulate", "--help"], capture_output=True, text=True, check=True).stdout
starts = {line.index("   ", 2 + line[2:].index(" ")) for line in text.splitlines() if line.startswith("  --set")}
help_column = next(line for line in text.splitlines() if line.startswith("  --quiet")).index("no progress")
assert next(line for line in text.splitlines() if line.startswith("  --columns")).index("columns of the output") == help_column, text
' "$program"

# The bar keeps to the width of the terminal, and goes.
pendulum ""
check "the bar fits the terminal" '
import fcntl, os, pty, re, struct, sys, termios, unicodedata
for width in (30, 50, 120):
    child, terminal = pty.fork()
    if child == 0:
        os.read(0, 1)  # until the size is set
        os.execv(sys.argv[1], [sys.argv[1], "simulate", sys.argv[2], "--duration", "1e9", "--set", "j=1"])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    os.write(terminal, b"\n")
    text = b""
    while text.count(b"%") < 3:
        text += os.read(terminal, 4096)
    os.kill(child, 15)
    try:
        while chunk := os.read(terminal, 4096):
            text += chunk
    except OSError:
        pass
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 143
    shown = [re.sub("\x1b\\[K", "", part) for part in re.split("[\r\n]+", text.decode()) if "%" in part]
    assert len(shown) >= 3 and all(len(part) < width for part in shown), (width, shown)
' "$program" "$work/model.urdf"

expect "help: long lines go on below the first" 0 "steel, off (on unless the base is fixed)" simulate --help

# A standard output that fails.
for command in "inspect $arm" "inspect $arm --json" "evaluate $arm --random 1" "evaluate $arm --random 1 --json" \
  "simulate $arm --duration 0.1" "simulate $arm --duration 0.1 --output -" joints --help --version; do
  # shellcheck disable=SC2086
  errors=$("$program" $command 2>&1 >/dev/full)
  code=$?
  [[ $code == 1 && $errors == *"cannot write"*"No space left on device"* ]] ||
    complain "full standard output of '$command'" "exit status $code: $errors"
done
"$program" diagnose "$arm" >/dev/full 2>&1
[[ $? == 2 ]] || complain "full standard output of diagnose" "is no fault"

finish
