# Read by ctest when it begins: add_suites() makes one test of each suite of a GoogleTest program. A process for each of
# its cases would take longer to start than most of them take to run, and under sanitizers much longer. Suites of many
# cases come in parts, which run on several cores.
set(most_cases 64)

# add_suites(<program> <label, and prefix of the names> <folder to run in> <pattern of cases to leave out, or nothing>)
function(add_suites program label folder left_out)
  if(NOT EXISTS ${program})
    add_test(${label}.NOT_BUILT ${program})
    return()
  endif()
  execute_process(COMMAND ${program} --gtest_list_tests WORKING_DIRECTORY ${folder} TIMEOUT 60
                  OUTPUT_VARIABLE listed RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${program} --gtest_list_tests ends with ${status}:\n${listed}")
  endif()
  # Lines of suites end with a dot, those of cases are indented; either may have a comment. A plus stands for a case.
  string(REGEX REPLACE " +#[^\n]*" "" listed "${listed}")
  string(REGEX REPLACE "\n  [^\n]*" "+" listed "${listed}")
  string(REGEX MATCHALL "[^ \n]+\\.\\++" suites "${listed}")
  foreach(suite IN LISTS suites)
    string(REGEX MATCH "\\++$" cases "${suite}")
    string(REGEX REPLACE "\\.\\++$" "" suite "${suite}")
    string(LENGTH "${cases}" count)
    math(EXPR last "(${count} - 1) / ${most_cases}")
    foreach(part RANGE ${last})
      set(name "${label}.${suite}")
      if(last GREATER 0)
        string(APPEND name ".part${part}")
      endif()
      add_test("${name}" ${program} "--gtest_filter=${suite}.*-${left_out}" --gtest_brief=1)
      math(EXPR parts "${last} + 1")
      set_tests_properties("${name}" PROPERTIES WORKING_DIRECTORY ${folder} LABELS ${label}
                           ENVIRONMENT "GTEST_TOTAL_SHARDS=${parts};GTEST_SHARD_INDEX=${part}")
    endforeach()
  endforeach()
endfunction()
