#!/usr/bin/env bash
# Builds a project of somebody else against this library and runs it.
# Usage: consume.sh find_package|add_subdirectory|no_build_type SOURCE_DIR BUILD_DIR [cmake options]
set -euo pipefail
way=$1 source_dir=$2 build_dir=$3
shift 3

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# build_and_run PROJECT PROGRAM [cmake options]
build_and_run() {
  local project=$1 program=$2
  shift 2
  cmake -S "$source_dir/$project" -B "$work/$program" "$@"
  cmake --build "$work/$program" --target "$program"
  "$work/$program/$program"
}

case $way in
  find_package)
    cmake --install "$build_dir" --prefix "$work/prefix" >"$work/log" || { cat "$work/log"; exit 1; }
    set -- -D CMAKE_PREFIX_PATH="$work/prefix" "$@"
    build_and_run examples/own_project door -D CMAKE_REQUIRE_FIND_PACKAGE_sarrus=ON "$@"
    build_and_run tests/package/consumer consumer_of_packs "$@"
    ;;
  add_subdirectory)
    build_and_run tests/package/consumer consumer_of_spatial -D SARRUS_SUBDIRECTORY="$source_dir" "$@"
    ;;
  no_build_type) # the library is optimized all the same; the project's own source is compiled as it asks for
    cmake -S "$source_dir/examples/own_project" -B "$work/build" -D CMAKE_DISABLE_FIND_PACKAGE_sarrus=ON \
      -D CMAKE_EXPORT_COMPILE_COMMANDS=ON "$@"
    grep '"command"' "$work/build/compile_commands.json" | grep -v -e ' -O3 -DNDEBUG ' >"$work/others" || true
    if [[ $(wc -l <"$work/others") != 1 ]] || ! grep -q own_project/main.cpp "$work/others"; then
      echo "Compiled without optimization:"
      cat "$work/others"
      exit 1
    fi
    ;;
esac
