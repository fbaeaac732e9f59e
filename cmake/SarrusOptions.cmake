# What can be chosen when building Sarrus, and sarrus_set_compile_flags(<target>), which applies it.

option(SARRUS_BUILD_PROGRAM "Build the command-line program" ${PROJECT_IS_TOP_LEVEL})
option(SARRUS_BUILD_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(SARRUS_BUILD_EXAMPLES "Build the examples" ${PROJECT_IS_TOP_LEVEL})
option(SARRUS_BUILD_BENCHMARKS "Build the benchmarks" ${PROJECT_IS_TOP_LEVEL})
option(SARRUS_BUILD_FUZZERS "Build the fuzz tests, which need clang" OFF)
option(SARRUS_ONLY_THREAD_TESTS "Of the tests, build those that use threads alone, as one small program" OFF)
option(SARRUS_BUILD_VIEWER "Build the viewer in the browser, which needs node and npm" ON)
option(SARRUS_INSTALL "Install headers, libraries and the package for find_package(sarrus)" ${PROJECT_IS_TOP_LEVEL})
option(SARRUS_WERROR "Treat warnings as errors" OFF)
set(SARRUS_ARCH native CACHE STRING
    "Processor to compile the library for: a value of -march, or 'default' for the compiler's own choice")

set(SARRUS_TOGETHER most CACHE STRING
    "Sources that are compiled several at once: none, most (all but kernels), or all (a quick build of a slower library)")
set_property(CACHE SARRUS_TOGETHER PROPERTY STRINGS none most all)
set(SARRUS_ONLY_SCALARS "" CACHE STRING
    "Scalars to compile the library for, such as 'double'; empty: all. Programs that use others do not link")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  if(PROJECT_IS_TOP_LEVEL)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Kind of build" FORCE)
  else()
    set(CMAKE_BUILD_TYPE Release) # of the library alone: the project that it is part of has said nothing
  endif()
endif()
if(PROJECT_IS_TOP_LEVEL)
  find_program(CCACHE ccache)
  if(CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
    # Without this leniency ccache remembers nothing that was compiled with precompiled headers.
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
  endif()
  set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
endif()

set(sarrus_arch_flags)
if(NOT SARRUS_ARCH STREQUAL "default")
  set(sarrus_arch_flags -march=${SARRUS_ARCH})
endif()

# g++ copies packs and three-vectors in halves unless it is told the width of a register. The checks pass for a g++ that
# knows the flags (clang does not need them) on a processor with the registers.
include(CheckCXXSourceCompiles)
function(sarrus_keep_flags_that_work list macro)
  string(MAKE_C_IDENTIFIER "SARRUS_HAS_${list}_${SARRUS_ARCH}" works)
  list(JOIN sarrus_arch_flags " " CMAKE_REQUIRED_FLAGS)
  list(JOIN ${list} " " flags)
  string(APPEND CMAKE_REQUIRED_FLAGS " ${flags}")
  set(CMAKE_REQUIRED_QUIET ON)
  check_cxx_source_compiles("#ifndef ${macro}\n#error\n#endif\nint main() {}" ${works})
  if(NOT ${works})
    set(${list} "" PARENT_SCOPE)
  endif()
endfunction()
set(sarrus_move_flags -mmove-max=256 -mstore-max=256)
sarrus_keep_flags_that_work(sarrus_move_flags __AVX2__)
# Scalars that fill a 512-bit register. Instructions are ordered before registers are given out, and with a view to
# their number, because forward dynamics has more numbers at hand than there are registers.
set(sarrus_wide_scalars Pack8d Pack16f)
set(sarrus_wide_scalar_flags -mprefer-vector-width=512 -mmove-max=512 -mstore-max=512 -fschedule-insns -fsched-pressure)
sarrus_keep_flags_that_work(sarrus_wide_scalar_flags __AVX512F__)

# g++ copies structures of packs by string instructions and takes large ones through memory unless told otherwise.
set(sarrus_copy_flags -mmemcpy-strategy=vector_loop:-1:noalign --param=sra-max-scalarization-size-Ospeed=4096)
sarrus_keep_flags_that_work(sarrus_copy_flags __AVX2__)

# Scalars that are not for speed: they are compiled quickly instead.
set(sarrus_plain_scalars DualX Count)

# Warnings, language standard and processor for a target of our own: its users are not affected.
function(sarrus_set_compile_flags target)
  set_target_properties(${target} PROPERTIES CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow $<$<BOOL:${SARRUS_WERROR}>:-Werror>
    # g++ 12 takes the AVX-512 intrinsics behind Eigen, and fmt's buffers, for reads of uninitialized variables and
    # for accesses beyond arrays; clang and the sanitizers look for these in our own code.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-uninitialized;-Wno-maybe-uninitialized;-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>
    # Indices are int throughout; clang counts their conversion to std::size_t to -Wconversion, g++ does not.
    $<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion>
    -Wno-psabi # packs wider than the processor's registers are passed in memory: slower, not wrong
    $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess> # lets ccache see what a precompiled header holds
    # g++ looks for memory to use again only beyond this many KB: a fifteenth less time, and never 1 GB in all.
    $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=524288>
    ${sarrus_arch_flags} ${sarrus_move_flags} ${sarrus_copy_flags}
    -ffp-contract=fast)
endfunction()
