# One target per module folder, and the list of scalars that its templates are compiled for.

# sarrus_add_module(NAME <name>
#                   [SOURCES <file>...]         compiled several at once, which is quicker
#                   [ALONE <file>...]           compiled each by itself, so that no other decides what is inlined
#                   [SCALAR_SOURCES <file>...]  templates, compiled for every scalar with SARRUS_SCALAR defined as it,
#                                               several at once
#                   [KERNEL_SOURCES <file>...]  the same, each by itself
#                   [SCALARS <scalar>...]       the scalars that the templates exist for; all unless given
#                   [NEEDED_SCALARS <scalar>...] those that sources of other modules compute in themselves: compiled
#                                               even where SARRUS_ONLY_SCALARS leaves them out
#                   [COMPILED_AS <kind>]        of SOURCES and ALONE, see SarrusCompile.cmake; fast unless given
#                   [DEPENDS <module>...]       modules whose headers this one includes
#                   [LINKS <library>...])       libraries from outside that its users link as well
#
# Creates the library sarrus::<name>; it is header-only when it has no sources.
function(sarrus_add_module)
  cmake_parse_arguments(PARSE_ARGV 0 module "" "NAME;COMPILED_AS"
                        "SOURCES;ALONE;SCALARS;NEEDED_SCALARS;SCALAR_SOURCES;KERNEL_SOURCES;DEPENDS;LINKS")
  if(module_UNPARSED_ARGUMENTS OR NOT module_NAME)
    message(FATAL_ERROR "sarrus_add_module: cannot understand '${ARGN}'")
  endif()
  if(NOT module_COMPILED_AS)
    set(module_COMPILED_AS fast)
  endif()
  set(target sarrus_${module_NAME})
  set(libraries sarrus::usage ${module_LINKS})
  foreach(other IN LISTS module_DEPENDS)
    list(APPEND libraries sarrus::${other})
  endforeach()

  set(sources ${module_SOURCES} ${module_ALONE})
  set_source_files_properties(${module_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  if(NOT SARRUS_TOGETHER STREQUAL "all")
    set_source_files_properties(${module_KERNEL_SOURCES} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
  if(module_SCALAR_SOURCES OR module_KERNEL_SOURCES)
    sarrus_scalars(scalars)
    list(APPEND scalars ${module_NEEDED_SCALARS})
    list(REMOVE_DUPLICATES scalars)
    foreach(scalar IN LISTS scalars)
      if(module_SCALARS AND NOT scalar IN_LIST module_SCALARS)
        continue()
      endif()
      set(objects ${target}_${scalar})
      add_library(${objects} OBJECT ${module_SCALAR_SOURCES} ${module_KERNEL_SOURCES})
      set_target_properties(${objects} PROPERTIES POSITION_INDEPENDENT_CODE "${BUILD_SHARED_LIBS}")
      target_compile_definitions(${objects} PRIVATE SARRUS_SCALAR=${scalar})
      target_link_libraries(${objects} PRIVATE ${libraries})
      if(scalar IN_LIST sarrus_wide_scalars)
        sarrus_compile_as(wide ${objects})
      elseif(scalar IN_LIST sarrus_plain_scalars)
        sarrus_compile_as(plain ${objects})
      else()
        sarrus_compile_as(fast ${objects})
      endif()
      sarrus_compile_together(${objects})
      list(APPEND sources $<TARGET_OBJECTS:${objects}>)
    endforeach()
  endif()

  if(sources)
    add_library(${target} ${sources})
    target_link_libraries(${target} PUBLIC ${libraries})
    sarrus_compile_as(${module_COMPILED_AS} ${target})
    if(module_COMPILED_AS STREQUAL "fast")
      sarrus_compile_together(${target})
    else()
      sarrus_compile_together(${target} 25) # their precompiled headers take a second to read
    endif()
  else()
    add_library(${target} INTERFACE)
    target_link_libraries(${target} INTERFACE ${libraries})
  endif()
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${module_NAME})
  add_library(sarrus::${module_NAME} ALIAS ${target})
  set_property(GLOBAL APPEND PROPERTY sarrus_modules ${target})
endfunction()

# Compiles several sources of a target at once, which is quicker: 17, or as many as are given.
function(sarrus_compile_together target)
  set(most 17)
  if(ARGC GREATER 1)
    set(most ${ARGV1})
  endif()
  if(NOT SARRUS_TOGETHER STREQUAL "none")
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${most})
  endif()
endfunction()

# Reads the list of scalars: the names X(...) in the definition of SARRUS_SCALARS(X).
function(sarrus_scalars result)
  set(header ${PROJECT_SOURCE_DIR}/sarrus/scalar/scalars.h)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
  file(READ ${header} text)
  string(REGEX MATCH "#define SARRUS_SCALARS\\(X\\)([^\n]*\\\\\n)*[^\n]*" definition "${text}")
  string(REGEX MATCHALL "X\\([A-Za-z0-9_]+\\)" entries "${definition}")
  list(TRANSFORM entries REPLACE "X\\((.*)\\)" "\\1")
  if(NOT entries)
    message(FATAL_ERROR "${header} defines no SARRUS_SCALARS(X)")
  endif()
  if(SARRUS_ONLY_SCALARS)
    set(entries ${SARRUS_ONLY_SCALARS})
  endif()
  set(${result} ${entries} PARENT_SCOPE)
endfunction()
