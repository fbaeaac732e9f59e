# How a target of our own is compiled: its kind gives its flags, and the headers that are parsed once for all of a kind.
#
#   fast   optimized for this processor
#   wide   the same, in registers of 512 bits
#   plain  compiled quickly: scalars that are not for speed, the benchmarks
#   system optimized a little less, for modules above `system`, whose headers are parsed once too: the third level would
#          take a quarter longer to compile, and their kernels are in the modules below
#   study  plain, for the same, and for the program
#   example plain, for programs that include sarrus.h
#   test   plain, for sources that use GoogleTest; not optimized at all in debug builds, among them those with
#          sanitizers, where clang takes less than half as long and tests run half as long again

set(sarrus_common_headers <Eigen/Core> <algorithm> <array> <cmath> <functional> <map> <memory> <optional> <span>
    <string> <string_view> <variant> <vector>)
if(EXISTS ${PROJECT_SOURCE_DIR}/sarrus/scalar/internal/eigen_products.h)
  list(APPEND sarrus_common_headers ${PROJECT_SOURCE_DIR}/sarrus/scalar/internal/eigen_products.h)
endif()
set(sarrus_fast_headers ${sarrus_common_headers})
set(sarrus_wide_headers ${sarrus_common_headers})
set(sarrus_plain_headers ${sarrus_common_headers})
set(sarrus_system_headers ${sarrus_common_headers} <fmt/format.h>)
foreach(header system internal/layout responses)
  if(EXISTS ${PROJECT_SOURCE_DIR}/sarrus/system/${header}.h)
    list(APPEND sarrus_system_headers ${PROJECT_SOURCE_DIR}/sarrus/system/${header}.h)
  endif()
endforeach()
set(sarrus_study_headers ${sarrus_system_headers} <nlohmann/json.hpp>)
set(sarrus_example_headers ${PROJECT_SOURCE_DIR}/sarrus/sarrus.h)
set(sarrus_test_headers ${sarrus_system_headers} <Eigen/Dense> <gtest/gtest.h>)

set(sarrus_wide_options ${sarrus_wide_scalar_flags})
set(sarrus_system_options $<$<CONFIG:Release>:-O2>)
set(sarrus_plain_options $<$<CONFIG:Release>:-O1>)
set(sarrus_study_options ${sarrus_plain_options})
set(sarrus_example_options ${sarrus_plain_options})
set(sarrus_test_options ${sarrus_plain_options} $<$<CONFIG:Debug>:-O0>)
set(sarrus_system_libraries fmt::fmt)
set(sarrus_study_libraries fmt::fmt nlohmann_json::nlohmann_json)
set(sarrus_example_libraries fmt::fmt)
set(sarrus_test_libraries fmt::fmt GTest::gtest)

# sarrus_compile_as(<kind> <target>)
function(sarrus_compile_as kind target)
  set(owner sarrus_precompiled_${kind})
  if(NOT TARGET ${owner})
    file(WRITE ${PROJECT_BINARY_DIR}/precompiled.cpp "")
    add_library(${owner} OBJECT ${PROJECT_BINARY_DIR}/precompiled.cpp)
    set_target_properties(${owner} PROPERTIES POSITION_INDEPENDENT_CODE "${BUILD_SHARED_LIBS}")
    target_link_libraries(${owner} PRIVATE sarrus::usage ${sarrus_${kind}_libraries})
    sarrus_set_compile_flags(${owner})
    target_compile_options(${owner} PRIVATE ${sarrus_${kind}_options})
    target_precompile_headers(${owner} PRIVATE ${sarrus_${kind}_headers})
  endif()
  sarrus_set_compile_flags(${target})
  target_compile_options(${target} PRIVATE ${sarrus_${kind}_options})
  target_precompile_headers(${target} REUSE_FROM ${owner})
endfunction()
