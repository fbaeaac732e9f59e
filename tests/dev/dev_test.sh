#!/usr/bin/env bash
# Tests of ./dev: in a folder with spaces in its name, with a library of one function, called from elsewhere.
# Packages are never installed: dpkg-query, apt-get, sudo and id are replaced by stand-ins.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
copy="$work/a path with spaces"
unset CMAKE_GENERATOR CXX CXXFLAGS

fail() {
  printf 'FAILED: %s\n--- output\n%s\n' "$1" "$output" >&2
  exit 1
}

# expect STATUS COMMAND...: runs it and keeps what it prints, on either stream, in $output.
expect() {
  local wanted=$1 status=0
  shift
  output=$("$@" 2>&1) || status=$?
  ((status == wanted)) || fail "status $status, not $wanted, of: $*"
}

contains() {
  [[ $output == *"$1"* ]] || fail "no '$1'"
}

is() {
  [[ $output == "$1" ]] || fail "not exactly '$1'"
}

write() {
  mkdir -p "$(dirname "$copy/$1")"
  cat >"$copy/$1"
}

# --- Help and mistakes

expect 0 "$root/dev" help
contains "Usage: ./dev COMMAND"
for command in run test bench format check tidy sanitize docs clean help; do
  contains "
  $command "
done
expect 2 "$root/dev" tset
contains "There is no command 'tset'. Did you mean './dev test'?"
expect 2 "$root/dev" formatt
contains "./dev format"
expect 2 "$root/dev" format --chekc
contains "format takes nothing or --check"

# --- The smallest project, in a path with spaces

mkdir "$copy"
(cd "$root" && cp -r --parents dev CMakeLists.txt CMakePresets.json cmake tools/packages.txt sarrus/CMakeLists.txt \
  apps/CMakeLists.txt "$copy")
write models/CMakeLists.txt <<<'add_library(sarrus_models INTERFACE)'
write sarrus/scalar/CMakeLists.txt <<<'sarrus_add_module(NAME scalar)'
write sarrus/scalar/scalars.h <<'END'
#define SARRUS_SCALARS(X) \
  X(double)               \
  X(float)
END
write sarrus/twice/CMakeLists.txt <<<'sarrus_add_module(NAME twice SCALAR_SOURCES twice.cpp DEPENDS scalar)'
write sarrus/scene/CMakeLists.txt <<<'sarrus_add_module(NAME scene SOURCES scene.cpp DEPENDS twice)'
write sarrus/scene/scene.cpp <<<'int scene;'
write sarrus/view/CMakeLists.txt <<'END'
find_program(NODE node NO_CMAKE_SYSTEM_PATH)
sarrus_add_module(NAME view DEPENDS scene)
END
for module in linearize rigid; do
  write sarrus/$module/CMakeLists.txt <<<"sarrus_add_module(NAME $module DEPENDS twice)"
done
write sarrus/twice/twice.h <<<'template <class T> T twice(T x);'
write sarrus/twice/twice.cpp <<'END'
#include "sarrus/twice/twice.h"
template <class T> T twice(T x) { return x + x; }
template SARRUS_SCALAR twice(SARRUS_SCALAR);
END
write apps/sarrus/main.cpp <<'END'
#include <cstdio>
#include <filesystem>
#include "sarrus/twice/twice.h"
int main(int, char** argv) {
  std::printf("%g %g %s %d\n", twice(21.0), twice(0.5), argv[1], std::filesystem::exists("beside me"));
}
END

mkdir "$work/elsewhere"
cd "$work/elsewhere"
touch "beside me"
expect 0 "../a path with spaces/dev" run "two words"
contains "42 1 two words 1"
expect 0 "$copy/dev" run again
is "42 1 again 1"
ln -s "$copy/dev" linked
expect 0 ./linked run linked
is "42 1 linked 1"

# The program is built for double alone, until all scalars are asked for. A scalar more is one line; what the compiler says goes to stderr, stdout is the program's alone.
[[ ! -e $copy/build/release/sarrus/twice/CMakeFiles/sarrus_twice_float.dir ]] || fail "the program is built for float"
cmake "$copy/build/release" -U SARRUS_ONLY_SCALARS >/dev/null
sed -i 's/X(float)/X(float) X(int)/' "$copy/sarrus/scalar/scalars.h"
sed -i 's/twice(21.0)/twice(21) + 0.5/' "$copy/apps/sarrus/main.cpp"
[[ $("$copy/dev" run three 2>/dev/null) == "42.5 1 three 1" ]] || fail "the program does not see the new scalar"

echo "mistake" >>"$copy/apps/sarrus/main.cpp"
expect 1 "$copy/dev" run
contains "error"

expect 0 "$copy/dev" clean
[[ ! -e $copy/build ]] || fail "clean leaves something"

# --- Missing packages

tools="$work/tools"
mkdir "$tools"
for tool in bash env dirname readlink nproc comm sort sed cat; do ln -s "$(type -P "$tool")" "$tools/$tool"; done
stand_in() {
  printf '#!%s\n%s\n' "$(type -P bash)" "$2" >"$tools/$1"
  chmod +x "$tools/$1"
}
stand_in apt-get 'echo "apt-get $*" >>"$LOG"'
stand_in dpkg-query 'for name; do [[ $name == [a-z]* && $name != g++ ]] && echo "installed $name"; done'
export LOG="$work/log"
line="apt-get install --yes --no-install-recommends g++"

: >"$LOG"
stand_in id 'echo 1000'
expect 1 env PATH="$tools" "$copy/dev" run
contains "  apt-get update && $line"
[[ ! -s $LOG ]] || fail "apt-get was called without root"

# The stand-in for apt-get installs nothing, so ./dev stops at the first tool it does not find.
stand_in id 'echo 0'
expect 127 env PATH="$tools" "$copy/dev" run
contains "Installing Debian packages, once: g++"
output=$(<"$LOG")
is "apt-get update -qq
apt-get install -qq --yes --no-install-recommends g++"

# What is good to have is installed apart; the lists of packages are not fetched again for it.
: >"$LOG"
stand_in dpkg-query 'for name; do [[ $name == [a-z]* && $name != g++ && $name != npm ]] && echo "installed $name"; done'
expect 127 env PATH="$tools" "$copy/dev" run
output=$(<"$LOG")
is "apt-get update -qq
apt-get install -qq --yes --no-install-recommends g++
apt-get install -qq --yes --no-install-recommends npm"
stand_in dpkg-query 'for name; do [[ $name == [a-z]* && $name != g++ ]] && echo "installed $name"; done'

: >"$LOG"
stand_in id 'echo 1000'
stand_in sudo 'echo sudo >>"$LOG"; exec "$@"'
expect 127 env PATH="$tools" "$copy/dev" run
output=$(<"$LOG")
is "sudo
apt-get update -qq
sudo
apt-get install -qq --yes --no-install-recommends g++"

stand_in sudo 'exit 1'
expect 1 env PATH="$tools" "$copy/dev" run
contains "  apt-get update && $line"

stand_in dpkg-query 'for name; do [[ $name == [a-z]* ]] && echo "installed $name"; done'
expect 127 env PATH="$tools" "$copy/dev" run
[[ $output != *Installing* ]] || fail "it speaks of what is there"

# Node and npm come while modules are compiled; those that need them are configured afterwards.
for tool in c++ as ld ar ranlib cmake ninja grep wc chmod sleep; do ln -s "$(type -P "$tool")" "$tools/$tool"; done
stand_in id 'echo 0'
stand_in dpkg-query 'for name; do [[ $name == [a-z]* && $name != npm ]] && echo "installed $name"; done'
stand_in apt-get "[[ \$1 != install ]] || for tool in node npm; do sleep 1; : >'$tools'/\$tool; chmod +x '$tools'/\$tool; done"
sed -i -e '/^mistake/d' -e 's/twice(21) + 0.5/twice(21.0)/' "$copy/apps/sarrus/main.cpp"
expect 0 env PATH="$tools" "$copy/dev" run later
contains "42 1 later 1"
output=$(<"$copy/build/release/CMakeCache.txt")
contains "$tools/node"
