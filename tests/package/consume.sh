#!/usr/bin/env bash
# Builds the consumer against this library and runs it.
# Usage: consume.sh find_package|add_subdirectory SOURCE_DIR BUILD_DIR [cmake options]
set -euo pipefail
way=$1 source_dir=$2 build_dir=$3
shift 3

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

programs=(consumer consumer_of_packs)
if [[ $way == find_package ]]; then
  cmake --install "$build_dir" --prefix "$work/prefix" >"$work/log" || { cat "$work/log"; exit 1; }
  set -- -D CMAKE_PREFIX_PATH="$work/prefix" "$@"
else
  set -- -D SARRUS_SUBDIRECTORY="$source_dir" "$@"
  programs=(consumer_of_spatial)
fi

cmake -S "$source_dir/tests/package/consumer" -B "$work/build" "$@"
cmake --build "$work/build" --target "${programs[@]}"
for program in "${programs[@]}"; do "$work/build/$program"; done
